/** Styles of the drawing: the canvas fills its part of the page, with the tools in a corner. */
import { css } from 'lit';

export const drawingStyles = css`
  :host {
    position: relative;
    display: flex;
    flex-direction: column;
    min-height: 0;
  }
  .stage {
    position: relative;
    flex: 1;
    min-height: 220px;
    overflow: hidden;
    background: var(--graph-background);
    cursor: grab;
    touch-action: none;
    user-select: none;
  }
  .stage:active {
    cursor: grabbing;
  }
  .stage:focus-visible {
    outline: 2px solid var(--vscode-focusBorder);
    outline-offset: -2px;
  }
  canvas {
    position: absolute;
    inset: 0;
    width: 100%;
    height: 100%;
  }
  .tools {
    position: absolute;
    inset-block-start: 8px;
    inset-inline-end: 8px;
    display: flex;
    gap: 2px;
    padding: 2px;
    border: 1px solid var(--vscode-contrastBorder, var(--vscode-widget-border, transparent));
    border-radius: 5px;
    background: var(--vscode-editorWidget-background);
  }
  .tip {
    position: absolute;
    z-index: 1;
    max-width: min(320px, 70%);
    margin: 12px;
    padding: 3px 8px;
    border: 1px solid var(--vscode-editorHoverWidget-border, var(--vscode-contrastBorder, transparent));
    border-radius: 3px;
    background: var(--vscode-editorHoverWidget-background);
    color: var(--vscode-editorHoverWidget-foreground, inherit);
    pointer-events: none;
  }
  .tip.right {
    translate: calc(-100% - 24px) 0;
  }
  .below {
    display: flex;
    flex: none;
    flex-wrap: wrap;
    gap: 2px 14px;
    padding: 5px 12px;
    border-top: 1px solid var(--vscode-panel-border, var(--vscode-widget-border, transparent));
    font-size: 0.92em;
  }
  .legend {
    display: flex;
    flex: 1;
    flex-wrap: wrap;
    gap: 2px 12px;
  }
  .legend li {
    display: flex;
    gap: 4px;
    align-items: center;
  }
  .legend svg {
    width: 12px;
    height: 12px;
  }
  summary {
    cursor: pointer;
  }
  details[open] {
    flex-basis: 100%;
  }
`;

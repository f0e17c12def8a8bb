/** Styles of the drawing, which fills its part of the page. */
import { css } from 'lit';

export const drawingStyles = css`
  :host {
    display: flex;
    flex-direction: column;
    min-height: 0;
    --ground: var(--vscode-editor-background, var(--page-background));
    --ink: var(--vscode-foreground);
    --mark: var(--vscode-focusBorder);
  }
  .stage {
    flex: 1;
    min-height: 220px;
    background: var(--ground);
    outline: none;
    cursor: grab;
    touch-action: none;
    user-select: none;
  }
  .stage:focus-visible {
    outline: 2px solid var(--vscode-focusBorder);
    outline-offset: -2px;
  }
  .node {
    cursor: pointer;
  }
  .shape,
  .ring,
  .focus {
    stroke: var(--ground);
    vector-effect: non-scaling-stroke;
  }
  .link {
    stroke: var(--ink);
    opacity: 0.3;
  }
  .strong {
    stroke: var(--mark);
    opacity: 0.7;
  }
  .ring,
  .focus {
    fill: transparent;
    stroke: none;
  }
  .expanded .ring {
    stroke: var(--ink);
  }
  .selected .ring {
    stroke: var(--mark);
    stroke-width: 2.5;
  }
  .focused .focus {
    stroke: var(--ink);
    stroke-width: 1.5;
    stroke-dasharray: 4 3;
  }
  text {
    fill: var(--ink);
    stroke: var(--ground);
    stroke-width: 0.25em;
    stroke-linejoin: round;
    paint-order: stroke;
    text-anchor: middle;
    dominant-baseline: central;
    unicode-bidi: plaintext;
    pointer-events: none;
  }
  .below {
    display: flex;
    flex-wrap: wrap;
    gap: 2px 14px;
    align-items: center;
    padding: 5px 12px;
    border-top: 1px solid var(--vscode-panel-border, var(--vscode-widget-border, transparent));
    font-size: 0.92em;
  }
  .legend {
    display: flex;
    flex: 1 1 14em;
    flex-wrap: wrap;
    gap: 2px 12px;
  }
  .legend svg {
    vertical-align: middle;
  }
  details[open] {
    flex-basis: 100%;
  }
  @media (forced-colors: active) {
    :host {
      --ground: Canvas;
      --ink: CanvasText;
      --mark: Highlight;
    }
    .shape {
      fill: CanvasText;
    }
  }
`;

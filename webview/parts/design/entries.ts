/** Styles of selectable list entries, and of small icon buttons. */
import { css } from 'lit';

export const entries = css`
  .entry {
    box-sizing: border-box;
    width: 100%;
    padding: 5px 8px;
    border: 0;
    border-radius: 4px;
    background: none;
    color: inherit;
    cursor: pointer;
    font: inherit;
    text-align: start;
  }
  .entry:hover {
    background: var(--vscode-list-hoverBackground);
    color: var(--vscode-list-hoverForeground, inherit);
  }
  .tool {
    display: inline-flex;
    align-items: center;
    justify-content: center;
    flex: none;
    width: 24px;
    height: 24px;
    padding: 0;
    border: 0;
    border-radius: 4px;
    background: none;
    color: var(--vscode-icon-foreground, inherit);
    cursor: pointer;
    font: inherit;
  }
  .tool:hover {
    background: var(--vscode-toolbar-hoverBackground);
  }
  .tool[aria-disabled='true'] {
    cursor: default;
    opacity: 0.4;
  }
  .entry:hover,
  .tool:hover {
    outline: 1px dashed var(--vscode-contrastActiveBorder, transparent);
    outline-offset: -1px;
  }
  .entry:focus-visible,
  .tool:focus-visible {
    outline: 1px solid var(--vscode-focusBorder);
    outline-offset: -1px;
  }
`;

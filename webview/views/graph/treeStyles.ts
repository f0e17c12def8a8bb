/** Styles of the list of the map. Rows that are out of sight cost nothing. */
import { css } from 'lit';

export const treeStyles = css`
  :host {
    min-height: 0;
    overflow: auto;
  }
  .row {
    position: relative;
    display: flex;
    gap: 6px;
    align-items: flex-start;
    padding: 3px 12px 3px calc(6px + var(--level) * 12px);
    cursor: pointer;
    content-visibility: auto;
    contain-intrinsic-height: auto 25px;
  }
  .row:hover {
    background: var(--vscode-list-hoverBackground);
    color: var(--vscode-list-hoverForeground, inherit);
    outline: 1px dashed var(--vscode-contrastActiveBorder, transparent);
    outline-offset: -1px;
  }
  .row[aria-selected='true'] {
    background: var(--vscode-list-inactiveSelectionBackground);
    color: var(--vscode-list-inactiveSelectionForeground, inherit);
    outline: 1px solid var(--vscode-contrastActiveBorder, transparent);
    outline-offset: -1px;
  }
  .row:focus-visible {
    outline: 1px solid var(--vscode-focusBorder);
    outline-offset: -1px;
  }
  .row[aria-level='1'] .name {
    font-weight: 600;
  }
  .name {
    flex: 1;
    min-width: 0;
  }
  .about {
    flex: none;
    color: var(--vscode-descriptionForeground);
    font-size: 0.92em;
    font-variant-numeric: tabular-nums;
  }
  .row[aria-selected='true'] .about {
    color: inherit;
  }
  .twisty {
    flex: none;
    width: 16px;
    font: normal 16px / 1.2 codicon;
  }
  .twisty.closed::before {
    content: '\\eab6';
  }
  .twisty.open::before {
    content: '\\eab4';
  }
`;

/** The frame around the views: the navigation stays, the content below it scrolls. */
import { css } from 'lit';

export const shellStyles = css`
  :host {
    display: flex;
    flex-direction: column;
    height: 100%;
    min-height: 0;
    container: page / inline-size;
  }
  main {
    padding: 12px 16px;
  }
  nav {
    flex: none;
    border-bottom: 1px solid var(--vscode-panel-border, var(--vscode-widget-border, transparent));
  }
  nav ul {
    display: flex;
    gap: 2px;
    max-width: 1180px;
    margin: 0 auto;
    padding: 0 8px;
    overflow-x: auto;
    scrollbar-width: none;
  }
  .place {
    display: flex;
    align-items: center;
    gap: 6px;
    padding: 8px 8px 6px;
    border: 0;
    border-bottom: 2px solid transparent;
    background: none;
    color: var(--vscode-panelTitle-inactiveForeground, var(--vscode-descriptionForeground));
    cursor: pointer;
    font: inherit;
    white-space: nowrap;
  }
  .place:hover {
    color: var(--vscode-panelTitle-activeForeground, var(--vscode-foreground));
  }
  .place[aria-current='page'] {
    border-bottom-color: var(--vscode-panelTitle-activeBorder, var(--vscode-focusBorder));
    color: var(--vscode-panelTitle-activeForeground, var(--vscode-foreground));
  }
  .place:focus-visible {
    outline: 1px solid var(--vscode-focusBorder);
    outline-offset: -2px;
  }
  .count {
    min-width: 1.1em;
    padding: 0 4px;
    border-radius: 9px;
    background: var(--vscode-badge-background);
    color: var(--vscode-badge-foreground);
    font-size: 0.8em;
    line-height: 1.4;
    text-align: center;
  }
  /* Eleven names need 1,090 pixels in English. */
  @container page (max-width: 1095px) {
    .place .label {
      position: absolute;
      width: 1px;
      height: 1px;
      overflow: hidden;
      clip-path: inset(50%);
    }
    .place {
      flex: 1;
      justify-content: center;
      position: relative;
      gap: 3px;
      padding-inline: 2px;
    }
    nav li {
      flex: 1 1 auto;
    }
    .place {
      width: 100%;
    }
  }
  /* In the narrowest side bar, a count covers a corner of its icon. */
  @container page (max-width: 280px) {
    .count {
      position: absolute;
      inset-block-start: 2px;
      inset-inline-start: 52%;
      min-width: 0.8em;
      padding: 0 3px;
      font-size: 0.7em;
    }
  }
  .view {
    flex: 1;
    min-height: 0;
    overflow: auto;
    outline: none;
  }
`;

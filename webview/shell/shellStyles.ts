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
  .last {
    margin-inline-start: auto;
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
  .place[aria-current] {
    border-bottom-color: var(--vscode-panelTitle-activeBorder, var(--vscode-focusBorder));
    color: var(--vscode-panelTitle-activeForeground, var(--vscode-foreground));
  }
  .place:focus-visible {
    outline: 1px solid var(--vscode-focusBorder);
    outline-offset: -2px;
  }
  .views .place {
    padding-block: 3px;
    border: 1px solid transparent;
    border-radius: 4px;
    font-size: 0.92em;
  }
  .views {
    padding-block: 4px;
  }
  .views .place[aria-current] {
    border-color: var(--vscode-contrastActiveBorder, transparent);
    background: var(--vscode-list-inactiveSelectionBackground);
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
  /* These colors would show transparent borders. */
  @media (forced-colors: active) {
    .place:not([aria-current]) {
      border-color: Canvas;
    }
    .views .place[aria-current] {
      border-color: Highlight;
    }
  }
  /* In a side bar, all names have room without gaps. */
  @container page (max-width: 420px) {
    nav ul {
      gap: 0;
      padding: 0 2px;
    }
    .place {
      padding-inline: 5px;
    }
  }
  .view {
    flex: 1;
    min-height: 0;
    overflow: auto;
    outline: none;
  }
`;

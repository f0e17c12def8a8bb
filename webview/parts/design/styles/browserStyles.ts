/** Styles of a view with a list and an opened item: side by side in a wide page, else one at a time. */
import { css } from 'lit';

export const browserStyles = css`
  :host {
    height: 100%;
    min-height: 0;
  }
  main {
    box-sizing: border-box;
    gap: 0;
    height: 100%;
    max-width: calc(1180px + 2 * 14px);
    margin: 0 auto;
    padding: 0;
  }
  .bar {
    display: flex;
    flex: none;
    flex-direction: column;
    gap: 8px;
    padding: 10px 12px 8px;
  }
  .search {
    display: flex;
    flex-wrap: wrap;
    gap: 6px 10px;
    align-items: center;
  }
  .search input {
    flex: 1 1 8em;
    width: 0;
    padding: 4px 8px;
  }
  .search .button {
    flex: none;
  }
  .result-count {
    flex: none;
    min-height: 1.4em;
    max-width: 100%;
  }
  .narrow .result-count {
    flex-basis: 100%;
  }
  .kinds {
    display: flex;
    flex-wrap: wrap;
    gap: 4px 12px;
    align-items: center;
  }
  .filters {
    display: flex;
    flex-direction: column;
    gap: 8px;
  }
  /* Something of the list stays in sight below them. */
  .narrow .filters {
    max-height: 45vh;
    padding: 1px;
    overflow: auto;
  }
  .choices {
    display: grid;
    grid-template-columns: repeat(auto-fill, minmax(min(100%, 10.5em), 1fr));
    gap: 6px 10px;
    align-items: end;
  }
  .choices .field {
    height: 2.2em;
  }
  .panes {
    display: flex;
    flex: 1;
    min-height: 0;
    border-top: 1px solid var(--vscode-panel-border, var(--vscode-widget-border, transparent));
  }
  .list {
    display: flex;
    flex: 1 1 0;
    flex-direction: column;
    min-width: 0;
    min-height: 0;
  }
  .list > bigmind-virtual-list {
    flex: 1;
  }
  .list > :not(bigmind-virtual-list) {
    margin: 14px 12px;
  }
  .wide .list {
    flex: 0 0 43%;
    border-inline-end: 1px solid var(--vscode-panel-border, var(--vscode-widget-border, transparent));
  }
  .detail {
    flex: 1 1 0;
    min-width: 0;
    overflow: auto;
  }
  .detail > .quiet,
  .detail > .empty {
    padding: 16px;
  }
  /* Where all of it does not fit, as at 200 % zoom, the page scrolls as a whole and the list within it. */
  @media (max-height: 420px) {
    main {
      height: auto;
      min-height: 100%;
    }
    .list > bigmind-virtual-list {
      flex: none;
      height: 300px;
    }
    .wide .detail {
      max-height: 380px;
    }
  }
`;

/** Styles of the audit: filters that wrap, and rows aligned at one edge. */
import { css } from 'lit';

export const auditStyles = css`
  main {
    max-width: 1180px;
    margin: 0 auto;
    padding-bottom: 24px;
  }
  .filters {
    display: grid;
    grid-template-columns: repeat(auto-fill, minmax(min(100%, 9.5em), 1fr));
    gap: 6px 8px;
    align-items: end;
  }
  .period {
    display: grid;
    grid-template-columns: subgrid;
    gap: 6px 8px;
  }
  /* Where two columns fit, both ends of the period are in one row. */
  @container (min-width: 22em) {
    .period {
      grid-column: span 2;
    }
  }
  .filters .field {
    height: 2.2em;
  }
  summary {
    width: fit-content;
    margin-bottom: 6px;
    cursor: pointer;
  }
  summary:focus-visible {
    outline: 1px solid var(--vscode-focusBorder);
    outline-offset: 1px;
  }
  .filters .link {
    justify-self: start;
    min-height: 26px;
  }
  .row {
    display: grid;
    grid-template-columns: auto 1fr;
    gap: 1px 8px;
    padding: 6px 4px;
    border-bottom: 1px solid var(--vscode-widget-border, var(--vscode-panel-border, transparent));
  }
  .row > .quiet {
    grid-column: 2;
  }
  .row:focus-visible {
    outline: 1px solid var(--vscode-focusBorder);
    outline-offset: -1px;
  }
  .button {
    align-self: start;
  }
`;

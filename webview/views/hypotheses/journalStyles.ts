/** Styles of the journal: one card below the other, with a mark at the edge for the status. */
import { css } from 'lit';

export const journalStyles = css`
  main {
    max-width: 1180px;
    margin: 0 auto;
    padding-bottom: 24px;
  }
  main > * {
    width: 100%;
    max-width: 820px;
  }
  .journal {
    display: flex;
    flex-direction: column;
    gap: 10px;
  }
  .card {
    display: flex;
    flex-direction: column;
    gap: 6px;
    padding: 10px 12px;
    border: 1px solid var(--vscode-contrastBorder, var(--vscode-widget-border, transparent));
    border-radius: 4px;
    background: var(--vscode-editorWidget-background, transparent);
  }
  .card:focus-visible {
    outline: 1px solid var(--vscode-focusBorder);
    outline-offset: 1px;
  }
  .status {
    display: flex;
    flex-wrap: wrap;
    gap: 4px 12px;
    align-items: center;
  }
  .state {
    display: inline-flex;
    gap: 5px;
    align-items: center;
    font-weight: 600;
  }
  .sureness {
    display: inline-flex;
    gap: 6px;
    align-items: center;
  }
  .bar {
    width: 56px;
    height: 6px;
    border: 1px solid var(--vscode-descriptionForeground);
    border-radius: 3px;
  }
  .bar rect {
    fill: var(--vscode-descriptionForeground);
  }
  .resolution {
    padding-inline-start: 10px;
    border-inline-start: 3px solid var(--vscode-textBlockQuote-border, var(--vscode-widget-border, currentColor));
  }
  .answers {
    display: flex;
    flex-wrap: wrap;
    gap: 6px;
  }
  .resolving {
    display: flex;
    flex-direction: column;
    gap: 8px;
    margin-top: 4px;
  }
  .note-down {
    display: flex;
    flex-direction: column;
    gap: 8px;
  }
  .note-down input[type='range'] {
    width: min(100%, 320px);
    margin: 0;
    accent-color: var(--vscode-focusBorder);
  }
  .head {
    display: flex;
    flex-wrap: wrap;
    gap: 8px;
    align-items: center;
    justify-content: space-between;
  }
  .pager {
    display: flex;
    flex-wrap: wrap;
    gap: 8px;
    align-items: center;
  }
`;

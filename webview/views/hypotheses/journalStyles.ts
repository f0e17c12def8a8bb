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
  .pager {
    display: flex;
    flex-wrap: wrap;
    gap: 8px;
    align-items: center;
  }
`;

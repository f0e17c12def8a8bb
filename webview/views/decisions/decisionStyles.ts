/** Styles of the decisions: forms with messages next to their fields, outcomes, and proposed decisions. */
import { css } from 'lit';

export const formStyles = css`
  form h3 {
    margin: 0;
    font-weight: 600;
  }
  .fields {
    grid-template-columns: repeat(auto-fit, minmax(min(100%, 12em), 1fr));
  }
  input.field,
  select.field {
    height: 2.2em;
  }
  /* The error color of some themes is too light for text. */
  .problem {
    padding-inline-start: 6px;
    border-inline-start: 3px solid var(--vscode-errorForeground);
    font-size: 0.92em;
  }
  .field[aria-invalid='true'] {
    border-color: var(--vscode-inputValidation-errorBorder, var(--vscode-errorForeground));
  }
`;

export const decisionStyles = css`
  .outcomes {
    display: flex;
    flex-direction: column;
    gap: 10px;
    margin: 0;
    padding: 0;
    list-style: none;
  }
  .outcome.bad {
    border-inline-start-color: var(--vscode-errorForeground);
  }
`;

export const draftStyles = css`
  .feed {
    display: flex;
    flex-direction: column;
    gap: 10px;
    padding: 10px 12px 24px;
  }
  .cards {
    display: flex;
    flex-direction: column;
    gap: 10px;
  }
  .card {
    gap: 8px;
  }
  .pager {
    display: flex;
    flex-wrap: wrap;
    gap: 6px;
    align-items: center;
  }
`;

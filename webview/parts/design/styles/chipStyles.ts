/** Styles of small round buttons that toggle or remove a filter, and of form fields next to each other. */
import { css } from 'lit';

export const chipStyles = css`
  form {
    display: flex;
    flex-direction: column;
    gap: 10px;
  }
  .fields {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(min(100%, 9em), 1fr));
    gap: 10px;
  }
  .answers,
  .chips {
    display: flex;
    flex-wrap: wrap;
    gap: 6px;
  }
  .answers {
    align-items: center;
  }
  .chips {
    gap: 4px;
  }
  .chip {
    display: inline-flex;
    gap: 5px;
    align-items: center;
    max-width: 100%;
    min-height: 24px;
    padding: 1px 9px;
    border: 1px solid
      var(--vscode-contrastBorder, var(--vscode-checkbox-border, var(--vscode-widget-border, currentColor)));
    border-radius: 12px;
    background: none;
    color: inherit;
    cursor: pointer;
    font: inherit;
    font-size: 0.92em;
    text-align: start;
  }
  .chip:hover {
    background: var(--vscode-toolbar-hoverBackground);
    outline: 1px dashed var(--vscode-contrastActiveBorder, transparent);
  }
  .chip[aria-pressed='true'] {
    border-color: var(--vscode-inputOption-activeBorder, var(--vscode-focusBorder));
    background: var(--vscode-inputOption-activeBackground, transparent);
    color: var(--vscode-inputOption-activeForeground, inherit);
    font-weight: 600;
  }
  .chip:focus-visible,
  summary:focus-visible {
    outline: 1px solid var(--vscode-focusBorder);
    outline-offset: 1px;
  }
`;

/** Styles of what was said in a session. */
import { css } from 'lit';

export const turnStyles = css`
  .turns {
    display: flex;
    flex-direction: column;
    gap: 10px;
    list-style: none;
  }
  .turn {
    padding-inline-start: 10px;
    border-inline-start: 2px solid
      var(--vscode-textBlockQuote-border, var(--vscode-contrastBorder, var(--vscode-widget-border, currentColor)));
  }
  .turn.user {
    border-inline-start-color: var(--vscode-focusBorder);
  }
  .hit {
    padding-inline-start: 10px;
    border-inline-start: 4px solid var(--vscode-focusBorder);
    background: var(--vscode-editor-findMatchHighlightBackground, var(--vscode-list-inactiveSelectionBackground));
    outline: 1px solid var(--vscode-contrastActiveBorder, transparent);
  }
  .turn:focus-visible,
  .step:focus-visible {
    outline: 1px solid var(--vscode-focusBorder);
    outline-offset: 2px;
  }
`;

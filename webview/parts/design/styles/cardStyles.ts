/** Styles of lists of cards: a head with a button, one card below the other with its buttons, and quoted text. */
import { css } from 'lit';

export const quoteStyles = css`
  .quote {
    margin: 0;
    padding-inline-start: 10px;
    border-inline-start: 3px solid
      var(--vscode-textBlockQuote-border, var(--vscode-contrastBorder, var(--vscode-widget-border, currentColor)));
  }
`;

export const cardStyles = css`
  ${quoteStyles}
  .head {
    display: flex;
    flex-wrap: wrap;
    gap: 8px;
    align-items: center;
    justify-content: space-between;
  }
  /* A form among cards is a panel: keys do not move to it. */
  .card,
  .panel {
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
  .answers {
    display: flex;
    flex-wrap: wrap;
    gap: 6px;
  }
`;

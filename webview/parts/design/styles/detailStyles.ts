/** Styles of an opened memory or session: its header, its text, and its properties. */
import { css } from 'lit';

export const detailStyles = css`
  article {
    display: flex;
    flex-direction: column;
    gap: 14px;
    padding: 12px 16px 28px;
  }
  article > header {
    display: flex;
    flex-direction: column;
    gap: 4px;
  }
  .way {
    display: flex;
    margin-bottom: 4px;
    gap: 8px;
    align-items: center;
    justify-content: space-between;
  }
  article h2 {
    margin: 0;
    color: inherit;
    font-size: 1.15em;
    letter-spacing: normal;
    line-height: 1.35;
    text-transform: none;
  }
  article h2:focus {
    outline: none;
  }
  article h2:focus-visible {
    outline: 1px solid var(--vscode-focusBorder);
    outline-offset: 2px;
  }
  article h3 {
    margin: 0 0 4px;
    font-weight: 600;
  }
  .marks {
    display: flex;
    flex-wrap: wrap;
    gap: 4px;
  }
  .mark {
    padding: 0 7px;
    border: 1px solid var(--vscode-contrastBorder, var(--vscode-widget-border, currentColor));
    border-radius: 9px;
    font-size: 0.88em;
  }
  .mark.strong {
    border-color: var(--vscode-contrastBorder, transparent);
    background: var(--vscode-badge-background);
    color: var(--vscode-badge-foreground);
  }
  .actions {
    display: flex;
    flex-wrap: wrap;
    gap: 6px;
  }
  .known {
    display: grid;
    grid-template-columns: minmax(6em, max-content) minmax(0, 1fr);
    gap: 4px 14px;
  }
  .known dt {
    color: var(--vscode-descriptionForeground);
  }
  @container detail (max-width: 300px) {
    .known {
      grid-template-columns: minmax(0, 1fr);
      gap: 0;
    }
    .known dd {
      margin-bottom: 6px;
    }
  }
  :host {
    container: detail / inline-size;
  }
  details > summary {
    cursor: pointer;
    font-weight: 600;
  }
  details > :not(summary) {
    margin-top: 6px;
  }
  .plain {
    display: flex;
    flex-direction: column;
    gap: 4px;
  }
`;

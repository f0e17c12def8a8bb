/** Styles of the directory: results, topics, and cards that fill the width in columns. */
import { css } from 'lit';

export const peopleStyles = css`
  main {
    display: flex;
    flex-direction: column;
    gap: 16px;
    max-width: 1180px;
    margin: 0 auto;
  }
  .totals {
    display: grid;
    grid-template-columns: repeat(auto-fill, minmax(110px, 1fr));
    gap: 6px;
  }
  .totals > div {
    display: flex;
    flex-direction: column-reverse;
    padding: 6px 8px;
    border: 1px solid var(--vscode-contrastBorder, var(--vscode-widget-border, transparent));
    border-radius: 4px;
    background: var(--vscode-editorWidget-background, transparent);
  }
  .totals dt {
    color: var(--vscode-descriptionForeground);
    font-size: 0.85em;
  }
  .totals dd {
    font-size: 1.2em;
    font-weight: 600;
    font-variant-numeric: tabular-nums;
  }
  .ask {
    display: flex;
    flex-direction: row;
    gap: 6px;
    margin-bottom: 6px;
  }
  .ask .button {
    flex: none;
  }
  .found {
    display: flex;
    flex-direction: column;
    gap: 8px;
    margin: 8px 0 0;
    padding: 0;
    list-style: none;
  }
  .cards {
    display: grid;
    grid-template-columns: repeat(auto-fill, minmax(min(300px, 100%), 1fr));
    gap: 10px;
    margin-top: 8px;
  }
  .person {
    display: flex;
    flex-direction: column;
    gap: 8px;
    min-width: 0;
    padding: 10px 12px;
    border: 1px solid var(--vscode-contrastBorder, var(--vscode-widget-border, transparent));
    border-radius: 4px;
    background: var(--vscode-editorWidget-background, transparent);
    overflow-wrap: anywhere;
  }
  .person h3,
  .found h3 {
    margin: 0;
    font-size: 1.05em;
  }
  .person p {
    margin: 0;
  }
  .tags {
    display: flex;
    flex-wrap: wrap;
    gap: 4px 6px;
  }
  .tags li {
    padding: 0 8px;
    border: 1px solid var(--vscode-contrastBorder, var(--vscode-widget-border, currentColor));
    border-radius: 10px;
  }
  .weeks {
    --cell: 9px;
    display: flex;
    flex-wrap: wrap;
    gap: 2px;
    margin-bottom: 4px;
  }
  .badges {
    display: flex;
    flex-wrap: wrap;
    gap: 6px;
  }
`;

/** Styles of totals, badges and assistants. */
import { css } from 'lit';

export const storageStyles = css`
  .totals {
    display: grid;
    grid-template-columns: repeat(auto-fill, minmax(88px, 1fr));
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
  .streak {
    display: flex;
    flex-direction: column;
    margin-top: 8px;
  }
  .badges {
    display: grid;
    grid-template-columns: repeat(auto-fill, minmax(min(210px, 100%), 1fr));
    gap: 6px;
    margin-top: 8px;
  }
  .badges li {
    display: flex;
    gap: 8px;
    padding: 7px 9px;
    border: 1px solid var(--vscode-contrastBorder, var(--vscode-widget-border, transparent));
    border-radius: 4px;
    background: var(--vscode-editorWidget-background, transparent);
  }
  .badges li.coming {
    border-style: dashed;
    background: none;
  }
  .badges .name {
    font-weight: 600;
  }
  .badges .words {
    flex: 1;
    align-items: stretch;
  }
  progress {
    box-sizing: border-box;
    width: 100%;
    height: 6px;
    margin: 4px 0 2px;
    border: 1px solid var(--vscode-contrastBorder, transparent);
    border-radius: 3px;
    background: color-mix(in srgb, var(--vscode-foreground) 16%, transparent);
    appearance: none;
    overflow: hidden;
  }
  progress::-webkit-progress-bar {
    background: transparent;
  }
  progress::-webkit-progress-value {
    background: var(--vscode-progressBar-background, var(--vscode-focusBorder));
  }
  progress::-moz-progress-bar {
    background: var(--vscode-progressBar-background, var(--vscode-focusBorder));
  }
  .agents {
    display: flex;
    flex-direction: column;
    gap: 4px;
  }
  .agents li {
    display: flex;
    justify-content: space-between;
    gap: 12px;
  }
  .agents li > .quiet {
    flex: none;
    max-width: 50%;
    overflow-wrap: normal;
    text-align: end;
  }
  .more {
    margin-top: 8px;
  }
`;

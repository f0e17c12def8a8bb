/**
 * The look that all parts of the page share, made only of VS Code's own colours and sizes, so that every theme fits. It
 * must read at 220 pixels: one column, texts wrap, paths break anywhere.
 */
import { css } from 'lit';

export const styles = css`
  :host {
    display: block;
    overflow-wrap: anywhere;
  }
  main {
    display: flex;
    flex-direction: column;
    gap: 14px;
    max-width: 560px;
    padding: 10px 14px 20px;
  }
  h1,
  h2,
  h3,
  p,
  ul,
  ol,
  dl,
  dd {
    margin: 0;
    padding: 0;
  }
  h1 {
    font-size: 1.25em;
    font-weight: 600;
    line-height: 1.3;
  }
  h2 {
    margin-bottom: 6px;
    color: var(--vscode-sideBarSectionHeader-foreground, var(--vscode-foreground));
    font-size: 0.85em;
    font-weight: 600;
    letter-spacing: 0.03em;
    text-transform: uppercase;
  }
  h3 {
    margin: 8px 0 2px;
    font-size: 1em;
    font-weight: 600;
  }
  section {
    padding-top: 12px;
    border-top: 1px solid var(--vscode-sideBarSectionHeader-border, var(--vscode-widget-border, transparent));
  }
  ul {
    list-style: none;
  }
  /* The library gives every button the border of a primary one. */
  vscode-button[secondary] {
    --vscode-button-border: var(--vscode-button-secondaryBorder, var(--vscode-contrastBorder, transparent));
  }
  .quiet {
    color: var(--vscode-descriptionForeground);
    font-size: 0.92em;
  }
  .prose {
    white-space: pre-wrap;
  }
  .path {
    font-family: var(--vscode-editor-font-family, monospace);
    font-size: 0.9em;
  }
  .buttons {
    display: flex;
    flex-direction: column;
    gap: 6px;
  }
  .totals {
    display: grid;
    grid-template-columns: repeat(auto-fill, minmax(76px, 1fr));
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
  .sessions {
    margin: 0 -6px;
  }
  .session {
    display: flex;
    gap: 6px;
    width: 100%;
    padding: 5px 6px;
    border: 0;
    border-radius: 4px;
    background: none;
    color: inherit;
    font: inherit;
    text-align: start;
  }
  button.session {
    cursor: pointer;
  }
  button.session:hover {
    background: var(--vscode-list-hoverBackground);
    color: var(--vscode-list-hoverForeground, inherit);
    outline: 1px dashed var(--vscode-contrastActiveBorder, transparent);
    outline-offset: -1px;
  }
  .session:focus-visible {
    outline: 1px solid var(--vscode-focusBorder);
    outline-offset: -1px;
  }
  .words {
    display: flex;
    flex-direction: column;
    align-items: flex-start;
    min-width: 0;
  }
  .badge {
    margin-bottom: 2px;
    padding: 0 6px;
    border: 1px solid var(--vscode-contrastBorder, transparent);
    border-radius: 9px;
    background: var(--vscode-badge-background);
    color: var(--vscode-badge-foreground);
    font-size: 0.85em;
  }
  .pinned,
  .agents,
  .facts {
    display: flex;
    flex-direction: column;
    gap: 4px;
  }
  .pinned li,
  .agents li {
    display: flex;
    gap: 6px;
  }
  .facts {
    gap: 8px;
  }
  ul + .quiet {
    margin-top: 6px;
  }
  .facts li {
    display: flex;
    flex-direction: column;
  }
  .clamped {
    display: -webkit-box;
    overflow: hidden;
    -webkit-box-orient: vertical;
    -webkit-line-clamp: 4;
  }
  vscode-icon {
    flex: none;
    margin-top: 1px;
  }
  .tries {
    display: flex;
    flex-direction: column;
    gap: 14px;
    padding-inline-start: 1.4em;
  }
  .tries p {
    margin-bottom: 6px;
  }
  .tries p:last-child {
    margin-bottom: 0;
  }
  .failure {
    display: flex;
    flex-direction: column;
    gap: 8px;
    padding: 10px;
    border: 1px solid var(--vscode-inputValidation-warningBorder, var(--vscode-widget-border, currentColor));
    border-radius: 4px;
    background: var(--vscode-inputValidation-warningBackground, transparent);
    color: var(--vscode-inputValidation-warningForeground, inherit);
  }
  .failure h1 {
    display: flex;
    gap: 6px;
    font-size: 1em;
  }
  footer {
    display: flex;
    flex-direction: column;
    padding-top: 12px;
    border-top: 1px solid var(--vscode-sideBarSectionHeader-border, var(--vscode-widget-border, transparent));
  }
`;

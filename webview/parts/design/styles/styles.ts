/**
 * Styles that all parts of the page share, made only of VS Code's own colors and sizes, so that they fit every theme.
 * It must be readable at 220 pixels: one column, texts wrap, paths break anywhere.
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
    flex-wrap: wrap;
    gap: 6px;
  }
  .buttons:not(:has(*)) {
    display: none;
  }
  .words {
    display: flex;
    flex-direction: column;
    align-items: flex-start;
    min-width: 0;
  }
  ul + .quiet {
    margin-top: 6px;
  }
  .bullets {
    padding-inline-start: 1.3em;
    list-style: disc;
  }
  vscode-icon {
    flex: none;
    margin-top: 1px;
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
  .failure .headline {
    display: flex;
    gap: 6px;
    margin: 0;
    color: inherit;
    font-size: 1em;
    letter-spacing: normal;
    text-transform: none;
  }
  .unseen {
    position: absolute;
    width: 1px;
    height: 1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }
`;

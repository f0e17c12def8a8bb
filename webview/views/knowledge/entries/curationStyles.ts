/** Styles of the curation view: a list and the open entry side by side if there is room, else one after the other. */
import { css } from 'lit';

export const curationStyles = css`
  :host {
    display: flex;
    flex-direction: column;
    min-height: 0;
  }
  .panes {
    display: flex;
    flex: 1;
    min-height: 0;
  }
  .list,
  .pane,
  .writing {
    display: flex;
    flex-direction: column;
    gap: 10px;
    min-width: 0;
  }
  .list,
  .pane {
    flex: 1 1 0;
    min-height: 0;
    padding-block: 2px 24px;
    overflow: auto;
  }
  :host([wide]) .list {
    flex: 0 0 36%;
    padding-inline-end: 10px;
  }
  :host([wide]) .pane {
    padding-inline: 18px 2px;
    border-inline-start: 1px solid var(--vscode-widget-border, var(--vscode-contrastBorder, transparent));
  }
  .back,
  .take {
    align-self: flex-start;
  }
  .entry {
    display: flex;
    gap: 8px;
    padding: 6px 8px;
    border-radius: 4px;
    cursor: pointer;
  }
  .entry:hover {
    background: var(--vscode-list-hoverBackground);
    color: var(--vscode-list-hoverForeground, inherit);
    outline: 1px dashed var(--vscode-contrastActiveBorder, transparent);
    outline-offset: -1px;
  }
  :host([wide]) .entry[aria-current] {
    background: var(--vscode-list-inactiveSelectionBackground);
    color: var(--vscode-list-inactiveSelectionForeground, inherit);
    outline: 1px solid var(--vscode-contrastActiveBorder, transparent);
    outline-offset: -1px;
  }
  :host([wide]) .entry[aria-current] .quiet {
    color: inherit;
  }
  :host .entry.entry:focus-visible {
    outline: 1px solid var(--vscode-focusBorder);
    outline-offset: -1px;
  }
  .entry .title {
    font-weight: 600;
  }
  .checkbox {
    display: flex;
    flex: none;
    align-items: center;
    justify-content: center;
    width: 16px;
    height: 16px;
    margin-top: 1px;
    border: 1px solid var(--vscode-checkbox-border, var(--vscode-contrastBorder, currentColor));
    border-radius: 3px;
    background: var(--vscode-checkbox-background, transparent);
    color: var(--vscode-checkbox-foreground, inherit);
  }
  .bulk {
    position: sticky;
    z-index: 1;
    top: 0;
    display: flex;
    flex-direction: column;
    gap: 6px;
    padding: 8px;
    border: 1px solid var(--vscode-contrastBorder, var(--vscode-widget-border, transparent));
    border-radius: 4px;
    background: var(--vscode-editorWidget-background);
  }
  .bulk .link,
  .bulk progress + .button {
    align-self: flex-start;
  }
  progress {
    width: 100%;
    accent-color: var(--vscode-progressBar-background, var(--vscode-focusBorder));
  }
  .entry-title {
    margin: 0;
    color: inherit;
    font-size: 1.25em;
    letter-spacing: normal;
    line-height: 1.3;
    outline: none;
    text-transform: none;
  }
  .entry-title:focus-visible {
    outline: 1px solid var(--vscode-focusBorder);
    outline-offset: 2px;
  }
  .marks {
    display: flex;
    flex-wrap: wrap;
    gap: 6px;
  }
  .mark {
    padding: 0 7px;
    border: 1px solid var(--vscode-contrastBorder, var(--vscode-widget-border, currentColor));
    border-radius: 9px;
    font-size: 0.9em;
  }
  .origin {
    display: flex;
    flex-wrap: wrap;
    gap: 4px 24px;
  }
  .origin dt {
    color: var(--vscode-descriptionForeground);
    font-size: 0.92em;
  }
  .content {
    padding: 8px 12px;
    border: 1px solid var(--vscode-contrastBorder, var(--vscode-widget-border, transparent));
    border-radius: 4px;
    background: var(--vscode-editorWidget-background, transparent);
  }
  .decisions {
    display: flex;
    flex-wrap: wrap;
    gap: 6px;
  }
  .rank {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(120px, 1fr));
    gap: 10px;
  }
  .evidence,
  .similar {
    display: flex;
    flex-direction: column;
    gap: 12px;
  }
  blockquote {
    margin: 2px 0 0;
    padding: 2px 0 2px 10px;
    border-inline-start: 3px solid var(--vscode-textBlockQuote-border, var(--vscode-widget-border, currentColor));
  }
  .pair {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(min(100%, 220px), 1fr));
    gap: 8px;
    margin-top: 4px;
  }
  .entry-name {
    margin-bottom: 2px;
    font-weight: 600;
  }
  .pair > div {
    padding: 6px 8px;
    border: 1px solid var(--vscode-contrastBorder, var(--vscode-widget-border, transparent));
    border-radius: 4px;
  }
  mark {
    background: var(--vscode-diffEditor-insertedTextBackground, transparent);
    color: inherit;
    text-decoration: underline;
    text-underline-offset: 2px;
  }
  @media (forced-colors: active) {
    /* A browser would write it in black, whatever is behind it. */
    mark {
      background: Canvas;
      color: CanvasText;
      forced-color-adjust: none;
    }
  }
  .choice {
    display: flex;
    flex-direction: column;
    gap: 4px;
    margin: 0;
    padding: 0;
    border: 0;
  }
  .choice legend {
    margin-bottom: 4px;
    padding: 0;
    font-weight: 600;
  }
  .choice label {
    display: flex;
    gap: 6px;
    align-items: baseline;
  }
  .choice input {
    accent-color: var(--vscode-focusBorder);
  }
  .pager {
    display: flex;
    flex-wrap: wrap;
    gap: 8px;
    align-items: center;
  }
  @media (max-height: 420px) {
    .list,
    .pane {
      overflow: visible;
    }
  }
`;

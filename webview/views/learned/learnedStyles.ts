/** Styles of the list of what was learned: rows of any height, with a box to select and tools at their end. */
import { css } from 'lit';

export const learnedStyles = css`
  :host {
    display: block;
  }
  .feed {
    display: flex;
    flex-direction: column;
    gap: 10px;
    padding: 10px 12px 24px;
  }
  .status {
    display: flex;
    flex-wrap: wrap;
    gap: 6px 12px;
    align-items: center;
    justify-content: space-between;
  }
  .status > p:first-child {
    flex: 1 1 14em;
  }
  .choices {
    display: grid;
    grid-template-columns: repeat(auto-fill, minmax(min(100%, 8.5em), 1fr));
    gap: 6px 10px;
    align-items: end;
  }
  .choices .field {
    height: 2.2em;
  }
  .choices .link {
    justify-self: start;
    padding-bottom: 5px;
  }
  .bulk {
    position: sticky;
    z-index: 2;
    top: 0;
    display: flex;
    flex-wrap: wrap;
    gap: 6px 10px;
    align-items: center;
    padding: 6px 8px;
    border: 1px solid var(--vscode-contrastBorder, var(--vscode-widget-border, transparent));
    border-radius: 4px;
    background: var(--vscode-editorWidget-background, var(--vscode-editor-background));
  }
  .day {
    padding: 0;
    border: 0;
  }
  .day h2 {
    margin: 6px 0 2px;
    letter-spacing: normal;
    text-transform: none;
  }
  .item {
    position: relative;
    display: flex;
    flex-direction: row;
    gap: 8px;
    align-items: flex-start;
    margin-inline: -6px;
    padding: 6px;
    border-radius: 4px;
    cursor: pointer;
  }
  .item:hover {
    background: var(--vscode-list-hoverBackground);
    outline: 1px dashed var(--vscode-contrastActiveBorder, transparent);
    outline-offset: -1px;
  }
  .item.opened,
  .item.selected {
    background: var(--vscode-list-inactiveSelectionBackground);
    color: var(--vscode-list-inactiveSelectionForeground, inherit);
    outline: 1px solid var(--vscode-contrastActiveBorder, transparent);
    outline-offset: -1px;
  }
  .item:focus-visible {
    outline: 1px solid var(--vscode-focusBorder);
    outline-offset: -1px;
  }
  .item > input {
    flex: none;
    margin: 3px 0 0;
    accent-color: var(--vscode-focusBorder);
  }
  .body {
    display: flex;
    flex: 1;
    flex-direction: column;
    gap: 3px;
    min-width: 0;
  }
  .sentence.over {
    text-decoration: line-through;
  }
  .quote {
    display: -webkit-box;
    margin: 0;
    padding-inline-start: 8px;
    overflow: hidden;
    border-inline-start: 2px solid
      var(--vscode-textBlockQuote-border, var(--vscode-contrastBorder, var(--vscode-widget-border, currentColor)));
    color: var(--vscode-descriptionForeground);
    font-size: 0.92em;
    -webkit-box-orient: vertical;
    -webkit-line-clamp: 3;
  }
  .about {
    color: var(--vscode-descriptionForeground);
    font-size: 0.92em;
  }
  .item:is(.opened, .selected) :is(.about, .quote) {
    color: inherit;
  }
  .who,
  .about .mark {
    color: var(--vscode-foreground);
    font-weight: 600;
  }
  .tools {
    position: absolute;
    inset-block-end: 3px;
    inset-inline-end: 4px;
    display: none;
    gap: 1px;
    padding: 1px;
    border: 1px solid var(--vscode-contrastBorder, var(--vscode-widget-border, transparent));
    border-radius: 4px;
    background: var(--vscode-editorWidget-background, var(--vscode-editor-background));
    color: var(--vscode-editorWidget-foreground, var(--vscode-foreground));
  }
  .item:is(:hover, :focus-within) .tools {
    display: flex;
  }
  .tool {
    display: flex;
    align-items: center;
    justify-content: center;
    width: 24px;
    height: 24px;
    padding: 0;
    border: 0;
    border-radius: 3px;
    background: none;
    color: inherit;
    cursor: pointer;
  }
  .tool:hover {
    background: var(--vscode-toolbar-hoverBackground);
    outline: 1px dashed var(--vscode-contrastActiveBorder, transparent);
  }
  .tool:focus-visible {
    outline: 1px solid var(--vscode-focusBorder);
  }
  .pager {
    display: flex;
    flex-wrap: wrap;
    gap: 6px;
    align-items: center;
  }
`;

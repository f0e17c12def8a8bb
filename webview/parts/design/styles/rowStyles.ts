/**
 * Styles of the rows of a long list. Each has the height of two lines of text and one line about it, in the page's own
 * font size; or of one line of text if texts are short and the list is not narrow. The rest is cut off, because the
 * list relies on the height.
 */
import { css } from 'lit';

export const rowStyles = css`
  :host {
    position: relative;
    display: flex;
    flex-direction: column;
    min-height: 0;
    container: list / inline-size;
  }
  .scroller {
    position: relative;
    flex: 1;
    min-height: 0;
    overflow: hidden auto;
    outline: none;
    /* The list keeps its own place. */
    overflow-anchor: none;
  }
  .probe {
    position: absolute;
    visibility: hidden;
    pointer-events: none;
  }
  .whole {
    position: relative;
    overflow: hidden;
  }
  .window {
    position: absolute;
    inset-block-start: 0;
    inset-inline: 0;
  }
  .option {
    contain: content;
    cursor: pointer;
  }
  .heading {
    box-sizing: border-box;
    height: 2.6em;
    padding: 1em 12px 0;
    overflow: hidden;
    color: var(--vscode-sideBarSectionHeader-foreground, var(--vscode-foreground));
    font-size: 0.85em;
    font-weight: 600;
    text-overflow: ellipsis;
    white-space: nowrap;
    cursor: default;
  }
  .row {
    box-sizing: border-box;
    position: relative;
    display: flex;
    gap: 8px;
    align-items: center;
    height: calc(4.2em + 13px);
    padding: 6px 12px;
    overflow: hidden;
    line-height: 1.4;
  }
  .option:hover .row {
    background: var(--vscode-list-hoverBackground);
    color: var(--vscode-list-hoverForeground, inherit);
    outline: 1px dashed var(--vscode-contrastActiveBorder, transparent);
    outline-offset: -1px;
  }
  .option:is([aria-selected='true'], [aria-current='true']) .row {
    background: var(--vscode-list-inactiveSelectionBackground);
    color: var(--vscode-list-inactiveSelectionForeground, inherit);
    outline: 1px solid var(--vscode-contrastActiveBorder, transparent);
    outline-offset: -1px;
  }
  .option:is([aria-selected='true'], [aria-current='true']) .row .about {
    color: inherit;
  }
  .scroller:focus-visible .active .row {
    outline: 1px solid var(--vscode-focusBorder);
    outline-offset: -1px;
  }
  /* In the place of the sign of the row. */
  .box {
    position: absolute;
    inset-block: 0;
    inset-inline-start: 6px;
    width: 28px;
    opacity: 0;
  }
  .box::before {
    position: absolute;
    inset-block-start: calc(50% - 8px);
    inset-inline-start: 6px;
    box-sizing: border-box;
    width: 16px;
    height: 16px;
    border: 1px solid var(--vscode-checkbox-border, var(--vscode-contrastBorder, currentColor));
    border-radius: 3px;
    background: var(--vscode-checkbox-background, var(--vscode-editor-background));
    color: var(--vscode-checkbox-foreground, var(--vscode-foreground));
    content: '';
    font: normal 14px / 1 codicon;
  }
  .option[aria-selected='true'] .box::before {
    content: '\\eab2';
  }
  .box:hover,
  .selecting .box {
    opacity: 1;
  }
  .box:hover ~ .glyph,
  .selecting .glyph:not(.small) {
    visibility: hidden;
  }
  .words {
    flex: 1;
    align-items: stretch;
  }
  .text {
    display: -webkit-box;
    overflow: hidden;
    -webkit-box-orient: vertical;
    -webkit-line-clamp: 2;
  }
  .text.single {
    -webkit-line-clamp: 1;
  }
  @container list (min-width: 360px) {
    .short .row {
      height: calc(2.8em + 13px);
    }
    .short .text {
      -webkit-line-clamp: 1;
    }
  }
  .text.faded {
    color: var(--vscode-descriptionForeground);
  }
  .about {
    overflow: hidden;
    color: var(--vscode-descriptionForeground);
    font-size: 0.92em;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  .about .mark {
    color: var(--vscode-foreground);
    font-weight: 600;
  }
  .waiting {
    color: var(--vscode-descriptionForeground);
  }
  .match {
    flex: none;
    font-size: 0.92em;
  }
  .glyph {
    flex: none;
    width: 16px;
    font: normal 16px / 1.2 codicon;
    color: var(--vscode-icon-foreground, inherit);
  }
  .glyph.small {
    display: inline-block;
    font-size: 1em;
    width: auto;
    vertical-align: text-bottom;
  }
  /* One font for all rows: a component for each would bring its own style sheet, hundreds of times. */
  .glyph.fact::before {
    content: '\\ea61';
  }
  .glyph.chunk::before {
    content: '\\eb33';
  }
  .glyph.talk::before {
    content: '\\eac7';
  }
  .glyph.knowledge::before {
    content: '\\ea7e';
  }
  .glyph.message::before {
    content: '\\ea6b';
  }
  .glyph.entry::before {
    content: '\\eb1d';
  }
  .glyph.hypothesis::before {
    content: '\\ea79';
  }
  .glyph.open::before {
    content: '\\eba7';
  }
  .glyph.decision::before {
    content: '\\eb12';
  }
  .glyph.decision.over::before {
    content: '\\eabd';
  }
  .glyph.pin::before {
    content: '\\eba0';
  }
`;

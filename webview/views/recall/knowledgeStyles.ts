/** Styles of the list of knowledge: the row of types, and what is shown above and over the list. */
import { css } from 'lit';

export const knowledgeStyles = css`
  .tabs {
    display: flex;
    flex-wrap: wrap;
    gap: 6px 10px;
    align-items: center;
    justify-content: space-between;
  }
  .foot {
    display: flex;
    flex-wrap: wrap;
    gap: 6px 16px;
    align-items: center;
  }
  .adds {
    display: flex;
    flex-wrap: wrap;
    gap: 6px;
  }
  .bare .labelled > span {
    position: absolute;
    width: 1px;
    height: 1px;
    overflow: hidden;
    clip-path: inset(50%);
  }
  .narrow .search [type='search'] {
    flex-basis: 100%;
  }
  .bare .field {
    height: 2.2em;
    max-width: 14em;
  }
  .list > bigmind-draft-list {
    flex: 1;
    min-height: 0;
    margin: 0;
    overflow: auto;
  }
  .list > .above {
    display: flex;
    flex-wrap: wrap;
    gap: 6px 10px;
    align-items: center;
    margin: 8px 12px;
  }
  .above .status {
    display: flex;
    flex-wrap: wrap;
    gap: 6px 12px;
    align-items: center;
  }
  .list {
    position: relative;
  }
  .list > .bulk {
    position: absolute;
    z-index: 1;
    inset-inline: 0;
    bottom: 0;
    display: flex;
    flex-wrap: wrap;
    gap: 6px 10px;
    align-items: center;
    margin: 0;
    padding: 8px 12px;
    border-top: 1px solid var(--vscode-contrastBorder, var(--vscode-widget-border, transparent));
    background: var(--vscode-editorWidget-background, var(--vscode-editor-background));
    box-shadow: 0 -2px 8px var(--vscode-widget-shadow, rgb(0 0 0 / 25%));
    color: var(--vscode-editorWidget-foreground, var(--vscode-foreground));
  }
  .review {
    display: flex;
    flex-direction: column;
    height: 100%;
  }
  .review > .bar {
    box-sizing: border-box;
    width: 100%;
    max-width: calc(1180px + 2 * 14px);
    margin: 0 auto;
    padding-bottom: 0;
  }
  bigmind-curation-view {
    flex: 1;
    min-height: 0;
  }
  .form {
    padding: 14px 16px;
  }
`;

/** Styles of the map: the list, and the opened entity with its drawing below it, or beside it where there is room. */
import { css } from 'lit';

export const mapStyles = css`
  .search .field:not([type='search']) {
    flex: 0 1 10.5em;
    width: auto;
  }
  .narrow .search .field {
    flex: 1 1 8em;
  }
  .narrow .search [type='search'] {
    flex-basis: 100%;
  }
  .wide .list {
    flex-basis: clamp(260px, 34%, 420px);
  }
  .list > bigmind-entity-tree {
    flex: 1;
    margin: 0;
  }
  main:has(.drawn) {
    max-width: none;
  }
  .opened.drawn {
    display: flex;
    flex-direction: column;
    height: 100%;
  }
  .drawn > * {
    flex: 1 1 0;
    min-width: 0;
    min-height: 0;
    overflow: auto;
  }
  .drawn > bigmind-drawing-pane {
    flex-grow: 1.4;
    border-block-start: 1px solid var(--vscode-panel-border, var(--vscode-widget-border, transparent));
  }
  @media (min-width: 1000px) {
    .wide:has(.drawn) .list {
      flex-basis: clamp(260px, 25%, 420px);
    }
    .opened.drawn {
      flex-direction: row;
    }
    .drawn > bigmind-entity-panel {
      flex: 0 0 clamp(280px, 40%, 420px);
    }
    .drawn > bigmind-drawing-pane {
      border-block-start: 0;
      border-inline-start: 1px solid var(--vscode-panel-border, var(--vscode-widget-border, transparent));
    }
  }
  @media (max-height: 420px) {
    .list > bigmind-entity-tree {
      flex: none;
      height: 300px;
    }
    .opened.drawn {
      display: block;
      height: auto;
    }
    .drawn > bigmind-drawing-pane {
      height: 320px;
    }
  }
`;

/** Styles of the graph around one entity: it fills the page, with the selected entity beside it, or below it. */
import { css } from 'lit';

export const explorerStyles = css`
  :host {
    height: 100%;
    min-height: 0;
  }
  main {
    box-sizing: border-box;
    gap: 0;
    height: 100%;
    max-width: none;
    padding: 0;
  }
  .bar {
    display: flex;
    flex: none;
    flex-wrap: wrap;
    gap: 6px 12px;
    align-items: center;
    padding: 8px 12px;
  }
  .bar h1 {
    flex: 1 1 auto;
    min-width: 0;
    font-size: 1.1em;
  }
  .filters {
    display: flex;
    flex-basis: 100%;
    flex-wrap: wrap;
    gap: 8px 12px;
    align-items: end;
  }
  .filters > .labelled {
    flex: 0 1 14em;
  }
  .wait {
    padding: 12px;
  }
  .panes {
    display: flex;
    flex: 1;
    min-height: 0;
    border-top: 1px solid var(--vscode-panel-border, var(--vscode-widget-border, transparent));
  }
  .graph {
    display: flex;
    flex: 1 1 0;
    flex-direction: column;
    min-width: 0;
    min-height: 0;
  }
  .graph > * {
    flex: 1;
  }
  .detail {
    flex: 0 0 clamp(280px, 34%, 420px);
    min-width: 0;
    overflow: auto;
    border-inline-start: 1px solid var(--vscode-panel-border, var(--vscode-widget-border, transparent));
  }
  /* Below each other, the page scrolls as a whole. */
  main.narrow {
    height: auto;
    min-height: 100%;
  }
  .narrow .panes {
    flex-direction: column;
  }
  .narrow .graph {
    flex: none;
    height: max(320px, 52vh);
  }
  .narrow .detail {
    flex: none;
    border-inline-start: 0;
    border-top: 1px solid var(--vscode-panel-border, var(--vscode-widget-border, transparent));
  }
  @media (max-height: 420px) {
    main {
      height: auto;
    }
    .graph {
      flex: none;
      height: 320px;
    }
    .wide .graph {
      flex: 1 1 0;
    }
  }
`;

/** The frame of the curation view: a header that stays, and content that fills the rest of the page. */
import { css } from 'lit';

export const curationFrame = css`
  :host {
    height: 100%;
    min-height: 0;
  }
  main {
    box-sizing: border-box;
    gap: 8px;
    height: 100%;
    max-width: calc(1180px + 2 * 14px);
    margin: 0 auto;
    padding: 10px 14px 0;
  }
  header {
    display: flex;
    flex-wrap: wrap;
    gap: 8px;
    align-items: center;
    justify-content: space-between;
  }
  main > * {
    flex: none;
  }
  main > :last-child {
    flex: 1;
  }
  #keys[hidden] {
    display: none;
  }
  .keys {
    display: grid;
    grid-template-columns: repeat(auto-fill, minmax(min(100%, 240px), 1fr));
    gap: 4px 16px;
    margin-bottom: 6px;
  }
  .keys > div {
    display: flex;
    gap: 8px;
  }
  .keys dt {
    flex: none;
    min-width: 4.5em;
  }
  @media (max-height: 420px) {
    main {
      height: auto;
      min-height: 100%;
    }
  }
`;

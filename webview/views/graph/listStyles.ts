/** Styles of the list of entities, in columns where there is room. */
import { css } from 'lit';

export const listStyles = css`
  main {
    max-width: 1180px;
    margin: 0 auto;
  }
  .bar {
    display: flex;
    flex-wrap: wrap;
    gap: 8px 12px;
    align-items: end;
  }
  .bar > input {
    flex: 3 1 14em;
    width: 0;
    height: 2.2em;
  }
  .bar > .labelled {
    flex: 1 1 10em;
  }
  .bar select {
    height: 2.2em;
  }
  .chips {
    flex-basis: 100%;
  }
  .entities {
    display: grid;
    grid-template-columns: repeat(auto-fill, minmax(min(280px, 100%), 1fr));
    gap: 2px 10px;
  }
  .entities .entry {
    display: flex;
    gap: 8px;
    align-items: flex-start;
  }
  .more {
    align-self: start;
  }
`;

/** Styles of the first place. */
import { css } from 'lit';

export const homeStyles = css`
  .columns {
    --columns: minmax(0, 3fr) minmax(0, 2fr);
  }
  .ask {
    display: flex;
    flex-wrap: wrap;
    gap: 6px;
  }
  .ask form {
    flex: 1 1 200px;
  }
  ul.rows {
    margin: 0 -8px;
  }
  .row {
    display: flex;
    align-items: flex-start;
    gap: 2px;
  }
  .row .entry {
    display: flex;
    flex: 1;
    flex-direction: column;
    min-width: 0;
  }
  .text {
    display: -webkit-box;
    overflow: hidden;
    -webkit-box-orient: vertical;
    -webkit-line-clamp: 2;
  }
  .steps {
    display: flex;
    flex-direction: column;
    gap: 4px;
    padding-inline-start: 1.3em;
    list-style: disc;
  }
  .link,
  .offer .button {
    margin-top: 6px;
  }
`;

/** A page of sections: one column in a side bar, two if there is room. `--columns` sets the two. */
import { css } from 'lit';

export const columnStyles = css`
  main {
    max-width: 1180px;
    margin: 0 auto;
    container-type: inline-size;
  }
  .columns {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 14px 36px;
    align-items: start;
  }
  .column {
    display: flex;
    flex-direction: column;
    gap: 14px;
    min-width: 0;
  }
  @container (min-width: 720px) {
    .columns {
      grid-template-columns: var(--columns, minmax(0, 1fr) minmax(0, 1fr));
    }
  }
`;

/** Styles of the selected entity, and of its other names. */
import { css } from 'lit';

export const panelStyles = css`
  .kind-line {
    display: flex;
    gap: 5px;
    align-items: flex-start;
  }
  section {
    padding-top: 0;
    border-top: 0;
  }
  .neighbours {
    display: grid;
    grid-template-columns: repeat(auto-fill, minmax(min(240px, 100%), 1fr));
    gap: 5px 14px;
  }
  .neighbours li {
    display: flex;
    gap: 5px;
    align-items: flex-start;
    min-width: 0;
  }
  .mentions,
  .names {
    display: flex;
    flex-direction: column;
    gap: 7px;
  }
  .names li {
    display: flex;
    flex-wrap: wrap;
    gap: 4px 8px;
    align-items: center;
    justify-content: space-between;
  }
  .names li > span {
    min-width: 0;
  }
  .excerpt {
    display: -webkit-box;
    overflow: hidden;
    -webkit-box-orient: vertical;
    -webkit-line-clamp: 3;
  }
  .stated {
    margin-inline-start: 1em;
    font-size: 0.92em;
  }
  .syntheses,
  .synthesis {
    display: flex;
    flex-direction: column;
    gap: 8px;
  }
  .conflict {
    padding-inline-start: 8px;
    border-inline-start: 3px solid var(--vscode-editorWarning-foreground, var(--vscode-errorForeground, currentColor));
  }
  .conflict > p {
    margin: 0 0 4px;
    font-weight: 600;
  }
  .merge {
    display: flex;
    flex-flow: row wrap;
    gap: 6px;
    align-items: end;
  }
  .merge .labelled {
    flex: 1 1 9em;
  }
`;

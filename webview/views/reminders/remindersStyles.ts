/** Styles of the reminders and gotchas: a section for each project, with one card below the other. */
import { css } from 'lit';

export const remindersStyles = css`
  main {
    max-width: 1180px;
    margin: 0 auto;
    padding-bottom: 24px;
  }
  main > * {
    box-sizing: border-box;
    width: 100%;
    max-width: 820px;
  }
  section h2 {
    margin-bottom: 0;
    font-size: 1em;
    letter-spacing: normal;
    text-transform: none;
  }
  section h3 {
    margin: 0;
  }
  .project,
  .notes,
  .trouble {
    display: flex;
    flex-direction: column;
    gap: 10px;
  }
  .head {
    margin-top: 6px;
  }
  .title,
  .due {
    font-weight: 600;
  }
  .due {
    color: var(--vscode-foreground);
  }
  .trouble {
    gap: 4px;
    padding-inline-start: 10px;
    border-inline-start: 3px solid var(--vscode-editorWarning-foreground, var(--vscode-errorForeground, currentColor));
  }
  .unfold {
    align-self: flex-start;
  }
`;

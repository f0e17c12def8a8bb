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
    display: flex;
    flex-wrap: wrap;
    gap: 8px;
    align-items: center;
    justify-content: space-between;
    margin-top: 6px;
  }
  .card,
  .panel {
    display: flex;
    flex-direction: column;
    gap: 6px;
    padding: 10px 12px;
    border: 1px solid var(--vscode-contrastBorder, var(--vscode-widget-border, transparent));
    border-radius: 4px;
    background: var(--vscode-editorWidget-background, transparent);
  }
  .card:focus-visible {
    outline: 1px solid var(--vscode-focusBorder);
    outline-offset: 1px;
  }
  .title,
  .due {
    font-weight: 600;
  }
  .due {
    color: var(--vscode-foreground);
  }
  .workaround {
    padding-inline-start: 10px;
    border-inline-start: 3px solid var(--vscode-textBlockQuote-border, var(--vscode-widget-border, currentColor));
  }
  .answers {
    display: flex;
    flex-wrap: wrap;
    gap: 6px;
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

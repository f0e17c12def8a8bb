/**
 * The browser's own buttons, fields and marks in VS Code's colors. They are used where a component would hide its role
 * or its description from a screen reader. In high contrast, borders replace colors.
 */
import { css } from 'lit';

export const controls = css`
  .button {
    display: inline-flex;
    align-items: center;
    justify-content: center;
    gap: 6px;
    min-height: 26px;
    padding: 2px 10px;
    border: 1px solid var(--vscode-button-secondaryBorder, var(--vscode-contrastBorder, transparent));
    border-radius: 4px;
    background: var(--vscode-button-secondaryBackground);
    color: var(--vscode-button-secondaryForeground);
    cursor: pointer;
    font: inherit;
    text-align: center;
  }
  .button:hover {
    background: var(--vscode-button-secondaryHoverBackground);
  }
  .button.primary {
    border-color: var(--vscode-button-border, var(--vscode-contrastBorder, transparent));
    background: var(--vscode-button-background);
    color: var(--vscode-button-foreground);
  }
  .button.primary:hover {
    background: var(--vscode-button-hoverBackground);
  }
  .button[aria-disabled='true'] {
    border: 1px dashed var(--vscode-descriptionForeground);
    background: none;
    color: var(--vscode-descriptionForeground);
    cursor: not-allowed;
  }
  .link {
    padding: 0;
    border: 0;
    background: none;
    color: var(--vscode-textLink-foreground);
    cursor: pointer;
    font: inherit;
    text-align: start;
    text-decoration: underline;
  }
  .button:focus-visible,
  .link:focus-visible,
  .field:focus-visible,
  input:is([type='radio'], [type='checkbox'], [type='range']):focus-visible {
    outline: 1px solid var(--vscode-focusBorder);
    outline-offset: 1px;
  }
  .labelled {
    display: flex;
    flex-direction: column;
    gap: 3px;
    min-width: 0;
  }
  .labelled > span:first-child {
    color: var(--vscode-descriptionForeground);
    font-size: 0.92em;
  }
  .field {
    box-sizing: border-box;
    width: 100%;
    min-width: 0;
    min-height: 26px;
    padding: 3px 6px;
    border: 1px solid var(--vscode-input-border, var(--vscode-contrastBorder, var(--vscode-widget-border, transparent)));
    border-radius: 3px;
    background: var(--vscode-input-background);
    color: var(--vscode-input-foreground);
    font: inherit;
  }
  .field::placeholder {
    color: var(--vscode-input-placeholderForeground);
    opacity: 1;
  }
  select.field {
    background: var(--vscode-dropdown-background, var(--vscode-input-background));
    color: var(--vscode-dropdown-foreground, var(--vscode-input-foreground));
  }
  textarea.field {
    line-height: 1.45;
    resize: vertical;
  }
  kbd {
    display: inline-block;
    min-width: 1em;
    padding: 0 4px;
    border: 1px solid var(--vscode-keybindingLabel-border, var(--vscode-contrastBorder, currentColor));
    border-radius: 3px;
    background: var(--vscode-keybindingLabel-background, transparent);
    color: var(--vscode-keybindingLabel-foreground, inherit);
    font: 0.9em var(--vscode-editor-font-family, monospace);
    text-align: center;
  }
  .button kbd {
    border-color: currentColor;
    background: none;
    color: inherit;
    font-size: 0.8em;
    opacity: 0.85;
  }
  .switch {
    display: flex;
    gap: 6px;
    align-items: center;
  }
  .switch input {
    accent-color: var(--vscode-focusBorder);
  }
  .segments {
    display: flex;
    flex-wrap: wrap;
    gap: 2px;
    margin: 0;
    padding: 0;
    border: 0;
  }
  .segment > span {
    display: flex;
    align-items: center;
    gap: 5px;
    padding: 3px 9px;
    border: 1px solid transparent;
    border-radius: 4px;
    color: var(--vscode-foreground);
    cursor: pointer;
  }
  .segment > span:hover {
    background: var(--vscode-list-hoverBackground);
  }
  .segment > input:checked + span {
    border-color: var(--vscode-contrastActiveBorder, var(--vscode-focusBorder));
    background: var(--vscode-list-hoverBackground);
  }
  .segment > input:focus-visible + span {
    outline: 1px solid var(--vscode-focusBorder);
    outline-offset: 1px;
  }
  @media (forced-colors: active) {
    .segment > span {
      border-color: Canvas;
    }
    .segment > input:checked + span {
      border-color: Highlight;
    }
  }
`;

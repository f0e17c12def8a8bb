/** Styles of an opened hypothesis, and of the form for a new one. */
import { css } from 'lit';

export const hypothesisStyles = css`
  .status {
    display: flex;
    flex-wrap: wrap;
    gap: 4px 12px;
    align-items: center;
  }
  .state,
  .sureness {
    display: inline-flex;
    gap: 6px;
    align-items: center;
  }
  .state {
    font-weight: 600;
  }
  .sureness svg {
    width: 56px;
    height: 6px;
    border: 1px solid var(--vscode-descriptionForeground);
    border-radius: 3px;
  }
  .sureness rect {
    fill: var(--vscode-descriptionForeground);
  }
  input[type='range'] {
    width: min(100%, 320px);
    margin: 0;
    accent-color: var(--vscode-focusBorder);
  }
`;

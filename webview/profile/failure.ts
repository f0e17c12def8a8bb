/** Says what went wrong, what to do about it, and offers the buttons that do it. */
import '@vscode-elements/elements/dist/vscode-icon/index.js';
import { html, nothing, type TemplateResult } from 'lit';
import { isViewAction, type FailureCard } from '../../src/protocol/profile.ts';
import { actionButton, retryButton, type Send } from './buttons.ts';

export function renderFailure(failure: FailureCard, send: Send): TemplateResult {
  return html`<main>
    <div class="failure" role="alert">
      <h1><vscode-icon name="warning" aria-hidden="true"></vscode-icon> The memory cannot be shown</h1>
      <p>${failure.message}</p>
      ${failure.remedy === null ? nothing : html`<p>${failure.remedy}</p>`}
    </div>
    <div class="buttons">
      ${retryButton(send)}
      ${failure.actions.filter(isViewAction).map((action) => actionButton(action, failure.actions, send))}
    </div>
  </main>`;
}

/** Shown where there is no data yet: what will appear here, and how. */
import '@vscode-elements/elements/dist/vscode-icon/index.js';
import { html, nothing, type TemplateResult } from 'lit';

export function renderEmpty(icon: string, title: string, text: string, button: unknown = nothing): TemplateResult {
  return html`<div class="empty">
    <vscode-icon name=${icon} size="28" aria-hidden="true"></vscode-icon>
    <p class="title">${title}</p>
    <p class="quiet">${text}</p>
    ${button}
  </div>`;
}

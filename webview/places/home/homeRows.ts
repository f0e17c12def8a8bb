/** A short list of the first place: each entry opens what it names, and is one of the list's tab stops. */
import '@vscode-elements/elements/dist/vscode-icon/index.js';
import { html, nothing, type TemplateResult } from 'lit';
import { joined } from '../../parts/design/format.ts';
import { moveAlong } from '../../parts/design/keyboard/roving.ts';

interface HomeRow {
  text: string;
  about: readonly unknown[];
  open: () => void;
  tools?: readonly HomeTool[];
}

interface HomeTool {
  icon: string;
  label: string;
  run: () => void;
}

interface HomeList {
  /** The id of the heading. */
  id: string;
  title: string;
  rows: readonly HomeRow[];
  /** Below the rows. */
  after?: TemplateResult | typeof nothing;
}

/** Nothing without rows and what is below them. */
export function renderRows({ id, title, rows, after = nothing }: HomeList): TemplateResult | typeof nothing {
  if (rows.length === 0 && after === nothing) return nothing;
  return html`<section aria-labelledby=${id}>
    <h2 id=${id}>${title}</h2>
    ${
      rows.length === 0
        ? nothing
        : html`<ul class="rows" @keydown=${(event: KeyboardEvent) => moveAlong(event, '.entry', 'column')}>
            ${rows.map(renderRow)}
          </ul>`
    }
    ${after}
  </section>`;
}

function renderRow({ text, about, open, tools = [] }: HomeRow): TemplateResult {
  return html`<li class="row">
    <button class="entry" @click=${open}>
      <span class="text" dir="auto">${text}</span>
      <span class="quiet">${joined(about.filter((part) => part !== null))}</span>
    </button>
    ${tools.map(
      ({ icon, label, run }) =>
        html`<button class="tool" aria-label=${`${label}: ${text}`} title=${label} @click=${run}>
          <vscode-icon name=${icon} aria-hidden="true"></vscode-icon>
        </button>`,
    )}
  </li>`;
}

/** What is below the drawing: its buttons, its legend, and its keys. */
import '@vscode-elements/elements/dist/vscode-icon/index.js';
import { html, type TemplateResult } from 'lit';
import { entityKinds } from '../../../../src/protocol/graph/graph.ts';
import { t } from '../../../l10n/t.ts';
import { entityKindName } from '../model/entityWords.ts';
import type { GraphModel } from '../model/graphModel.ts';
import { renderShape } from './picture.ts';

export function renderTool(icon: string, name: string, run: () => void): TemplateResult {
  return html`<button class="tool" title=${name} aria-label=${name} @click=${run}>
    <vscode-icon name=${icon} aria-hidden="true"></vscode-icon>
  </button>`;
}

/** The kinds that the drawing contains. */
export function renderLegend({ nodes }: GraphModel): TemplateResult {
  const shown = entityKinds.filter((kind) => nodes.some((node) => node.kind === kind));
  return html`<ul class="legend" aria-label=${t('Legend')}>
    ${shown.map(
      (kind) =>
        html`<li>
          <svg viewBox="-1.4 -1.4 2.8 2.8" width="13" aria-hidden="true">${renderShape(kind)}</svg>
          ${entityKindName(kind)}
        </li>`,
    )}
  </ul>`;
}

export function renderKeys(): TemplateResult {
  return html`<details>
    <summary>${t('Keys')}</summary>
    <p id="keys" class="quiet">
      ${t(
        'Arrow keys move to the nearest entity, Enter selects it, plus expands or collapses it, Delete hides it. Home returns to the start. Page Up and Page Down zoom, Shift with an arrow key moves the drawing, 0 shows everything. With the mouse: double-click expands, the wheel zooms, and dragging moves.',
      )}
    </p>
  </details>`;
}

/** The buttons over the drawing, its legend, and its keys. */
import '@vscode-elements/elements/dist/vscode-icon/index.js';
import { html, svg, type TemplateResult } from 'lit';
import { entityKinds } from '../../../../src/protocol/graph/graph.ts';
import { t } from '../../../l10n/t.ts';
import { entityKindName } from '../model/entityWords.ts';
import type { GraphModel } from '../model/graphModel.ts';
import { svgShape } from './shapes.ts';

export interface DrawingTools {
  zoom: (direction: 'in' | 'out') => void;
  fit: () => void;
  reset: () => void;
}

export function renderTools({ zoom, fit, reset }: DrawingTools): TemplateResult {
  return html`<div class="tools" role="group" aria-label=${t('Drawing')}>
    <button class="tool" title=${t('Zoom In')} aria-label=${t('Zoom In')} @click=${() => zoom('in')}>
      <vscode-icon name="zoom-in" aria-hidden="true"></vscode-icon>
    </button>
    <button class="tool" title=${t('Zoom Out')} aria-label=${t('Zoom Out')} @click=${() => zoom('out')}>
      <vscode-icon name="zoom-out" aria-hidden="true"></vscode-icon>
    </button>
    <button class="tool" title=${t('Show Everything')} aria-label=${t('Show Everything')} @click=${fit}>
      <vscode-icon name="screen-full" aria-hidden="true"></vscode-icon>
    </button>
    <button class="tool" title=${t('Reset Drawing')} aria-label=${t('Reset Drawing')} @click=${reset}>
      <vscode-icon name="discard" aria-hidden="true"></vscode-icon>
    </button>
  </div>`;
}

/** The kinds that the drawing contains. */
export function renderLegend({ nodes }: GraphModel): TemplateResult {
  const shown = new Set(nodes.map(({ kind }) => kind));
  return html`<div class="below">
    <ul class="legend" aria-label=${t('Legend')}>
      ${entityKinds
        .filter((kind) => shown.has(kind))
        .map(
          (kind) =>
            html`<li>
              <svg viewBox="0 0 16 16" aria-hidden="true" .style=${`fill: var(--kind-${kind})`}>
                ${svg`${svgShape(kind)}`}
              </svg>
              ${entityKindName(kind)}
            </li>`,
        )}
    </ul>
    <details>
      <summary>${t('Keys')}</summary>
      <p id="keys" class="quiet">
        ${t(
          'Arrow keys move to the nearest entity, Enter selects it, plus expands or collapses it, Delete hides it. Home returns to the start. Page Up and Page Down zoom, Shift with an arrow key moves the drawing, 0 shows everything. With the mouse: double-click expands, the wheel zooms, and dragging moves.',
        )}
      </p>
    </details>
  </div>`;
}

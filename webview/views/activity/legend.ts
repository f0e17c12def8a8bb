/** The legend of the graph: its marks, and how many sessions each represents. */
import { html, nothing, type TemplateResult } from 'lit';
import { t, tn } from '../../l10n/t.ts';
import { number } from '../../parts/design/format.ts';

/** `bounds` as `stepBounds` returns them; today is explained if it is visible. */
export function renderLegend(
  bounds: readonly [number, number, number],
  { hasToday }: { hasToday: boolean },
): TemplateResult {
  const [low, middle, high] = bounds;
  const steps = [
    t('No sessions'),
    span(1, low),
    span(low + 1, middle),
    span(middle + 1, high),
    t('{0} sessions or more', number(high + 1)),
  ];
  return html`<div class="legend quiet">
    <span class="sign">
      <span aria-hidden="true">${t('Fewer')}</span>
      <ul aria-label=${t('Legend')}>
        ${steps.map(
          (words, step) =>
            html`<li title=${words}>
              <div class="tile" role="img" aria-label=${words}><div class="mark step-${step}"></div></div>
            </li>`,
        )}
      </ul>
      <span aria-hidden="true">${t('More')}</span>
    </span>
    ${
      hasToday
        ? html`<span class="sign"><span class="tile today" aria-hidden="true"></span> ${t('Today')}</span>`
        : nothing
    }
  </div>`;
}

function span(min: number, max: number): string {
  return min === max ? tn(min, '{0} session', '{0} sessions') : t('{0} to {1} sessions', number(min), number(max));
}

/** Navigation between the pages of a list. */
import { html, nothing, type TemplateResult } from 'lit';
import { t } from '../../l10n/t.ts';
import { number } from './format.ts';

interface Pager {
  offset: number;
  limit: number;
  total: number;
  go: (offset: number) => void;
}

/** Renders nothing if everything is on one page. Needs the styles of `controls.ts`. */
export function renderPager({ offset, limit, total, go }: Pager): TemplateResult | typeof nothing {
  if (total <= limit && offset === 0) return nothing;
  const to = (label: string, next: number, isThere: boolean): TemplateResult =>
    html`<button class="button" aria-disabled=${!isThere} @click=${() => isThere && go(next)}>${label}</button>`;
  return html`<nav class="pager" aria-label=${t('Pages')}>
    ${to(t('Previous'), Math.max(0, offset - limit), offset > 0)}
    <span class="quiet"
      >${t('{0} to {1} of {2}', number(offset + 1), number(Math.min(offset + limit, total)), number(total))}</span
    >
    ${to(t('Next'), offset + limit, offset + limit < total)}
  </nav>`;
}

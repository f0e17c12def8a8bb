/** How much an erasure deletes and keeps, as lists of texts. */
import { html, nothing, type TemplateResult } from 'lit';
import type { PartCountsCard, ScopeErasureCard } from '../../../src/protocol/governance/erasing.ts';
import { t, tn } from '../../l10n/t.ts';

/** A few items of each erased kind, by which the user recognizes them. */
type Headlines = ScopeErasureCard['headlines'];

export function renderErased({
  goes,
  stays,
  headlines = [],
}: {
  goes: PartCountsCard;
  stays: PartCountsCard;
  headlines?: Headlines;
}): TemplateResult {
  return html`${renderCounts(t('This is erased:'), goes, headlines)} ${renderCounts(t('This is kept:'), stays, [])}`;
}

/** In one line, in the order of `counts`. */
export function erasedText(counts: PartCountsCard): string {
  return counts.map(({ what, count }) => countText(what, count)).join(', ');
}

function renderCounts(label: string, counts: PartCountsCard, headlines: Headlines): TemplateResult | typeof nothing {
  const shown = counts.filter(({ count }) => count > 0);
  if (shown.length === 0) return nothing;
  return html`<div>
    <p>${label}</p>
    <ul class="bullets">
      ${shown.map((part) => html`<li>${countText(part.what, part.count)}${renderCount(part, headlines)}</li>`)}
    </ul>
  </div>`;
}

function renderCount({ what, count }: PartCountsCard[number], headlines: Headlines): TemplateResult | typeof nothing {
  const texts = headlines.find((one) => one.what === what)?.texts ?? [];
  if (texts.length === 0) return nothing;
  const rest = count - texts.length;
  return html`<ul class="bullets quiet">
    ${texts.map((text) => html`<li dir="auto">${text}</li>`)}
    ${rest > 0 ? html`<li>${tn(rest, 'and {0} more', 'and {0} more')}</li>` : nothing}
  </ul>`;
}

/** A kind that this page does not know gets the host's name for it. */
function countText(what: string, count: number): string {
  switch (what) {
    case 'facts':
      return tn(count, '{0} fact', '{0} facts');
    case 'outcomes':
      return tn(count, '{0} outcome of a decision', '{0} outcomes of decisions');
    case 'chunks':
      return tn(count, '{0} kept exchange', '{0} kept exchanges');
    case 'sessions':
      return tn(count, '{0} session', '{0} sessions');
    case 'summaries':
      return tn(count, '{0} summary', '{0} summaries');
    case 'messages':
      return tn(count, '{0} archived message', '{0} archived messages');
    case 'knowledge':
      return tn(count, '{0} knowledge entry', '{0} knowledge entries');
    case 'hypotheses':
      return tn(count, '{0} hypothesis', '{0} hypotheses');
    case 'reviews':
      return tn(count, '{0} review', '{0} reviews');
    case 'profiles':
      return tn(count, '{0} profile', '{0} profiles');
    case 'pins':
      return tn(count, '{0} pinned fact of your profile', '{0} pinned facts of your profile');
    case 'links':
      return tn(count, '{0} link to another memory', '{0} links to other memories');
    case 'vectors':
      return tn(count, '{0} vector', '{0} vectors');
    default:
      return `${String(count)} ${what}`;
  }
}

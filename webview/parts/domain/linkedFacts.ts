/** Facts that are linked to a memory, each with a button that opens it. */
import { html, nothing, type TemplateResult } from 'lit';
import type { NamedFactCard } from '../../../src/protocol/recall/memories.ts';
import { t } from '../../l10n/t.ts';
import { renderTime } from '../design/format.ts';

export type OpenFact = (fact: NamedFactCard) => void;

/** Null if there are none. Needs the styles of `controls.ts` and `detailStyles.ts`. */
export function renderLinkedFacts(facts: readonly NamedFactCard[], open: OpenFact): TemplateResult | null {
  if (facts.length === 0) return null;
  return html`<ul class="plain">
    ${facts.map((fact) => html`<li>${renderLinkedFact(fact, open)}</li>`)}
  </ul>`;
}

export function renderLinkedFact(fact: NamedFactCard, open: OpenFact): TemplateResult {
  const { id, text, deprecated } = fact;
  return html`<button class="link" @click=${() => open(fact)}>#${id} ${text}</button> ${
      deprecated ? html`<span class="quiet">(${t('Deprecated')})</span>` : nothing
    }`;
}

/** The versions that a fact replaced, with their dates. */
export function renderChain(facts: readonly NamedFactCard[], open: OpenFact): TemplateResult | null {
  if (facts.length === 0) return null;
  return html`<ul class="plain">
    ${facts.map(
      (fact) =>
        html`<li>
          <button class="link" @click=${() => open(fact)}>#${fact.id} ${fact.text}</button>
          ${fact.createdAt === '' ? nothing : html`<span class="quiet">${renderTime(fact.createdAt)}</span>`}
        </li>`,
    )}
  </ul>`;
}

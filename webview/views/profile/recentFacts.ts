/** The facts that were remembered last, so that a note that was just written down is seen to be there. */
import { html, nothing, type TemplateResult } from 'lit';
import type { MemoriesCard, MemoryCard } from '../../../src/protocol/memories.ts';
import type { QuestionOf } from '../../../src/protocol/questions.ts';
import { t } from '../../l10n/t.ts';
import { renderTime } from '../../parts/format.ts';
import { itemOf } from '../../parts/memoryItem.ts';
import type { Page } from '../../shell/page.ts';

const shown = 5;

export const recentQuestion: Omit<QuestionOf<'memories'>, 'type'> = {
  offset: 0,
  limit: shown,
  filter: {
    kinds: ['fact'],
    project: null,
    agent: null,
    minConfidence: null,
    since: null,
    until: null,
    state: 'live',
  },
  order: 'newest',
};

/** Nothing while there is none, because then other parts of the profile say how one gets there. */
export function renderRecent(facts: MemoriesCard | undefined, page: Page): TemplateResult | typeof nothing {
  if (facts === undefined || facts.total === 0) return nothing;
  const showAll = (): void => {
    page.keep('memories', { kinds: ['fact'] });
    page.go({ view: 'memories', item: null });
  };
  return html`<section aria-labelledby="recent">
    <h2 id="recent">${t('Remembered lately')}</h2>
    <ul class="recent">
      ${facts.memories.map((fact) => renderFact(fact, page))}
    </ul>
    ${
      facts.total <= shown ? nothing : html`<button class="link more" @click=${showAll}>${t('Show all facts')}</button>`
    }
  </section>`;
}

function renderFact(fact: MemoryCard, page: Page): TemplateResult {
  return html`<li>
    <button class="entry" @click=${() => page.go({ view: 'memories', item: itemOf(fact) })}>
      <span class="fact" dir="auto">${fact.text}</span>
      <span class="quiet">${renderTime(fact.createdAt)}</span>
    </button>
  </li>`;
}

/** The answer to "Who worked on…": people, best first, and why each was found. */
import { html, nothing, type TemplateResult } from 'lit';
import type { ReasonCard, WhoCard } from '../../../src/protocol/people/people.ts';
import { t, tn } from '../../l10n/t.ts';
import { dayName, joined } from '../../parts/design/format.ts';
import { matchName } from '../../parts/domain/memoryWords.ts';
import { personWords } from './personCard.ts';

export function renderResults({ experts, searched, notice }: WhoCard): TemplateResult {
  const count =
    experts.length === 0
      ? tn(searched, 'No one found among {0} person with a card', 'No one found among {0} people with a card')
      : tn(experts.length, '{0} person found', '{0} people found');
  return html`<p role="status">${count}</p>
    ${notice === null ? nothing : html`<p class="quiet">${notice}</p>`}
    ${experts.length === 0 ? html`<p class="quiet">${t('Try other words, such as a product or a technology.')}</p>` : nothing}
    <ol class="found">
      ${experts.map(renderExpert)}
    </ol>`;
}

function renderExpert({ match, reasons, ...person }: WhoCard['experts'][number]): TemplateResult {
  return html`<li class="person">
    <header>
      <h3><bdi>${person.name}</bdi></h3>
      <p class="quiet">${joined([...personWords(person), t('Match: {0}', matchName(match))])}</p>
    </header>
    <ul class="bullets">
      ${reasons.map((reason) => html`<li>${renderReason(reason)}</li>`)}
    </ul>
  </li>`;
}

function renderReason(reason: ReasonCard): unknown {
  const { kind, text, count, lastDay, isByMeaning, titles } = reason;
  switch (kind) {
    case 'topic':
      return joined([
        html`${t('Topic:')} <bdi>${text}</bdi>`,
        count === 0 ? t('on the card by choice') : tn(count, '{0} session', '{0} sessions'),
        ...(lastDay === null ? [] : [t('last on {0}', dayName(lastDay))]),
        ...(isByMeaning ? [t('similar in meaning')] : []),
      ]);
    case 'role':
      return html`${t('Role:')} <bdi>${text}</bdi>`;
    case 'knowledge':
      return joined([
        tn(count, '{0} entry of team knowledge', '{0} entries of team knowledge'),
        ...titles.map((title) => html`<bdi>${title}</bdi>`),
      ]);
  }
}

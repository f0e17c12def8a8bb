/** The properties of a memory apart from its text: its origin, its confidence, and its relations to others. */
import { html, nothing, type TemplateResult } from 'lit';
import type { MemoryDetailCard } from '../../../src/protocol/recall/memories.ts';
import { t } from '../../l10n/t.ts';
import { agentName, ownAgent } from '../../parts/domain/agentName.ts';
import { percent, renderTime } from '../../parts/design/format.ts';
import { itemOf } from '../../parts/domain/memoryItem.ts';
import { categoryName, cautionFor, originName } from '../../parts/domain/memoryWords.ts';
import type { Page } from '../../client/page.ts';
import { renderHistory } from './memoryHistory.ts';

type Review = MemoryDetailCard['reviews'][number];
type Named = MemoryDetailCard['contradicts'][number];

export function renderKnown(memory: MemoryDetailCard, page: Page): TemplateResult {
  const { category, confidence, importance, project, agent, speaker, user, tags } = memory;
  const { createdAt, updatedAt, sessionId, sessionHeadline, kind } = memory;
  return html`<dl class="known">
    ${entry(t('Caution'), cautionFor(memory))}
    ${entry(t('Replaced by'), memory.supersededBy === null ? null : renderFact(memory.supersededBy, page))}
    ${entry(t('Deprecated because'), memory.deprecationReason)}
    ${entry(t('Contradicted by'), renderFacts(memory.contradictedBy, page))}
    ${entry(t('Contradicts'), renderFacts(memory.contradicts, page))}
    ${entry(t('Replaces'), renderFacts(memory.supersedes, page))} ${entry(t('Reviews'), renderReviews(memory.reviews))}
    ${entry(t('History'), renderHistory(memory.history))}
    ${entry(t('Category'), category === null ? null : categoryName(category))}
    ${entry(t('Confidence'), confidence === null ? null : percent(confidence))}
    ${entry(t('Importance'), importance === null ? null : t('{0} of 10', importance))} ${entry(t('Said by'), speaker)}
    ${entry(t('User'), user)} ${entry(t('Project'), project)}
    ${entry(t('Assistant'), agent === null || agent === ownAgent ? null : agentName(agent))}
    ${entry(
      t('Session'),
      sessionId === null || kind === 'session' ? null : renderSession(sessionId, sessionHeadline, page),
    )}
    ${entry(t('Origin'), originName(memory.origin))} ${entry(t('Source'), sourceOf(memory))}
    ${entry(t('Tags'), tags.length === 0 ? null : tags.join(', '))}
    ${entry(t('Remembered'), createdAt === '' ? null : renderTime(createdAt))}
    ${entry(t('Changed'), updatedAt === '' || updatedAt === createdAt ? null : renderTime(updatedAt))}
  </dl>`;
}

function entry(label: string, value: unknown): TemplateResult | typeof nothing {
  if (value === null || value === '') return nothing;
  return html`<dt>${label}</dt>
    <dd dir="auto">${value}</dd>`;
}

/** Knowledge may be another user's, which its user field shows. */
function sourceOf({ kind, agent, sourceRef }: MemoryDetailCard): string | null {
  return sourceRef ?? (agent === ownAgent && kind !== 'knowledge' ? agentName(agent) : null);
}

function renderReviews(reviews: readonly Review[]): TemplateResult | null {
  if (reviews.length === 0) return null;
  return html`<ul class="plain">
    ${reviews.map(
      ({ action, reviewer, createdAt, notes }) =>
        html`<li>
          ${reviewWords(action, reviewer)} · ${renderTime(createdAt)}
          ${notes === null ? nothing : html`<div class="quiet" dir="auto">${notes}</div>`}
        </li>`,
    )}
  </ul>`;
}

function reviewWords(action: Review['action'], reviewer: string | null): string {
  const who = reviewer ?? t('someone');
  switch (action) {
    case 'approve':
      return t('Approved by {0}', who);
    case 'deprecate':
      return t('Deprecated by {0}', who);
    case 'undo':
      return t('Undone by {0}', who);
  }
}

function renderFacts(facts: readonly Named[], page: Page): TemplateResult | null {
  if (facts.length === 0) return null;
  return html`<ul class="plain">
    ${facts.map((fact) => html`<li>${renderFact(fact, page)}</li>`)}
  </ul>`;
}

function renderFact({ id, text, deprecated }: Named, page: Page): TemplateResult {
  const open = (): void => page.go({ view: 'memories', item: itemOf({ kind: 'fact', id }) });
  return html`<button class="link" @click=${open}>#${id} ${text}</button> ${
      deprecated ? html`<span class="quiet">(${t('Deprecated')})</span>` : nothing
    }`;
}

function renderSession(id: string, headline: string | null, page: Page): TemplateResult {
  const words = headline === null || headline === '' ? t('Session in progress') : headline;
  return html`<button class="link" @click=${() => page.go({ view: 'sessions', item: id })}>${words}</button>`;
}

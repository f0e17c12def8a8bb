/** The properties of a memory apart from its text: its origin, its confidence, and its relations to others. */
import { html, nothing, type TemplateResult } from 'lit';
import type { MemoryDetailCard } from '../../../src/protocol/recall/memories.ts';
import { messageItem } from '../../../src/protocol/sessions/sessionItem.ts';
import type { Page } from '../../client/page.ts';
import { t, tn } from '../../l10n/t.ts';
import { copyText } from '../../parts/design/copyText.ts';
import { dayOf } from '../../parts/design/days.ts';
import { dayName, percent, renderTime } from '../../parts/design/format.ts';
import { agentName, ownAgent } from '../../parts/domain/agentName.ts';
import { renderChain, renderLinkedFact, renderLinkedFacts, type OpenFact } from '../../parts/domain/linkedFacts.ts';
import { itemOf } from '../../parts/domain/memoryItem.ts';
import {
  categoryName,
  cautionFor,
  expiryText,
  factTypeName,
  originName,
  visibilityName,
} from '../../parts/domain/memoryWords.ts';
import { renderSource } from '../../parts/domain/source.ts';
import { evidenceEntries } from '../learned/evidence.ts';
import { renderHistory } from './memoryHistory.ts';

type Review = MemoryDetailCard['reviews'][number];
type Citation = NonNullable<MemoryDetailCard['citation']>;

/** Everything besides its text, and the reasons of a decision. */
export function renderKnown(memory: MemoryDetailCard, page: Page): TemplateResult {
  const open: OpenFact = ({ id }) => page.go({ view: 'knowledge', item: itemOf({ kind: 'fact', id }) });
  return html`<dl class="known">
    ${renderRelations(memory, open)} ${evidenceEntries(memory, page).map(([label, value]) => entry(label, value))}
    ${renderProperties(memory, page)}
  </dl>`;
}

/** Why it should be read with care, and its relations to other facts. */
function renderRelations(memory: MemoryDetailCard, open: OpenFact): unknown {
  const { supersededBy, supersedes, supersedesCount } = memory;
  return html`${entry(t('Caution'), cautionFor(memory))} ${entry(t('Faded'), fadedText(memory))}
  ${entry(t('Replaced by'), supersededBy === null ? null : renderLinkedFact(supersededBy, open))}
  ${entry(t('Deprecated because'), memory.deprecationReason)}
  ${entry(t('Contradicted by'), renderLinkedFacts(memory.contradictedBy, open))}
  ${entry(t('Contradicts'), renderLinkedFacts(memory.contradicts, open))}
  ${entry(
    supersedesCount < 2
      ? t('Replaces')
      : tn(supersedesCount, 'Replaces {0} older version', 'Replaces {0} older versions'),
    renderChain(supersedes, open),
  )}
  ${entry(t('Informed by'), renderLinkedFacts(memory.informedBy, open))}
  ${entry(t('Informs'), renderLinkedFacts(memory.informs, open))}`;
}

function fadedText({ unusedSince, status }: MemoryDetailCard): string | null {
  if (unusedSince === null || status !== 'live') return null;
  const day = dayName(dayOf(unusedSince) ?? unusedSince);
  return t('Not used since {0}. Chats get other facts first; searches find it as before.', day);
}

/** Where it comes from and how it is stored. */
function renderProperties(memory: MemoryDetailCard, page: Page): unknown {
  const { confidence, importance, project, agent, speaker, user, approver, tags } = memory;
  const { factType, category, createdAt, updatedAt, sessionId, sessionHeadline, kind, uid, instance } = memory;
  return html`${entry(t('Reviews'), renderReviews(memory.reviews))}
  ${entry(t('History'), renderHistory(memory.history))}
  ${entry(t('Type'), factType === null ? null : factTypeName(factType))}
  ${entry(t('Category'), category === null ? null : categoryName(category))} ${entry(t('Expiry'), expiryText(memory))}
  ${entry(t('Confidence'), confidence === null ? null : percent(confidence))}
  ${entry(t('Importance'), importance === null ? null : t('{0} of 10', importance))} ${entry(t('Said by'), speaker)}
  ${entry(t('User'), user)} ${entry(t('Approved by'), approver)} ${entry(t('Visible to'), visibleTo(memory, page))}
  ${entry(t('Project'), project)}
  ${entry(t('Assistant'), agent === null || agent === ownAgent ? null : agentName(agent))}
  ${entry(t('Instance'), instance)}
  ${entry(
    t('Session'),
    sessionId === null || kind === 'session'
      ? null
      : renderSession(kind === 'message' ? messageItem(sessionId, memory.id) : sessionId, sessionHeadline, page),
  )}
  ${entry(t('Origin'), originName(memory.origin))} ${entry(t('Source'), renderSourceOf(memory, page))}
  ${entry(t('Tags'), tags.length === 0 ? null : tags.join(', '))}
  ${entry(t('Remembered'), createdAt === '' ? null : renderTime(createdAt))}
  ${entry(t('Changed'), updatedAt === '' || updatedAt === createdAt ? null : renderTime(updatedAt))}
  ${entry(t('Permanent name'), uid === null ? null : renderUid(uid, page))}`;
}

function entry(label: string, value: unknown): TemplateResult | typeof nothing {
  if (value === null || value === '') return nothing;
  return html`<dt>${label}</dt>
    <dd dir="auto">${value}</dd>`;
}

/** In a personal store, nobody else could see it anyway. */
function visibleTo({ visibility }: MemoryDetailCard, { overview }: Page): string | null {
  if (visibility === null || (visibility === 'private' && overview.mode === 'personal')) return null;
  return visibilityName(visibility);
}

/** Other programs and exports know a fact by this name, while its number differs between stores. */
function renderUid(uid: string, page: Page): TemplateResult {
  return html`<span class="path">${uid}</span>
    <button class="link" @click=${() => void copyText(page, uid)}>${t('Copy Name')}</button>`;
}

function renderSourceOf(memory: MemoryDetailCard, page: Page): TemplateResult | string | null {
  const { sourceRef, citation } = memory;
  if (sourceRef === null) return sourceOf(memory);
  if (citation === null) return renderSource(sourceRef, page);
  return html`${renderSource(sourceRef, page)} · ${renderCitation(citation, page)}`;
}

/** Whether the cited lines are still what they were. */
function renderCitation({ state, sourceRef }: Citation, page: Page): TemplateResult | string {
  switch (state) {
    case 'there':
      return t('unchanged');
    case 'moved':
      return html`${t('now at')} ${renderSource(sourceRef ?? '', page)}`;
    case 'gone':
      return t('gone; assistants get this memory only when they search for it');
    case 'unchecked':
      return t('not checked, because the file could not be read');
  }
}

/** Knowledge may be another user's, which its user field shows. */
function sourceOf({ kind, agent }: MemoryDetailCard): string | null {
  return agent === ownAgent && kind !== 'knowledge' ? agentName(agent) : null;
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

function renderSession(item: string, headline: string | null, page: Page): TemplateResult {
  const words = headline === null || headline === '' ? t('Open Session') : headline;
  return html`<button class="link" @click=${() => page.go({ view: 'sessions', item })}>${words}</button>`;
}

/** A proposed decision: the sentence that states it, where it was said, and what a decision would need. */
import { html, nothing, type TemplateResult } from 'lit';
import type { DraftCard } from '../../../src/protocol/decisions/decisions.ts';
import { t } from '../../l10n/t.ts';
import { joined, renderTime } from '../../parts/design/format.ts';
import '../../parts/design/longText.ts';
import { decidersText } from '../../parts/domain/decisionWords.ts';
import { cautionFor } from '../../parts/domain/memoryWords.ts';

interface DraftPane {
  draft: DraftCard;
  /** Its position among all drafts, from 1, and the number of drafts. */
  place: number;
  total: number;
  /** Whether it is the tab stop. */
  isCurrent: boolean;
  approve: () => void;
  complete: () => void;
  discard: () => void;
  openSession: () => void;
}

/** Why a draft cannot be approved as it is; undefined if it can. */
export function whyIncomplete({ rationale, project }: DraftCard): string | undefined {
  if (rationale === null && project === null) return t('Add the rationale and the project before you approve it.');
  if (rationale === null) return t('Add the rationale before you approve it.');
  if (project === null) return t('Add the project before you approve it.');
  return undefined;
}

export function renderDraft(pane: DraftPane): TemplateResult {
  const { draft, place, total, isCurrent } = pane;
  const { id, quote, title, rationale, alternatives } = draft;
  const name = `draft-${String(id)}`;
  const caution = cautionFor({ origin: 'transcript', readsLikeOrders: draft.readsLikeOrders });
  return html`<article
    class="card"
    data-draft=${id}
    tabindex=${isCurrent ? 0 : -1}
    aria-labelledby=${name}
    aria-posinset=${place}
    aria-setsize=${total}
  >
    <blockquote class="quote" id=${name} dir="auto">${quote}</blockquote>
    ${renderOrigin(pane)} ${labeled(t('Decision'), title)}
    ${rationale === null || rationale === quote ? nothing : labeled(t('Rationale'), rationale)}
    ${alternatives.length === 0 ? nothing : labeled(t('Alternatives'), alternatives.join(', '))}
    ${caution === null ? nothing : labeled(t('Caution'), caution)} ${renderAnswers(pane)}
  </article>`;
}

function renderOrigin({ draft, isCurrent, openSession }: DraftPane): TemplateResult {
  const { createdAt, project, sessionHeadline } = draft;
  const parts = [createdAt === '' ? null : renderTime(createdAt), decidersText(draft), project];
  return html`<div class="quiet">
    <p>${joined(parts.filter((part) => part !== null))}</p>
    <button class="link" tabindex=${isCurrent ? 0 : -1} @click=${openSession}>
      ${sessionHeadline === '' ? t('Open Session') : sessionHeadline}
    </button>
  </div>`;
}

function renderAnswers({ draft, isCurrent, approve, complete, discard }: DraftPane): TemplateResult {
  const tabindex = isCurrent ? 0 : -1;
  const whyNot = whyIncomplete(draft);
  const reason = `why-${String(draft.id)}`;
  return html`<div class="answers" role="group" aria-label=${t('Actions')}>
      <button
        class="button primary"
        tabindex=${tabindex}
        aria-disabled=${whyNot === undefined ? nothing : 'true'}
        aria-describedby=${whyNot === undefined ? nothing : reason}
        @click=${() => whyNot === undefined && approve()}
      >
        ${t('Approve')}
      </button>
      <button class="button" tabindex=${tabindex} @click=${complete}>${t('Complete…')}</button>
      <button class="button" tabindex=${tabindex} @click=${discard}>${t('Discard')}</button>
    </div>
    ${whyNot === undefined ? nothing : html`<p class="quiet" id=${reason}>${whyNot}</p>`}`;
}

function labeled(label: string, text: string): TemplateResult {
  return html`<div>
    <p class="quiet">${label}</p>
    <bigmind-long-text .text=${text}></bigmind-long-text>
  </div>`;
}

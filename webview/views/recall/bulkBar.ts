/** Over the end of the list while rows are selected, so that nothing moves: how many, and what can be done with those that were learned. */
import { html, nothing, type TemplateResult } from 'lit';
import type { KnowledgeCard } from '../../../src/protocol/recall/memories.ts';
import { t, tn } from '../../l10n/t.ts';
import { number } from '../../parts/design/format.ts';

interface BulkBar {
  count: number;
  /** Those of them that are loaded. */
  selected: readonly KnowledgeCard[];
  confirm: () => void;
  dismiss: () => void;
  clear: () => void;
}

/** Whether it was learned and is current, confirmed or not. */
export function isOpenLearned({ learned }: KnowledgeCard): boolean {
  return learned?.state === 'learned' || learned?.state === 'confirmed';
}

export function isUnconfirmed({ learned, status }: KnowledgeCard): boolean {
  return learned?.state === 'learned' && status === 'live';
}

export function renderBulkBar({ count, selected, confirm, dismiss, clear }: BulkBar): TemplateResult {
  const unconfirmed = selected.filter(isUnconfirmed).length;
  const current = selected.filter(isOpenLearned).length;
  const hint = t('Only what was learned from sessions is confirmed or dismissed.');
  return html`<div class="bulk" role="group" aria-label=${t('Selected entries')}>
    <p role="status">${tn(count, '{0} selected', '{0} selected')}</p>
    ${
      unconfirmed === 0
        ? nothing
        : html`<button class="button primary" @click=${confirm}>${t('Confirm {0}', number(unconfirmed))}</button>`
    }
    ${
      current === 0
        ? html`<p class="quiet">${hint}</p>`
        : html`<button class="button" @click=${dismiss}>${t('Dismiss {0}', number(current))}</button>`
    }
    <button class="link" @click=${clear}>${t('Clear Selection')}</button>
  </div>`;
}

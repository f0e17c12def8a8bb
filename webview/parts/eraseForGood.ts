/**
 * Deletes a memory for good, after a dialog that says what goes with it and what stays. What was confirmed is what goes:
 * if it changed in between, the host refuses, and the person is told.
 */
import { html, nothing, type TemplateResult } from 'lit';
import type { ErasureCard, MemoryRefCard } from '../../src/protocol/memories.ts';
import { t, tn } from '../l10n/t.ts';
import { Refused } from '../shell/client.ts';
import type { Page } from '../shell/page.ts';
import type { Dialog } from './dialog.ts';

/** Whether it is gone. */
export async function eraseForGood(page: Page, dialog: Dialog, ref: MemoryRefCard): Promise<boolean> {
  const { kind, id } = ref;
  let erasure: ErasureCard;
  try {
    erasure = await page.client.ask('erasure', { ref: { kind, id } });
  } catch (thrown) {
    if (!(thrown instanceof Refused)) throw thrown;
    page.tellFailure(thrown.failure);
    return false;
  }
  const isSure = await dialog.ask({
    title: t('Delete for good?'),
    content: renderErasure(erasure),
    confirm: t('Delete for good'),
    isDangerous: true,
  });
  if (!isSure) return false;
  const came = await page.act({ type: 'erase', ref: { kind, id }, expected: erasure.expected }, t('Deleted for good.'));
  return came !== undefined;
}

function renderErasure({ title, goes, stays }: ErasureCard): TemplateResult {
  return html`<p class="prose clamped" dir="auto">${title}</p>
    ${renderCounts(t('This goes:'), goes)} ${renderCounts(t('This stays:'), stays)}
    <p>${t('Nobody can bring it back, except from a copy or an export that was made before.')}</p>`;
}

function renderCounts(label: string, counts: ErasureCard['goes']): TemplateResult | typeof nothing {
  const told = counts.filter(({ count }) => count > 0);
  if (told.length === 0) return nothing;
  return html`<div>
    <p>${label}</p>
    <ul class="bullets">
      ${told.map(({ what, count }) => html`<li>${countText(what, count)}</li>`)}
    </ul>
  </div>`;
}

/** What this page does not know is named as the host names it. */
function countText(what: string, count: number): string {
  switch (what) {
    case 'facts':
      return tn(count, '{0} fact', '{0} facts');
    case 'chunks':
      return tn(count, '{0} exchange that was kept', '{0} exchanges that were kept');
    case 'sessions':
      return tn(count, '{0} session', '{0} sessions');
    case 'summaries':
      return tn(count, '{0} summary', '{0} summaries');
    case 'messages':
      return tn(count, '{0} archived message', '{0} archived messages');
    case 'knowledge':
      return tn(count, '{0} entry of knowledge', '{0} entries of knowledge');
    case 'hypotheses':
      return tn(count, '{0} hypothesis', '{0} hypotheses');
    case 'reviews':
      return tn(count, '{0} review', '{0} reviews');
    case 'pins':
      return tn(count, '{0} pinned line of your profile', '{0} pinned lines of your profile');
    case 'links':
      return tn(count, '{0} link to another memory', '{0} links to other memories');
    case 'vectors':
      return tn(count, '{0} entry for search by meaning', '{0} entries for search by meaning');
    default:
      return `${String(count)} ${what}`;
  }
}

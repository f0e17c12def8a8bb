/**
 * Erases a memory for good, after a dialog that shows what is erased and what remains. Exactly what was confirmed is
 * erased: if it changed in between, the host refuses, and the user is notified.
 */
import { html, type TemplateResult } from 'lit';
import type { ErasableRefCard, ErasureCard } from '../../../src/protocol/recall/memories.ts';
import { t } from '../../l10n/t.ts';
import { Refused } from '../../client/client.ts';
import type { Page } from '../../client/page.ts';
import type { Dialog } from '../design/dialog.ts';
import { renderErased } from './erasedCounts.ts';

/** Whether it was erased. */
export async function eraseForGood(page: Page, dialog: Dialog, ref: ErasableRefCard): Promise<boolean> {
  const { kind, id } = ref;
  let erasure: ErasureCard;
  try {
    erasure = await page.client.ask('erasure', { ref: { kind, id } });
  } catch (thrown) {
    if (!(thrown instanceof Refused)) throw thrown;
    page.notifyFailure(thrown.failure);
    return false;
  }
  const isSure = await dialog.ask({
    title: t('Erase for good?'),
    content: renderErasure(erasure),
    confirm: t('Erase for Good'),
    isDangerous: true,
  });
  if (!isSure) return false;
  const came = await page.execute(
    { type: 'erase', ref: { kind, id }, expected: erasure.expected },
    t('Erased for good.'),
  );
  return came !== undefined;
}

function renderErasure({ title, goes, stays }: ErasureCard): TemplateResult {
  return html`<p class="prose clamped" dir="auto">${title}</p>
    ${renderErased({ goes, stays })}
    <p>${t('You cannot undo this. Only earlier copies and exports may still contain it.')}</p>`;
}

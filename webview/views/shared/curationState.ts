/** What the curation view comes back with, in this view and for the keys of the others: which entries are shown, whether keys are on. */
import { isFlag, oneOf, shape, type Checked } from '../../../src/protocol/shared/check.ts';
import type { Page } from '../../client/page.ts';

export const tabs = ['waiting', 'approved', 'deprecated'] as const;
export type Tab = (typeof tabs)[number];
export const isKeptCuration = shape({ tab: oneOf(tabs), keys: isFlag });
export type KeptCuration = Checked<typeof isKeptCuration>;

/** Before anybody chose, a personal store shows what it knows, because nothing waits there. */
export function keptCuration(page: Page): KeptCuration {
  const kept = page.kept('curation');
  if (isKeptCuration(kept)) return kept;
  const { mode, pending } = page.overview;
  return { tab: mode === 'personal' && pending === 0 ? 'approved' : 'waiting', keys: true };
}
export function keepCuration(page: Page, kept: KeptCuration): void {
  page.keep('curation', kept);
}

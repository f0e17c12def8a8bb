/**
 * The state that the curation view restores, also used for the keys of other views: the chosen tab, and whether
 * single-letter keys are enabled.
 */
import { isFlag, oneOf, shape, type Checked } from '../../../src/protocol/shared/check.ts';
import type { Page } from '../../client/page.ts';

export const tabs = ['waiting', 'approved', 'deprecated'] as const;
export type Tab = (typeof tabs)[number];
export const isKeptCuration = shape({ tab: oneOf(tabs), keys: isFlag });
export type KeptCuration = Checked<typeof isKeptCuration>;

/** Without a choice, a personal store shows its approved entries if none is pending. */
export function keptCuration(page: Page): KeptCuration {
  const kept = page.kept('curation');
  if (isKeptCuration(kept)) return kept;
  const { mode, pending } = page.overview;
  return { tab: mode === 'personal' && pending === 0 ? 'approved' : 'waiting', keys: true };
}
export function keepCuration(page: Page, kept: KeptCuration): void {
  page.keep('curation', kept);
}

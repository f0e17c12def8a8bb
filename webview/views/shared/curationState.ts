/**
 * The state that the curation view restores, also used for the keys of other views: the chosen tab, and whether
 * single-letter keys are enabled.
 */
import { isFlag, oneOf, shape, type Checked } from '../../../src/protocol/shared/check.ts';
import type { Page } from '../../client/page.ts';

export const tabs = ['waiting', 'approved', 'deprecated', 'conflicts'] as const;
export type Tab = (typeof tabs)[number];
export const isKeptCuration = shape({ tab: oneOf(tabs), keys: isFlag });
export type KeptCuration = Checked<typeof isKeptCuration>;

/**
 * Without a choice, a personal store shows what waits for a decision, or else its approved entries. The tab of conflicts
 * is kept only while there are any.
 */
export function keptCuration(page: Page): KeptCuration {
  const kept = page.kept('curation');
  const { mode, pending, conflicts } = page.overview;
  const isKept = isKeptCuration(kept);
  if (isKept && (kept.tab !== 'conflicts' || conflicts > 0)) return kept;
  const keys = isKept ? kept.keys : true;
  if (mode !== 'personal' || pending > 0) return { tab: 'waiting', keys };
  return { tab: conflicts > 0 ? 'conflicts' : 'approved', keys };
}
export function keepCuration(page: Page, kept: KeptCuration): void {
  page.keep('curation', kept);
}

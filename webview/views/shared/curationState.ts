/**
 * The state that the curation view restores, also used for the keys of other views: the chosen tab, and whether
 * single-letter keys are enabled.
 */
import { isFlag, oneOf, shape, type Checked } from '../../../src/protocol/shared/check.ts';
import type { Page } from '../../client/page.ts';

const tabs = ['waiting', 'conflicts'] as const;
export type Tab = (typeof tabs)[number];
const isKeptCuration = shape({ tab: oneOf(tabs), keys: isFlag });
export type KeptCuration = Checked<typeof isKeptCuration>;

/** Without a choice, conflicts are shown only if nothing else waits. Their tab is kept only while there are any. */
export function keptCuration(page: Page): KeptCuration {
  const kept = page.kept('curation');
  const { pending, conflicts } = page.overview;
  const isKept = isKeptCuration(kept);
  if (isKept && (kept.tab !== 'conflicts' || conflicts > 0)) return kept;
  const keys = isKept ? kept.keys : true;
  return { tab: pending === 0 && conflicts > 0 ? 'conflicts' : 'waiting', keys };
}
export function keepCuration(page: Page, kept: KeptCuration): void {
  page.keep('curation', kept);
}

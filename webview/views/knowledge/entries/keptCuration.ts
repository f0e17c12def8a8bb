/**
 * What the view comes back with: which entries are shown, whether its keys are on, and a draft that somebody was
 * writing. What was kept by another version does not fit, and is forgotten.
 */
import { isCount, isFlag, isText, oneOf, orNull, shape, type Checked } from '../../../../src/protocol/shared/check.ts';
import type { Page } from '../../../client/page.ts';

export const tabs = ['waiting', 'approved', 'deprecated'] as const;
export type Tab = (typeof tabs)[number];

const isKeptCuration = shape({ tab: oneOf(tabs), keys: isFlag });
export type KeptCuration = Checked<typeof isKeptCuration>;

const ways = ['read', 'edit', 'merge'] as const;
const keepable = ['proposal', 'other'] as const;

const isDraft = shape({
  entryId: isCount,
  /** Of the entry that was read when the draft began. */
  version: isCount,
  way: oneOf(ways),
  title: isText,
  content: isText,
  category: isText,
  importance: isCount,
  notes: isText,
  /** With which similar entry it is merged. */
  otherId: orNull(isCount),
  otherVersion: orNull(isCount),
  keeps: oneOf(keepable),
});
/** What somebody is making of an entry: only a note to it, a correction, or one entry out of two. */
export type Draft = Checked<typeof isDraft>;

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

export function keptDraft(page: Page): Draft | undefined {
  const kept = page.kept('curation.draft');
  return isDraft(kept) ? kept : undefined;
}

export function keepDraft(page: Page, draft: Draft | undefined): void {
  page.keep('curation.draft', draft ?? null);
}

/**
 * What the view comes back with: which entries are shown, whether its keys are on, and a draft that somebody was
 * writing. What was kept by another version does not fit, and is forgotten.
 */
import { isCount, isText, oneOf, orNull, shape, type Checked } from '../../../../src/protocol/shared/check.ts';
import type { Page } from '../../../client/page.ts';

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

export function keptDraft(page: Page): Draft | undefined {
  const kept = page.kept('curation.draft');
  return isDraft(kept) ? kept : undefined;
}

export function keepDraft(page: Page, draft: Draft | undefined): void {
  page.keep('curation.draft', draft ?? null);
}

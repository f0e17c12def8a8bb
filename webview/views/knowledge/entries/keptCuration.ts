/**
 * The unsaved draft that the curation view restores. A draft from another version of the page is invalid and ignored.
 */
import { isCount, isText, oneOf, orNull, shape, type Checked } from '../../../../src/protocol/shared/check.ts';
import type { Page } from '../../../client/page.ts';

const ways = ['read', 'edit', 'merge'] as const;
const keepable = ['proposal', 'other'] as const;

const isDraft = shape({
  entryId: isCount,
  /** The version of the entry that was read when the draft began. */
  version: isCount,
  way: oneOf(ways),
  title: isText,
  content: isText,
  category: isText,
  importance: isCount,
  notes: isText,
  /** The similar entry to merge with. */
  otherId: orNull(isCount),
  otherVersion: orNull(isCount),
  keeps: oneOf(keepable),
});
/** Unsaved input for an entry: only a note, a correction, or a merge of two entries. */
export type Draft = Checked<typeof isDraft>;

export function keptDraft(page: Page): Draft | undefined {
  const kept = page.kept('curation.draft');
  return isDraft(kept) ? kept : undefined;
}

export function keepDraft(page: Page, draft: Draft | undefined): void {
  page.keep('curation.draft', draft ?? null);
}

/** The removal of pinned facts from the memories of VS Code and Claude Code, without a window of VS Code. */
import type { FilePlan } from '../files/filePlan.ts';
import { planOf } from '../files/filePlan.ts';
import { readIfThere } from '../files/replaceFile.ts';
import { changed } from './pinnedFile.ts';
import { pinnedRecordFile, pinnedRecordText, readPinnedRecord, type WrittenLines } from './pinnedRecord.ts';

/**
 * The record is last, so that a removal that fails can be repeated. Empty if nothing is recorded. A file that cannot be
 * read, or has broken markers, stays with its record; rejects with its error if there is no other.
 */
export async function planPinnedRemoval(home: string): Promise<FilePlan[]> {
  const plans: FilePlan[] = [];
  const errors: unknown[] = [];
  const left: Record<string, WrittenLines> = {};
  const shared = { client: 'copilot', entry: undefined, backup: 'none', within: undefined } as const;
  for (const [file, lines] of Object.entries(await readPinnedRecord(home))) {
    try {
      const before = await readIfThere(file);
      plans.push(await planOf({ ...shared, file, before, after: changed(before, file, undefined, lines).after }));
    } catch (thrown) {
      errors.push(thrown);
      left[file] = lines;
    }
  }
  if (plans.length === 0 && errors.length > 0) throw errors[0];
  const file = pinnedRecordFile(home);
  const before = await readIfThere(file);
  const after = errors.length === 0 ? undefined : Buffer.from(pinnedRecordText(left));
  return [...plans, await planOf({ ...shared, file, before, after })].filter(({ change }) => change !== 'none');
}

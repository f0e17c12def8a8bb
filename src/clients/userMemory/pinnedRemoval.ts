/** The removal of pinned facts from every file of VS Code's user memory, without a window of VS Code. */
import type { FilePlan } from '../files/filePlan.ts';
import { planOf } from '../files/filePlan.ts';
import { readIfThere } from '../files/replaceFile.ts';
import { changed } from './pinnedFile.ts';
import { pinnedRecordFile, readPinnedRecord } from './pinnedRecord.ts';

/** The record is last, so that a removal that fails can be repeated. Empty if nothing is recorded. */
export async function planPinnedRemoval(home: string): Promise<FilePlan[]> {
  const plans: FilePlan[] = [];
  const shared = { client: 'copilot', entry: undefined, backup: 'none', within: undefined } as const;
  for (const [file, place] of Object.entries(await readPinnedRecord(home))) {
    const before = await readIfThere(file);
    plans.push(await planOf({ ...shared, file, before, after: changed(before, file, undefined, place).after }));
  }
  const file = pinnedRecordFile(home);
  const before = await readIfThere(file);
  return [...plans, await planOf({ ...shared, file, before, after: undefined })].filter(
    ({ change }) => change !== 'none',
  );
}

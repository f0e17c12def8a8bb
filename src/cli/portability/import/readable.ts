/** Turns a file system error into `bad_import`: an unreadable file is the caller's to fix, not a defect. */
import { BigMindError } from '../../../memory/shared/errors.ts';
import { fileTrouble, isFileTrouble } from '../../../util/fileTrouble.ts';

export async function readable<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (thrown) {
    if (!isFileTrouble(thrown)) throw thrown;
    const what = `${path} cannot be imported: ${fileTrouble(thrown)}.`;
    throw new BigMindError('bad_import', what, { remedy: 'Check the path and try again.', cause: thrown });
  }
}

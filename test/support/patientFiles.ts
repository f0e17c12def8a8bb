/** The files of a folder for checks of citations without a time limit, because a busy machine can exceed any. */
import { createCitedFiles } from '../../src/capture/citedFiles.ts';
import type { CitedFiles } from '../../src/memory/shared/ports.ts';

export function patientFiles(folder: string): CitedFiles {
  const files = createCitedFiles(folder);
  return {
    ...files,
    limitTime: () => ({ isOver: () => false, over: new Promise<never>(() => undefined), end: () => undefined }),
  };
}

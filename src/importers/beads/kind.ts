/** beads: the issues that it keeps in a project folder. */
import { basename, dirname, join } from 'node:path';
import type { ImportKind } from '../../capture/sources/importKind.ts';
import type { FoundFiles } from '../../capture/sources/source.ts';
import { eachOnce, filesIn, foundFile, projectAbove } from '../../capture/sources/sourceFolders.ts';
import { readBeads } from './beads.ts';

const format = 'beads';
const own = '.beads';
/** beads also stores logs of its operations next to its issues. */
const logs = /^(?:interactions|routes|deletions|sync[-_].*|.*\.(?:base|left|right|new|old|orig))\.jsonl$/u;
/** An issue begins with fields in a fixed order; a memory of beads begins with `_type`. */
const start = /^\s*\{\s*"_type"\s*:\s*"(?:issue|memory)"|^\s*\{\s*"id"\s*:\s*"[^"\n]+"\s*,\s*"title"\s*:/u;

export const beads: ImportKind = {
  id: 'beads',
  program: 'beads',
  title: 'beads',
  imports:
    'Issues in the folder `.beads` of a project: plans, work that is in progress, blocked or done. A newer state of an issue replaces the older one',
  one: 'issues of beads',
  none: 'issues of beads',
  icon: 'checklist',
  unit: 'note',
  staysInUse: true,
  formats: { [format]: { shape: 'notes', read: readBeads, hasAlwaysNotes: true } },
  extensions: ['.jsonl'],
  findInProjects: async (folders) => (await Promise.all((await eachOnce(folders)).map(issuesIn))).flat(),
  findIn: issuesIn,
  findFile: (path) =>
    foundFile(path, format, null, (folder) => {
      const project = projectAbove(folder, own);
      return { title: basename(project), folder: project };
    }),
  recognize: (beginning) => start.test(beginning),
  isLined: () => true,
};

/** Also accepts the folder `.beads` itself. */
async function issuesIn(folder: string): Promise<FoundFiles[]> {
  const place = basename(folder) === own ? folder : join(folder, own);
  const found = await filesIn(place, { format, extensions: ['.jsonl'], isConversation: false });
  const project = dirname(place);
  const files = found.filter(({ path }) => !logs.test(basename(path)));
  return [{ title: basename(project), folder: project, files }];
}

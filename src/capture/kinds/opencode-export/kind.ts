/** Finds sessions that opencode exported: `session-ID.md` in the folder in which opencode runs, or where the user put it. */
import type { ImportKind } from '../importKind.ts';
import { exportAt, exportsIn } from '../kindFiles.ts';
import { isOpencodeExport, readOpencodeExport } from './opencodeExport.ts';

const id = 'opencode-export';

export const opencodeExport: ImportKind = {
  id,
  program: 'opencode',
  title: "opencode's exported sessions",
  imports: 'sessions that you exported from opencode (/export)',
  one: 'a session that opencode exported',
  none: 'session that opencode exported',
  icon: 'terminal',
  formats: { [id]: { shape: 'conversation', read: readOpencodeExport, isRewritten: true, rank: 92 } },
  extensions: ['.md'],
  findInProject: (folder) => exportsIn(folder, opencodeExport, (name) => /^session-ses_.*\.md$/u.test(name)),
  findIn: (folder) => exportsIn(folder, opencodeExport),
  findFile: (path) => exportAt(path, opencodeExport),
  recognize: isOpencodeExport,
  agent: () => 'opencode',
};

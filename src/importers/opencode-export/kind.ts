/** Finds sessions that opencode exported: `session-ID.md` in the folder in which opencode runs, or where the user put it. */
import type { ImportKind } from '../../capture/sources/importKind.ts';
import { exportFinders } from '../../capture/sources/projectFiles.ts';
import { isOpencodeExport, readOpencodeExport } from './opencodeExport.ts';

const id = 'opencode-export';

export const opencodeExport: ImportKind = {
  id,
  program: 'opencode',
  title: "opencode's exported sessions",
  imports: 'Sessions that you exported from opencode (`/export`); those that BigMind already has are skipped',
  one: 'a session that opencode exported',
  none: 'session that opencode exported',
  icon: 'terminal',
  unit: 'conversation',
  formats: { [id]: { shape: 'conversation', rank: 92, read: readOpencodeExport, isRewritten: true } },
  ...exportFinders({ id, extensions: ['.md'], recognize: isOpencodeExport, name: /^session-ses_.*\.md$/u }),
  quotesOthers: true,
  agent: () => 'opencode',
};

/** Finds chats that Cursor exported: Markdown files wherever the user put them, `cursor_TITLE.md` in the project at first. */
import type { ImportKind } from '../importKind.ts';
import { exportAt, exportsIn } from '../kindFiles.ts';
import { isCursorExport, readCursorExport } from './cursorExport.ts';

const id = 'cursor';

export const cursor: ImportKind = {
  id,
  program: 'Cursor',
  title: 'Cursor',
  imports: 'chats that you exported from Cursor (Export Chat)',
  one: 'a chat that Cursor exported',
  none: 'chat that Cursor exported',
  icon: 'comment-discussion',
  formats: { [id]: { shape: 'conversation', read: readCursorExport, isRewritten: true, rank: 91 } },
  extensions: ['.md'],
  findInProject: (folder) => exportsIn(folder, cursor, (name) => /^cursor_.*\.md$/u.test(name)),
  findIn: (folder) => exportsIn(folder, cursor),
  findFile: (path) => exportAt(path, cursor),
  recognize: isCursorExport,
  agent: () => 'cursor',
};

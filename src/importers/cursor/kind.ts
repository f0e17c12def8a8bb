/** Finds chats that Cursor exported: Markdown files wherever the user put them, `cursor_TITLE.md` in the project at first. */
import type { ImportKind } from '../../capture/sources/importKind.ts';
import { exportFinders } from '../../capture/sources/projectFiles.ts';
import { isCursorExport, readCursorExport } from './cursorExport.ts';

const id = 'cursor';

export const cursor: ImportKind = {
  id,
  program: 'Cursor',
  title: 'Cursor',
  imports: 'Chats that you exported from Cursor (Export Chat)',
  one: 'a chat that Cursor exported',
  none: 'chat that Cursor exported',
  icon: 'comment-discussion',
  unit: 'conversation',
  formats: { [id]: { shape: 'conversation', rank: 91, read: readCursorExport, isRewritten: true } },
  ...exportFinders({ id, extensions: ['.md'], recognize: isCursorExport, name: /^cursor_.*\.md$/u }),
  quotesOthers: true,
  agent: () => 'cursor',
};

/**
 * Finds conversations that Claude Code exported: text files in the folder in which it runs, `conversation.txt` or named
 * by the day, or where the user put them.
 */
import type { ImportKind } from '../importKind.ts';
import { exportAt, exportsIn } from '../kindFiles.ts';
import { isClaudeExport, readClaudeExport } from './claudeExport.ts';

const id = 'claude-export';

export const claudeExport: ImportKind = {
  id,
  program: 'Claude Code',
  title: "Claude Code's exported conversations",
  imports: 'conversations that you exported from Claude Code (/export)',
  one: 'a conversation that Claude Code exported',
  none: 'conversation that Claude Code exported',
  icon: 'terminal',
  formats: { [id]: { shape: 'conversation', read: readClaudeExport, isRewritten: true, rank: 93 } },
  extensions: ['.txt'],
  findInProject: (folder) =>
    exportsIn(folder, claudeExport, (name) => /^(?:conversation|\d{4}-\d{2}-\d{2}-).*\.txt$/u.test(name)),
  findIn: (folder) => exportsIn(folder, claudeExport),
  findFile: (path) => exportAt(path, claudeExport),
  recognize: isClaudeExport,
  agent: () => 'claude-code',
};

/**
 * Finds conversations that Claude Code exported: text files in the folder in which it runs, `conversation.txt` or named
 * by the day, or where the user put them.
 */
import type { ImportKind } from '../../capture/sources/importKind.ts';
import { exportFinders } from '../../capture/sources/projectFiles.ts';
import { isClaudeExport, readClaudeExport } from './claudeExport.ts';

const id = 'claude-export';

export const claudeExport: ImportKind = {
  id,
  program: 'Claude Code',
  title: "Claude Code's exported conversations",
  imports: 'Conversations that you exported from Claude Code (`/export`)',
  one: 'a conversation that Claude Code exported',
  none: 'conversation that Claude Code exported',
  icon: 'terminal',
  unit: 'conversation',
  formats: { [id]: { shape: 'conversation', rank: 93, read: readClaudeExport, isRewritten: true } },
  ...exportFinders({
    id,
    extensions: ['.txt'],
    recognize: isClaudeExport,
    name: /^(?:conversation|\d{4}-\d{2}-\d{2}-).*\.txt$/u,
  }),
  quotesOthers: true,
  agent: () => 'claude-code',
};

/** Maps each format of notes to its reader. */
import type { NoteFormat, ReadNotes } from '../../memory/facts/notes.ts';
import { readBeads } from './beads.ts';
import { readClaudeMemory } from './claudeMemory.ts';
import { readCopilotRepoMemory, readCopilotUserMemory } from './copilotMemory.ts';
import { readMcpMemory } from './mcpMemory.ts';
import { readPlan } from './plans.ts';

const readers: Readonly<Record<NoteFormat, ReadNotes>> = {
  'claude-memory': readClaudeMemory,
  'copilot-user-memory': readCopilotUserMemory,
  'copilot-repo-memory': readCopilotRepoMemory,
  'mcp-memory': readMcpMemory,
  beads: readBeads,
  plans: readPlan,
};

export function noteReaderOf(format: NoteFormat): ReadNotes {
  return readers[format];
}

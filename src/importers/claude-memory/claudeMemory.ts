/**
 * Reads Claude Code's own memory of a project: `projects/<project>/memory/*.md` in its folder. The index,
 * `MEMORY.md`, may be missing.
 */
import { memoryFolderReader } from '../../capture/notes/memoryFolder.ts';

export const claudeMemoryFormat = 'claude-memory';

/** Reads one memory file; also accepts any `MEMORY.md` or `CLAUDE.md` elsewhere. */
export const readClaudeMemory = memoryFolderReader(claudeMemoryFormat);

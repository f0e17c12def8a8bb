/** The places of Claude Code. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { mainFolder } from '../../capture/projects/projectIdentity.ts';
import { placeFrom, type SourceHost } from '../../capture/sources/source.ts';

/** The folder that contains one folder per project. */
export function claudeProjectsFolder(host: SourceHost): string {
  return join(placeFrom(host, 'CLAUDE_CONFIG_DIR') ?? join(host.home, '.claude'), 'projects');
}

/** In characters. Claude Code shortens longer names and adds a hash. */
const maxNameLength = 200;

/**
 * Claude Code's `MEMORY.md` for this folder, of which every chat there gets the first 200 lines (2.1); all folders and
 * worktrees of a repository share it. Undefined if Claude Code was never used here, or if the path is too long.
 */
export function claudeMemoryFile(folder: string, host: SourceHost): string | undefined {
  const projects = claudeProjectsFolder(host);
  // Claude Code replaces each half of a surrogate pair.
  const name = mainFolder(folder, host.home).replace(/[^a-zA-Z0-9]/gu, (one) => '-'.repeat(one.length));
  if (name.length > maxNameLength || !existsSync(projects)) return undefined;
  return join(projects, name, 'memory', 'MEMORY.md');
}

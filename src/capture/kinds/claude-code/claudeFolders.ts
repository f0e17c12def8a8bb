/** The places of Claude Code. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { mainFolder } from '../../projects/projectIdentity.ts';
import { placeFrom, type SourceHost } from '../../sources/source.ts';

/** The folder that contains one folder per project. */
export function claudeProjectsFolder(host: SourceHost): string {
  return join(placeFrom(host, 'CLAUDE_CONFIG_DIR') ?? join(host.home, '.claude'), 'projects');
}

/** A longer name ends with a hash of Claude Code's own. In characters. */
const maxNameLength = 200;

/**
 * The file of which Claude Code (2.1) gives every chat in this folder the first 200 lines; all folders and worktrees of
 * a repository share it. Undefined if Claude Code was never used here, or if the path is too long.
 */
export function claudeMemoryFile(folder: string, host: SourceHost): string | undefined {
  const projects = claudeProjectsFolder(host);
  const name = mainFolder(folder, host.home).replace(/[^a-zA-Z0-9]/gu, '-');
  if (name.length > maxNameLength || !existsSync(projects)) return undefined;
  return join(projects, name, 'memory', 'MEMORY.md');
}

/**
 * Finds conversations and memory files of Claude Code: a folder for each project, with one transcript per
 * conversation and a folder `memory`. Transcripts of sub-agents and long tool results are in subfolders and are
 * skipped.
 */
import { basename, join } from 'node:path';
import { claudeProjectFolder } from '../notes/claudeMemory.ts';
import { placeFrom, sourceOf } from './source.ts';
import type { Source, SourceHost } from './source.ts';
import { filesIn, namesIn } from './sourceFolders.ts';

const program = 'Claude Code';
const transcripts = { format: 'claude-code', extensions: ['.jsonl'], isConversation: true } as const;
const notes = { format: 'claude-memory', extensions: ['.md'], isConversation: false } as const;

/** The folder that contains one folder per project. */
export function claudeProjectsFolder(host: SourceHost): string {
  return join(placeFrom(host, 'CLAUDE_CONFIG_DIR') ?? join(host.home, '.claude'), 'projects');
}

export async function claudeSources(projects: string): Promise<Source[]> {
  const { folders } = await namesIn(projects);
  const found = await Promise.all(folders.map((name) => claudeSourcesInProject(join(projects, name))));
  return found.flat();
}

export async function claudeSourcesInProject(project: string): Promise<Source[]> {
  const all = await filesIn(project, transcripts);
  // Older versions stored the transcripts of sub-agents in the same folder.
  const files = all.filter(({ path }) => !basename(path).startsWith('agent-'));
  const memory = await filesIn(join(project, 'memory'), notes);
  if (files.length + memory.length === 0) return [];
  const folder = await claudeProjectFolder(project);
  const title = folder?.split(/[\\/]/u).findLast((part) => part !== '') ?? basename(project);
  const sources = [
    sourceOf({ kind: 'claude-code', title, program, folder }, files),
    sourceOf({ kind: 'claude-memory', title, program, folder }, memory),
  ];
  return sources.filter((source) => source !== undefined);
}

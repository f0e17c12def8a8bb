/**
 * Finds everything on this machine that can be imported, without reading it: conversations of Copilot, Claude Code, Codex
 * and Gemini CLI, their notes, and the memory of the official memory server. Only names, sizes and dates are looked at, and the few lines
 * that tell which project something belongs to. Nothing is changed. Places that are not there are passed over.
 */
import { claudeProjectsFolder, claudeSources } from './sources/claudeSources.ts';
import { codexHome, codexSources } from './sources/codexSources.ts';
import { copilotSessions, copilotSessionsFolder, sourcesInUserFolder } from './sources/copilotSources.ts';
import { geminiHome, geminiSources } from './sources/geminiSources.ts';
import { mcpMemorySources } from './sources/mcpMemorySources.ts';
import type { Source, SourceHost } from './sources/source.ts';
import { userFolderCandidates, userFoldersOf } from './sources/userFolders.ts';

/** The newest first; within a source, files stand in the order in which they are to be read (`richestFirst`). */
export async function findSources(host: SourceHost): Promise<Source[]> {
  const userFolders = await userFoldersOf(host);
  const found = await Promise.all([
    ...userFolders.map(sourcesInUserFolder),
    copilotSessions(copilotSessionsFolder(host)),
    claudeSources(claudeProjectsFolder(host)),
    codexSources(codexHome(host)),
    geminiSources(geminiHome(host)),
    mcpMemorySources(
      host,
      userFolders.map(({ folder }) => folder),
    ),
  ]);
  return found.flat().sort((one, other) => (one.to < other.to ? 1 : -1));
}

/** The folders that are looked into, whether they are there or not. */
export function placesLookedAt(host: SourceHost): string[] {
  const users = userFolderCandidates(host).map(({ folder }) => folder);
  const own = [claudeProjectsFolder(host), copilotSessionsFolder(host), codexHome(host), geminiHome(host)];
  return [...new Set([...users, ...own])];
}

/**
 * Finds everything on this machine that can be imported, without reading it: conversations of Copilot, Claude Code,
 * Codex, Gemini CLI and opencode, their notes, the memory of the official memory server, and what aider, SpecStory and
 * beads keep in the folders of projects: the current ones, and those of other conversations. It reads only names, sizes
 * and dates, and the few lines that say which project something belongs to. It changes nothing and skips missing
 * places.
 */
import { projectFolderOf } from './projectIdentity.ts';
import { claudeProjectsFolder, claudeSources } from './sources/claudeSources.ts';
import { codexHome, codexSources } from './sources/codexSources.ts';
import { copilotSessions, copilotSessionsFolder, sourcesInUserFolder } from './sources/copilotSources.ts';
import { geminiHome, geminiSources } from './sources/geminiSources.ts';
import { opencodeFolder, opencodeSources } from './sources/opencodeSources.ts';
import { sourcesInProjects } from './sources/projectFiles.ts';
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
    opencodeSources(host),
    mcpMemorySources(
      host,
      userFolders.map(({ folder }) => folder),
    ),
  ]);
  const led = found.flat();
  const folders = [...(host.projectFolders ?? []), ...led.flatMap(({ folder }) => folder ?? [])];
  // A program that is started further down in a project keeps its files at the top of it.
  const tops = folders.map((folder) => projectFolderOf(folder, host.home));
  const kept = await sourcesInProjects([...folders, ...tops]);
  return [...led, ...kept].sort((one, other) => (one.to < other.to ? 1 : -1));
}

/** The folders that are looked into, whether they are there or not. */
export function placesLookedAt(host: SourceHost): string[] {
  const users = userFolderCandidates(host).map(({ folder }) => folder);
  const programs = [claudeProjectsFolder(host), copilotSessionsFolder(host), codexHome(host), geminiHome(host)];
  return [...new Set([...users, ...programs, opencodeFolder(host), ...(host.projectFolders ?? [])])];
}

/**
 * Finds everything on this machine that can be imported: conversations and notes of Copilot, Claude Code, Codex,
 * Gemini CLI and opencode, and the memory of the official memory server. In project folders, both the current ones
 * and those of the conversations found, it also finds files of aider, SpecStory and beads, and plans. It reads only
 * names, sizes and dates, and the few lines that name a project. It changes nothing and skips missing locations.
 */
import { projectFolderOf } from './projects/projectIdentity.ts';
import { claudeProjectsFolder, claudeSources } from './sources/claudeSources.ts';
import { codexHome, codexSources } from './sources/codexSources.ts';
import { copilotSessions, copilotSessionsFolder, sourcesInUserFolder } from './sources/copilotSources.ts';
import { geminiHome, geminiSources, withKnownFolders } from './sources/geminiSources.ts';
import { opencodeFolder, opencodeSources } from './sources/opencodeSources.ts';
import { plansFolderOf, plansIn } from './sources/planFiles.ts';
import { sourcesInProjects } from './sources/projectFiles.ts';
import { mcpMemorySources } from './sources/mcpMemorySources.ts';
import type { Source, SourceHost } from './sources/source.ts';
import { userFolderCandidates, userFoldersOf } from './sources/userFolders.ts';

/** Sorted newest first; the files of a source are in reading order (`richestFirst`). */
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
  const named = [...(host.projectFolders ?? []), ...foldersOf(found.flat())];
  const led = await withKnownFolders(found.flat(), withProjectRoots(named, host));
  const folders = [...(host.projectFolders ?? []), ...foldersOf(led)];
  const kept = await sourcesInProjects(withProjectRoots(folders, host));
  return [...led, ...kept].sort((one, other) => (one.to < other.to ? 1 : -1));
}

/** The plans in the project folders of `host`, but not those of other conversations. */
export function findCurrentPlans(host: SourceHost): Promise<Source[]> {
  return plansIn(currentPlanFolders(host));
}

/** The folders that `findCurrentPlans` searches, whether they exist or not. */
export function currentPlanFolders(host: SourceHost): string[] {
  return [...new Set(withProjectRoots(host.projectFolders ?? [], host).map(plansFolderOf))];
}

function foldersOf(sources: readonly Source[]): string[] {
  return sources.flatMap(({ folder }) => folder ?? []);
}

/** A program that is started in a subfolder of a project keeps its files in the project's root. */
function withProjectRoots(folders: readonly string[], { home }: SourceHost): string[] {
  return [...folders, ...folders.map((folder) => projectFolderOf(folder, home))];
}

/** All folders that are searched, whether they exist or not. */
export function placesLookedAt(host: SourceHost): string[] {
  const users = userFolderCandidates(host).map(({ folder }) => folder);
  const programs = [claudeProjectsFolder(host), copilotSessionsFolder(host), codexHome(host), geminiHome(host)];
  return [...new Set([...users, ...programs, opencodeFolder(host), ...(host.projectFolders ?? [])])];
}

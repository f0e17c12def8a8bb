/** Selects the sources of an import: those at a path, or all that are found of a kind. */
import { realpath } from 'node:fs/promises';
import { resolve } from 'node:path';
import { currentPlaces, findInCurrentProjects, findSources, placesLookedAt } from '../../../capture/findSources.ts';
import { sourcesOfKind } from '../../../importers/sourcesOfKind.ts';
import { ownStoreAt } from '../../../capture/sources/ownStore.ts';
import { ignoreLeftOut } from '../../../capture/sources/source.ts';
import type { ImportKind } from '../../../capture/sources/importKind.ts';
import type { Source, SourceHost } from '../../../capture/sources/source.ts';
import { clientIds, clientOf } from '../../../clients/shared/clients.ts';
import type { ProjectRef } from '../../../memory/shared/identity.ts';
import type { CommandContext } from '../../shared/command.ts';
import { readable } from './readable.ts';

/** The user's selection of what to import. */
export interface PastChoice {
  /** The project as the user typed it. */
  project?: string | undefined;
  /** ISO 8601. */
  since: string | undefined;
  wanted: ((project: ProjectRef | undefined) => boolean) | undefined;
}

/**
 * If `kind` is absent, the sources of every kind. Without a path and a project, those of some kinds are only searched
 * for in the current project; see `placesInProjects`.
 */
export async function chosenSources(
  kind: ImportKind | undefined,
  path: string | undefined,
  choice: PastChoice,
  context: CommandContext,
  leaveOut = ignoreLeftOut,
): Promise<Source[]> {
  if (kind !== undefined && path !== undefined) {
    const isOwn = await ownStoreAt(context.settings.databaseFile);
    // Resolves a link, so that nothing is imported under two names.
    const place = await realpath(path).catch(() => resolve(path));
    return readable(path, () => sourcesOfKind(kind.id, place, isOwn, leaveOut));
  }
  if (kind !== undefined && isOfCurrentProject(kind, choice)) return findInCurrentProjects(kind, sourceHost(context));
  const isWanted = (found: ImportKind): boolean => kind === undefined || found === kind;
  const found = await findSources(sourceHost(context), (of) => (isWanted(of) ? leaveOut : ignoreLeftOut));
  return kind === undefined ? found : found.filter((source) => source.kind === kind.id);
}

/** The searched folders, for a user whose search found nothing. */
export function placesText(kind: ImportKind | undefined, choice: PastChoice, context: CommandContext): string {
  const host = sourceHost(context);
  const isHere = kind !== undefined && isOfCurrentProject(kind, choice);
  const places = isHere ? currentPlaces(kind, host) : placesLookedAt(host);
  return places.map((place) => `  ${place}`).join('\n');
}

function isOfCurrentProject(kind: ImportKind, { project }: PastChoice): boolean {
  return kind.placesInProjects !== undefined && project === undefined;
}

function sourceHost({ host }: CommandContext): SourceHost {
  const configFiles = clientIds.map((id) => clientOf(id).file(host));
  return { platform: host.platform, home: host.home, env: host.env, configFiles, projectFolders: [process.cwd()] };
}

/** Matches a project by its name or key, ignoring case; undefined if every project matches. */
export function wantedProject(name: string | undefined): ((project: ProjectRef | undefined) => boolean) | undefined {
  const wanted = name?.trim().toLowerCase();
  if (wanted === undefined || wanted === 'all') return undefined;
  return (project) => project !== undefined && [project.name, project.key].some((own) => own.toLowerCase() === wanted);
}

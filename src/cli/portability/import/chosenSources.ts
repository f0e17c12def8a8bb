/** Selects the sources of an import: those at a path, or all that are found of a kind. */
import { resolve } from 'node:path';
import { currentPlanFolders, findCurrentPlans, findSources, placesLookedAt } from '../../../capture/findSources.ts';
import { sourcesOfKind } from '../../../capture/sources/sourcesOfKind.ts';
import { ownStoreAt } from '../../../capture/sources/ownStore.ts';
import type { Source, SourceHost, SourceKind } from '../../../capture/sources/source.ts';
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
 * If `kind` is absent, the sources of every kind. Without a path and a project, plans are those of the current project:
 * unlike conversations, other projects have them for whoever works there.
 */
export async function chosenSources(
  kind: SourceKind | undefined,
  path: string | undefined,
  choice: PastChoice,
  context: CommandContext,
): Promise<Source[]> {
  if (kind !== undefined && path !== undefined) {
    const isOwn = await ownStoreAt(context.settings.databaseFile);
    return readable(path, () => sourcesOfKind(kind, resolve(path), isOwn));
  }
  if (isOfCurrentProject(kind, choice)) return findCurrentPlans(sourceHost(context));
  const found = await findSources(sourceHost(context));
  return kind === undefined ? found : found.filter((source) => source.kind === kind);
}

/** The searched folders, for a user whose search found nothing. */
export function placesText(kind: SourceKind | undefined, choice: PastChoice, context: CommandContext): string {
  const host = sourceHost(context);
  const places = isOfCurrentProject(kind, choice) ? currentPlanFolders(host) : placesLookedAt(host);
  return places.map((place) => `  ${place}`).join('\n');
}

function isOfCurrentProject(kind: SourceKind | undefined, { project }: PastChoice): boolean {
  return kind === 'plans' && project === undefined;
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

/** Selects the sources of an import: those at a path, or all that are found of a kind. */
import { resolve } from 'node:path';
import { findSources, placesLookedAt } from '../../../capture/findSources.ts';
import { sourcesOfKind } from '../../../capture/sources/sourcesOfKind.ts';
import { ownStoreAt } from '../../../capture/sources/ownStore.ts';
import type { Source, SourceHost, SourceKind } from '../../../capture/sources/source.ts';
import { clientIds, clientOf } from '../../../clients/shared/clients.ts';
import type { ProjectRef } from '../../../memory/shared/identity.ts';
import type { CommandContext } from '../../shared/command.ts';
import { readable } from './readable.ts';

/** If `kind` is absent, the sources of every kind. */
export async function chosenSources(
  kind: SourceKind | undefined,
  path: string | undefined,
  context: CommandContext,
): Promise<Source[]> {
  if (kind !== undefined && path !== undefined) {
    const isOwn = await ownStoreAt(context.settings.databaseFile);
    return readable(path, () => sourcesOfKind(kind, resolve(path), isOwn));
  }
  const found = await findSources(sourceHost(context));
  return kind === undefined ? found : found.filter((source) => source.kind === kind);
}

/** The searched folders, for a user whose search found nothing. */
export function placesText(context: CommandContext): string {
  return placesLookedAt(sourceHost(context))
    .map((place) => `  ${place}`)
    .join('\n');
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

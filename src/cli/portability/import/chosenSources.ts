/** What an import of past conversations and notes is about: what lies at a place, or all that is found of a kind. */
import { resolve } from 'node:path';
import { findSources, placesLookedAt } from '../../../capture/findSources.ts';
import { sourcesOfKind } from '../../../capture/sources/sourcesOfKind.ts';
import { ownStoreAt } from '../../../capture/sources/ownStore.ts';
import type { Source, SourceHost, SourceKind } from '../../../capture/sources/source.ts';
import { clientIds, clientOf } from '../../../clients/shared/clients.ts';
import type { ProjectRef } from '../../../memory/shared/identity.ts';
import type { CommandContext } from '../../shared/command.ts';
import { readable } from './readable.ts';

/** `kind` absent is every kind. */
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

/** For whoever found nothing: where was looked. */
export function placesText(context: CommandContext): string {
  return placesLookedAt(sourceHost(context))
    .map((place) => `  ${place}`)
    .join('\n');
}

function sourceHost({ host }: CommandContext): SourceHost {
  const configFiles = clientIds.map((id) => clientOf(id).file(host));
  return { platform: host.platform, home: host.home, env: host.env, configFiles, projectFolders: [process.cwd()] };
}

/** Whether a project is the one that somebody named, by its name or its key in any case; undefined for any project. */
export function wantedProject(name: string | undefined): ((project: ProjectRef | undefined) => boolean) | undefined {
  const wanted = name?.trim().toLowerCase();
  if (wanted === undefined || wanted === 'all') return undefined;
  return (project) => project !== undefined && [project.name, project.key].some((own) => own.toLowerCase() === wanted);
}

/**
 * What can be imported on the machine that the extension runs on, as a command uses it. It is loaded with the first import,
 * and never in a browser, where there are no files of other programs.
 */
import { importSources } from '../capture/importing/importSources.ts';
import type { ImportOptions } from '../capture/importing/importSources.ts';
import type { ImportReport } from '../capture/importing/importReport.ts';
import { pastProjectOf } from '../capture/projectIdentity.ts';
import { findSources, placesLookedAt } from '../capture/sources.ts';
import { withOwnTimes } from '../capture/sources/conversationTimes.ts';
import type { Source, SourceHost } from '../capture/sources/source.ts';
import { sourcesAt } from '../capture/sources/sourcesAt.ts';
import type { ClientHost } from '../clients/clientHost.ts';
import { clientIds, clientOf } from '../clients/clients.ts';
import type { OpenForeignConversations } from '../memory/foreignConversations.ts';
import type { OpenMemory } from './sharedMemory.ts';

export interface PastConversations {
  /** The folders that are looked into, whether they are there or not. */
  readonly places: readonly string[];
  /** Everything that is there, with the times at which conversations were led. */
  find(): Promise<Source[]>;
  /** What a person picked; empty for a file that is none of it. Rejects as `sourcesAt` does. */
  at(path: string): Promise<Source[]>;
  bringIn(into: OpenMemory, sources: readonly Source[], options: ImportOptions): Promise<ImportReport>;
}

export interface PastSurroundings {
  host: ClientHost;
  /** The window's own folder `User`. */
  userFolder: string;
  openForeign: OpenForeignConversations;
}

export function createPastConversations({ host, userFolder, openForeign }: PastSurroundings): PastConversations {
  const { platform, home, env } = host;
  const configFiles = clientIds.map((id) => clientOf(id).file(host));
  const searched: SourceHost = { platform, home, env, configFiles, userFolders: [userFolder] };
  return {
    places: placesLookedAt(searched),
    find: async () => withOwnTimes(await findSources(searched)),
    at: sourcesAt,
    bringIn: ({ memory, caller: person }, sources, options) =>
      importSources(
        sources,
        { memory, person, projectOf: (folder) => pastProjectOf(folder, home), openForeign },
        options,
      ),
  };
}

/**
 * What can be imported on the machine where the extension runs, as a command uses it. It is loaded with the first
 * import, and never in a browser, which has no files of other programs.
 */
import { importSources } from '../../capture/importing/importSources.ts';
import type { ImportOptions } from '../../capture/importing/importSources.ts';
import type { ImportReport } from '../../capture/importing/importReport.ts';
import { pastProjectOf } from '../../capture/projects/projectIdentity.ts';
import { findSources, placesLookedAt } from '../../capture/findSources.ts';
import { withOwnTimes } from '../../importers/conversationTimes.ts';
import { refuseOwnStore } from '../../capture/sources/ownStore.ts';
import type { Source, SourceHost } from '../../capture/sources/source.ts';
import { sourcesAt } from '../../importers/sourcesAt.ts';
import type { ClientHost } from '../../clients/shared/clientHost.ts';
import { clientIds, clientOf } from '../../clients/shared/clients.ts';
import type { OpenForeignConversations } from '../../memory/archive/foreignConversations.ts';
import type { Clock } from '../../memory/shared/ports.ts';
import type { PastFound } from '../../page/shared/pageHost.ts';
import type { OpenMemory } from '../platform/sharedMemory.ts';

export interface PastConversations {
  /** The folders that are searched, whether they exist or not. */
  readonly places: readonly string[];
  /** How much there is, without reading it. */
  count(): Promise<PastFound>;
  /** All sources, with the times of their conversations. */
  find(): Promise<Source[]>;
  /**
   * The sources in a file or folder that the user picked; empty if it is not a supported one. Rejects as `sourcesAt`
   * does, and for the store itself.
   */
  at(path: string): Promise<Source[]>;
  /** Rejects with `bad_import` for a file of the store itself, which must only be read through SQLite. */
  refuseOwnStore(path: string): Promise<void>;
  bringIn(into: OpenMemory, sources: readonly Source[], options: ImportOptions): Promise<ImportReport>;
}

interface PastSurroundings {
  host: ClientHost;
  /** The window's own folder `User`. */
  userFolder: string;
  openForeign: OpenForeignConversations;
  /** The current folders of the workspace. */
  projectFolders: () => readonly string[];
  /** The store that is imported into. */
  databaseFile: string;
  clock: Pick<Clock, 'now'>;
}

export function createPastConversations({
  host,
  userFolder,
  openForeign,
  projectFolders,
  databaseFile,
  clock,
}: PastSurroundings): PastConversations {
  const { platform, home, env } = host;
  const configFiles = clientIds.map((id) => clientOf(id).file(host));
  const searched = (): SourceHost => ({
    platform,
    home,
    env,
    configFiles,
    userFolders: [userFolder],
    projectFolders: projectFolders(),
  });
  return {
    get places() {
      return placesLookedAt(searched());
    },
    count: async () => countOf(await findSources(searched())),
    find: async () => withOwnTimes(await findSources(searched()), { now: clock.now() }),
    refuseOwnStore: (path) => refuseOwnStore(path, databaseFile),
    at: async (path) => {
      await refuseOwnStore(path, databaseFile);
      return sourcesAt(path);
    },
    bringIn: ({ memory, caller: person }, sources, options) =>
      importSources(
        sources,
        { memory, person, projectOf: (folder) => pastProjectOf(folder, home), openForeign },
        options,
      ),
  };
}

/** Only of what is selected at first. */
function countOf(sources: readonly Source[]): PastFound {
  const counts = new Map<string, number>();
  for (const { unit, program, conversations, files, staysInUse } of sources) {
    if (unit === 'conversation' && !staysInUse)
      counts.set(program, (counts.get(program) ?? 0) + (conversations ?? files.length));
  }
  const most = [...counts].sort(([, one], [, other]) => other - one);
  return { conversations: most.reduce((sum, [, count]) => sum + count, 0), programs: most.map(([program]) => program) };
}

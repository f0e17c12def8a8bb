/**
 * Gives the browser page access to the memory: as the user of this process, never as an assistant. It offers no
 * actions, because a browser has no commands. The store opens with the first query or command.
 */
import type { EditableFiles } from '../memory/entries/editableFiles.ts';
import type { Memory } from '../memory/memory.ts';
import type { CitedFiles } from '../memory/shared/ports.ts';
import type { Caller, ProjectRef } from '../memory/shared/identity.ts';
import { ownAgentName } from '../memory/shared/identity.ts';
import type { PageHost } from '../page/shared/pageHost.ts';
import type { Search } from '../search/search.ts';

interface PageHostOptions {
  memory: Memory;
  search: Search;
  username: string;
  version: string;
  project: ProjectRef | undefined;
  /** The files of the project's folder, if this process sees them. */
  files?: CitedFiles | undefined;
  /** The memory files of this process's user; absent if others may use the page. */
  editableFiles?: EditableFiles | undefined;
  /** The location of the store, for display. */
  location: string;
  /** Whether an assistant on this computer records; absent where that is not known. */
  isRecording?: () => boolean;
  /** Reports defects, for the user to read. */
  note: (text: string) => void;
}

export interface HttpPageHost extends PageHost {
  /** The store's change token; null while the store does not answer. Never rejects. */
  changeToken(): Promise<string | null>;
}

export function createPageHost({
  memory,
  search,
  location,
  note,
  editableFiles,
  isRecording,
  ...person
}: PageHostOptions): HttpPageHost {
  let caller: Promise<Caller> | undefined;
  const resolveCaller = (): Promise<Caller> =>
    memory.identities.resolve({
      username: person.username,
      agent: { name: ownAgentName, version: person.version },
      project: person.project,
      conversationId: null,
      origin: 'person',
      files: person.files,
    });
  return {
    location,
    actions: [],
    files: editableFiles,
    isRecording,
    note,
    use: async (work) => {
      try {
        return await work({ memory, search, caller: await (caller ??= resolveCaller()) });
      } catch (thrown) {
        // The next query resolves the caller again: the store may have recovered, or have been replaced.
        caller = undefined;
        throw thrown;
      }
    },
    adviceOn: ({ remedy }) => ({ remedy: remedy ?? null, actions: [] }),
    changeToken: async () => {
      try {
        return await memory.maintenance.changeToken();
      } catch {
        // The page's own queries show the reason; here it only needs to notice a change.
        return null;
      }
    },
  };
}

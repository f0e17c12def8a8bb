/**
 * The memory as the page in a browser reads and changes it: as the person whose process this is, never as an assistant.
 * It offers no action, because a browser has no commands, and opens nothing by itself: the store opens with the first
 * thing that is asked.
 */
import type { Memory } from '../memory/memory.ts';
import type { Caller, ProjectRef } from '../memory/shared/identity.ts';
import { ownAgentName } from '../memory/shared/identity.ts';
import type { PageHost } from '../page/shared/pageHost.ts';
import type { Search } from '../search/search.ts';

export interface PageHostOptions {
  memory: Memory;
  search: Search;
  username: string;
  version: string;
  project: ProjectRef | undefined;
  /** Where the store is, for people. */
  location: string;
  /** Told of defects, for a person to read. */
  note: (text: string) => void;
}

export interface HttpPageHost extends PageHost {
  /** The store's change token; null while the store does not answer. Never rejects. */
  changeToken(): Promise<string | null>;
}

export function createPageHost({ memory, search, location, note, ...person }: PageHostOptions): HttpPageHost {
  let caller: Promise<Caller> | undefined;
  const introduce = (): Promise<Caller> =>
    memory.identities.resolve({
      username: person.username,
      agent: { name: ownAgentName, version: person.version },
      project: person.project,
      conversationId: null,
      origin: 'person',
    });
  return {
    location,
    actions: [],
    note,
    use: async (work) => {
      try {
        return await work({ memory, search, caller: await (caller ??= introduce()) });
      } catch (thrown) {
        // The next question introduces itself anew: the store may be back by then, or be another one.
        caller = undefined;
        throw thrown;
      }
    },
    adviceOn: ({ remedy }) => ({ remedy: remedy ?? null, actions: [] }),
    changeToken: async () => {
      try {
        return await memory.maintenance.changeToken();
      } catch {
        // The page shows why when it asks for itself; here it only has to notice that something changed.
        return null;
      }
    },
  };
}

/** The domain over a real store in a temporary home, with a clock that only the test moves. */
import { createHash, randomUUID } from 'node:crypto';
import { redact } from '../../src/capture/redaction/redaction.ts';
import type { EntryStore } from '../../src/memory/entries/entryStore.ts';
import type { Memory, MemoryOptions } from '../../src/memory/memory.ts';
import { createMemory } from '../../src/memory/memory.ts';
import type { Caller, ProjectRef } from '../../src/memory/shared/identity.ts';
import type { Clock, Ports } from '../../src/memory/shared/ports.ts';
import type { Mode } from '../../src/memory/shared/vocabulary.ts';
import type { Store } from '../../src/memory/store.ts';
import { indexText } from '../../src/search/query/words.ts';
import { Meaning } from '../../src/search/ranking/meaning.ts';
import { Search } from '../../src/search/search.ts';
import { writeEmptyStore } from '../store/emptyStore.ts';
import { recycleSchemas } from '../store/postgresSchemas.ts';
import { openStore } from '../store/support.ts';
import type { EngineName } from '../store/support.ts';
import { temporaryHome } from './temporaryHome.ts';

export interface TestMemory {
  /** The file of the store. */
  file: string;
  memory: Memory;
  search: Search;
  entries: EntryStore;
  ports: Ports;
  /** A caller in a conversation; by default `ada` without a project. */
  caller: (who?: { username?: string; conversationId?: string | null; project?: ProjectRef }) => Promise<Caller>;
  /** Advances the clock. */
  pass: (hours: number) => void;
  /** Changes the time zone of the clock; it is UTC at first. */
  moveTo: (timeZone: string) => void;
  /** The same store, as another process would open it; closed together with this one. */
  openAgain: (mode: Mode) => Pick<TestMemory, 'memory' | 'caller'>;
  close: () => Promise<void>;
}

export function openTestMemory(
  mode: Mode = 'personal',
  engine: EngineName = 'native',
  options: MemoryOptions = {},
): TestMemory {
  const home = temporaryHome();
  writeEmptyStore(engine, home.database);
  let now = Date.parse('2026-03-30T09:15:00.000Z');
  let zone = 'UTC';
  const clock: Clock = {
    now: () => new Date(now),
    get timeZone() {
      return zone;
    },
  };
  const ports: Ports = {
    clock,
    newId: randomUUID,
    hash: (text) => createHash('sha256').update(text, 'utf8').digest('hex'),
    redact,
    indexText,
  };
  const stores: Store[] = [];
  const open = (opened: Mode): Pick<TestMemory, 'memory' | 'search' | 'entries' | 'caller'> => {
    const store = openStore(engine, home.database, {
      ...{ hash: ports.hash, newId: ports.newId, now: () => ports.clock.now(), indexText },
    });
    stores.push(store);
    const memory = createMemory(store, ports, opened, options);
    return {
      memory,
      entries: store.entries,
      search: new Search({
        recall: store.recall,
        identities: memory.identities,
        sessions: memory.sessions,
        clock: ports.clock,
        meaning: new Meaning(store.embeddings, {}, ports.clock),
        reads: memory.audit,
        fading: memory.fading,
        ...(options.refreshEntries !== undefined && { refreshEntries: options.refreshEntries }),
      }),
      caller: ({ username = 'ada', conversationId = 'chat-1', project } = {}) =>
        memory.identities.resolve({ username, agent: { name: 'tests', version: '1' }, project, conversationId }),
    };
  };
  return {
    file: home.database,
    ports,
    ...open(mode),
    openAgain: open,
    pass: (hours) => {
      now += hours * 3_600_000;
    },
    moveTo: (timeZone) => {
      zone = timeZone;
    },
    close: async () => {
      for (const store of stores) await store.close();
      recycleSchemas(home.database);
      home.remove();
    },
  };
}

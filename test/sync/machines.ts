/** Machines of one person: each a real store with its services, and a place in memory that can hide or repeat files. */
import { createHash, randomUUID } from 'node:crypto';
import { redact } from '../../src/capture/redaction/redaction.ts';
import type { Memory } from '../../src/memory/memory.ts';
import { createMemory } from '../../src/memory/memory.ts';
import type { Caller } from '../../src/memory/shared/identity.ts';
import type { Ports } from '../../src/memory/shared/ports.ts';
import type { Store } from '../../src/memory/store.ts';
import { bundleNameFrom } from '../../src/memory/sync/bundles.ts';
import type { SyncStore } from '../../src/memory/sync/syncStore.ts';
import { syncedNames } from '../../src/schema/tables.ts';
import { arrayOf, recordTableOf } from '../../src/store/exchange/sync/recordTables.ts';
import { isSentTombstone } from '../../src/store/exchange/sync/stamps.ts';
import type { LocalFiles } from '../../src/sync/localFiles.ts';
import type { Place } from '../../src/sync/place.ts';
import type { AskPassphrase } from '../../src/sync/sync.ts';
import { Sync } from '../../src/sync/sync.ts';
import { indexText } from '../../src/search/query/words.ts';
import { rowsIn } from '../support/rows.ts';
import { anEmptyStore } from '../store/emptyStore.ts';
import { openStore } from '../store/support.ts';
import type { FileEngineName } from '../store/support.ts';

export const passphrase = 'four random words here';

/** Deriving a key from a passphrase takes a second on purpose, so these tests know the key already. */
const key = new Uint8Array(32).fill(7);

export const ask: AskPassphrase = { open: () => Promise.resolve(key), create: () => Promise.resolve(passphrase) };

export class MemoryPlace implements Place {
  readonly where = 'memory';
  readonly files = new Map<string, Uint8Array>([['key.age', key]]);
  /** Files that a machine does not see yet. */
  isHidden: (path: string) => boolean = () => false;

  refresh(): Promise<void> {
    return Promise.resolve();
  }

  list(): ReturnType<Place['list']> {
    const [bundles, strays]: [ReturnType<typeof bundleNameFrom>[], string[]] = [[], []];
    for (const path of this.files.keys()) {
      const [, machine = '', file = ''] = path.split('/');
      if (!path.startsWith('machines/') || this.isHidden(path)) continue;
      const name = bundleNameFrom(machine, file);
      if (name === undefined) strays.push(path);
      else bundles.push(name);
    }
    return Promise.resolve({ bundles: bundles.filter((one) => one !== undefined), strays });
  }

  read(path: string): Promise<Uint8Array | undefined> {
    return Promise.resolve(this.isHidden(path) ? undefined : this.files.get(path));
  }

  async write(files: Parameters<Place['write']>[0]): Promise<void> {
    for (const { path, read } of files) if (!this.files.has(path)) this.files.set(path, await read());
  }
}

export class MemoryFiles implements LocalFiles {
  readonly cloneFolder = '';
  readonly outbox = new Map<string, Uint8Array>();
  key: Uint8Array | undefined;

  readKey(): Promise<Uint8Array | undefined> {
    return Promise.resolve(this.key);
  }
  writeKey(key: Uint8Array): Promise<void> {
    this.key = key;
    return Promise.resolve();
  }
  put(name: string, bytes: Uint8Array): Promise<void> {
    this.outbox.set(name, bytes);
    return Promise.resolve();
  }
  read(name: string): Promise<Uint8Array | undefined> {
    return Promise.resolve(this.outbox.get(name));
  }
  names(): Promise<string[]> {
    return Promise.resolve([...this.outbox.keys()]);
  }
  remove(name: string): Promise<void> {
    this.outbox.delete(name);
    return Promise.resolve();
  }
  removeAll(): Promise<void> {
    this.outbox.clear();
    this.key = undefined;
    return Promise.resolve();
  }
}

export interface Machine {
  name: string;
  file: string;
  store: Store;
  memory: Memory;
  caller: Caller;
  sync: Sync;
  files: MemoryFiles;
  place: MemoryPlace;
  /**
   * `before` is called before each call of the store and the place, `inScan` between the steps of a scan; what they throw
   * interrupts the run.
   */
  interrupt: { before: (step: string) => void; inScan: () => Promise<void> };
  pass: (hours: number) => void;
  close: () => Promise<void>;
}

/** `from`: the file of a store that the machine is a copy of. */
export async function aMachine(
  name: string,
  place: MemoryPlace,
  more: { username?: string; file?: string; files?: MemoryFiles; newId?: () => string; engine?: FileEngineName } = {},
): Promise<Machine> {
  const {
    engine = 'native',
    username = 'ada',
    file = anEmptyStore(engine),
    files = new MemoryFiles(),
    newId = randomUUID,
  } = more;
  let now = Date.parse('2026-03-30T09:15:00.000Z');
  const ports: Ports = {
    clock: { now: () => new Date((now += 1_000)), timeZone: 'UTC' },
    newId,
    hash: (text) => createHash('sha256').update(text, 'utf8').digest('hex'),
    redact,
    indexText,
  };
  const store = openStore(engine, file, { now: () => ports.clock.now(), hash: ports.hash, indexText, newId });
  const memory = createMemory(store, ports, 'personal');
  const caller = await memory.identities.resolve({
    username,
    agent: { name: 'tests', version: '1' },
    project: { key: 'github.com/acme/rocket', name: 'rocket' },
    conversationId: `chat of ${name}`,
  });
  const interrupt: Machine['interrupt'] = { before: () => undefined, inScan: () => Promise.resolve() };
  const sync = new Sync({
    store: interrupted(inSmallSteps(store.sync, interrupt), interrupt),
    files: interrupted(files, interrupt),
    erasureCleanup: store.erasureCleanup,
    redact,
    now: () => ports.clock.now(),
    username,
    openPlace: () => interrupted<Place>(place, interrupt),
    refuseOwnFolder: () => Promise.resolve(),
    newMachineId: () => newId().slice(-12),
  });
  const pass = (hours: number): void => {
    now += hours * 3_600_000;
  };
  return { name, file, store, memory, caller, sync, files, place, interrupt, pass, close: () => store.close() };
}

/** A scan reads two rows in each step. */
function inSmallSteps(store: SyncStore, interrupt: Machine['interrupt']): SyncStore {
  const scan: SyncStore['scan'] = (machine, options = {}) => {
    const shouldContinue = async (): Promise<boolean> => {
      await interrupt.inScan();
      return (await options.shouldContinue?.()) ?? true;
    };
    return store.scan(machine, { rows: 2, shouldContinue });
  };
  return { ...store, scan };
}

/** Calls `before` with the name of each method that returns a promise. */
function interrupted<T extends LocalFiles | Place | SyncStore>(target: T, interrupt: Machine['interrupt']): T {
  return new Proxy(target, {
    get(object, name) {
      const value: unknown = Reflect.get(object, name);
      if (typeof value !== 'function') return value;
      return (...args: unknown[]): unknown => {
        interrupt.before(String(name));
        return Reflect.apply(value, object, args);
      };
    },
  });
}

/** What all machines must agree on: each record with the columns that count, and the erased names. */
export function recordsOf({ file }: Pick<Machine, 'file'>): string[] {
  const records = syncedNames.flatMap((table) => {
    const { key, counted, where } = recordTableOf(table);
    const rows = rowsIn(file, `SELECT ${key} AS key, ${arrayOf(counted)} AS content FROM ${table} r WHERE ${where}`);
    return rows.map((row) => `${table} ${String(row['key'])} ${String(row['content'])}`);
  });
  const erased = rowsIn(file, `SELECT uid, kind, until FROM tombstones WHERE ${isSentTombstone}`);
  return [...records, ...erased.map((row) => `erased ${JSON.stringify(row)}`)].sort();
}

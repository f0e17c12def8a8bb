/**
 * Writes what was changed here as bundles. Each is on disk in the outbox before the store notes it as written, and stays
 * there until the place has it, so that an interruption at any point loses and repeats nothing.
 */
import { BigMindError } from '../memory/shared/errors.ts';
import { bundleFileName, bundleNameFrom } from '../memory/sync/bundles.ts';
import { linesOfContent } from '../memory/sync/records.ts';
import type { SyncState, SyncStore } from '../memory/sync/syncStore.ts';
import { formatVersion, hashOf, sealBundle } from './bundleFile.ts';
import type { LocalFiles } from './localFiles.ts';
import type { Place } from './place.ts';
import { pathOfBundle } from './place.ts';

/** Records in a bundle. A reader merges a bundle in one transaction, during which nobody else can write. */
const maxRecords = 1_000;

/** Hashes of own bundles that are remembered, to recognize those of a copy of this disk. */
const maxRecent = 100;

interface WritingParts {
  store: SyncStore;
  files: LocalFiles;
  place: Place;
  key: Uint8Array;
  username: string;
  isStopped: () => boolean;
  onProgress: (text: string) => void;
}

/** Into the outbox. `sent` is the number of records and erased names. */
export async function packBundles(
  { store, files, key, username, isStopped, onProgress }: WritingParts,
  start: SyncState,
): Promise<{ state: SyncState; sent: number }> {
  let [state, sent] = [start, 0];
  while (!isStopped()) {
    const packed = await store.pack(maxRecords);
    if (packed === undefined) break;
    const { machine, written } = state;
    const sequence = written.sequence + 1;
    const content = linesOfContent({ ...packed.content, name: state.name, username });
    const header = {
      version: formatVersion,
      schema: store.schema,
      machine,
      sequence,
      previous: written.hash,
      key: state.keyId,
    };
    const bytes = await sealBundle({ format: 'bigmind-sync', ...header }, content, key);
    const hash = hashOf(bytes);
    const name = bundleFileName({ machine, sequence, hash });
    await files.put(name, bytes);
    const recent = [...state.recent, hash].slice(-maxRecent);
    const after = { ...state, written: { sequence, hash }, recent, outbox: [...state.outbox, name] };
    await store.noteWritten(state, after, packed);
    state = after;
    sent += packed.keys.length;
    onProgress(`Wrote bundle ${String(sequence)} with ${String(packed.keys.length)} records.`);
  }
  return { state, sent };
}

/** From the outbox to the place. */
export async function deliverBundles(
  { store, files, place }: Pick<WritingParts, 'store' | 'files' | 'place'>,
  state: SyncState,
  now: string,
): Promise<SyncState> {
  await place.write(
    state.outbox.map((file) => ({
      path: pathOfBundle(nameIn(state, file)),
      read: async () => (await files.read(file)) ?? lost(file),
    })),
  );
  const after = { ...state, outbox: [], lastSync: now };
  await store.change(state, after);
  // A crash leaves them; the next run finds them again.
  for (const file of await files.names()) if (isOver(after, file)) await files.remove(file);
  return after;
}

/** Bundles of the outbox that were lost, with all later ones, are written again. */
export async function restoreOutbox(store: SyncStore, files: LocalFiles, state: SyncState): Promise<SyncState> {
  let intact = 0;
  for (const file of state.outbox) {
    const bytes = await files.read(file);
    if (bytes === undefined || !file.includes(hashOf(bytes).slice(0, 16))) break;
    intact += 1;
  }
  const missing = state.outbox.length - intact;
  if (missing === 0) return state;
  const recent = state.recent.slice(0, state.recent.length - missing);
  const sequence = state.written.sequence - missing;
  const after = {
    ...state,
    written: { sequence, hash: recent.at(-1) ?? '' },
    recent,
    outbox: state.outbox.slice(0, intact),
  };
  await store.change(state, after, sequence + 1);
  return after;
}

function nameIn({ machine }: SyncState, file: string): ReturnType<typeof bundleNameFrom> & object {
  return bundleNameFrom(machine, file) ?? lost(file);
}

/** Another run may be about to note a bundle that comes next. */
function isOver({ machine, written }: SyncState, file: string): boolean {
  return (bundleNameFrom(machine, file)?.sequence ?? 0) <= written.sequence;
}

function lost(file: string): never {
  throw new BigMindError('store_unavailable', `${file} is missing beside the memory.`, {
    remedy: 'Nothing was lost: run the sync again, which writes it again.',
  });
}

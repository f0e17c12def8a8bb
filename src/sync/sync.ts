/**
 * A sync of the memories of one person on several machines, through a folder or a Git remote. Nothing here talks to a
 * person: an edge shows the outline first, and asks for the passphrase.
 */
import { randomBytes } from 'node:crypto';
import { openedWith, protectedWith } from '../capture/protectedExport.ts';
import type { ErasureCleanup } from '../memory/governance/scopeErasure.ts';
import { finishErasure } from '../memory/governance/scopeErasure.ts';
import { BigMindError } from '../memory/shared/errors.ts';
import type { Redact } from '../memory/shared/ports.ts';
import type { Positions } from '../memory/sync/bundles.ts';
import { gapsIn, nextBundles, rewrittenIn, shownNames } from '../memory/sync/bundles.ts';
import type { NamedConflict } from '../memory/sync/conflicts.ts';
import { SyncConflicts, syncNotSetUp } from '../memory/sync/conflicts.ts';
import type { RivalFacts, Settled, SyncOutline, SyncPlace, SyncState, SyncStore } from '../memory/sync/syncStore.ts';
import { codeOf } from '../util/fileTrouble.ts';
import { keyIdOf, keyLength } from './bundleFile.ts';
import type { LocalFiles } from './localFiles.ts';
import { ownIdentity } from './machineIdentity.ts';
import type { Place, PlaceListing } from './place.ts';
import { keyFileName } from './place.ts';
import { readBundles } from './readBundles.ts';
import type { SyncReport, WaitingBundle } from './syncReport.ts';
import { deliverBundles, packBundles, restoreOutbox } from './writeBundles.ts';

interface SyncParts {
  store: SyncStore;
  files: LocalFiles;
  erasureCleanup: ErasureCleanup;
  redact: Redact;
  now: () => Date;
  /** The name of the user, from which marks of erased conversations are made. */
  username: string;
  openPlace: (place: SyncPlace, files: LocalFiles) => Place;
  /** Rejects with `not_allowed` for a folder of BigMind. */
  refuseOwnFolder: (folder: string) => Promise<void>;
  /** `randomMachineId`, or fixed ones. */
  newMachineId: () => string;
}

interface SyncRunOptions {
  isStopped?: () => boolean;
  onProgress?: (text: string) => void;
}

/** `open` is called for a place that has a key, `create` for a new one; both get what uses the passphrase. */
export interface AskPassphrase {
  open: (use: (passphrase: string) => Promise<Uint8Array>) => Promise<Uint8Array>;
  create: () => Promise<string>;
}

export interface SyncStatus {
  state: SyncState;
  where: string;
  /** The other machines, as people see them, with the number of bundles read. */
  machines: { id: string; name: string; bundles: number }[];
  /** Bundles in the place that were not read yet; undefined if the place cannot be listed now. */
  unread: number | undefined;
  waiting: WaitingBundle[];
  strays: string[];
  unsent: number;
  conflicts: number;
  outline: SyncOutline;
}

export class Sync {
  readonly #parts: SyncParts;
  readonly #conflicts: SyncConflicts;

  constructor(parts: SyncParts) {
    this.#parts = parts;
    this.#conflicts = new SyncConflicts(parts.store);
  }

  /** Rejects with `not_allowed` where a sync makes no sense. */
  async isSetUp(): Promise<boolean> {
    return (await this.#parts.store.state()) !== undefined;
  }

  /** Whether a setup would make a key there, instead of opening the one that another machine made. */
  async isNew(to: SyncPlace): Promise<boolean> {
    const place = await this.#usable(to);
    if ((await place.read(keyFileName)) !== undefined) return false;
    await refuseWithoutKey(place);
    return true;
  }

  /**
   * What a setup would send there. Rejects with `not_allowed` where a sync makes no sense, and for a folder of BigMind;
   * with `not_found` for a folder that does not exist. Talks to nothing outside of this machine.
   */
  async outline(to?: SyncPlace): Promise<SyncOutline> {
    const outline = await this.#parts.store.outline();
    if (to?.kind === 'folder') await this.#usable(to);
    return outline;
  }

  /**
   * Connects this memory with a place, or again: then everything is sent again under a new id. The place gets a key that
   * the passphrase protects, unless it has one. Sends nothing yet.
   */
  async setUp(to: SyncPlace, name: string, ask: AskPassphrase): Promise<SyncState> {
    const { store, files, newMachineId } = this.#parts;
    const before = await store.state();
    const place = await this.#usable(to);
    const key = await this.#keyOf(place, ask);
    await files.writeKey(key);
    const after: SyncState = {
      ...{ machine: newMachineId(), name, place: to, keyId: keyIdOf(key), written: { sequence: 0, hash: '' } },
      ...{ recent: [], outbox: [], positions: {}, names: {}, lastSync: null },
    };
    await store.change(before, after, 'resend');
    return after;
  }

  /** Brings what others changed, and sends what was changed here. Can be stopped and repeated at any point. */
  async run({ isStopped = () => false, onProgress = () => undefined }: SyncRunOptions = {}): Promise<SyncReport> {
    const { store, files, redact, now, username, newMachineId } = this.#parts;
    let state = await this.#state();
    const key = await this.#key(state);
    const place = this.#parts.openPlace(state.place, files);
    await place.refresh();
    const listing = await place.list();
    state = await restoreOutbox(store, files, state);
    refuseRewritten(state, listing);
    const report = emptyReport(listing);
    const renamed = await ownIdentity(store, state, listing.bundles, newMachineId);
    report.isRenamed = renamed !== state;
    const scanning = { shouldContinue: () => Promise.resolve(!isStopped()) };
    await store.scan(renamed.machine, scanning);
    const parts = { store, files, place, key, redact, username, keyId: renamed.keyId, isStopped, onProgress };
    try {
      state = await readBundles(parts, renamed, listing.bundles, report);
    } finally {
      if (report.erased > 0) await finishErasure(this.#parts.erasureCleanup);
    }
    if (state !== renamed) await store.scan(state.machine, scanning);
    const packed = await packBundles(parts, state);
    report.sent = packed.sent;
    await deliverBundles(parts, packed.state, now().toISOString());
    report.rivals = await this.#rivals();
    return report;
  }

  /** Looks at the place as this machine has it now, and fetches nothing. */
  async status(): Promise<SyncStatus> {
    const { store, files, openPlace } = this.#parts;
    const state = await this.#state();
    const outline = await store.outline();
    const names = shownNames({ ...state.names, [state.machine]: state.name });
    const place = openPlace(state.place, files);
    const listing = await place.list().catch(() => undefined);
    return {
      ...{ state, where: place.where, ...waitingIn(state, listing, names) },
      machines: Object.entries(state.positions).map(([id, { sequence }]) => ({
        ...{ id, name: names[id] ?? id, bundles: sequence },
      })),
      unsent: outline.counts.reduce((sum, { unsent }) => sum + unsent, 0),
      conflicts: await store.conflictCount(),
      outline,
    };
  }

  conflicts(): Promise<NamedConflict[]> {
    return this.#conflicts.list();
  }

  /** `take` makes the version that lost the current one, on all machines after the next runs. */
  settle(id: number, choice: 'keep' | 'take'): Promise<Settled> {
    return this.#conflicts.settle({ id, choice });
  }

  /** Forgets the key and what this store knows about the sync. The place keeps what was sent. */
  async turnOff(): Promise<{ where: string }> {
    const { store, files, openPlace } = this.#parts;
    const { where } = openPlace((await this.#state()).place, files);
    await store.forget();
    await files.removeAll();
    return { where };
  }

  /** With the names of the machines. */
  async #rivals(): Promise<RivalFacts[]> {
    const { machine: own, name, names } = await this.#state();
    const shown = shownNames({ ...names, [own]: name });
    const found = await this.#parts.store.rivals();
    return found.map(({ by, ...fact }) => ({
      ...fact,
      by: by.map((one) => ({ ...one, machine: shown[one.machine] ?? one.machine })),
    }));
  }

  /** A place for a setup, as it is now. */
  async #usable(to: SyncPlace): Promise<Place> {
    const { files, openPlace, refuseOwnFolder } = this.#parts;
    if (to.kind === 'folder') await refuseOwnFolder(to.folder);
    const place = openPlace(to, files);
    await place.refresh().catch((thrown: unknown) => {
      throw inSetup(thrown);
    });
    return place;
  }

  async #state(): Promise<SyncState> {
    const state = await this.#parts.store.state();
    if (state !== undefined) return state;
    throw syncNotSetUp();
  }

  async #key({ keyId }: SyncState): Promise<Uint8Array> {
    const key = await this.#parts.files.readKey();
    if (key !== undefined && keyIdOf(key) === keyId) return key;
    throw new BigMindError('not_found', 'The key of the sync is missing beside the memory.', {
      remedy: 'Nothing was changed. Set up the sync again with the same place and passphrase.',
    });
  }

  async #keyOf(place: Place, ask: AskPassphrase): Promise<Uint8Array> {
    const sealed = await place.read(keyFileName);
    if (sealed !== undefined) return ask.open(async (passphrase) => checkedKey(await openedWith(passphrase, sealed)));
    await refuseWithoutKey(place);
    const key = randomBytes(keyLength);
    const bytes = await protectedWith(await ask.create(), key.toString('base64'));
    await place.write([{ path: keyFileName, read: () => Promise.resolve(bytes) }]);
    await refuseOtherKey(place, bytes);
    return key;
  }
}

/** A setup cannot tell a folder that is still to be made from a drive that is not connected, and makes none. */
function inSetup(thrown: unknown): unknown {
  if (!(thrown instanceof BigMindError) || codeOf(thrown.cause) !== 'ENOENT') return thrown;
  return new BigMindError(thrown.code, thrown.message, {
    remedy: 'Create it first. If it is on a drive, connect the drive or start its program. Then try again.',
    cause: thrown.cause,
  });
}

function checkedKey(text: string): Uint8Array {
  const key = Buffer.from(text, 'base64');
  if (key.length === keyLength) return key;
  throw new BigMindError('bad_import', `${keyFileName} contains no key of a sync.`, {
    remedy: 'Nothing was changed. Choose an empty place.',
  });
}

/** Two machines can be set up at the same time, and one key wins. */
async function refuseOtherKey(place: Place, ours: Uint8Array): Promise<void> {
  await place.refresh();
  const there = await place.read(keyFileName);
  if (there !== undefined && Buffer.compare(there, ours) === 0) return;
  throw new BigMindError('conflict', 'Another machine was set up with this place at the same time.', {
    remedy: 'Nothing was changed here. Run the setup again, with the passphrase of the other machine.',
  });
}

async function refuseWithoutKey(place: Place): Promise<void> {
  if ((await place.list()).bundles.length === 0) return;
  throw new BigMindError('not_found', `${place.where} has bundles, but ${keyFileName} is missing.`, {
    remedy: `Nothing was changed. Wait until ${keyFileName} is copied here, or choose an empty place.`,
  });
}

function waitingIn(
  { machine, positions }: SyncState,
  listing: PlaceListing | undefined,
  names: Readonly<Record<string, string>>,
): Pick<SyncStatus, 'unread' | 'waiting' | 'strays'> {
  if (listing === undefined) return { unread: undefined, waiting: [], strays: [] };
  const { bundles, strays } = listing;
  const gaps = gapsIn(bundles, positions, machine);
  const waiting = gaps.map((gap) => ({ ...gap, name: names[gap.machine] ?? gap.machine, reason: 'missing' as const }));
  return { unread: nextBundles(bundles, positions, machine).length, waiting, strays };
}

function emptyReport({ strays }: PlaceListing): SyncReport {
  const none = { added: 0, changed: 0, erased: 0, conflicts: 0, sent: 0 };
  return { ...none, rivals: [], waiting: [], strays, isRenamed: false };
}

/** What waits in the outbox is not in the place yet. */
function refuseRewritten(state: SyncState, { bundles }: PlaceListing): void {
  const { machine, written, outbox, recent } = state;
  const sequence = written.sequence - outbox.length;
  const hash = recent[recent.length - 1 - outbox.length] ?? '';
  const own: Positions = sequence > 0 ? { [machine]: { sequence, hash } } : {};
  const [lost] = rewrittenIn(bundles, { ...state.positions, ...own });
  if (lost === undefined) return;
  const name = lost.machine === machine ? 'this machine' : (state.names[lost.machine] ?? lost.machine);
  throw new BigMindError(
    'conflict',
    `Bundle ${String(lost.sequence)} of ${name} was there and is missing now, or was replaced: the place of the sync was rewritten.`,
    {
      remedy:
        'Nothing was lost here. If the files are only not copied yet, wait and try again. Otherwise set up the sync again, which sends everything again.',
      details: { machine: lost.machine, sequence: lost.sequence },
    },
  );
}

/**
 * Opens the store in a SQLite file with the engine that suits this host. Nothing is touched before the first call; the
 * WASM engine is loaded only when it is chosen.
 */
import { dirname } from 'node:path';
import { BigMindError } from '../../memory/shared/errors.ts';
import type { Store } from '../../memory/store.ts';
import { openWatched } from './backups/files/damageWatch.ts';
import type { DatabaseFiles } from './backups/files/databaseFiles.ts';
import { createStoreCopies } from './governance/copies/storeCopies.ts';
import { forgetLog } from './governance/copies/forgetLog.ts';
import type { LockOptions } from './engine/file/fileLock.ts';
import { shareAt } from './engine/file/networkShare.ts';
import type { ShareAt } from './engine/file/networkShare.ts';
import { createPlaceProbe, whereItAnswers } from './engine/file/placeProbe.ts';
import type { ProbeOptions } from './engine/file/placeProbe.ts';
import { preparePlace } from './engine/file/storePlace.ts';
import { createNativeEngine } from './engine/native/nativeEngine.ts';
import { probeNative } from './engine/native/nativeSupport.ts';
import type { NativeSupport } from './engine/native/nativeSupport.ts';
import { readingWhereFull } from './engine/native/readAlone.ts';
import { createJitter } from './engine/patience.ts';
import { createSchemaKeeper } from './schema/schemaKeeper.ts';
import type { SqliteEngine } from './engine/sqlConnection.ts';
import type { BesideStore } from './governance/erasure/sqlErasureRest.ts';
import { createSqlStore } from './sqlStore.ts';
import type { StorePorts } from './sqlStore.ts';

export interface OpenSqliteOptions extends StorePorts {
  file: string;
  engine: 'auto' | 'native' | 'wasm';
  /** The bytes of `sql-wasm.wasm`; asked for only when sql.js is used. */
  loadWasm: () => Promise<Uint8Array>;
  /** Told, in one sentence, when `auto` had to fall back to sql.js, and once when a store came to lie on a network share. */
  notice: (sentence: string) => void;
  /** How long a locked store is waited for, in all, in milliseconds; 30,000 unless given. */
  patienceMs?: number;
  /** After how long the lock of a process that died is taken over, in milliseconds; 10,000 unless given. */
  staleLockMs?: number;
  /** Tells network shares, where files are kept with more care; tests give another answer. */
  shareAt?: ShareAt;
  /** How the disk is asked whether it is there; tests give another answer. */
  place?: ProbeOptions;
  /** What is known to be wrong with the store: then it is neither read nor written. */
  knownDamage?: () => string | undefined;
  /** What this host's node:sqlite is worth; tests give another answer. */
  probe?: () => NativeSupport;
}

/** Rejections of the store's methods are `BigMindError`s with a remedy; `native` on an unsound host is `engine_unavailable`. */
export function openSqliteStore(options: OpenSqliteOptions): Store {
  const { file, knownDamage = (): undefined => undefined } = options;
  const answers = createPlaceProbe(file, options.place);
  const open = async (): Promise<SqliteEngine> => {
    await answers();
    const engine = await openWatched(file, knownDamage, () => openEngine(options));
    // What lies on a share may be gone at any moment; to ask a local disk each time would only cost.
    const place = await preparePlace(file).catch(() => file);
    const share = await (options.shareAt ?? shareAt)(dirname(place)).catch(() => undefined);
    return share === undefined ? engine : whereItAnswers(engine, answers);
  };
  return createSqlStore(open, { ...options, beside: besideStore(options) });
}

function besideStore(options: OpenSqliteOptions): BesideStore {
  const { file, hash, newId } = options;
  const openFiles = async (): Promise<DatabaseFiles> => (await import('./backups/openBackups.ts')).openFiles(options);
  return {
    copies: createStoreCopies({ file, hash, newId, lock: lockOptions(options), openFiles }),
    async forgetLog() {
      const support = options.engine === 'wasm' ? undefined : (options.probe ?? probeNative)();
      return support?.sound === true ? forgetLog(support.sqlite, file) : 'done';
    },
  };
}

async function openEngine(options: OpenSqliteOptions): Promise<SqliteEngine> {
  if (options.engine === 'wasm') return openWasm(options);
  const support = (options.probe ?? probeNative)();
  if (support.sound) {
    const keeper = createSchemaKeeper(options, options.indexText);
    const { file, newId, notice } = options;
    const place = { shareAt: options.shareAt ?? shareAt, notice, busyMs: 25 };
    const native = { file, newId, keeper, ...place, ...lockOptions(options) };
    return readingWhereFull(createNativeEngine(support, native), support.sqlite, native);
  }
  const unsound = `Node ${process.versions.node} ${support.reason}`;
  if (options.engine === 'native') {
    throw new BigMindError('engine_unavailable', `The native SQLite engine cannot be used: ${unsound}.`, {
      remedy: `${cure} Or set BIGMIND_ENGINE to auto or wasm.`,
    });
  }
  options.notice(
    `${unsound}, so BigMind uses the slower sql.js, which cannot share its file with newer hosts. ${cure}`,
  );
  return openWasm(options);
}

const cure = 'Use Node 24.15 or later (or 22.22.3 or later), or a current VS Code.';

async function openWasm(options: OpenSqliteOptions): Promise<SqliteEngine> {
  const { openFileImage } = await import('./engine/wasm/fileImage.ts');
  const { openImageEngine } = await import('./openImageStore.ts');
  const image = await openFileImage({ ...options, ...lockOptions(options) });
  return openImageEngine({ ...options, image });
}

export function lockOptions(options: OpenSqliteOptions): LockOptions {
  return {
    patienceMs: options.patienceMs ?? 30_000,
    staleMs: options.staleLockMs ?? 10_000,
    jitter: createJitter(options.newId()),
  };
}

/**
 * Opens the memory in the extension, with its store, backups and sync. Backups are shared: one instance for each store,
 * so that all code with the open store knows about a repair.
 */
import type { BigMind, ModelParts } from './assemble.ts';
import type { EnvironmentSettings } from './environment.ts';
import { databaseLogin } from './environment.ts';
import type { MemoryOptions } from './memory/memory.ts';
import type { BackupKeeper } from './memory/upkeep/backupKeeper.ts';
import type { Backups } from './memory/upkeep/backups.ts';
import type { Store } from './memory/store.ts';
import type { OpenSqliteOptions } from './store/sqlite/openFiles.ts';
import type { Sync } from './sync/sync.ts';

interface StoreHost {
  loadWasm: () => Promise<Uint8Array>;
  notice: (sentence: string) => void;
}

export class ExtensionBackups {
  readonly #host: StoreHost;
  #key = '';
  #opened: Promise<Backups> | undefined;

  constructor(host: StoreHost) {
    this.#host = host;
  }

  /** Opens the store together with its background backups, which report to `note`. */
  async openStore(
    settings: EnvironmentSettings,
    note: (sentence: string) => void,
  ): Promise<{ store: Store; backupKeeper: BackupKeeper }> {
    const [open, { BackupKeeper }, { afterSystemTime }, options, backups] = await Promise.all([
      openerFor(settings),
      import('./memory/upkeep/backupKeeper.ts'),
      import('./systemTime.ts'),
      this.#storeOptions(settings),
      this.of(settings),
    ]);
    const now = (): number => options.now().getTime();
    const store = open({ ...options, knownDamage: () => backups.knownDamage() });
    return {
      store,
      backupKeeper: new BackupKeeper({
        backups,
        changes: store.changes,
        erasureCleanup: store.erasureCleanup,
        now,
        after: afterSystemTime,
        note,
      }),
    };
  }

  async #storeOptions(settings: EnvironmentSettings): Promise<OpenSqliteOptions> {
    const [{ createNodePorts }, { indexText }] = await Promise.all([
      import('./nodePorts.ts'),
      import('./search/query/words.ts'),
    ]);
    const { hash, newId, clock } = createNodePorts();
    const { databaseFile: file, engine, audit } = settings;
    return { ...this.#host, file, engine, audit, hash, newId, now: () => clock.now(), indexText };
  }

  /** Does not open the store, because a damaged one has backups too. */
  of(settings: EnvironmentSettings): Promise<Backups> {
    const { databaseFile, databaseUrl, engine, backups } = settings;
    const key = JSON.stringify([databaseFile, databaseUrl, engine, backups]);
    if (key !== this.#key || this.#opened === undefined) {
      this.#key = key;
      this.#opened = this.#open(settings);
    }
    return this.#opened;
  }

  async #open(settings: EnvironmentSettings): Promise<Backups> {
    if (settings.databaseUrl !== undefined) {
      return (await import('./store/postgres/serverBackups.ts')).createServerBackups();
    }
    const { openBackups } = await import('./store/sqlite/openBackups.ts');
    return openBackups({ ...(await this.#storeOptions(settings)), policy: settings.backups });
  }
}

interface OpeningParts {
  kept: ExtensionBackups;
  /** Receives what background backups report. */
  note: (sentence: string) => void;
  loadWordVectors: () => Promise<Uint8Array>;
  /** The repositories whose history is learned, as in `LearnSettings`. */
  histories: 'learned' | 'all';
}

export async function openBigMind(
  settings: EnvironmentSettings,
  { kept, note, loadWordVectors, histories }: OpeningParts,
  models: ModelParts | undefined,
): Promise<BigMind> {
  const [{ assembleBigMind }, { createNodePorts }, nodeFiles, audit, opened] = await Promise.all([
    import('./assemble.ts'),
    import('./nodePorts.ts'),
    import('./nodeMindFiles.ts'),
    auditParts(settings),
    kept.openStore(settings, note),
  ]);
  const { store, backupKeeper } = opened;
  const ports = createNodePorts();
  const bigmind = assembleBigMind(store, ports, settings.mode, {
    ...settings.memory,
    instance: settings.instance,
    refreshEntries: nodeFiles.createNodeRefreshEntries(store.entries, ports, histories),
    readReminders: nodeFiles.readNodeReminders,
    history: nodeFiles.createNodeHistory(store.entries, ports),
    audit,
    loadWordVectors,
    models,
  });
  const close = (): Promise<void> => {
    backupKeeper.close();
    return bigmind.close();
  };
  const openSync = async (): Promise<Sync> =>
    (await import('./sync/openSync.ts')).openSync({ store, ports, settings, env: process.env });
  return { ...bigmind, backupKeeper, sync: { machineName: settings.instance.name, open: openSync }, close };
}

async function auditParts({
  databaseFile,
  databaseUrl,
  audit,
}: EnvironmentSettings): Promise<NonNullable<MemoryOptions['audit']>> {
  const [{ createAuditFiles }, { afterSystemTime }] = await Promise.all([
    import('./store/sqlite/auditFiles.ts'),
    import('./systemTime.ts'),
  ]);
  return {
    after: afterSystemTime,
    isStrict: audit === 'strict',
    ...(databaseUrl === undefined && { files: createAuditFiles(databaseFile) }),
  };
}

/** Loads only the engine that is used. */
async function openerFor(settings: EnvironmentSettings): Promise<(options: OpenSqliteOptions) => Store> {
  const { databaseUrl: url } = settings;
  if (url === undefined) return (await import('./store/sqlite/openSqliteStore.ts')).openSqliteStore;
  const { openPostgresStore } = await import('./store/postgres/openPostgresStore.ts');
  return (options) => openPostgresStore({ ...options, ...databaseLogin(settings), url });
}

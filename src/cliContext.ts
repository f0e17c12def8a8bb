/**
 * What the commands of `bigmind` work with: the store, the services over it, and what this machine offers. `cli.ts` opens
 * it for each run of a command.
 */
import { readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { assembleBigMind } from './assemble.ts';
import { lazyEditableFiles } from './markdown/editing/lazyEditableFiles.ts';
import { createCitedFiles } from './capture/citedFiles.ts';
import { pastProjectOf, projectFolderOf, projectOf, projectOfKey } from './capture/projects/projectIdentity.ts';
import { PatternsInUse } from './capture/redaction/patternsInUse.ts';
import { recordPending } from './capture/recordTranscript.ts';
import { databaseReaders } from './importers/databaseReaders.ts';
import { createArchiveTimer } from './cli/portability/markdown/archiveTimer.ts';
import type { CommandContext } from './cli/shared/command.ts';
import { chatCallers } from './clients/hooks/chatCallers.ts';
import type { RuntimeRecord } from './clients/runtimeFiles.ts';
import { launchFor, skillLaunchFor } from './clients/shared/installation.ts';
import type { LaunchingProcess } from './clients/shared/launch.ts';
import { launcherLaunch, variablesFrom } from './clients/shared/launch.ts';
import { windowFrom } from './clients/windowRequest.ts';
import type { EnvironmentSettings } from './environment.ts';
import { databaseLogin, conversationFromEnvironment } from './environment.ts';
import type { ForeignConversations } from './memory/archive/foreignConversations.ts';
import type { Traces } from './http/agents/monitoring/traces.ts';
import type { RefreshEntries } from './memory/entries/entryStore.ts';
import type { Memory } from './memory/memory.ts';
import type { CitedFiles } from './memory/shared/ports.ts';
import type { Caller, ProjectRef } from './memory/shared/identity.ts';
import { yieldToOthers } from './util/yieldToOthers.ts';
import type { QuietJob } from './memory/shared/background/quietTimer.ts';
import { QuietTimer } from './memory/shared/background/quietTimer.ts';
import { TeamSleep } from './memory/graph/synthesis/teamSleep.ts';
import { BackupKeeper } from './memory/upkeep/backupKeeper.ts';
import { patternFindings, settingFindings } from './memory/upkeep/doctor.ts';
import { nodeClientHost } from './nodeHostFacts.ts';
import {
  createNodeHistory,
  createNodeGotchas,
  createNodeRefreshEntries,
  nodeBlockParts,
  nodeFileMemory,
  nodeMindFiles,
  openEditableFiles,
  readNodeReminders,
  refreshNodeBlocks,
} from './nodeMindFiles.ts';
import { createNodePorts } from './nodePorts.ts';
import { providersFrom } from './search/embedding/servers/providersFrom.ts';
import { indexText } from './search/query/words.ts';
import { openPostgresStore } from './store/postgres/openPostgresStore.ts';
import { createServerAdmin } from './store/postgres/serverAdmin.ts';
import { createServerBackups } from './store/postgres/serverBackups.ts';
import { openBackups } from './store/sqlite/openBackups.ts';
import { createOpenForeign } from './store/sqlite/foreign/openForeign.ts';
import { createAuditFiles } from './store/sqlite/auditFiles.ts';
import type { OpenSqliteOptions } from './store/sqlite/openFiles.ts';
import { silenceMinuteLimits } from './memory/shared/settingLimits.ts';
import { openSqliteStore } from './store/sqlite/openSqliteStore.ts';
import { fileFindings } from './store/sqlite/upkeep/fileFindings.ts';
import { surroundings } from './surroundings.ts';
import { afterSystemTime } from './systemTime.ts';

interface ThisProgram {
  version: string;
  /** `cli.js`; the files of the program are beside it. */
  file: string;
  /** Writes a text to standard error. */
  note: (text: string) => void;
}

/** `histories` is as in `createNodeRefreshEntries`. */
export function openContext(
  settings: EnvironmentSettings,
  { version, file: programFile, note }: ThisProgram,
  histories: 'none' | 'learned' | 'all' = settings.learn.histories,
): { context: CommandContext; close: () => Promise<void> } {
  const ports = createNodePorts();
  const programFolder = dirname(programFile);
  for (const warning of settings.warnings) note(`bigmind: ${warning}`);
  const patterns = new PatternsInUse({ home: settings.home, fixed: settings.redactionPatterns }, note).start();
  let traces: Traces | undefined;
  const storeOptions: OpenSqliteOptions = {
    file: settings.databaseFile,
    engine: settings.engine,
    hash: ports.hash,
    newId: ports.newId,
    now: () => ports.clock.now(),
    indexText,
    loadWasm: () => readFile(join(programFolder, 'sql-wasm.wasm')),
    notice: note,
    audit: settings.audit,
    traced: (kind, work) => traces?.transaction(kind, work) ?? work(),
  };
  const { databaseUrl: url } = settings;
  const backups =
    url === undefined ? openBackups({ ...storeOptions, policy: settings.backups }) : createServerBackups();
  const store =
    url === undefined
      ? openSqliteStore({ ...storeOptions, knownDamage: () => backups.knownDamage() })
      : openPostgresStore({ ...storeOptions, ...databaseLogin(settings), url });
  const backupKeeper = new BackupKeeper({
    backups,
    changes: store.changes,
    erasureCleanup: store.erasureCleanup,
    now: () => ports.clock.now().getTime(),
    after: afterSystemTime,
    note,
  });
  const models = providersFrom(settings.providers);
  const bigmind = assembleBigMind(store, ports, settings.mode, {
    ...settings.memory,
    // Rows of a server stay there: one user's computer is no place for the rows of others.
    audit: {
      after: afterSystemTime,
      isStrict: settings.audit === 'strict',
      ...(url === undefined && { files: createAuditFiles(settings.databaseFile) }),
    },
    models: { ...models, after: afterSystemTime },
    loadWordVectors: () => readFile(join(programFolder, 'word-vectors.bin')),
    refreshEntries: ofUser(settings, createNodeRefreshEntries(store.entries, ports, histories)),
    readReminders: readNodeReminders,
    history: createNodeHistory(store.entries, ports),
    // Without it, a quote is not found; the memory is stored nevertheless.
    recordPending: (caller) =>
      recordPendingOf(caller, bigmind.memory, settings).catch((thrown: unknown) => note(`bigmind: ${String(thrown)}`)),
  });
  const projectIn = (folder: string): ProjectRef | undefined => projectOf(folder, homedir());
  const project = (): ProjectRef | undefined => projectIn(process.cwd());
  const filesOf = (folder: string): CitedFiles | undefined =>
    projectIn(folder) === undefined ? undefined : createCitedFiles(projectFolderOf(folder, homedir()), folder);
  let caller: Promise<Caller> | undefined;
  const { consolidation } = bigmind.memory;
  const ownSleep: QuietJob = {
    id: 'own',
    changeToken: () => consolidation.newestMemory(),
    run: async (isOver) => {
      const shouldContinue = async (): Promise<boolean> => {
        await yieldToOthers();
        return !isOver();
      };
      await consolidation.run(await context.caller(), { shouldContinue });
    },
  };
  // A team's server has no person apart from its callers.
  const teamSleep =
    settings.actsFor === undefined
      ? undefined
      : new TeamSleep({
          consolidation,
          actFor: (username, work) => store.actFor(username, work),
        });
  const sleepTimer = new QuietTimer({
    jobs: () => teamSleep?.jobs() ?? [ownSleep],
    now: () => ports.clock.now().getTime(),
    after: afterSystemTime,
    ...settings.sleep,
    note,
    failure: 'Syntheses were not written',
  });
  const archiveTimer = createArchiveTimer(
    {
      // Erasures count, too.
      changeToken: () => bigmind.memory.maintenance.changeToken(),
      now: () => ports.clock.now().getTime(),
      after: afterSystemTime,
      note,
    },
    () => context,
  );
  const context: CommandContext = {
    memory: bigmind.memory,
    search: bigmind.search,
    embedding: models.embedding,
    embedder: bigmind.embedder,
    backups: () => backups,
    transfer: async (places) => {
      const { openTransfer } = await import('./store/exchange/transfer/openTransfer.ts');
      return openTransfer({ ...storeOptions, ...databaseLogin(settings), ...places });
    },
    sync: async () => (await import('./sync/openSync.ts')).openSync({ store, ports, settings, env: process.env }),
    backupKeeper,
    sleepTimer,
    startTraces: async () => (traces ??= await tracesFrom(settings.traces, { version, note })),
    ...(settings.markdownFolder !== undefined && settings.actsFor !== 'callers' && { archiveTimer }),
    settings,
    actFor: (username, work) => store.actFor(username, work),
    ...(url !== undefined && { serverAdmin: createServerAdmin({ url, hash: ports.hash, now: storeOptions.now }) }),
    version,
    webviewFolder: join(programFolder, 'webview'),
    project,
    projectOf: projectIn,
    projectFolderOf: (folder) => projectFolderOf(folder, homedir()),
    mindFiles: nodeMindFiles,
    fileMemory: nodeFileMemory(ports, settings.memory.silenceMinutes ?? silenceMinuteLimits.default),
    editableFiles: lazyEditableFiles(homedir(), () => openEditableFiles(ports)),
    gotchas: createNodeGotchas(ports, bigmind.memory.fileEntries),
    blockParts: nodeBlockParts,
    refreshBlocks: (folder) => refreshNodeBlocks(projectFolderOf(folder, homedir())),
    filesOf,
    projectOfKey: (key) => projectOfKey(key, homedir()),
    pastProjectOf: (folder) => pastProjectOf(folder, homedir()),
    openForeign: (...asked) => createOpenForeign({ ...databaseReaders, checkpoints })(...asked),
    newId: ports.newId,
    conversationOf: (client) => conversationFromEnvironment(process.env, client),
    window: windowFrom(process.env),
    wasHandedOver: process.env['BIGMIND_HANDED_OVER'] !== undefined,
    caller: () =>
      (caller ??= bigmind.memory.identities.resolve({
        username: settings.username,
        agent: { name: 'bigmind', version },
        project: project(),
        files: filesOf(process.cwd()),
        conversationId: null,
        // Programs call this too. A terminal at both ends is the best available sign of a person.
        ...(process.stdin.isTTY && process.stdout.isTTY && { origin: 'person' as const }),
      })),
    host: nodeClientHost(),
    launch: () => launchFor(settings.home, thisProcess(programFile), { version, platform: process.platform }),
    skillLaunch: () => skillLaunchFor(settings.home, thisProcess(programFile), { version, platform: process.platform }),
    launcherLaunch: () => launcherLaunch(settings.home, thisProcess(programFile)),
    runtime: () => thisRuntime(programFile),
    hookScriptFolder: join(programFolder, '..', 'agent', 'plugin', 'hooks'),
    now: () => ports.clock.now(),
    surroundings: async () => [
      ...(await surroundings(settings, version)),
      ...settingFindings(settings.warnings),
      ...patternFindings(patterns.refused),
      ...(url === undefined ? await fileFindings(settings, backups) : await backups.findings()),
    ],
    out: (text) => write(process.stdout, text),
    note,
    log: (line) => write(process.stderr, line),
  };
  const close = async (): Promise<void> => {
    patterns.close();
    backupKeeper.close();
    await sleepTimer.close();
    await archiveTimer.close();
    await bigmind.close();
    await traces?.close();
  };
  return { context, close };
}

/** Rejects for an address or headers that are none. */
async function tracesFrom(
  { url, headers, service }: EnvironmentSettings['traces'],
  { version, note }: Pick<ThisProgram, 'version' | 'note'>,
): Promise<Traces | undefined> {
  if (url === undefined) return undefined;
  const [{ collectorFrom }, { Traces }] = await Promise.all([
    import('./http/agents/monitoring/collector.ts'),
    import('./http/agents/monitoring/traces.ts'),
  ]);
  return new Traces({
    ...{ ...collectorFrom(url, headers), service: service ?? 'bigmind', version, after: afterSystemTime, note },
  });
}

/** In milliseconds; a tool waits for it. */
const pendingLimit = 1_000;

/** Of the user's own chats; the transcripts of other callers are on their own machines. */
async function recordPendingOf(
  caller: Caller,
  { recording, identities }: Memory,
  { username, home, actsFor }: EnvironmentSettings,
): Promise<void> {
  if (actsFor !== undefined || caller.user.username !== username) return;
  const start = Date.now();
  await recordPending(recording, caller, {
    hasTime: () => Date.now() - start < pendingLimit,
    callerIn: chatCallers({ identities, username, home, projectOf: (folder) => projectOf(folder, homedir()) }),
  });
}

function thisProcess(programFile: string): LaunchingProcess {
  const electronRunAsNode = process.versions['electron'] !== undefined;
  return { execPath: process.execPath, electronRunAsNode, programFile, env: process.env };
}

function thisRuntime(programFile: string): RuntimeRecord {
  const { execPath, electronRunAsNode } = thisProcess(programFile);
  const { node, sqlite = null } = process.versions;
  // Hooks derive the folder from the location of their script and take the rest from here, so that they and the servers
  // share one store.
  const { BIGMIND_HOME: _home, ...env } = variablesFrom(process.env);
  return { execPath, electronRunAsNode, nodeVersion: node, sqliteVersion: sqlite, cli: programFile, env };
}

async function checkpoints(gitFolder: string): Promise<ForeignConversations> {
  const { openCheckpoints } = await import('./capture/checkpoints/checkpoints.ts');
  return openCheckpoints(gitFolder, { env: process.env });
}

/** A line. */
export function write(stream: NodeJS.WriteStream, text: string): void {
  stream.write(`${text}\n`);
}

/** Other callers of a server have their files on their own machines; a team's server has no user. */
function ofUser({ username, actsFor }: EnvironmentSettings, refresh: RefreshEntries): RefreshEntries {
  return async (caller) => (actsFor === undefined && caller.user.username === username ? refresh(caller) : undefined);
}

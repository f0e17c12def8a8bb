/**
 * Composition root of the extension on a desktop, a remote or code-server: the only place of the extension that reads
 * environment, paths and the clock. Activation does not touch the store; it opens on first use, with modules that are
 * loaded then.
 */
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import * as vscode from 'vscode';
import { claudeMemoryFile } from './importers/claude-code/claudeFolders.ts';
import { lazyEditableFiles } from './markdown/editing/lazyEditableFiles.ts';
import { hasFileMemory } from './markdown/files/mindFiles.ts';
import type { ModelParts } from './assemble.ts';
import { conversationLinesOfFile } from './capture/conversationFile.ts';
import { captureFindings } from './clients/hooks/captureFindings.ts';
import { compiledOnce, launcherFile, launchOf, type McpLaunch } from './clients/shared/launch.ts';
import type { RuntimeRecord } from './clients/runtimeFiles.ts';
import { serverStartFindings } from './clients/serverStarts.ts';
import {
  locationOf,
  providersFromEnvironment,
  settingsFromEnvironment,
  type EnvironmentSettings,
} from './environment.ts';
import { ExtensionBackups, openBigMind } from './extensionMemory.ts';
import { ExtensionRecording } from './extensionRecording.ts';
import { nodeClientHost, nodeHostFacts } from './nodeHostFacts.ts';
import { settingFindings } from './memory/upkeep/doctor.ts';
import { ownAgentName } from './memory/shared/identity.ts';
import { fileFindings } from './store/sqlite/upkeep/fileFindings.ts';
import { closedMemory, openTeamServer } from './vscode/services/server/openTeamServer.ts';
import type { TeamServer } from './vscode/services/server/teamServer.ts';
import { CaptureKeeper } from './vscode/services/capture/captureKeeper.ts';
import { captureSetting } from './vscode/services/capture/captureSetting.ts';
import { Confirmations } from './vscode/platform/confirming/confirmations.ts';
import { describeThrown } from './vscode/platform/describeThrown.ts';
import { registerUi } from './vscode/extensionUi.ts';
import { haveHooksRun, watchHookRuns } from './vscode/services/capture/hookSignal.ts';
import { commandsOf, versionOf, type Host, type Services } from './vscode/services/host.ts';
import { createLanguageModels } from './vscode/platform/languageModels.ts';
import { createLog, type Log } from './vscode/platform/log.ts';
import { McpProvider } from './vscode/services/mcpProvider.ts';
import { MemoryAccess } from './vscode/platform/memoryAccess.ts';
import { NoticeQueue, type FirstChat } from './vscode/platform/noticeQueue.ts';
import { Notices } from './vscode/platform/notices.ts';
import { ProviderKeys } from './vscode/platform/providerKeys.ts';
import { ReadOnlyPages } from './vscode/platform/readOnlyPages.ts';
import { OpenFilesRecord } from './vscode/services/openFilesRecord.ts';
import { RedactionRecord } from './vscode/services/redactionRecord.ts';
import { RuntimeRecordKeeper } from './vscode/services/runtimeRecord.ts';
import { chosenVariables, nameOfChosen } from './vscode/platform/settings.ts';
import type { MemorySource } from './vscode/platform/sharedMemory.ts';
import { registerPinnedFacts } from './vscode/services/userMemory/registerPinnedFacts.ts';
import { registerSleepCycle } from './vscode/services/sleep/registerSleepCycle.ts';
import { BackgroundLearner } from './vscode/services/learning/backgroundLearner.ts';
import { chosenModel } from './vscode/services/learning/learnModels.ts';
import { ToolsetRecord } from './vscode/services/toolsetRecord.ts';
import { registerReminders } from './vscode/ui/reminders/registerReminders.ts';
import { UnfinishedChats } from './vscode/services/unfinishedChats.ts';
import { WindowRequests } from './vscode/platform/windowRequests.ts';
import { afterSystemTime, systemClock } from './systemTime.ts';

/** The API that the extension exports. */
export interface ExtensionApi {
  /** The duration of `activate` in milliseconds. */
  readonly activationMs: number;
  /** The MCP servers on this computer that the chat is offered. */
  mcpServers(): vscode.McpStdioServerDefinition[];
  /** The path of `runtime.json` once it is written; undefined if it could not be. */
  readonly runtimeRecord: Promise<string | undefined>;
}

export function activate(context: vscode.ExtensionContext): ExtensionApi {
  const began = performance.now();
  const log = createLog();
  context.subscriptions.push(log);
  const notices = new Notices(log, new NoticeQueue(firstChatIn(context)));
  try {
    const keys = new ProviderKeys(context.secrets);
    const redaction = new RedactionRecord({ settings: currentSettings, notices });
    const kept = new ExtensionBackups({
      loadWasm: () => readFile(context.asAbsolutePath(join('dist', 'sql-wasm.wasm'))),
      notice: (text) => notices.warned(text),
    });
    const server = openTeamServer({
      ...{ secrets: context.secrets, settings: currentSettings, homeFolder: homedir(), log },
      ...{ ports: { clock: systemClock, newId: randomUUID }, after: afterSystemTime },
    });
    const host = createHost(context, keys, notices, { redaction, kept, server });
    const access = new MemoryAccess(() => createMemorySource(context, keys, notices, { redaction, kept, log }), log);
    const [pages, confirmations] = [new ReadOnlyPages(), new Confirmations()];
    const services: Services = { host, access, notices, pages, confirmations, log };
    const windowRequests = new WindowRequests({
      id: randomUUID(),
      home: () => currentSettings().home,
      clock: systemClock,
      openPanel: () => vscode.commands.executeCommand('bigmind.openPanel'),
      failed: (thrown) => log.warn(`The panel could not be opened for an assistant: ${describeThrown(thrown)}`),
    });
    const runtime = new RuntimeRecordKeeper({
      home: () => currentSettings().home,
      record: () => runtimeRecordOf(context),
      scripts: hookScriptsOf(context),
      env: process.env,
      // Only programs outside VS Code need it, and they report themselves when it is missing.
      failed: (thrown) => log.warn(`runtime.json could not be written: ${describeThrown(thrown)}`),
    });
    const capture = new CaptureKeeper({
      home: () => currentSettings().home,
      hooks: recording.hooks,
      wrote: (files) => recording.reportHooks(files, services),
      failed: (thrown) => notices.failed(thrown),
    });
    const mcp = new McpProvider(host, () => windowRequests.variables());
    const toolsets = new ToolsetRecord({
      home: () => currentSettings().home,
      failed: (thrown) => notices.failed(thrown),
    });
    context.subscriptions.push(
      keys,
      server.relays,
      server.delivery,
      server.connection,
      access,
      pages,
      confirmations,
      registerUi(services),
      mcp,
      windowRequests,
      new OpenFilesRecord(() => currentSettings().home),
    );
    context.subscriptions.push(
      registerReminders(services, { state: context.globalState, isStarted: () => hasFileMemory(homedir()) }),
      registerSleepCycle(services, { settings: () => currentSettings().sleep, after: afterSystemTime }),
    );
    const learner = new BackgroundLearner({
      access,
      log,
      isOn: () => !server.connection.isOn && currentSettings().learn.choice !== 'off',
      dailyTokens: () => currentSettings().learn.dailyTokens,
      find: () => chosenModel(host, 'given'),
      pauseSeconds: 60,
    });
    const unfinished = new UnfinishedChats({
      isWanted: () => !server.connection.isOn && recording.isOn(),
      record: async () => {
        await recording.joinProjects(services);
        return recording.recordUnfinished(access);
      },
      log,
    });
    const pinned = registerPinnedFacts(services, context, {
      settings: currentSettings,
      claudeMemoryFile: (folder) => claudeMemoryFile(folder, nodeClientHost()),
    });
    context.subscriptions.push(runtime, toolsets, redaction, capture, learner, unfinished, pinned);
    void server.connection.refresh();
    const runtimeRecord = runtime.write();
    void runtimeRecord.then(async () => {
      await Promise.all([toolsets.start(), redaction.start(), capture.start()]);
      void pinned.start();
      await recording.askOnce(context, services);
    });
    const activationMs = performance.now() - began;
    log.debug(`Activated in ${activationMs.toFixed(1)} ms.`);
    return { activationMs, runtimeRecord, mcpServers: () => localOnes(mcp.provideMcpServerDefinitions()) };
  } catch (thrown) {
    notices.failed(thrown);
    throw thrown;
  }
}

function firstChatIn({ globalState }: vscode.ExtensionContext): FirstChat {
  const key = 'bigmind.noticesBeforeFirstChat';
  return {
    shown: () => globalState.get(key, 0),
    keepShown: (count) => void globalState.update(key, count),
    hasChatted: () => haveHooksRun(() => currentSettings().home),
  };
}

function createMemorySource(
  context: vscode.ExtensionContext,
  keys: ProviderKeys,
  notices: Notices,
  { redaction, kept, log }: { redaction: RedactionRecord; kept: ExtensionBackups; log: Log },
): MemorySource {
  const settings = currentSettings();
  for (const warning of settings.warnings) notices.warned(warning);
  if (settings.serverUrl !== undefined) return closedMemory(settings.serverUrl);
  return {
    location: locationOf(settings),
    open: async () => {
      await redaction.use();
      const loadWordVectors = (): Promise<Uint8Array> =>
        readFile(context.asAbsolutePath(join('dist', 'word-vectors.bin')));
      const note = (sentence: string): void => log.info(sentence);
      // Git must not start by itself in a folder that the user does not trust.
      const histories = vscode.workspace.isTrusted ? settings.learn.histories : 'learned';
      return openBigMind(settings, { kept, note, loadWordVectors, histories }, await modelParts(keys, notices));
    },
    visitor: async (chosen) => {
      const [{ projectFolderOf, projectOf }, { createCitedFiles }] = await Promise.all([
        import('./capture/projects/projectIdentity.ts'),
        import('./capture/citedFiles.ts'),
      ]);
      const folders = vscode.workspace.workspaceFolders ?? [];
      const wanted = chosen === undefined ? folders : [chosen];
      const folder = wanted.find(({ uri }) => uri.scheme === 'file')?.uri.fsPath;
      const home = homedir();
      // With several folders, paths begin with the name of a folder, which no other program knows.
      const hasFiles = folder !== undefined && folders.length === 1;
      return {
        username: settings.username,
        agent: { name: ownAgentName, version: versionOf(context) },
        project: folder === undefined ? undefined : projectOf(folder, home),
        files: hasFiles ? createCitedFiles(projectFolderOf(folder, home), folder) : undefined,
        conversationId: null,
        origin: 'person' as const,
      };
    },
  };
}

/** An invalid model server is reported and left out, because the memory works without it. */
async function modelParts(keys: ProviderKeys, notices: Notices): Promise<ModelParts | undefined> {
  const env = currentEnvironment();
  try {
    const { embeddings, rerank } = providersFromEnvironment(env);
    if (embeddings === undefined && rerank === undefined) return undefined;
    const [{ providersFrom }, { afterSystemTime }] = await Promise.all([
      import('./search/embedding/servers/providersFrom.ts'),
      import('./systemTime.ts'),
    ]);
    const settings = providersFromEnvironment({ ...env, ...(await keys.forServer(env)) });
    return { ...providersFrom(settings), after: afterSystemTime };
  } catch (thrown) {
    notices.failed(thrown);
    return undefined;
  }
}

function createHost(
  context: vscode.ExtensionContext,
  keys: ProviderKeys,
  notices: Notices,
  { redaction, kept, server }: { redaction: RedactionRecord; kept: ExtensionBackups; server: TeamServer },
): Host {
  const { node, sqlite = 'none', electron } = process.versions;
  return {
    kind: 'node',
    extensionUri: context.extensionUri,
    version: versionOf(context),
    commands: commandsOf(context),
    runtime: `Node ${node}, SQLite ${sqlite}${electron === undefined ? '' : `, Electron ${electron}`}, ${process.platform} ${process.arch}`,
    backups: async () => {
      const settings = currentSettings();
      return { backups: await kept.of(settings), username: settings.username };
    },
    protection: () => import('./capture/protectedExport.ts'),
    hasStore: () => {
      const { databaseFile, databaseUrl, serverUrl } = currentSettings();
      if (databaseUrl !== undefined || serverUrl !== undefined) return false;
      // A store that is missing is reported if there are backups of it.
      return existsSync(databaseFile) || existsSync(join(dirname(databaseFile), 'backups'));
    },
    databaseFolder: () => vscode.Uri.file(dirname(currentSettings().databaseFile)),
    readConversations: (file) => conversationLinesOfFile(file.fsPath),
    pastConversations: async () =>
      (await import('./extensionOtherPrograms.ts')).openPastConversations(context, currentSettings().databaseFile),
    mcpLaunch: () => compiledOnce(createLaunch(cliOf(context)), () => currentSettings().home),
    clientLaunch,
    mcpKeys: () => keysForServer(keys, notices),
    keys,
    server,
    clientFiles: async () =>
      (await import('./extensionOtherPrograms.ts')).openClientFiles(currentSettings().home, clientLaunch()),
    fileMemory: async () => (await import('./nodeProjectFiles.ts')).openProjectFiles(),
    editableFiles: lazyEditableFiles(homedir(), async () =>
      (await import('./nodeMindFiles.ts')).openEditableFiles({ clock: systemClock, newId: randomUUID }),
    ),
    capture: recording,
    watchHookRuns: (onRun) => watchHookRuns(currentSettings().home, onRun),
    languageModels: createLanguageModels(() => context.languageModelAccessInformation),
    learning: {
      settings: () => currentSettings().learn,
      outside: async (settings) => {
        const [{ languageModelFrom }, { redact }] = await Promise.all([
          import('./distill/languageModelFrom.ts'),
          import('./capture/redaction/redaction.ts'),
        ]);
        return languageModelFrom(settings, { env: currentEnvironment(), redact });
      },
      agents: async () => (await import('./distill/foundAgents.ts')).foundAgents(currentEnvironment()),
    },
    findings: async () => {
      const settings = currentSettings();
      const { home, databaseFile } = settings;
      const host = nodeClientHost();
      const [{ connectionFindings }, { pinnedFindings }] = await Promise.all([
        import('./clients/connectionFindings.ts'),
        import('./clients/userMemory/pinnedFindings.ts'),
      ]);
      const connected = await connectionFindings({ host, home, databaseFile });
      const wrong = settingFindings(settings.warnings);
      return [
        ...captureFindings({ home, databaseFile, host, choice: captureSetting(home) }),
        ...connected,
        ...serverStartFindings(home),
        ...(await pinnedFindings(home)),
        ...wrong,
        ...redaction.findings(),
        ...(settings.databaseUrl === undefined
          ? await fileFindings(settings, await kept.of(settings))
          : await (await kept.of(settings)).findings()),
      ];
    },
    clock: systemClock,
  };
}

const recording = new ExtensionRecording(currentSettings);

function clientLaunch(): McpLaunch {
  return createLaunch(launcherFile(currentSettings().home));
}

/**
 * A key that must not be used with the current settings is reported and left out, because the memory works without it.
 */
async function keysForServer(keys: ProviderKeys, notices: Notices): Promise<Record<string, string>> {
  try {
    return await keys.forServer(currentEnvironment());
  } catch (thrown) {
    notices.failed(thrown);
    return {};
  }
}

function createLaunch(programFile: string): McpLaunch {
  const env = currentEnvironment();
  return launchOf({ execPath: process.execPath, electronRunAsNode: isElectron(), programFile, env });
}

function runtimeRecordOf(context: vscode.ExtensionContext): RuntimeRecord {
  return {
    execPath: process.execPath,
    electronRunAsNode: isElectron(),
    nodeVersion: process.versions.node,
    sqliteVersion: process.versions['sqlite'] ?? null,
    cli: cliOf(context),
    env: chosenVariables(),
  };
}

function currentEnvironment(): Record<string, string | undefined> {
  return { ...process.env, ...chosenVariables() };
}

function currentSettings(): EnvironmentSettings {
  const chosen = chosenVariables();
  return settingsFromEnvironment({ ...process.env, ...chosen }, nodeHostFacts(), nameOfChosen(chosen));
}

function cliOf(context: vscode.ExtensionContext): string {
  return context.asAbsolutePath(join('dist', 'cli.js'));
}

function hookScriptsOf(context: vscode.ExtensionContext): string {
  return context.asAbsolutePath(join('agent', 'plugin', 'hooks'));
}

function localOnes(servers: readonly vscode.McpServerDefinition[]): vscode.McpStdioServerDefinition[] {
  return servers.filter((server) => server instanceof vscode.McpStdioServerDefinition);
}

function isElectron(): boolean {
  return process.versions['electron'] !== undefined;
}

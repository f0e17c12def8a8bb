/**
 * Composition root of the extension in a browser: no process, no Node module, no file path. The store is sql.js over
 * the extension's own storage; commands that need a process report that there is none.
 */
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import * as vscode from 'vscode';
import type { BigMind } from './assemble.ts';
import { conversationLinesFrom } from './capture/conversationLine.ts';
import { learnSettingsFrom, memoryOptionsFrom, SettingsReader } from './environment.ts';
import type { Ports } from './memory/shared/ports.ts';
import { ownAgentName } from './memory/shared/identity.ts';
import { systemClock } from './systemTime.ts';
import { Confirmations } from './vscode/platform/confirming/confirmations.ts';
import { registerUi } from './vscode/extensionUi.ts';
import { noProcess, commandsOf, versionOf, type Host, type Services } from './vscode/services/host.ts';
import { createLanguageModels } from './vscode/platform/languageModels.ts';
import { onlyVscode } from './vscode/services/learning/learnModels.ts';
import { createLog } from './vscode/platform/log.ts';
import { MemoryAccess } from './vscode/platform/memoryAccess.ts';
import { Notices } from './vscode/platform/notices.ts';
import { ReadOnlyPages } from './vscode/platform/readOnlyPages.ts';
import { settingsTable } from './settingsTable.ts';
import { chosenRedactionPatterns, chosenVariables, nameOfChosen } from './vscode/platform/settings.ts';
import type { MemorySource } from './vscode/platform/sharedMemory.ts';
import { WorkspaceImage } from './vscode/platform/workspaceImage.ts';
import { registerChatTools } from './vscode/services/chatTools/registerChatTools.ts';
import { createWorkspaceCitedFiles } from './vscode/services/workspaceCitedFiles.ts';

export interface WebExtensionApi {
  /** The duration of `activate` in milliseconds. */
  readonly activationMs: number;
}

export function activate(context: vscode.ExtensionContext): WebExtensionApi {
  const began = performance.now();
  const log = createLog();
  context.subscriptions.push(log);
  const notices = new Notices(log);
  try {
    void vscode.commands.executeCommand('setContext', 'bigmind.browserHost', true);
    const host = createHost(context);
    // One instance per window, because its queue serializes replacements.
    const image = new WorkspaceImage(context.globalStorageUri, newId);
    const access = new MemoryAccess(() => createMemorySource(image, context, notices), log);
    const [pages, confirmations] = [new ReadOnlyPages(), new Confirmations()];
    const services: Services = { host, access, notices, pages, confirmations, log };
    context.subscriptions.push(access, pages, confirmations, registerUi(services));
    context.subscriptions.push(registerChatTools(context.extension, services));
    const activationMs = performance.now() - began;
    log.debug(`Activated in ${activationMs.toFixed(1)} ms.`);
    return { activationMs };
  } catch (thrown) {
    notices.failed(thrown);
    throw thrown;
  }
}

function createMemorySource(image: WorkspaceImage, context: vscode.ExtensionContext, notices: Notices): MemorySource {
  return {
    location: image.location,
    open: () => openBigMind(image, context, notices),
    visitor: (chosen) => {
      const folders = vscode.workspace.workspaceFolders ?? [];
      const folder = chosen ?? folders[0];
      return Promise.resolve({
        username: readChosen().read(settingsTable.user) ?? 'user',
        agent: { name: ownAgentName, version: versionOf(context) },
        project: folder === undefined ? undefined : { key: folder.uri.toString(), name: folder.name },
        conversationId: null,
        origin: 'person' as const,
        files: folders.length === 1 ? createWorkspaceCitedFiles() : undefined,
      });
    },
  };
}

async function openBigMind(
  image: WorkspaceImage,
  context: vscode.ExtensionContext,
  notices: Notices,
): Promise<BigMind> {
  const settings = readChosen();
  const [mode = 'personal', audit] = [settings.read(settingsTable.mode), settings.read(settingsTable.audit)];
  const options = memoryOptionsFrom(settings);
  for (const warning of settings.warnings) notices.warned(warning);
  const [{ assembleBigMind }, { openImageStore }, { redact, useCustomRules }, { customPatternsFrom }, { indexText }] =
    await Promise.all([
      import('./assemble.ts'),
      import('./store/sqlite/openImageStore.ts'),
      import('./capture/redaction/redaction.ts'),
      import('./capture/redaction/customPatterns.ts'),
      import('./search/query/words.ts'),
    ]);
  useCustomRules(customPatternsFrom(chosenRedactionPatterns() ?? []).rules);
  const ports: Ports = {
    clock: systemClock,
    newId,
    hash: (text) => bytesToHex(sha256(utf8ToBytes(text))),
    redact,
    indexText,
  };
  const asset = (name: string): Thenable<Uint8Array> =>
    vscode.workspace.fs.readFile(vscode.Uri.joinPath(context.extensionUri, 'dist', name));
  const store = openImageStore({
    image,
    hash: ports.hash,
    newId,
    now: () => systemClock.now(),
    indexText,
    audit,
    loadWasm: async () => asset('sql-wasm.wasm'),
  });
  return assembleBigMind(store, ports, mode, {
    ...options,
    audit: { isStrict: audit === 'strict' },
    loadWordVectors: async () => asset('word-vectors.bin'),
  });
}

function readChosen(): SettingsReader {
  const chosen = chosenVariables();
  return new SettingsReader(chosen, nameOfChosen(chosen));
}

function createHost(context: vscode.ExtensionContext): Host {
  return {
    kind: 'browser',
    extensionUri: context.extensionUri,
    version: versionOf(context),
    commands: commandsOf(context),
    runtime: vscode.l10n.t('in a browser'),
    backups: undefined,
    protection: undefined,
    hasStore: () => false,
    databaseFolder: () => undefined,
    readConversations: (file) => conversationLinesFrom(linesOf(file)),
    pastConversations: undefined,
    mcpLaunch: () => undefined,
    clientLaunch: () => undefined,
    mcpKeys: () => Promise.resolve({}),
    keys: undefined,
    server: undefined,
    clientFiles: () => Promise.reject(noProcess()),
    fileMemory: undefined,
    editableFiles: undefined,
    capture: undefined,
    watchHookRuns: undefined,
    languageModels: createLanguageModels(() => context.languageModelAccessInformation),
    learning: onlyVscode(() => learnSettingsFrom(readChosen())),
    findings: () => Promise.resolve([]),
    clock: systemClock,
  };
}

async function* linesOf(file: vscode.Uri): AsyncGenerator<string> {
  const text = new TextDecoder().decode(await vscode.workspace.fs.readFile(file));
  yield* text.split(/\r?\n/u);
}

function newId(): string {
  return crypto.randomUUID();
}

/**
 * What differs between the places that the extension runs in. A composition root fills it in; commands and views read
 * it instead of asking where they are.
 */
import * as vscode from 'vscode';
import type { McpLaunch } from '../../clients/shared/launch.ts';
import type { ArchiveLine, UnreadableLine } from '../../memory/archive/archive.ts';
import { BigMindError } from '../../memory/shared/errors.ts';
import type { Finding } from '../../memory/shared/findings.ts';
import type { Clock } from '../../memory/shared/ports.ts';
import type { Backups } from '../../memory/upkeep/backups.ts';
import { isText, shape } from '../../protocol/shared/check.ts';
import type { Confirmations } from '../platform/confirmations.ts';
import type { LanguageModels } from '../platform/languageModels.ts';
import type { Log } from '../platform/log.ts';
import type { MemoryAccess } from '../platform/memoryAccess.ts';
import type { Notices } from '../platform/notices.ts';
import type { ProviderKeys } from '../platform/providerKeys.ts';
import type { ReadOnlyPages } from '../platform/readOnlyPages.ts';
import type { CaptureSwitch } from './capture/captureSetting.ts';
import type { ClientFiles } from './clientFiles.ts';
import type { PastConversations } from './pastConversations.ts';

/** Exports under a passphrase; see `capture/protectedExport.ts`. */
export interface Protection {
  protectedWith(passphrase: string, text: string): Promise<Uint8Array>;
  openedWith(passphrase: string, bytes: Uint8Array): Promise<string>;
}

export interface Host {
  /** `node` on a desktop, a remote or code-server; `browser` in a web worker. */
  readonly kind: 'node' | 'browser';
  readonly extensionUri: vscode.Uri;
  readonly version: string;
  /** Programs and their versions in one line, for the doctor. */
  readonly runtime: string;
  /** Of the store that the settings name, also when it cannot be opened; absent in a browser. */
  readonly backups: (() => Promise<{ backups: Backups; username: string }>) | undefined;
  /** What writes and opens exports under a passphrase, loaded when it is asked for; absent in a browser. */
  readonly protection: (() => Promise<Protection>) | undefined;
  /** The folder that holds the store, where it is one that a person can open. */
  databaseFolder(): vscode.Uri | undefined;
  /** The messages of a conversation file, in its order. */
  readConversations(file: vscode.Uri): AsyncIterable<ArchiveLine | UnreadableLine>;
  /** What can be imported of other programs; absent in a browser, where there is nothing of them. */
  readonly pastConversations: (() => Promise<PastConversations>) | undefined;
  /** Absent where no process can be started. */
  mcpLaunch(): McpLaunch | undefined;
  /** The same for other clients: by a path that outlives updates of the extension. */
  clientLaunch(): McpLaunch | undefined;
  /** The keys of model servers, as variables for a server that starts. They are in no launch: those end up in files. */
  mcpKeys(): Promise<Record<string, string>>;
  /** Absent where no process can be started that would use them. */
  readonly keys: ProviderKeys | undefined;
  /** The files of other clients and of projects, as they are now. Rejects where no file can be written. */
  clientFiles(): Promise<ClientFiles>;
  /** Absent in a browser, where no hooks run. */
  readonly capture: CaptureSwitch | undefined;
  /** Tells when a hook of any assistant ran on this machine; absent in a browser. */
  readonly watchHookRuns: ((onRun: () => void) => vscode.Disposable) | undefined;
  /** Those of this VS Code, which a person may allow to be asked. */
  readonly languageModels: LanguageModels;
  /** What the doctor should know of this machine beside the store. Rejects while a setting means nothing. */
  findings(): Promise<readonly Finding[]>;
  readonly clock: Clock;
}

/** What every command is given. */
export interface Services {
  readonly host: Host;
  readonly access: MemoryAccess;
  readonly notices: Notices;
  readonly pages: ReadOnlyPages;
  readonly confirmations: Pick<Confirmations, 'ask' | 'askForName'>;
  readonly log: Log;
}

/** What a browser answers to whatever needs a process or the files of other programs. */
export function noProcess(): BigMindError {
  return new BigMindError('not_allowed', vscode.l10n.t('In a browser, no MCP server can start.'), {
    remedy: vscode.l10n.t('Open VS Code on your computer or connect to a server, and then run the command there.'),
  });
}

const isManifest = shape({ version: isText });

/** The version in the extension's own manifest. */
export function versionOf({ extension }: vscode.ExtensionContext): string {
  const manifest: unknown = extension.packageJSON;
  return isManifest(manifest) ? manifest.version : 'unknown';
}

/**
 * What differs between the environments of the extension. A composition root fills it in; commands and views read it
 * instead of checking where they run.
 */
import * as vscode from 'vscode';
import type { McpLaunch } from '../../clients/shared/launch.ts';
import type { ArchiveLine, UnreadableLine } from '../../memory/archive/archive.ts';
import type { EditableFiles } from '../../memory/entries/editableFiles.ts';
import { BigMindError } from '../../memory/shared/errors.ts';
import type { Finding } from '../../memory/shared/findings.ts';
import type { Clock } from '../../memory/shared/ports.ts';
import type { Backups } from '../../memory/upkeep/backups.ts';
import { isText, listOf, shape } from '../../protocol/shared/check.ts';
import type { Confirmations } from '../platform/confirming/confirmations.ts';
import type { LanguageModels } from '../platform/languageModels.ts';
import type { Log } from '../platform/log.ts';
import type { MemoryAccess } from '../platform/memoryAccess.ts';
import type { Notices } from '../platform/notices.ts';
import type { ProviderKeys } from '../platform/providerKeys.ts';
import type { ReadOnlyPages } from '../platform/readOnlyPages.ts';
import type { CaptureSwitch } from './capture/captureSetting.ts';
import type { ClientFiles } from './clientFiles.ts';
import type { LearnHost } from './learning/learnModels.ts';
import type { PastConversations } from './pastConversations.ts';
import type { ProjectFiles } from './projectFiles.ts';
import type { TeamServer } from './server/teamServer.ts';

/** Exports with a passphrase; see `capture/protectedExport.ts`. */
export interface Protection {
  protectedWith(passphrase: string, text: string): Promise<Uint8Array>;
  openedWith(passphrase: string, bytes: Uint8Array): Promise<string>;
}

export interface Host {
  /** `node` on a desktop, a remote or code-server; `browser` in a web worker. */
  readonly kind: 'node' | 'browser';
  readonly extensionUri: vscode.Uri;
  readonly version: string;
  /** The commands of the manifest by their id, with their titles in the language of the window. */
  readonly commands: ReadonlyMap<string, ContributedCommand>;
  /** Programs and their versions in one line, for the doctor. */
  readonly runtime: string;
  /** Backups of the store in the settings, even if it cannot be opened; absent in a browser. */
  readonly backups: (() => Promise<{ backups: Backups; username: string }>) | undefined;
  /** Writes and opens exports with a passphrase, loaded on demand; absent in a browser. */
  readonly protection: (() => Promise<Protection>) | undefined;
  /** Whether a store on this computer can be looked at without creating one. May throw while a setting is invalid. */
  hasStore(): boolean;
  /** The folder of the store; undefined if the user cannot open one. */
  databaseFolder(): vscode.Uri | undefined;
  /** The messages of a conversation file, in file order. */
  readConversations(file: vscode.Uri): AsyncIterable<ArchiveLine | UnreadableLine>;
  /** What can be imported from other programs; absent in a browser, which has no access to their files. */
  readonly pastConversations: (() => Promise<PastConversations>) | undefined;
  /** Undefined where no process can be started. */
  mcpLaunch(): McpLaunch | undefined;
  /** The same for other clients, with a path that survives updates of the extension. */
  clientLaunch(): McpLaunch | undefined;
  /**
   * The keys of model servers, as variables for a starting server. No launch contains them, because launches are
   * written to files.
   */
  mcpKeys(): Promise<Record<string, string>>;
  /** Absent where no process can be started that would use them. */
  readonly keys: ProviderKeys | undefined;
  /** The server of a team, if the settings name one; absent in a browser, whose requests a server refuses. */
  readonly server: TeamServer | undefined;
  /** The current files of other clients and of projects. Rejects where no file can be written. */
  clientFiles(): Promise<ClientFiles>;
  /** Absent in a browser, which has no home folder. */
  readonly fileMemory: (() => Promise<ProjectFiles>) | undefined;
  /** The same files, for people who edit reminders and gotchas in the page. */
  readonly editableFiles: EditableFiles | undefined;
  /** Absent in a browser, where no hooks run. */
  readonly capture: CaptureSwitch | undefined;
  /** Reports that a hook of any assistant ran on this machine; absent in a browser. */
  readonly watchHookRuns: ((onRun: () => void) => vscode.Disposable) | undefined;
  /** The models of this VS Code, if the user allows their use. */
  readonly languageModels: LanguageModels;
  /** The language model that learns from recorded sessions, as the user chose it. */
  readonly learning: LearnHost;
  /** The doctor's findings about this machine, apart from the store. Rejects while a setting is invalid. */
  findings(): Promise<readonly Finding[]>;
  readonly clock: Clock;
}

/** Passed to every command. */
export interface Services {
  readonly host: Host;
  readonly access: MemoryAccess;
  readonly notices: Notices;
  readonly pages: ReadOnlyPages;
  readonly confirmations: Pick<Confirmations, 'ask'>;
  readonly log: Log;
}

/** The error of commands that need a process or files of other programs, in a browser. */
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

interface ContributedCommand {
  title: string;
  /** Such as `$(book)`; empty for none. */
  icon: string;
}

const contributesCommands = shape({
  contributes: shape({ commands: listOf(shape({ command: isText, title: isText })) }),
});

/** In the extension's own manifest, whose texts VS Code has translated. */
export function commandsOf({ extension }: vscode.ExtensionContext): ReadonlyMap<string, ContributedCommand> {
  const manifest: unknown = extension.packageJSON;
  if (!contributesCommands(manifest)) return new Map();
  return new Map(
    manifest.contributes.commands.map((contributed) => {
      const icon = 'icon' in contributed && isText(contributed.icon) ? contributed.icon : '';
      return [contributed.command, { title: contributed.title, icon }];
    }),
  );
}

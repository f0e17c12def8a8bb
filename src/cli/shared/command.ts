/**
 * The interface of a `bigmind` command, and its context. A command writes its answer through `out` (one JSON value
 * with `--json`), everything else through `note`, and returns an exit code: 0 done; 1 refused or failed, also if what
 * it names does not exist; 2 if it could not be understood. It throws `wrongUsage` for the last.
 */
import type { ParseArgsConfig } from 'node:util';
import type { FileMemory } from '../../markdown/fileMemory.ts';
import type { BlockParts, RefreshedBlocks } from '../../markdown/block/memoryBlocks.ts';
import type { MindFiles } from '../../markdown/files/mindFiles.ts';
import type { OfferGotchas, ReadGotchaCode } from '../../markdown/gotchas/gotchaOffers.ts';
import type { Traces } from '../../http/agents/monitoring/traces.ts';
import type { RuntimeRecord } from '../../clients/runtimeFiles.ts';
import type { ClientHost } from '../../clients/shared/clientHost.ts';
import type { McpLaunch } from '../../clients/shared/launch.ts';
import type { EnvironmentSettings } from '../../environment.ts';
import type { OpenForeignConversations } from '../../memory/archive/foreignConversations.ts';
import type { Memory } from '../../memory/memory.ts';
import type { EditableFiles } from '../../memory/entries/editableFiles.ts';
import { BigMindError } from '../../memory/shared/errors.ts';
import type { Finding } from '../../memory/shared/findings.ts';
import type { CitedFiles, NewId } from '../../memory/shared/ports.ts';
import { unknownProjectIn } from '../../memory/shared/identity.ts';
import type { Caller, ProjectRef } from '../../memory/shared/identity.ts';
import { refused } from '../../memory/shared/input.ts';
import type { Sync } from '../../sync/sync.ts';
import type { QuietTimer } from '../../memory/shared/background/quietTimer.ts';
import type { BackupKeeper } from '../../memory/upkeep/backupKeeper.ts';
import type { Store } from '../../memory/store.ts';
import { visible } from '../../memory/trust/quoting.ts';
import type { Backups } from '../../memory/upkeep/backups.ts';
import type { ServerAdmin } from '../../memory/upkeep/serverAdmin.ts';
import type { StorePlace, Transfer } from '../../memory/upkeep/transfer.ts';
import type { Embedder } from '../../search/embedding/embedder.ts';
import type { EmbeddingProvider } from '../../search/embedding/servers/provider.ts';
import type { Search } from '../../search/search.ts';

export interface CommandContext {
  memory: Memory;
  search: Search;
  /** Absent if no embedding provider is set. */
  embedding?: EmbeddingProvider | undefined;
  /** Embeds in the background once it is woken; absent without a provider. */
  embedder?: Embedder | undefined;
  /** The backups of the store, even if it cannot be opened. */
  backups: () => Backups;
  /** A copy of a store into another engine; opens neither before its first call. */
  transfer: (places: { from: StorePlace; to: StorePlace }) => Promise<Transfer>;
  /** The sync with other machines of the person. */
  sync: () => Promise<Sync>;
  /** Makes backups in the background once it is woken. */
  backupKeeper: BackupKeeper;
  /** Writes syntheses in the background once it is woken. */
  /** From now on, requests and their transactions are traced. Undefined without a collector; rejects for an invalid one. */
  startTraces: () => Promise<Traces | undefined>;
  sleepTimer: QuietTimer;
  /** Keeps the Markdown archive up to date in the background once it is woken; absent without a folder for it. */
  archiveTimer?: QuietTimer;
  settings: EnvironmentSettings;
  /** What answers hooks needs; only a server does. */
  hooks?: HookOpening;
  /** As `Store.actFor`. */
  actFor: Store['actFor'];
  /** What the owner of the schema does on a server; undefined if the store is a file. */
  serverAdmin?: ServerAdmin;
  version: string;
  /** The folder with the files of the memory page. */
  webviewFolder: string;
  /** The project of the working folder. */
  project: () => ProjectRef | undefined;
  projectOf: (folder: string) => ProjectRef | undefined;
  /** The files of the project that contains the folder; undefined if it is in none. */
  filesOf: (folder: string) => CitedFiles | undefined;
  /** The folder of the project that contains the folder; the folder itself if it is in none. */
  projectFolderOf: (folder: string) => string;
  /** The files of project memories, and of `~/.mind`. */
  mindFiles: MindFiles;
  /** The memory in the files of projects; loaded when a command needs it. */
  fileMemory: () => Promise<FileMemory>;
  /** The same for people who edit reminders and gotchas in the page. */
  editableFiles: EditableFiles;
  /** The gotchas of a prompt or a tool call, from those files, and the code by which they are found. */
  gotchas: { offer: OfferGotchas; code: ReadGotchaCode };
  /** The blocks with these memories in instruction files. */
  blockParts: () => Promise<BlockParts>;
  /** Brings the blocks of the project that contains the folder up to date; undefined without file memory. */
  refreshBlocks: (folder: string) => Promise<RefreshedBlocks | undefined>;
  /** The project that a stored key names today. */
  projectOfKey: (key: string) => ProjectRef | undefined;
  /** Like `projectOf`, for a folder that may no longer exist. */
  pastProjectOf: (folder: string) => ProjectRef | undefined;
  /** Opens another program's database of conversations. */
  openForeign: OpenForeignConversations;
  newId: NewId;
  /** The conversation of the client with this name that started this process; undefined if it names none. */
  conversationOf: (client: string) => string | undefined;
  /** The VS Code window that started this process, by the id that it set. */
  window: string | undefined;
  /** Another Node started this process to take over its work, and waits for it. */
  wasHandedOver: boolean;
  /** The user at the terminal; belongs to no conversation. */
  caller: () => Promise<Caller>;
  /** The machine on which other clients are searched. */
  host: ClientHost;
  /** How other clients start this BigMind. */
  launch: () => McpLaunch;
  /** How a shell starts it, for the text of a skill. */
  skillLaunch: () => McpLaunch;
  /** The same as `launch` through the launcher in BigMind's folder, which an installation of hooks writes. */
  launcherLaunch: () => McpLaunch;
  /** The running program, as recorded for hooks. */
  runtime: () => RuntimeRecord;
  /** The folder with the scripts that hooks run. */
  hookScriptFolder: string;
  now: () => Date;
  /** Further findings for the doctor on this process and its environment. */
  surroundings: () => Promise<Finding[]>;
  /** Standard output. */
  out: (text: string) => void;
  /** Standard error; with `--log json` as a line of JSON. */
  note: (text: string) => void;
  /** Standard error, for a line that has the form of the log already. */
  log: (line: string) => void;
}

/** How a server does the work of hooks. */
export interface HookOpening {
  /** The file of the running command line. */
  cli: string;
  /** The settings of a hook with these variables; undefined unless its store and user are those of this process. */
  settingsFor: (env: Readonly<Record<string, string>>) => EnvironmentSettings | undefined;
  /** Opens the store as the hook itself would. */
  open: (settings: EnvironmentSettings) => Promise<{ context: CommandContext; close: () => Promise<void> }>;
}

export interface CommandInput {
  positionals: string[];
  /** An array for an option that can be repeated. */
  values: Record<string, string | boolean | (string | boolean)[] | undefined>;
}

export interface Command {
  name: string;
  /** The arguments after the name, for example `KIND [PATH]`. */
  usage: string;
  /** The words that the first argument can be, if the usage does not list them. */
  words?: readonly string[];
  /** One sentence. */
  summary: string;
  /** Additional sentences for `bigmind help NAME`. */
  details?: string;
  options: NonNullable<ParseArgsConfig['options']>;
  /** The number of positional arguments. */
  takes: { min: number; max: number };
  run: (input: CommandInput, context: CommandContext) => Promise<ExitCode>;
}

export type ExitCode = 0 | 1 | 2;

export function textOption(input: CommandInput, name: string): string | undefined {
  const value = input.values[name];
  return typeof value === 'string' ? value : undefined;
}

/**
 * The entries of an option that takes a list and can be repeated, split at the separator and without empty ones;
 * undefined if the option is not given.
 */
export function listOption(input: CommandInput, name: string, separator = ','): string[] | undefined {
  const given = input.values[name];
  if (given === undefined) return undefined;
  const texts = [given].flat().filter((value) => typeof value === 'string');
  const entries = texts.flatMap((text) => text.split(separator)).map((entry) => entry.trim());
  return entries.filter((entry) => entry !== '');
}

/** Throws a refusal that names the option if the value is not a number; the domain checks the range. */
export function numberOption(input: CommandInput, name: string): number | undefined {
  const value = textOption(input, name);
  if (value === undefined) return undefined;
  const number = value.trim() === '' ? NaN : Number(value);
  if (!Number.isFinite(number)) throw refused(name, `is "${value.slice(0, 60)}"`, 'Use a number.');
  return number;
}

/** 1 if the option names a project that does not exist, as for everything else that does not exist; otherwise 0. */
export async function codeForProject(input: CommandInput, { memory, caller }: CommandContext): Promise<ExitCode> {
  const scope = await memory.identities.scope(await caller(), textOption(input, 'project'));
  return unknownProjectIn(scope) === undefined ? 0 : 1;
}

/** An error for wrong usage that no option's value explains, such as a missing option. */
export function wrongUsage(message: string, remedy?: string): BigMindError {
  return new BigMindError('invalid_input', message, {
    remedy,
    details: { isWrongUsage: true },
  });
}

/**
 * The error for wrong usage, with the options as they are typed: of `wrongUsage`, for a missing option, or for the value
 * of an option or argument. Undefined for all other errors.
 */
export function wrongOption(
  thrown: BigMindError,
  { values, positionals }: CommandInput,
  command: Pick<Command, 'options' | 'usage'>,
): BigMindError | undefined {
  const { code, message, remedy, details } = thrown;
  if (details['isWrongUsage'] === true) return thrown;
  const field = details['field'];
  if (code !== 'invalid_input' || typeof field !== 'string' || !message.startsWith(field)) return undefined;
  if (isMissing(message)) return withOptionNames(thrown, command);
  if (/^[A-Z]+$/u.test(field) || positionals.some((given) => message.startsWith(`${field} is "${given}"`)))
    return thrown;
  const name = field.replace(/^--/u, '').replaceAll('_', '-');
  const option = [name, name.replace(/s$/u, '')].find((known) => isText(values[known]));
  const argument = command.usage.split(/\s+/u).find((word) => word === name.toUpperCase());
  const typed = option === undefined ? argument : `--${option}`;
  if (typed === undefined) return undefined;
  const cause = { ...(remedy !== undefined && { remedy }), details, cause: thrown };
  return new BigMindError(code, `${typed}${message.slice(field.length)}`, cause);
}

function isMissing(message: string): boolean {
  return / (?:is|are) missing\.$/u.test(message);
}

function withOptionNames(error: BigMindError, { options }: Pick<Command, 'options'>): BigMindError {
  const { code, message, remedy, details } = error;
  const field = String(details['field']);
  const names = field.split(', ').map((name) => {
    const option = name.replaceAll('_', '-');
    return option in options ? `--${option}` : name;
  });
  const cause = { ...(remedy !== undefined && { remedy }), details, cause: error };
  return new BigMindError(code, message.replace(field, names.join(', ')), cause);
}

function isText(value: CommandInput['values'][string]): boolean {
  return typeof value === 'string' || Array.isArray(value);
}

/** Prints one JSON value, or the text for users, in which a stored text controls no terminal. */
export function answer(input: CommandInput, context: CommandContext, json: unknown, text: string): void {
  context.out(input.values['json'] === true ? JSON.stringify(json) : visible(text));
}

/** Prints a line for each 10,000 rows, such as "20,000 erased …". */
export function reportRows({ note }: CommandContext, done: 'erased' | 'deleted'): (rows: number) => void {
  const every = 10_000;
  let reported = 0;
  return (rows) => {
    if (rows < reported + every) return;
    reported = rows - (rows % every);
    note(`${reported.toLocaleString('en')} ${done} …`);
  };
}

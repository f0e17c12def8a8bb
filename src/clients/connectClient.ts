/**
 * Adds BigMind's server to a client's configuration file, and removes it. Planning reads and never writes. The rest
 * of the file belongs to others and stays unchanged; a file that cannot be parsed is refused, not repaired.
 */
import { isDeepStrictEqual } from 'node:util';
import { isRecord } from '../util/parsedValues.ts';
import type { ClientHost } from './shared/clientHost.ts';
import type { McpClient } from './shared/clients.ts';
import { edited, textOf } from './files/configText.ts';
import { planOf, startOf } from './files/filePlan.ts';
import type { FilePlan } from './files/filePlan.ts';
import { jsonValueAt, withJsonValue, withoutJsonValue } from './files/jsonText.ts';
import { isClientVariable } from './shared/launch.ts';
import type { McpLaunch } from './shared/launch.ts';
import { backupsOf, readIfThere } from './files/replaceFile.ts';
import { tomlTableAt, withoutTomlTable, withTomlTable } from './files/tomlText.ts';

/** The server's name in every client. */
const serverName = 'bigmind';

/** The keys of an entry that BigMind sets. All others, such as a user's limit of tools, are kept. */
const decided = new Set([
  'type',
  'command',
  'args',
  'env',
  'environment',
  'enabled',
  'url',
  'httpUrl',
  'serverUrl',
  'headers',
]);

/**
 * The plan that makes the client start BigMind. It changes nothing if the entry is already up to date. Rejects with
 * `invalid_input` for an invalid file, naming the line, and with `not_allowed` for one that must not be written.
 */
export async function planConnection(client: McpClient, launch: McpLaunch, host: ClientHost): Promise<FilePlan> {
  const file = client.file(host);
  const before = await readIfThere(file);
  const form = formOf(client, file);
  const present = form.at(textOf(before, file));
  const env = { ...keptVariables(isRecord(present) ? client.launch(present) : undefined), ...launch.env };
  const entry = { ...client.entry({ ...launch, env }), ...keptFrom(present) };
  const after = saysTheSame(present, entry) ? before : edited(before, file, (text) => form.put(text, entry));
  return planOf({ client: client.id, file, before, after, entry, backup: 'beside', within: undefined });
}

/**
 * The plan that removes BigMind: it restores the content before BigMind was added, if a backup contains it, else it
 * removes the entry. An entry that BigMind did not write stays. A file that would contain only BigMind's own content is
 * deleted. If `earlier`, the removal of hooks, is for the same file, the plan covers both. Rejects like
 * `planConnection`.
 */
export async function planDisconnection(client: McpClient, host: ClientHost, earlier?: FilePlan): Promise<FilePlan> {
  const file = client.file(host);
  const { before, base } = await startOf(file, earlier);
  const stays = base === undefined || isForeign(client, file, base);
  const after = stays ? base : await withoutEntry(client, file, base);
  return planOf({ client: client.id, file, before, after, entry: undefined, backup: 'beside', within: undefined });
}

/**
 * How the client starts BigMind, from its file; undefined without an entry, or with one that starts nothing on this
 * machine. Rejects with `invalid_input` for an invalid file.
 */
export async function readConnection(client: McpClient, host: ClientHost): Promise<McpLaunch | undefined> {
  const file = client.file(host);
  const entry = formOf(client, file).at(textOf(await readIfThere(file), file));
  return isRecord(entry) ? client.launch(entry) : undefined;
}

/** Whether the file has an entry with our name that starts something else. */
export async function hasOwnEntry(client: McpClient, host: ClientHost): Promise<boolean> {
  const file = client.file(host);
  return isForeign(client, file, await readIfThere(file));
}

/** The newest copy beside the file with such an entry, which an installation replaced; undefined without one. */
export async function copyWithOwnEntry(client: McpClient, host: ClientHost): Promise<string | undefined> {
  const file = client.file(host);
  const copies = await backupsOf(file);
  return copies.find(({ content }) => isForeign(client, file, content))?.path;
}

/** False for a damaged file, of which planning reports more. */
function isForeign(client: McpClient, file: string, content: Buffer | undefined): boolean {
  try {
    const entry = formOf(client, file).at(textOf(content, file));
    if (entry === undefined) return false;
    const { command, args } = (isRecord(entry) ? client.launch(entry) : undefined) ?? { command: '', args: [] };
    const isProgram = (word: string): boolean => /(?:^|[\\/])(?:cli\.js|bigmind(?:\.\w+|@.*)?)$/u.test(word);
    return args.at(-1) !== 'mcp' || ![command, ...args].some(isProgram);
  } catch {
    // Not an entry that we can read.
    return false;
  }
}

async function withoutEntry(client: McpClient, file: string, before: Buffer): Promise<Buffer | undefined> {
  const form = formOf(client, file);
  const entry = form.at(textOf(before, file));
  if (entry === undefined) return before;
  const bare = form.take(form.put('', client.entry({ command: '', args: [], env: {} })));
  const isFormer = (copy: Buffer): boolean => {
    try {
      if (form.at(textOf(copy, file)) !== undefined) return false;
      return edited(copy, file, (text) => form.put(text, entry)).equals(before);
    } catch {
      // A damaged copy is not the original.
      return false;
    }
  };
  const former = (await backupsOf(file)).find(({ content }) => isFormer(content));
  if (former !== undefined) return former.content;
  const after = edited(before, file, form.take);
  return after.toString() === bare ? undefined : after;
}

/** Cloned first, because objects of the JSON and TOML readers have no prototype. */
function saysTheSame(one: unknown, other: unknown): boolean {
  return isDeepStrictEqual(structuredClone(one), structuredClone(other));
}

/**
 * BigMind's settings come from the shell that runs the installation; variables that a user added, such as a key, are
 * kept.
 */
function keptVariables(present: McpLaunch | undefined): Record<string, string> {
  const isOurs = (name: string): boolean => isClientVariable(name) || name === 'ELECTRON_RUN_AS_NODE';
  return Object.fromEntries(Object.entries(present?.env ?? {}).filter(([name]) => !isOurs(name)));
}

function keptFrom(entry: unknown): Record<string, unknown> {
  return isRecord(entry) ? Object.fromEntries(Object.entries(entry).filter(([key]) => !decided.has(key))) : {};
}

/** Reads, sets and removes the entry in the text of one file format. */
interface Form {
  at: (text: string) => unknown;
  put: (text: string, entry: unknown) => string;
  take: (text: string) => string;
}

function formOf({ format, container }: McpClient, file: string): Form {
  switch (format) {
    case 'json': {
      const path = [container, serverName];
      return {
        at: (text) => jsonValueAt(text, path, file),
        put: (text, entry) => withJsonValue(text, path, entry, file),
        take: (text) => withoutJsonValue(text, path, file),
      };
    }
    case 'toml': {
      const place = { container, name: serverName };
      return {
        at: (text) => tomlTableAt(text, place, file),
        put: (text, entry) => (isRecord(entry) ? withTomlTable(text, place, entry, file) : text),
        take: (text) => withoutTomlTable(text, place, file),
      };
    }
  }
}

/**
 * Adds BigMind's server to a client's configuration file, and removes it. Planning reads and never writes. The rest of
 * the file belongs to others and stays unchanged; a file that cannot be parsed is refused, not repaired.
 */
import { isDeepStrictEqual } from 'node:util';
import type { ClientHost } from './shared/clientHost.ts';
import type { McpClient } from './shared/clients.ts';
import { edited, textOf } from './files/configText.ts';
import { planOf, startOf } from './files/filePlan.ts';
import type { FilePlan } from './files/filePlan.ts';
import { jsonValueAt, withJsonValue, withoutJsonValue } from './files/jsonText.ts';
import { isHandedOn } from './shared/launch.ts';
import type { McpLaunch } from './shared/launch.ts';
import { backupsOf, readIfThere } from './files/replaceFile.ts';
import { tomlTableAt, withoutTomlTable, withTomlTable } from './files/tomlText.ts';

/** The server's name in every client. */
export const serverName = 'bigmind';

/** What BigMind decides in its own entry. Whatever else a person put there, such as a limit of tools, stays. */
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
 * The plan that makes the client start BigMind. It changes nothing when the entry stands there already. Rejects with
 * `invalid_input` for a file that is not valid, naming the line, and with `not_allowed` for one not to be written.
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
 * The plan that takes BigMind out again: what stood there before it was put, where a backup still tells it; else the file
 * without the entry. A file that would hold nothing but what BigMind made goes altogether. Where `earlier`, the removal of
 * hooks, is for the same file, the plan does for both. Rejects as `planConnection`.
 */
export async function planDisconnection(client: McpClient, host: ClientHost, earlier?: FilePlan): Promise<FilePlan> {
  const file = client.file(host);
  const { before, base } = await startOf(file, earlier);
  const after = base === undefined ? undefined : await withoutEntry(client, file, base);
  return planOf({ client: client.id, file, before, after, entry: undefined, backup: 'beside', within: undefined });
}

/**
 * How the client starts BigMind, as its file says; undefined without an entry, or with one that starts nothing on this
 * machine. Rejects with `invalid_input` for a file that is not valid.
 */
export async function readConnection(client: McpClient, host: ClientHost): Promise<McpLaunch | undefined> {
  const file = client.file(host);
  const entry = formOf(client, file).at(textOf(await readIfThere(file), file));
  return isRecord(entry) ? client.launch(entry) : undefined;
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
      // A copy that is damaged tells nothing.
      return false;
    }
  };
  const former = (await backupsOf(file)).find(isFormer);
  if (former !== undefined) return former;
  const after = edited(before, file, form.take);
  return after.toString() === bare ? undefined : after;
}

/** Copied first, because the objects of the two readers have no prototype. */
function saysTheSame(one: unknown, other: unknown): boolean {
  return isDeepStrictEqual(structuredClone(one), structuredClone(other));
}

/** BigMind's settings come from the shell that installs; a person may have put a key or something else beside them. */
function keptVariables(present: McpLaunch | undefined): Record<string, string> {
  const isOurs = (name: string): boolean => isHandedOn(name) || name === 'ELECTRON_RUN_AS_NODE';
  return Object.fromEntries(Object.entries(present?.env ?? {}).filter(([name]) => !isOurs(name)));
}

function keptFrom(entry: unknown): Record<string, unknown> {
  return isRecord(entry) ? Object.fromEntries(Object.entries(entry).filter(([key]) => !decided.has(key))) : {};
}

/** Reading, putting and taking the entry in the text of one kind of file. */
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

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

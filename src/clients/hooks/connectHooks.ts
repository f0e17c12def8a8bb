/**
 * Adds BigMind's hooks to the files from which assistants read them, and removes them. Planning reads and never
 * writes. Other hooks in the same file stay byte for byte unchanged; a file that cannot be parsed is refused.
 */
import { isDeepStrictEqual } from 'node:util';
import { joined, variable } from '../shared/clientHost.ts';
import type { ClientHost } from '../shared/clientHost.ts';
import { edited, textOf } from '../files/configText.ts';
import { planOf, startOf } from '../files/filePlan.ts';
import type { FilePlan } from '../files/filePlan.ts';
import { copilotHookFile, eventNameFor, eventsOf, hookGroup, isHookCommand } from '../shared/hookEntries.ts';
import type { GroupedTarget, HookTarget } from '../shared/hookEntries.ts';
import { jsonValueAt, withJsonElement, withJsonReplaced, withoutJsonValue } from '../files/jsonText.ts';
import { BigMindError } from '../../memory/shared/errors.ts';
import { isRecord } from '../../util/parsedValues.ts';
import { backupsOf, readIfThere } from '../files/replaceFile.ts';
import { isOpencodePlugin, opencodePlugin, opencodePluginFile } from './opencodePlugin.ts';

/**
 * The user-level file: the settings of Claude Code and Gemini CLI, Codex's shared file of hooks
 * (developers.openai.com/codex/hooks), and a separate file of BigMind's in Copilot's folder of hooks and in opencode's of
 * plugins.
 */
export function hookFile(target: HookTarget, host: ClientHost): string {
  switch (target) {
    case 'claude-code':
      return joined(host, variable(host, 'CLAUDE_CONFIG_DIR') ?? joined(host, host.home, '.claude'), 'settings.json');
    case 'copilot':
      return joined(
        host,
        variable(host, 'COPILOT_HOME') ?? joined(host, host.home, '.copilot'),
        'hooks',
        'bigmind.json',
      );
    case 'codex':
      return joined(host, variable(host, 'CODEX_HOME') ?? joined(host, host.home, '.codex'), 'hooks.json');
    case 'gemini-cli':
      return joined(host, variable(host, 'GEMINI_CLI_HOME') ?? host.home, '.gemini', 'settings.json');
    case 'opencode':
      return opencodePluginFile(host);
  }
}

/**
 * The plan that makes the assistant run the scripts in BigMind's folder `home`. It changes nothing if it already
 * does. If `earlier` is for the same file, the plan covers both. Rejects with `invalid_input` for an invalid file,
 * naming the line, and with `not_allowed` for one that must not be written, such as a separate file with other
 * content.
 */
export async function planHooks(
  target: HookTarget,
  home: string,
  host: ClientHost,
  earlier?: FilePlan,
): Promise<FilePlan> {
  const file = hookFile(target, host);
  const { before, base } = await startOf(file, earlier);
  const plan = { client: target, file, before, within: undefined };
  if (target === 'opencode') {
    const entry = opencodePlugin(home, host);
    if (before !== undefined && !isOpencodePlugin(before)) throw foreign(file);
    return planOf({ ...plan, after: Buffer.from(entry), entry, backup: 'none' });
  }
  if (target === 'copilot') {
    const entry = copilotHookFile(home, host);
    const after = Buffer.from(`${JSON.stringify(entry, undefined, 2)}\n`);
    const planned = await planOf({ ...plan, after, entry, backup: 'none' });
    if (before !== undefined && ourShare(before, home, host) !== 'all') throw foreign(file);
    return planned;
  }
  const after = edited(base, file, (text) => withHooks(text, { target, file, home, host }));
  return planOf({ ...plan, after, entry: hookGroup(target, 'Stop', home, host), backup: 'beside' });
}

/**
 * The plan that removes the hooks: it restores the previous content, if a backup contains it, else it removes the
 * hooks from the file. A file that would contain nothing else is deleted; a separate file that BigMind did not write
 * stays. Rejects like `planHooks`.
 */
export async function planHooksRemoval(target: HookTarget, home: string, host: ClientHost): Promise<FilePlan> {
  const file = hookFile(target, host);
  const before = await readIfThere(file);
  const plan = { client: target, file, before, entry: undefined, within: undefined };
  if (before === undefined) return planOf({ ...plan, after: undefined, backup: 'none' });
  if (target === 'opencode')
    return planOf({ ...plan, after: isOpencodePlugin(before) ? undefined : before, backup: 'none' });
  if (target === 'copilot') {
    const share = ourShare(before, home, host);
    if (share === 'some') throw foreign(file);
    return planOf({ ...plan, after: share === 'all' ? undefined : before, backup: 'none' });
  }
  const after = await withoutOurs(before, { target, file, home, host });
  return planOf({ ...plan, after, backup: 'beside' });
}

/** How many of the commands in Copilot's file are BigMind's; `none` also without any command, or for invalid JSON. */
export function ourShare(bytes: Buffer, home: string, host: ClientHost): 'all' | 'some' | 'none' {
  const commands = commandsIn(parsed(bytes));
  const ours = commands.filter((command) => isHookCommand(command, home, host));
  if (ours.length === 0) return 'none';
  return ours.length === commands.length ? 'all' : 'some';
}

function foreign(file: string): BigMindError {
  return new BigMindError('not_allowed', `${file} contains something other than BigMind's hooks.`, {
    remedy:
      'Nothing was changed. Move the other content to a file with another name in the same folder, delete this file, then try again.',
    details: { path: file },
  });
}

function parsed(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString());
  } catch {
    // Not JSON, so BigMind did not write it.
    return undefined;
  }
}

const commandKeys = new Set(['bash', 'powershell', 'command', 'windows', 'linux', 'osx']);

function commandsIn(value: unknown): unknown[] {
  if (typeof value !== 'object' || value === null) return [];
  const entries: [string, unknown][] = Object.entries(value);
  return entries.flatMap(([key, inner]) => (commandKeys.has(key) ? [inner] : commandsIn(inner)));
}

interface Place {
  target: GroupedTarget;
  file: string;
  home: string;
  host: ClientHost;
}

async function withoutOurs(before: Buffer, place: Place): Promise<Buffer | undefined> {
  const { file } = place;
  const taken = edited(before, file, (text) => withoutHooks(text, place));
  if (taken.equals(before)) return before;
  const isFormer = (copy: Buffer): boolean => {
    try {
      if (withoutHooks(textOf(copy, file), place) !== textOf(copy, file)) return false;
      return edited(copy, file, (text) => withHooks(text, place)).equals(before);
    } catch {
      // A damaged copy is not the original.
      return false;
    }
  };
  const former = (await backupsOf(file)).find(({ content }) => isFormer(content));
  if (former !== undefined) return former.content;
  return taken.toString().trim() === '{}' ? undefined : taken;
}

function withHooks(text: string, place: Place): string {
  if (isComplete(text, place)) return text;
  const { target, file, home, host } = place;
  const ours = oursIn(text, place);
  const named = eventsOf(target).map((event) => ({
    name: eventNameFor(target, event),
    group: hookGroup(target, event, home, host),
  }));
  const placed = named.flatMap(({ name, group }) => {
    const [only, ...more] = ours.filter(({ event }) => event === name);
    return only?.hooks === 1 && more.length === 0 ? [{ path: ['hooks', name, only.group], group }] : [];
  });
  // Hooks of an earlier version are replaced in place: Codex identifies other trusted hooks by their position.
  if (placed.length === named.length && ours.length === named.length) {
    return placed.reduce((result, { path, group }) => withJsonReplaced(result, path, group, file), text);
  }
  return named.reduce(
    (result, { name, group }) => withJsonElement(result, ['hooks', name], group, file),
    withoutHooks(text, place),
  );
}

/** Whether each event has BigMind's current group exactly once, and no other event has one of its hooks. */
function isComplete(text: string, place: Place): boolean {
  const { target, file, home, host } = place;
  const places = oursIn(text, place);
  return (
    places.length === eventsOf(target).length &&
    eventsOf(target).every((event) => {
      const groups = jsonValueAt(text, ['hooks', eventNameFor(target, event)], file);
      const group = hookGroup(target, event, home, host);
      return Array.isArray(groups) && groups.some((other) => isDeepStrictEqual(structuredClone(other), group));
    })
  );
}

/** One by one, searching again each time, because a removal shifts the positions after it. */
function withoutHooks(text: string, place: Place): string {
  const { file } = place;
  let result = text;
  for (let [ours] = oursIn(result, place); ours !== undefined; [ours] = oursIn(result, place)) {
    const { event, group, hook, groups, hooks } = ours;
    if (hooks > 1) result = withoutJsonValue(result, ['hooks', event, group, 'hooks', hook], file);
    else if (groups > 1) result = withoutJsonValue(result, ['hooks', event, group], file);
    else result = withoutJsonValue(result, ['hooks', event], file);
  }
  if (result === text) return text;
  const left = jsonValueAt(result, ['hooks'], file);
  return isRecord(left) && Object.keys(left).length === 0 ? withoutJsonValue(result, ['hooks'], file) : result;
}

interface OurHook {
  event: string;
  group: number;
  hook: number;
  /** The number of groups of the event, and of hooks in the group. */
  groups: number;
  hooks: number;
}

function oursIn(text: string, { file, home, host }: Place): OurHook[] {
  const events = jsonValueAt(text, ['hooks'], file);
  if (!isRecord(events)) return [];
  return Object.entries(events).flatMap(([event, groups]) =>
    listOf(groups).flatMap((group, groupIndex, { length }) => {
      const hooks = isRecord(group) ? listOf(group['hooks']) : [];
      return hooks.flatMap((hook, index): OurHook[] =>
        isRecord(hook) && isHookCommand(hook['command'], home, host)
          ? [{ event, group: groupIndex, hook: index, groups: length, hooks: hooks.length }]
          : [],
      );
    }),
  );
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

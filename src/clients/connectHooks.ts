/**
 * Puts BigMind's hooks into the files that assistants read them from, and takes them out again. Planning reads and never
 * writes. Hooks of others in the same file stay byte for byte; a file that cannot be understood is refused.
 */
import { isDeepStrictEqual } from 'node:util';
import { joined, variable } from './clientHost.ts';
import type { ClientHost } from './clientHost.ts';
import { edited, textOf } from './configText.ts';
import { planOf } from './filePlan.ts';
import type { FilePlan } from './filePlan.ts';
import { claudeHookGroup, copilotHookFile, hookEvents, isHookCommand } from './hookEntries.ts';
import { jsonValueAt, withJsonElement, withoutJsonValue } from './jsonText.ts';
import { backupsOf, readIfThere } from './replaceFile.ts';

/** Whose hooks: Claude Code's, or those that the Copilot CLI and Copilot's agent host share. */
export type HookTarget = 'claude-code' | 'copilot';

/** The user-level file. BigMind shares Claude Code's settings with everybody; Copilot has a folder, in which one is ours. */
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
  }
}

/**
 * The plan that makes the assistant run the scripts in BigMind's folder `home`. It changes nothing when it does already.
 * Rejects with `invalid_input` for a file that is not valid, naming the line, and with `not_allowed` for one not to be
 * written.
 */
export async function planHooks(target: HookTarget, home: string, host: ClientHost): Promise<FilePlan> {
  const file = hookFile(target, host);
  const before = await readIfThere(file);
  const plan = { client: target, file, before, within: undefined };
  switch (target) {
    case 'claude-code': {
      const after = edited(before, file, (text) => withHooks(text, { file, home, host }));
      return planOf({ ...plan, after, entry: claudeHookGroup('Stop', home, host), backup: 'beside' });
    }
    case 'copilot': {
      const entry = copilotHookFile(home, host);
      const after = Buffer.from(`${JSON.stringify(entry, undefined, 2)}\n`);
      return planOf({ ...plan, after, entry, backup: 'none' });
    }
  }
}

/**
 * The plan that takes them out again: what stood there before, where a backup still tells it; else the file without them.
 * A file that would hold nothing else goes altogether. Rejects as `planHooks` does.
 */
export async function planHooksRemoval(target: HookTarget, home: string, host: ClientHost): Promise<FilePlan> {
  const file = hookFile(target, host);
  const before = await readIfThere(file);
  const plan = { client: target, file, before, entry: undefined, within: undefined };
  if (target === 'copilot' || before === undefined) return planOf({ ...plan, after: undefined, backup: 'none' });
  const after = await withoutOurs(before, { file, home, host });
  return planOf({ ...plan, after, backup: 'beside' });
}

interface Place {
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
      // A copy that is damaged tells nothing.
      return false;
    }
  };
  const former = (await backupsOf(file)).find(isFormer);
  if (former !== undefined) return former;
  return taken.toString().trim() === '{}' ? undefined : taken;
}

function withHooks(text: string, place: Place): string {
  if (isComplete(text, place)) return text;
  const { file, home, host } = place;
  return hookEvents.reduce(
    (result, event) => withJsonElement(result, ['hooks', event], claudeHookGroup(event, home, host), file),
    withoutHooks(text, place),
  );
}

/** Each event has our group as it would be written now, once, and no other event has a hook of ours. */
function isComplete(text: string, { file, home, host }: Place): boolean {
  const places = oursIn(text, { file, home, host });
  return (
    places.length === hookEvents.length &&
    hookEvents.every((event) => {
      const groups = jsonValueAt(text, ['hooks', event], file);
      const group = claudeHookGroup(event, home, host);
      return Array.isArray(groups) && groups.some((other) => isDeepStrictEqual(structuredClone(other), group));
    })
  );
}

/** One after another, each looked for anew: whatever was taken moved what follows it. */
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
  /** How many groups the event has, and how many hooks the group. */
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

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** `bigmind sync`: the memories of one person on several machines, through a folder or a private Git remote. */
import { resolve } from 'node:path';
import type { Settlement } from '../../memory/sync/conflicts.ts';
import type { SyncPlace } from '../../memory/sync/syncStore.ts';
import type { Sync } from '../../sync/sync.ts';
import { askYesNo, canAsk } from '../shared/ask.ts';
import type { Command, CommandContext, CommandInput, ExitCode } from '../shared/command.ts';
import { answer, textOption, wrongUsage } from '../shared/command.ts';
import { newPassphrase, withKnownPassphrase } from '../portability/passphrase.ts';
import {
  conflictJson,
  conflictsText,
  outlineText,
  reportText,
  settledText,
  statusJson,
  statusText,
} from './syncText.ts';
import { untilStopped } from '../shared/untilStopped.ts';

const actions = ['setup', 'now', 'status', 'conflicts', 'off'] as const;
type Action = (typeof actions)[number];

export const syncCommand: Command = {
  name: 'sync',
  usage:
    'setup (--folder DIR | --git URL) [--name NAME] [--yes] | now | status | conflicts [--keep ID | --take ID] | off [--yes]',
  details:
    'setup shows what would leave this machine, and asks. It connects this memory with a folder that something else copies to the other machine, or with a private Git remote. Everything there is encrypted with a key that a passphrase protects; without a terminal, the passphrase comes from BIGMIND_EXPORT_PASSPHRASE. now brings and sends changes, names facts that several machines replaced, and can be interrupted. conflicts shows versions that lost because both machines changed the same memory: --keep keeps the current version, --take makes the other one current; both take 6 or #6. off forgets the key here and leaves the place as it is.',
  summary: 'Keep the memory of one person equal on several machines, without a server.',
  options: {
    folder: { type: 'string' },
    git: { type: 'string' },
    name: { type: 'string' },
    yes: { type: 'boolean', short: 'y' },
    keep: { type: 'string' },
    take: { type: 'string' },
  },
  takes: { min: 1, max: 1 },
  run: async (input, context) => {
    const action = actions.find((one) => one === input.positionals[0]);
    if (action === undefined) throw wrongUsage('There is no such action.', `Use one of: ${actions.join(', ')}.`);
    // Adds the user to a new store.
    await context.caller();
    return runs[action](await context.sync(), input, context);
  },
};

type Run = (sync: Sync, input: CommandInput, context: CommandContext) => Promise<ExitCode>;

const runs: Record<Action, Run> = { setup, now, status, conflicts, off };

async function setup(sync: Sync, input: CommandInput, context: CommandContext): Promise<ExitCode> {
  const place = placeFrom(input);
  const outline = await sync.outline(place);
  const where = place.kind === 'folder' ? place.folder : place.url;
  context.note(outlineText(outline, where));
  if (!(await isConfirmed(input, context, 'Connect this memory with that place?'))) return 1;
  const { env } = context.host;
  const name = nameFrom(input, context);
  const state = await sync.setUp(place, name, {
    create: () => newPassphrase(env, 'the sync'),
    open: (use) => withKnownPassphrase(env, use, context.note, 'the sync'),
  });
  const text = `The sync is set up with ${where}, and this machine is called "${state.name}". Nothing was sent yet. To sync: bigmind sync now`;
  answer(input, context, { machine: state.machine, name: state.name, place: where }, text);
  return 0;
}

function nameFrom(input: CommandInput, { settings }: CommandContext): string {
  const name = (textOption(input, 'name') ?? '').replace(/\s+/gu, ' ').trim().slice(0, 60);
  return name === '' ? settings.instance.name : name;
}

function placeFrom(input: CommandInput): SyncPlace {
  const [folder, url] = [textOption(input, 'folder'), textOption(input, 'git')];
  if (folder !== undefined && url === undefined) return { kind: 'folder', folder: resolve(folder) };
  if (url !== undefined && folder === undefined) return { kind: 'git', url };
  throw wrongUsage('A sync needs one place.', 'Name a folder with --folder, or a Git remote with --git.');
}

async function isConfirmed(input: CommandInput, { note }: CommandContext, question: string): Promise<boolean> {
  if (input.values['yes'] === true) return true;
  if (canAsk() && (await askYesNo(question))) return true;
  note(canAsk() ? 'Nothing was changed.' : 'Nothing was changed. To confirm, repeat the command with --yes.');
  return false;
}

async function now(sync: Sync, input: CommandInput, context: CommandContext): Promise<ExitCode> {
  const report = await untilStopped(context.note, ({ isStopped }) => sync.run({ isStopped, onProgress: context.note }));
  answer(input, context, report, reportText(report));
  return report.waiting.length === 0 ? 0 : 1;
}

async function status(sync: Sync, input: CommandInput, context: CommandContext): Promise<ExitCode> {
  const found = await sync.status();
  answer(input, context, statusJson(found), statusText(found, context.memory.clock.timeZone));
  return 0;
}

async function conflicts(sync: Sync, input: CommandInput, context: CommandContext): Promise<ExitCode> {
  const settlement = settlementFrom(input);
  if (settlement !== undefined) {
    const { id, choice } = settlement;
    const { deadEnd } = await sync.settle(id, choice);
    answer(input, context, { id, choice, dead_end: deadEnd }, settledText(choice, deadEnd));
    return 0;
  }
  const found = await sync.conflicts();
  answer(input, context, found.map(conflictJson), conflictsText(found, context.memory.clock.timeZone));
  return 0;
}

function settlementFrom(input: CommandInput): Settlement | undefined {
  const [keep, take] = [textOption(input, 'keep'), textOption(input, 'take')];
  if (keep !== undefined && take !== undefined)
    throw wrongUsage('Only one of --keep and --take can be given.', 'Nothing was changed.');
  const choice = keep === undefined ? 'take' : 'keep';
  const typed = keep ?? take;
  if (typed === undefined) return undefined;
  const id = /^#?(\d{1,15})$/u.exec(typed)?.[1];
  if (id === undefined)
    throw wrongUsage(`--${choice} is "${typed.slice(0, 60)}".`, 'Use the number of a conflict, such as 6 or #6.');
  return { id: Number(id), choice };
}

async function off(sync: Sync, input: CommandInput, context: CommandContext): Promise<ExitCode> {
  const { where } = await sync.status();
  context.note(`The key and what this memory knows about the sync are removed here. ${where} keeps what was sent.`);
  if (!(await isConfirmed(input, context, 'Turn the sync off on this machine?'))) return 1;
  await sync.turnOff();
  const text = `The sync is off. ${where} still has encrypted bundles: delete them there, if no other machine needs them.`;
  answer(input, context, { place: where, remains: true }, text);
  return 0;
}

/**
 * Carries out `bigmind install` once the arguments are checked: plans, previews, asks and writes. A separate module,
 * loaded with the command, so that servers do not load the parsers of other programs' files.
 */
import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { compileAhead } from '../../clients/compileAhead.ts';
import { planConnection, planDisconnection } from '../../clients/connectClient.ts';
import type { FilePlan } from '../../clients/files/filePlan.ts';
import { carryOut, plansToCarryOut } from '../../clients/files/filePlan.ts';
import { previewOf } from '../../clients/files/previewOf.ts';
import { isCaptureOffEverywhere, readCaptureRecord } from '../../clients/hooks/captureRecord.ts';
import { planHooks, planHooksRemoval } from '../../clients/hooks/connectHooks.ts';
import { planInstructions, planInstructionsRemoval } from '../../clients/instructionFiles.ts';
import { addRuntimeFiles } from '../../clients/runtimeFiles.ts';
import type { InstructionTarget, McpClient } from '../../clients/shared/clients.ts';
import type { HookTarget } from '../../clients/shared/hookEntries.ts';
import type { McpLaunch } from '../../clients/shared/launch.ts';
import { launcherFile } from '../../clients/shared/launch.ts';
import { instructionBlock } from '../../mcp/shared/instructions.ts';
import { BigMindError } from '../../memory/shared/errors.ts';
import { askYesNo, canAsk } from '../shared/ask.ts';
import type { CommandContext, CommandInput } from '../shared/command.ts';
import { answer, textOption } from '../shared/command.ts';

export interface InstallWish {
  /** As the user typed it. */
  name: string;
  client: McpClient | undefined;
  /** Undefined for the server, or for hooks alone. */
  target: InstructionTarget | undefined;
  /** The hooks to set or remove with it. */
  hooks: HookTarget | undefined;
}

/** The result for one file. */
interface FileAnswer {
  file: string;
  change: FilePlan['change'];
  backup: string | null;
  written: boolean;
}

export async function install(wish: InstallWish, input: CommandInput, context: CommandContext): Promise<0 | 1> {
  const plans = await plansFor(wish, input, context);
  const say = input.values['json'] === true ? context.note : context.out;
  for (const plan of plans) say(previewOf(plan));
  const report = (files: readonly FileAnswer[], text: string, mended: readonly string[] = []): void => {
    answer(input, context, { ...answerFor(wish, files), ...(mended.length > 0 && { mended }) }, text);
  };
  const isDryRun = input.values['dry-run'] === true;
  const isRemoval = input.values['remove'] === true;
  // The files in BigMind's own folder, which are repaired even if the hooks are already set.
  const addsRuntime = wish.hooks !== undefined && !isRemoval && !isDryRun;
  if (isDryRun || plans.every(({ change }) => change === 'none')) {
    const mended = addsRuntime ? await addRuntime(context) : [];
    const nothing = isDryRun && hasChange(plans) ? 'Nothing was written.' : 'There is nothing to change.';
    report(plans.map(unwritten), mended.length === 0 ? nothing : mendedText(mended), mended);
    return 0;
  }
  if (input.values['yes'] !== true && !(canAsk() && (await askYesNo('Write these changes?')))) {
    report(plans.map(unwritten), canAsk() ? 'Nothing was written.' : 'Nothing was written. To write it, add --yes.');
    return 1;
  }
  if (addsRuntime) await addRuntime(context);
  const files: FileAnswer[] = [];
  for (const plan of plans) {
    const { backup } = await carryOut(plan, context.now());
    files.push({ ...unwritten(plan), backup, written: plan.change !== 'none' });
  }
  report(
    files,
    [...plans.flatMap((plan, index) => linesFor(plan, files[index])), nextStep(wish, isRemoval, context)].join('\n'),
  );
  return 0;
}

/** For a client without instruction files: the user pastes the text into the client, or removes it there. */
export function showInstructions({ id, title }: McpClient, input: CommandInput, context: CommandContext): 0 {
  const isRemoval = input.values['remove'] === true;
  const reads = `${title} does not read instruction files, so nothing was written.`;
  const text = isRemoval
    ? `${reads} Delete the text from the system prompt of your chats. "bigmind install agents --remove" removes a block from AGENTS.md.`
    : `${reads} Paste this text into the system prompt of a chat:\n\n${instructionBlock}`;
  const value = { client: id, file: null, change: 'none', backup: null, written: false };
  answer(input, context, { ...value, ...(!isRemoval && { instructions: instructionBlock }) }, text);
  return 0;
}

async function plansFor(wish: InstallWish, input: CommandInput, context: CommandContext): Promise<FilePlan[]> {
  const { client, target, hooks } = wish;
  if (target !== undefined) return [await textPlan(target, input, context)];
  const { host, settings } = context;
  const planned: (FilePlan | undefined)[] = [];
  if (input.values['remove'] === true) {
    const hooksPlan = hooks === undefined ? undefined : await planHooksRemoval(hooks, settings.home, host);
    planned.push(hooksPlan, client === undefined ? undefined : await planDisconnection(client, host, hooksPlan));
  } else {
    const launch = hooks === undefined ? context.launch() : throughLauncher(context.launch(), settings.home);
    const server = client === undefined ? undefined : await planConnection(client, launch, host);
    planned.push(server, hooks === undefined ? undefined : await planHooks(hooks, settings.home, host, server));
  }
  const plans = plansToCarryOut(planned.filter((plan) => plan !== undefined));
  if (plans.length === 0) throw new BigMindError('internal', 'There was nothing to remove.');
  return plans.toSorted((one) => (one.file === client?.file(host) ? -1 : 1));
}

/** Hooks create the launcher, so the server is started through it as well, now and in later installations. */
function throughLauncher(launch: McpLaunch, home: string): McpLaunch {
  return { ...launch, args: [launcherFile(home), ...launch.args.slice(1)] };
}

/** Returns the files in BigMind's folder that were missing or different. */
async function addRuntime({ settings, host, runtime, hookScriptFolder }: CommandContext): Promise<string[]> {
  const written = await addRuntimeFiles(settings.home, runtime(), hookScriptFolder);
  await compileAhead(settings.home, host.env);
  return written;
}

async function textPlan(target: InstructionTarget, input: CommandInput, context: CommandContext): Promise<FilePlan> {
  const folder = resolve(textOption(input, 'folder') ?? '.');
  const isFolder = await stat(folder).then(
    (found) => found.isDirectory(),
    () => false,
  );
  if (!isFolder) {
    const remedy = 'Give the folder of a project with --folder.';
    throw new BigMindError('invalid_input', `${folder} is not a folder.`, { remedy });
  }
  if (input.values['remove'] === true) return planInstructionsRemoval(target, folder, context.host);
  return planInstructions(target, instructionBlock, folder, context.host);
}

function mendedText(files: readonly string[]): string {
  return ['The entries are correct. Files that they need were missing; BigMind wrote them again:', ...files].join(
    '\n  ',
  );
}

function hasChange(plans: readonly FilePlan[]): boolean {
  return plans.some(({ change }) => change !== 'none');
}

function unwritten({ file, change }: FilePlan): FileAnswer {
  return { file, change, backup: null, written: false };
}

/** The main file of the command, and the file with the hooks if both are set; one file may contain both. */
function answerFor({ name, client, hooks }: InstallWish, [first, second = first]: readonly FileAnswer[]): object {
  return { client: name, ...first, ...(client !== undefined && hooks !== undefined && { hooks: second }) };
}

function linesFor(plan: FilePlan, done: FileAnswer | undefined): string[] {
  if (done?.written !== true) return [];
  return [
    plan.after === undefined ? `Removed ${plan.file}.` : `Wrote ${plan.file}.`,
    ...(done.backup === null ? [] : [`The previous version is in ${done.backup}.`]),
  ];
}

function nextStep({ client, target, hooks }: InstallWish, removed: boolean, context: CommandContext): string {
  if (removed) {
    const gone = `BigMind is removed from ${client?.title ?? 'the assistant'}. Restart it.`;
    // VS Code also records by this file, and writes it again while its setting is on.
    return hooks === 'copilot'
      ? `${gone} While recording is on, VS Code writes the hooks again when it starts. To turn it off, run "BigMind: Turn Recording On or Off..." there.`
      : gone;
  }
  const next = target === undefined ? client?.next : client?.instructionsNext;
  const recording = hooks === undefined ? [] : [client?.hooksNext, recordingText(context.settings.home, hooks)];
  return [next ?? 'It takes effect with the next conversation.', ...recording].filter(Boolean).join(' ');
}

/**
 * Recording that was turned off in VS Code also applies to these hooks, so the output explains why nothing is
 * recorded.
 */
function recordingText(home: string, hooks: HookTarget): string {
  const record = readCaptureRecord(home);
  if (!isCaptureOffEverywhere(record, hooks)) {
    return 'Recording starts with the next conversation. The records stay on this computer.';
  }
  if (record.everywhere === 'on') {
    return 'Conversations are recorded only in the workspaces where you turned recording on. To turn it on everywhere, run "BigMind: Turn Recording On or Off..." in VS Code.';
  }
  return 'Conversations are not recorded, because recording is turned off in VS Code. To turn it on, run "BigMind: Turn Recording On or Off..." there.';
}

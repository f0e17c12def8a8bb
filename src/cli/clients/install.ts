/**
 * Carries out `bigmind install` once the arguments are checked: plans, previews, asks and writes. A separate module,
 * loaded with the command, so that servers do not load the parsers of other programs' files.
 */
import { compileAhead } from '../../clients/compileAhead.ts';
import type { FilePlan } from '../../clients/files/filePlan.ts';
import { carryOut } from '../../clients/files/filePlan.ts';
import { previewOf } from '../../clients/files/previewOf.ts';
import { isCaptureOffEverywhere, readCaptureRecord } from '../../clients/hooks/captureRecord.ts';
import { removeSkillFolder, systemPromptFileOf } from '../../clients/ownedFiles.ts';
import { addRuntimeFiles } from '../../clients/runtimeFiles.ts';
import type { McpClient } from '../../clients/shared/clients.ts';
import type { HookTarget } from '../../clients/shared/hookEntries.ts';
import { askYesNo, canAsk } from '../shared/ask.ts';
import type { CommandContext, CommandInput } from '../shared/command.ts';
import { answer } from '../shared/command.ts';
import type { InstallWish } from './installPlans.ts';
import { needsLauncher, plansFor } from './installPlans.ts';

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
  const addsRuntime = needsLauncher(wish, context) && !isRemoval && !isDryRun;
  if (isDryRun || plans.every(({ change }) => change === 'none')) {
    const mended = addsRuntime ? await addRuntime(context) : [];
    const nothing = isDryRun && hasChange(plans) ? 'Nothing was written.' : 'There is nothing to change.';
    report(plans.map(unwritten), mended.length === 0 ? nothing : repairedText(mended), mended);
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
    if (plan.after === undefined) await removeSkillFolder(plan);
  }
  report(
    files,
    [...plans.flatMap((plan, index) => linesFor(plan, files[index])), nextStep(wish, isRemoval, context)].join('\n'),
  );
  return 0;
}

/** Returns the files in BigMind's folder that were missing or different. */
async function addRuntime(context: CommandContext): Promise<string[]> {
  const { settings, host, runtime, hookScriptFolder, version, now } = context;
  const written = await addRuntimeFiles(settings.home, runtime(), hookScriptFolder, version, now());
  await compileAhead(settings.home, host.env);
  return written;
}

function repairedText(files: readonly string[]): string {
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

/**
 * The main file of the command, and the file with the hooks if both are set; one file may contain both. Pinned facts are
 * in any number of files.
 */
function answerFor({ name, client, hooks, document }: InstallWish, files: readonly FileAnswer[]): object {
  if (document === 'pinned facts') return { client: name, files };
  const [first, second = first] = files;
  return { client: name, ...first, ...(client !== undefined && hooks !== undefined && { hooks: second }) };
}

function linesFor(plan: FilePlan, done: FileAnswer | undefined): string[] {
  if (done?.written !== true) return [];
  return [
    plan.after === undefined ? `Removed ${plan.file}.` : `Wrote ${plan.file}.`,
    ...(done.backup === null ? [] : [`The previous version is in ${done.backup}.`]),
  ];
}

function nextStep(wish: InstallWish, removed: boolean, context: CommandContext): string {
  const { client, target, hooks, document } = wish;
  if (document !== undefined) return documentStep(wish, removed);
  if (removed) {
    const gone = `BigMind is removed from ${client?.title ?? 'the assistant'}. Restart it.`;
    // VS Code also records by this file, and writes it again while its setting is on.
    return hooks === 'copilot'
      ? `${gone} While recording is on, VS Code writes the hooks again when it starts. To turn it off, run "BigMind: Turn Recording On or Off..." there.`
      : gone;
  }
  const next = target === undefined ? client?.next : client?.instructionsNext;
  const recording = hooks === undefined ? [] : [client?.hooksNext, recordingText(context.settings.home, hooks)];
  if (client?.instructions === null) recording.push(systemPromptText(client, context));
  return [next ?? 'It takes effect with the next conversation.', ...recording].filter(Boolean).join(' ');
}

function documentStep({ client, document }: InstallWish, removed: boolean): string {
  if (document === 'pinned facts')
    return 'While bigmind.userMemory.pinnedFacts or bigmind.userMemory.claudeCode is on, VS Code adds pinned facts again.';
  if (removed) return document === 'skill' ? 'The skill is removed.' : 'Delete the text in the client, too.';
  const own = 'New chats find the skill by themselves.';
  return document === 'skill' ? own : (client?.instructionsNext ?? own);
}

function systemPromptText(client: McpClient, { settings }: CommandContext): string {
  const { file } = systemPromptFileOf(client, settings.home);
  return `For a system prompt to import, run "bigmind install ${client.id} --instructions": it writes ${file}.`;
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

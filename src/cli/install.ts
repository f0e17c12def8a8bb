/**
 * What `bigmind install` does once it is clear what is wished: plan, show, ask and write. It is loaded with the command,
 * because the parsers of other programs' files are nothing that a server should wait for.
 */
import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { McpClient } from '../clients/clients.ts';
import { planConnection, planDisconnection } from '../clients/connectClient.ts';
import { carryOut } from '../clients/filePlan.ts';
import type { FilePlan } from '../clients/filePlan.ts';
import { planInstructions, planInstructionsRemoval } from '../clients/instructionFiles.ts';
import type { InstructionTarget } from '../clients/instructionFiles.ts';
import { previewOf } from '../clients/previewOf.ts';
import { instructionBlock } from '../mcp/instructions.ts';
import { BigMindError } from '../memory/errors.ts';
import { askYesNo, canAsk } from './ask.ts';
import { answer, textOption } from './command.ts';
import type { CommandContext, CommandInput } from './command.ts';

export interface InstallWish {
  /** As it was typed. */
  name: string;
  client: McpClient | undefined;
  /** Undefined when the server is meant. */
  target: InstructionTarget | undefined;
}

export async function install(wish: InstallWish, input: CommandInput, context: CommandContext): Promise<0 | 1> {
  const { client, target } = wish;
  const plan = target === undefined ? await serverPlan(client, input, context) : await textPlan(target, input, context);
  return finish(plan, wish, input, context);
}

async function serverPlan(
  client: McpClient | undefined,
  input: CommandInput,
  context: CommandContext,
): Promise<FilePlan> {
  if (client === undefined) throw new BigMindError('internal', 'A server was to be put without a client.');
  if (input.values['remove'] === true) return planDisconnection(client, context.host);
  return planConnection(client, context.launch(), context.host);
}

async function textPlan(target: InstructionTarget, input: CommandInput, context: CommandContext): Promise<FilePlan> {
  const folder = resolve(textOption(input, 'folder') ?? '.');
  const isFolder = await stat(folder).then(
    (found) => found.isDirectory(),
    () => false,
  );
  if (!isFolder) {
    const remedy = 'Name the folder of a project with --folder.';
    throw new BigMindError('invalid_input', `${folder} is no folder.`, { remedy });
  }
  if (input.values['remove'] === true) return planInstructionsRemoval(target, folder, context.host);
  return planInstructions(target, instructionBlock, folder, context.host);
}

async function finish(
  plan: FilePlan,
  { name, client, target }: InstallWish,
  input: CommandInput,
  context: CommandContext,
): Promise<0 | 1> {
  const { file, change } = plan;
  const say = input.values['json'] === true ? context.note : context.out;
  say(previewOf(plan));
  if (change === 'none' || input.values['dry-run'] === true) {
    const text = change === 'none' ? 'There is nothing to change.' : 'Nothing was written.';
    answer(input, context, { client: name, file, change, backup: null, written: false }, text);
    return 0;
  }
  if (input.values['yes'] !== true && canAsk() && !(await askYesNo('Write this?'))) {
    answer(input, context, { client: name, file, change, backup: null, written: false }, 'Nothing was written.');
    return 1;
  }
  const { backup } = await carryOut(plan, context.now());
  const lines = [
    plan.after === undefined ? `Removed ${file}.` : `Wrote ${file}.`,
    ...(backup === null ? [] : [`What stood there before is in ${backup}.`]),
    nextStep(client, target, input.values['remove'] === true),
  ];
  answer(input, context, { client: name, file, change, backup, written: true }, lines.join('\n'));
  return 0;
}

function nextStep(client: McpClient | undefined, target: InstructionTarget | undefined, removed: boolean): string {
  if (removed) return `${client?.title ?? 'The assistant'} knows no more of it once it is restarted.`;
  const next = target === undefined ? client?.next : client?.instructionsNext;
  return next ?? 'It counts from the next conversation on.';
}

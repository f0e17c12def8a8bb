/**
 * `bigmind install`: connects another client to BigMind, or puts the instructions into the file that the client reads;
 * `--remove` takes either out again. What will be changed is always shown first, and the store is never opened.
 */
import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { clientIds, clientNamed } from '../clients/clients.ts';
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
import type { Command, CommandContext, CommandInput } from './command.ts';

/** Known by their instruction file only: VS Code needs no entry, and AGENTS.md belongs to no one client. */
const instructionsOnly = ['copilot', 'agents'] as const;

export const installCommand: Command = {
  name: 'install',
  usage: 'CLIENT [--instructions] [--folder PATH] [--remove] [--dry-run] [--yes]',
  summary: `Connect a client: ${[...clientIds, ...instructionsOnly].join(', ')}.`,
  options: {
    instructions: { type: 'boolean' },
    folder: { type: 'string' },
    remove: { type: 'boolean' },
    'dry-run': { type: 'boolean' },
    yes: { type: 'boolean', short: 'y' },
  },
  takes: { least: 1, most: 1 },
  run: async (input, context) => {
    const [name = ''] = input.positionals;
    const client = clientNamed(name);
    const only = instructionsOnly.find((candidate) => candidate === name);
    if (client === undefined && only === undefined) {
      context.note(`bigmind: there is no client "${name}". Choose one of:`);
      context.note([...clientIds, ...instructionsOnly].map((id) => `  ${id}`).join('\n'));
      return 2;
    }
    const target = only ?? (input.values['instructions'] === true ? client?.instructions : undefined);
    if (target === undefined && textOption(input, 'folder') !== undefined) {
      context.note('bigmind: --folder belongs to --instructions; the entry of a server is for every folder.');
      return 2;
    }
    const plan =
      target === undefined ? await serverPlan(client, input, context) : await textPlan(target, input, context);
    return finish(plan, { name, client, target }, input, context);
  },
};

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

interface Wish {
  /** As it was typed. */
  name: string;
  client: McpClient | undefined;
  /** Undefined when the server is meant. */
  target: InstructionTarget | undefined;
}

async function finish(
  plan: FilePlan,
  { name, client, target }: Wish,
  input: CommandInput,
  context: CommandContext,
): Promise<0 | 1> {
  const { file, change } = plan;
  const say = input.values['json'] === true ? context.note : context.out;
  say(previewOf(plan));
  if (change === 'none' || input.values['dry-run'] === true) {
    const text = change === 'none' ? 'It is as it shall be.' : 'Nothing was written.';
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
    nextStep(client, target),
  ];
  answer(input, context, { client: name, file, change, backup, written: true }, lines.join('\n'));
  return 0;
}

function nextStep(client: McpClient | undefined, target: InstructionTarget | undefined): string {
  const next = target === undefined ? client?.next : client?.instructionsNext;
  return next ?? 'It counts from the next conversation on.';
}

/** The changes of files that one `bigmind install` makes. Planning reads and never writes. */
import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { copyWithOwnEntry, hasOwnEntry, planConnection, planDisconnection } from '../../clients/connectClient.ts';
import type { FilePlan } from '../../clients/files/filePlan.ts';
import { readIfThere } from '../../clients/files/replaceFile.ts';
import { plansToCarryOut } from '../../clients/files/filePlan.ts';
import { planHooks, planHooksRemoval } from '../../clients/hooks/connectHooks.ts';
import { planInstructions, planInstructionsRemoval } from '../../clients/instructionFiles.ts';
import {
  isOwned,
  planOwnedFile,
  planOwnedFileRemoval,
  skillFileOf,
  systemPromptFileOf,
} from '../../clients/ownedFiles.ts';
import type { ClientHost } from '../../clients/shared/clientHost.ts';
import type { InstructionTarget, McpClient } from '../../clients/shared/clients.ts';
import type { HookTarget } from '../../clients/shared/hookEntries.ts';
import { endsWithVersion, installKindOf } from '../../clients/shared/installation.ts';
import type { McpLaunch } from '../../clients/shared/launch.ts';
import { launchableRuntime } from '../../clients/shared/launch.ts';
import { shellCommandOf } from '../../clients/shared/shellCommand.ts';
import { planPinnedRemoval } from '../../clients/userMemory/pinnedRemoval.ts';
import { installedSkill, instructionBlock } from '../../mcp/shared/instructions.ts';
import { toolsets } from '../../mcp/tools/toolsets.ts';
import { BigMindError } from '../../memory/shared/errors.ts';
import type { CommandContext, CommandInput } from '../shared/command.ts';
import { textOption } from '../shared/command.ts';

export interface InstallWish {
  /** As the user typed it. */
  name: string;
  client: McpClient | undefined;
  /** Undefined for the server, or for hooks alone. */
  target: InstructionTarget | undefined;
  /** The hooks to set or remove with it. */
  hooks: HookTarget | undefined;
  /** Writes or removes this file of BigMind alone. */
  document: 'skill' | 'system prompt' | 'pinned facts' | undefined;
}

/** In the order in which they are shown and carried out: the file with the server is first. */
export async function plansFor(wish: InstallWish, input: CommandInput, context: CommandContext): Promise<FilePlan[]> {
  const { client, target, hooks, document } = wish;
  if (document === 'pinned facts') return planPinnedRemoval(context.settings.home);
  if (target !== undefined) return [await textPlan(target, input, context)];
  if (client !== undefined && document !== undefined) return [await documentPlan(document, client, input, context)];
  const { host, settings } = context;
  const planned: (FilePlan | undefined)[] = [];
  if (input.values['remove'] === true) {
    const hooksPlan = hooks === undefined ? undefined : await planHooksRemoval(hooks, settings.home, host);
    const own = client === undefined ? undefined : await ownEntryNote(client, host);
    if (own !== undefined) context.note(own);
    planned.push(hooksPlan, client === undefined ? undefined : await planDisconnection(client, host, hooksPlan));
    planned.push(await skillRemoval(client, context));
  } else {
    if (client !== undefined && (await hasOwnEntry(client, host)))
      context.note(
        'There is an entry "bigmind" that BigMind did not write. It is replaced, and kept in a copy of the file.',
      );
    const server = client === undefined ? undefined : await planConnection(client, launchOf(wish, context), host);
    planned.push(server, hooks === undefined ? undefined : await planHooks(hooks, settings.home, host, server));
  }
  const plans = plansToCarryOut(planned.filter((plan) => plan !== undefined));
  if (plans.length === 0) throw new BigMindError('internal', 'There was nothing to remove.');
  const isMain = ({ file }: FilePlan): boolean => file === client?.file(host);
  return [...plans.filter(isMain), ...plans.filter((plan) => !isMain(plan))];
}

/** About an entry with our name that BigMind did not write, in the client's file or in a copy of it. */
async function ownEntryNote(client: McpClient, host: ClientHost): Promise<string | undefined> {
  if (await hasOwnEntry(client, host))
    return `BigMind did not write the entry "bigmind" in ${client.file(host)}, so it stays. Delete it yourself if you do not need it.`;
  const copy = await copyWithOwnEntry(client, host);
  if (copy === undefined) return undefined;
  return `Your own entry "bigmind" from before the installation is in ${copy}. It is not restored.`;
}

/** The skill goes with the server, unless the user changed it. */
async function skillRemoval(
  client: McpClient | undefined,
  { host, note }: CommandContext,
): Promise<FilePlan | undefined> {
  const skill = client === undefined ? undefined : skillFileOf(client, host);
  if (skill === undefined || (await readIfThere(skill.file)) === undefined) return undefined;
  if (await isOwned(skill)) return planOwnedFileRemoval(skill);
  note(`${skill.file} is not as BigMind wrote it, so it stays. Delete it yourself if you do not need it.`);
  return undefined;
}

async function documentPlan(
  document: Exclude<InstallWish['document'], 'pinned facts' | undefined>,
  client: McpClient,
  input: CommandInput,
  context: CommandContext,
): Promise<FilePlan> {
  const { host, settings } = context;
  const owned = document === 'skill' ? skillFileOf(client, host) : systemPromptFileOf(client, settings.home);
  if (owned === undefined) throw new BigMindError('internal', `${client.title} reads no skill.`);
  if (input.values['remove'] === true) return planOwnedFileRemoval(owned);
  if (document === 'system prompt') return planOwnedFile(owned, instructionBlock);
  const available = toolsets.core.map(({ name }) => name).toSorted();
  return planOwnedFile(owned, installedSkill(available, shellCommandOf(context.skillLaunch(), host.platform)));
}

/** Hooks create the launcher, so the server is started through it as well, now and in later installations. */
function launchOf(wish: InstallWish, context: CommandContext): McpLaunch {
  return needsLauncher(wish, context) ? context.launcherLaunch() : context.launch();
}

/**
 * Whether the files in BigMind's own folder are needed: for hooks, and where a package runner would delay the server of
 * a client that does not wait. If a launcher is there, a newer version run by a package runner replaces its program.
 */
export function needsLauncher(wish: InstallWish, { runtime, settings }: CommandContext): boolean {
  const { client, target, hooks, document } = wish;
  if (hooks !== undefined) return true;
  if (document === 'skill') return endsWithVersion(runtime().cli);
  if (client === undefined || (target ?? document) !== undefined || installKindOf(runtime().cli) !== 'npx')
    return false;
  return client.isImpatient === true || launchableRuntime(settings.home) !== undefined;
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

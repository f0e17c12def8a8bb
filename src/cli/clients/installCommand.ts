/**
 * `bigmind install`: connects another client to BigMind, or writes the instructions into the file that the client
 * reads; `--remove` reverts either. For an assistant that runs hooks, it can also set hooks that record
 * conversations. It always shows the changes first, and never opens the store.
 */
import { clientIds, clientNamed } from '../../clients/shared/clients.ts';
import type { McpClient } from '../../clients/shared/clients.ts';
import type { HookTarget } from '../../clients/shared/hookEntries.ts';
import { textOption, wrongUsage } from '../shared/command.ts';
import type { Command, CommandInput } from '../shared/command.ts';
import type { InstallWish } from './installPlans.ts';

/** Names with an instruction file only: VS Code needs no entry, and AGENTS.md belongs to several clients. */
const instructionsOnly = ['copilot', 'agents'] as const;

export const installCommand: Command = {
  name: 'install',
  usage:
    'CLIENT [--hooks | --no-hooks] [--skill | --instructions | --pinned] [--folder PATH] [--remove] [--dry-run] [--yes]',
  words: [...clientIds, ...instructionsOnly],
  summary: `Connect a client: ${[...clientIds, ...instructionsOnly].join(', ')}.`,
  details:
    'copilot and agents connect no client: they write the instructions into .github/copilot-instructions.md or AGENTS.md of this folder. --skill writes only the skill bigmind-memory, which tells the assistant when to use the memory, by its tools or on the command line. copilot --pinned --remove takes pinned facts out of the memories of VS Code and Claude Code, where bigmind.userMemory.pinnedFacts and bigmind.userMemory.claudeCode of VS Code put them. The command shows the change and asks before it writes; without a terminal, add --yes.',
  options: {
    hooks: { type: 'boolean' },
    'no-hooks': { type: 'boolean' },
    skill: { type: 'boolean' },
    instructions: { type: 'boolean' },
    pinned: { type: 'boolean' },
    folder: { type: 'string' },
    remove: { type: 'boolean' },
    'dry-run': { type: 'boolean' },
    yes: { type: 'boolean', short: 'y' },
  },
  takes: { min: 1, max: 1 },
  run: async (input, context) => {
    const wish = wishFrom(input);
    if (typeof wish === 'string') throw wrongUsage(wish);
    const { install } = await import('./install.ts');
    return install(wish, input, context);
  },
};

/** Or what is wrong with the arguments. */
function wishFrom(input: CommandInput): InstallWish | string {
  const [name = ''] = input.positionals;
  const client = clientNamed(name);
  const wrong = unknownClient(name) ?? optionConflict(input) ?? unavailable(name, input);
  if (wrong !== undefined) return wrong;
  const hooks = hooksFor(name, input);
  const target = targetOf(name, hooks, input);
  if (target === undefined && textOption(input, 'folder') !== undefined)
    return 'use --folder only with --instructions. The server entry applies to every folder.';
  return { name, client, target, hooks, document: documentOf(client, input) };
}

function unknownClient(name: string): string | undefined {
  const known = [...clientIds, ...instructionsOnly];
  if (known.some((id) => id === name)) return undefined;
  return [`unknown client "${name}". Choose one of:`, ...known].join('\n  ');
}

function optionConflict({ values }: CommandInput): string | undefined {
  if (values['hooks'] === true && values['no-hooks'] === true) return 'use --hooks or --no-hooks, not both.';
  const alone = ['hooks', 'instructions', 'skill', 'pinned'].filter((option) => values[option] === true);
  return alone.length > 1 ? `use --${alone.join(' or --')}, not both.` : undefined;
}

function unavailable(name: string, { values }: CommandInput): string | undefined {
  const withPart = (part: 'skills' | 'hooks'): string[] =>
    clientIds.filter((id) => clientNamed(id)?.[part] !== undefined);
  if (values['skill'] === true && clientNamed(name)?.skills === undefined)
    return `--skill is available for ${withPart('skills').join(', ')}.`;
  if (values['pinned'] === true && name !== 'copilot') return '--pinned is available for copilot only.';
  if (values['pinned'] === true && values['remove'] !== true)
    return '--pinned only removes pinned facts. Add --remove. bigmind.userMemory.pinnedFacts and bigmind.userMemory.claudeCode of VS Code add them.';
  const namesHooks = values['hooks'] === true || values['no-hooks'] === true;
  if (!namesHooks || hooksOf(name) !== undefined) return undefined;
  const names = ['copilot', ...withPart('hooks')].join(', ');
  return `--hooks is available for ${names}. All but copilot get hooks unless you use --no-hooks.`;
}

function hooksOf(name: string): HookTarget | undefined {
  return name === 'copilot' ? 'copilot' : clientNamed(name)?.hooks;
}

/**
 * The hooks to set. `copilot` has no server entry and gets its instruction file, unless `--hooks` is given; its hooks
 * are in a folder that VS Code and the Copilot CLI share.
 */
function hooksFor(name: string, { values }: CommandInput): HookTarget | undefined {
  const isText = values['instructions'] === true || values['skill'] === true;
  if (values['no-hooks'] === true || isText) return undefined;
  return values['hooks'] === true || clientNamed(name) !== undefined ? hooksOf(name) : undefined;
}

/** The file of instructions; undefined for the server, or for hooks alone. */
function targetOf(name: string, hooks: HookTarget | undefined, { values }: CommandInput): InstallWish['target'] {
  const isText = values['instructions'] === true;
  if ((!isText && hooks !== undefined) || values['pinned'] === true) return undefined;
  const only = instructionsOnly.find((candidate) => candidate === name);
  return only ?? (isText ? (clientNamed(name)?.instructions ?? undefined) : undefined);
}

function documentOf(client: McpClient | undefined, { values }: CommandInput): InstallWish['document'] {
  if (values['pinned'] === true) return 'pinned facts';
  if (values['skill'] === true) return 'skill';
  return values['instructions'] === true && client?.instructions === null ? 'system prompt' : undefined;
}

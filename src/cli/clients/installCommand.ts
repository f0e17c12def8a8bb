/**
 * `bigmind install`: connects another client to BigMind, or writes the instructions into the file that the client
 * reads; `--remove` reverts either. For an assistant that runs hooks, it can also set hooks that record
 * conversations. It always shows the changes first, and never opens the store.
 */
import { clientIds, clientNamed } from '../../clients/shared/clients.ts';
import type { McpClient } from '../../clients/shared/clients.ts';
import type { HookTarget } from '../../clients/shared/hookEntries.ts';
import { textOption } from '../shared/command.ts';
import type { Command, CommandInput } from '../shared/command.ts';

/** Names with an instruction file only: VS Code needs no entry, and AGENTS.md belongs to several clients. */
const instructionsOnly = ['copilot', 'agents'] as const;

export const installCommand: Command = {
  name: 'install',
  usage: 'CLIENT [--hooks | --no-hooks] [--skill | --instructions] [--folder PATH] [--remove] [--dry-run] [--yes]',
  words: [...clientIds, ...instructionsOnly],
  summary: `Connect a client: ${[...clientIds, ...instructionsOnly].join(', ')}.`,
  details:
    'copilot and agents connect no client: they write the instructions into .github/copilot-instructions.md or AGENTS.md of this folder. --skill writes only the skill bigmind-memory, which tells the assistant when to use the memory, by its tools or on the command line. The command shows the change and asks before it writes; without a terminal, add --yes.',
  options: {
    hooks: { type: 'boolean' },
    'no-hooks': { type: 'boolean' },
    skill: { type: 'boolean' },
    instructions: { type: 'boolean' },
    folder: { type: 'string' },
    remove: { type: 'boolean' },
    'dry-run': { type: 'boolean' },
    yes: { type: 'boolean', short: 'y' },
  },
  takes: { min: 1, max: 1 },
  run: async (input, context) => {
    const [name = ''] = input.positionals;
    const client = clientNamed(name);
    const only = instructionsOnly.find((candidate) => candidate === name);
    if (client === undefined && only === undefined) {
      context.note(`bigmind: unknown client "${name}". Choose one of:`);
      context.note([...clientIds, ...instructionsOnly].map((id) => `  ${id}`).join('\n'));
      return 2;
    }
    if (input.values['hooks'] === true && input.values['no-hooks'] === true) {
      context.note('bigmind: use --hooks or --no-hooks, not both.');
      return 2;
    }
    const alone = ['hooks', 'instructions', 'skill'].filter((option) => input.values[option] === true);
    if (alone.length > 1) {
      context.note(`bigmind: use --${alone.join(' or --')}, not both.`);
      return 2;
    }
    const wantsSkill = input.values['skill'] === true;
    if (wantsSkill && client?.skills === undefined) {
      const names = clientIds.filter((id) => clientNamed(id)?.skills !== undefined).join(', ');
      context.note(`bigmind: --skill is available for ${names}.`);
      return 2;
    }
    const hooks = hooksFor(name, client, input);
    if (hooks === 'wrong usage') {
      const names = ['copilot', ...clientIds.filter((id) => clientNamed(id)?.hooks !== undefined)].join(', ');
      context.note(`bigmind: --hooks is available for ${names}. All but copilot get hooks unless you use --no-hooks.`);
      return 2;
    }
    const isPrompt = input.values['instructions'] === true && client?.instructions === null;
    const document = wantsSkill ? 'skill' : isPrompt ? 'system prompt' : undefined;
    const isText = input.values['instructions'] === true || hooks === undefined;
    const target = isText
      ? (only ?? (input.values['instructions'] === true ? (client?.instructions ?? undefined) : undefined))
      : undefined;
    if (target === undefined && textOption(input, 'folder') !== undefined) {
      context.note('bigmind: use --folder only with --instructions. The server entry applies to every folder.');
      return 2;
    }
    const { install } = await import('./install.ts');
    return install({ name, client, target, hooks, document }, input, context);
  },
};

/**
 * The hooks to set. `copilot` has no server entry and gets its instruction file, unless `--hooks` is given; its hooks
 * are in a folder that VS Code and the Copilot CLI share.
 */
function hooksFor(
  name: string,
  client: McpClient | undefined,
  { values }: CommandInput,
): HookTarget | 'wrong usage' | undefined {
  const wished = values['hooks'] === true;
  const refused = values['no-hooks'] === true;
  const known = name === 'copilot' ? 'copilot' : client?.hooks;
  const isText = values['instructions'] === true || values['skill'] === true;
  if ((wished || refused) && known === undefined) return 'wrong usage';
  if (known === undefined || refused || isText) return undefined;
  return wished || client !== undefined ? known : undefined;
}

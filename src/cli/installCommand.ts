/**
 * `bigmind install`: connects another client to BigMind, or puts the instructions into the file that the client reads;
 * `--remove` takes either out again. What will be changed is always shown first, and the store is never opened.
 */
import { clientIds, clientNamed } from '../clients/clients.ts';
import { textOption } from './command.ts';
import type { Command } from './command.ts';

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
    const { install } = await import('./install.ts');
    return install({ name, client, target }, input, context);
  },
};

/** "Manage Memory" and "Team Server": lists of the commands that are not in the palette, and make sense now. */
import * as vscode from 'vscode';
import { describeThrown } from '../../platform/describeThrown.ts';
import type { MemoryAccess } from '../../platform/memoryAccess.ts';
import type { Host, Services } from '../../services/host.ts';
import { cancelled, type Command } from '../shared/arguments.ts';
import { manageMemoryGroups, teamServerGroups, type CommandGroup, type Need } from './listedCommands.ts';

/** What the lists use of the services. */
export interface ListServices {
  readonly host: Pick<Host, 'kind' | 'commands'> & {
    readonly server: { readonly connection: Pick<ServerConnection, 'state'> } | undefined;
  };
  readonly access: Pick<MemoryAccess, 'use'>;
  readonly log: Pick<Services['log'], 'debug'>;
}

type ServerConnection = NonNullable<Host['server']>['connection'];

interface Row extends vscode.QuickPickItem {
  /** Undefined for a separator. */
  id?: string;
}

/** Returns what the chosen command returns. */
export function createManageMemory(services: ListServices): Command {
  return () => choose('bigmind.manageMemory', manageMemoryGroups(), metOutsideTeam(services.host), services);
}

/** Returns what the chosen command returns. */
export function createTeamServer(services: ListServices): Command {
  return async () => {
    const met = metOutsideTeam(services.host);
    for (const need of met.has('server') ? ['proposals' as const] : await metInTeam(services)) met.add(need);
    return choose('bigmind.teamServer', teamServerGroups(), met, services);
  };
}

function metOutsideTeam({ kind, server }: ListServices['host']): Set<Need> {
  const type = server?.connection.state.type ?? 'off';
  const isConnected = type === 'connected' || type === 'away';
  return new Set<Need>([
    ...(kind === 'node' ? ['computer' as const] : []),
    type === 'off' ? 'own memory' : 'server',
    ...(isConnected ? [] : ['no connection' as const]),
  ]);
}

/** A memory that cannot be opened is not known to be a team's; its errors are shown where it is used. */
async function metInTeam({ access, log }: ListServices): Promise<Need[]> {
  try {
    return await access.use(async ({ memory, caller }) => {
      const users = await memory.identities.listUsers();
      if (users.every(({ role }) => role !== 'admin')) {
        // An import may have brought proposals.
        return (await memory.knowledge.waiting(caller)).count === 0 ? [] : ['proposals'];
      }
      return caller.user.role === 'admin' ? ['proposals', 'admin'] : ['proposals'];
    });
  } catch (thrown) {
    log.debug(`The list of the team's commands could not ask the memory: ${describeThrown(thrown)}`);
    return [];
  }
}

async function choose(
  listId: string,
  groups: readonly CommandGroup[],
  met: ReadonlySet<Need>,
  { host }: ListServices,
): Promise<unknown> {
  const of = (id: string): { title: string; icon: string } => host.commands.get(id) ?? { title: id, icon: '' };
  const rows = groups.flatMap(({ title, commands }): Row[] => {
    const offered = commands.filter(({ needs = [] }) => needs.every((need) => met.has(need)));
    if (offered.length === 0) return [];
    return [
      { label: title, kind: vscode.QuickPickItemKind.Separator },
      ...offered.map(({ id, about }) => ({ label: `${of(id).icon} ${of(id).title}`, detail: about, id })),
    ];
  });
  const chosen = await vscode.window.showQuickPick(rows, {
    title: of(listId).title.replace(/\.\.\.$/u, ''),
    placeHolder: vscode.l10n.t('Select what to do'),
    matchOnDetail: true,
  });
  return chosen?.id === undefined ? cancelled : vscode.commands.executeCommand(chosen.id);
}

/** Opens the server of a team for this window, in place of the memory on this computer. */
import * as vscode from 'vscode';
import { projectOf } from '../../../capture/projects/projectIdentity.ts';
import type { EnvironmentSettings } from '../../../environment.ts';
import { projectForOthers } from '../../../memory/archive/outbox.ts';
import { BigMindError } from '../../../memory/shared/errors.ts';
import { hostOf } from '../../../remote/serverAddress.ts';
import type { MemorySource } from '../../platform/sharedMemory.ts';
import { HookRelays } from './hookRelays.ts';
import { ServerConnection } from './serverConnection.ts';
import { ServerDelivery, type ServerDeliveryParts } from './serverDelivery.ts';
import type { TeamServer } from './teamServer.ts';

interface TeamServerParts extends Pick<ServerDeliveryParts, 'ports' | 'after' | 'log'> {
  secrets: vscode.SecretStorage;
  /** Throws while a setting is invalid. */
  settings: () => Pick<EnvironmentSettings, 'serverUrl' | 'home'>;
  /** The home folder of the user. */
  homeFolder: string;
}

/** Asks nothing yet; see `ServerConnection.refresh`. */
export function openTeamServer({ secrets, settings, homeFolder, ...parts }: TeamServerParts): TeamServer {
  const connection = new ServerConnection({
    secrets,
    address: () => settings().serverUrl,
    project: () => windowProject(homeFolder),
    clock: parts.ports.clock,
  });
  const home = (): string => settings().home;
  return {
    connection,
    delivery: new ServerDelivery({ ...parts, connection, home }),
    relays: new HookRelays({ connection, home, newId: parts.ports.newId, log: parts.log }),
  };
}

/** While a server is used, nothing reads or changes the memory on this computer by mistake. */
export function closedMemory(address: string): MemorySource {
  const location = hostOf(address);
  const refuse = (): Promise<never> => {
    const what = vscode.l10n.t('This works only with a memory on this computer, and BigMind uses {0}.', location);
    const remedy = vscode.l10n.t(
      'Use the panel or the chat, or first run "BigMind: Team Server... > Disconnect from Server".',
    );
    return Promise.reject(new BigMindError('not_allowed', what, { remedy }));
  };
  return { location, open: refuse, visitor: refuse };
}

/** The project of the first open folder, as others know it: its Git remote, or its name. */
function windowProject(homeFolder: string): string | undefined {
  const folder = vscode.workspace.workspaceFolders?.find(({ uri }) => uri.scheme === 'file');
  const project = folder === undefined ? undefined : projectOf(folder.uri.fsPath, homeFolder);
  if (project === undefined) return undefined;
  const { key, name } = projectForOthers(project);
  return key.startsWith('name:') ? name : key;
}

/** The list of other MCP clients, each with its file and its state. Reading it writes nothing. */
import * as vscode from 'vscode';
import type { McpClient } from '../../../clients/shared/clients.ts';
import { bigMindErrorFrom } from '../../../memory/shared/errors.ts';
import type { ClientFiles } from '../../services/clientFiles.ts';
import { noticeOf } from '../../platform/errorText.ts';

export interface ClientState {
  client: McpClient;
  file: string;
  /** `unclear` for a file that cannot be parsed or written; choosing it shows the reason. */
  state: 'connected' | 'not connected' | 'no file' | 'unclear';
  /** Why the state is unclear. */
  reason?: string;
}

async function readClientState(files: ClientFiles, client: McpClient): Promise<ClientState> {
  const file = files.fileOf(client);
  try {
    const { before, change } = await files.planDisconnection(client);
    if (before === undefined) return { client, file, state: 'no file' };
    return { client, file, state: change === 'none' ? 'not connected' : 'connected' };
  } catch (thrown) {
    return { client, file, state: 'unclear', reason: noticeOf(bigMindErrorFrom(thrown)) };
  }
}

/** Undefined if the user canceled; `copy` if they want to configure the client manually. */
export async function askWhichClient(files: ClientFiles): Promise<ClientState | 'copy' | undefined> {
  const states = await Promise.all(files.clients.map((client) => readClientState(files, client)));
  const copy = {
    label: `$(copy) ${vscode.l10n.t('Copy Configuration Instead...')}`,
    description: vscode.l10n.t('for a client that is not in this list'),
    chosen: 'copy',
  } as const;
  const separator = { label: '', kind: vscode.QuickPickItemKind.Separator, chosen: undefined };
  const picked = await vscode.window.showQuickPick([...states.map(itemFrom), separator, copy], {
    title: vscode.l10n.t('Select a client to share this memory with'),
    placeHolder: vscode.l10n.t('You can review the change to its file before BigMind writes it'),
    matchOnDescription: true,
    matchOnDetail: true,
  });
  return picked?.chosen;
}

function itemFrom(state: ClientState): vscode.QuickPickItem & { chosen: ClientState } {
  return {
    label: `$(${icons[state.state]}) ${state.client.title}`,
    description: stateText(state.state),
    detail: state.reason ?? state.file,
    chosen: state,
  };
}

const icons: Record<ClientState['state'], string> = {
  connected: 'check',
  'not connected': 'circle-outline',
  'no file': 'circle-outline',
  unclear: 'warning',
};

function stateText(state: ClientState['state']): string {
  switch (state) {
    case 'connected':
      return vscode.l10n.t('connected');
    case 'not connected':
      return vscode.l10n.t('not connected');
    case 'no file':
      return vscode.l10n.t('not connected, no configuration file yet');
    case 'unclear':
      return vscode.l10n.t('its configuration file needs your attention');
  }
}

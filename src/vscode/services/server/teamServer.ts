/** The server of a team as the rest of the extension uses it, and its state in sentences for users. */
import * as vscode from 'vscode';
import { hostOf } from '../../../remote/serverAddress.ts';
import type { Notices } from '../../platform/notices.ts';
import type { HookRelays } from './hookRelays.ts';
import { tokenMissing, type ServerConnection, type ServerState } from './serverConnection.ts';
import type { DeliveryCounts, ServerDelivery } from './serverDelivery.ts';

export interface TeamServer {
  readonly connection: ServerConnection;
  readonly delivery: ServerDelivery;
  /** Answers hooks on this computer. */
  readonly relays: HookRelays;
}

/** The state in sentences; empty without a server. */
export function serverText(state: ServerState, counts: DeliveryCounts): string {
  const { waiting, refused } = counts;
  return [
    ...stateText(state),
    ...(waiting > 0 ? [waitingText(waiting)] : []),
    ...(refused > 0 ? [refusedText(refused)] : []),
  ].join(' ');
}

export function waitingText(waiting: number): string {
  return waiting === 1
    ? vscode.l10n.t('One part of a recorded chat waits for delivery.')
    : vscode.l10n.t('{0} parts of recorded chats wait for delivery.', waiting);
}

function refusedText(refused: number): string {
  return refused === 1
    ? vscode.l10n.t('The server refused one part of a recorded chat, which stays on this computer.')
    : vscode.l10n.t('The server refused {0} parts of recorded chats, which stay on this computer.', refused);
}

function stateText(state: ServerState): string[] {
  switch (state.type) {
    case 'off':
      return [];
    case 'asking':
      return [vscode.l10n.t('Connecting to {0}…', hostOf(state.address))];
    case 'unconnected':
      return [tokenMissing(state.address).message];
    case 'connected':
      return [vscode.l10n.t('Connected to {0} as {1}.', hostOf(state.address), state.user)];
    case 'away':
      return [
        vscode.l10n.t('{0} has not answered since {1}.', hostOf(state.address), timeText(state.since)),
        vscode.l10n.t('BigMind keeps recording chats on this computer and delivers them when it answers.'),
      ];
    case 'refused':
      return [state.error.message];
  }
}

/** The local time, because an outage is short, or known for other reasons. */
function timeText(time: Date): string {
  return time.toLocaleTimeString(vscode.env.language, { hour: '2-digit', minute: '2-digit' });
}

/** Says once for each cause that the user has to do something: a missing or refused token, or another address. */
export function noticeRefusals(connection: ServerConnection, notices: Pick<Notices, 'failed'>): vscode.Disposable {
  let said = '';
  return connection.onDidChange((state) => {
    if (state.type === 'connected') said = '';
    const error =
      state.type === 'unconnected' ? tokenMissing(state.address) : 'error' in state ? state.error : undefined;
    if (error === undefined || error.message === said) return;
    said = error.message;
    notices.failed(error);
  });
}

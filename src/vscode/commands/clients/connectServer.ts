/** Connects VS Code to the server of a team, and disconnects it. The token is checked first, and never shown again. */
import * as vscode from 'vscode';
import { BigMindError, bigMindErrorFrom } from '../../../memory/shared/errors.ts';
import { hostOf, teamServerAddress } from '../../../remote/serverAddress.ts';
import { settingsTable } from '../../../settingsTable.ts';
import { showStep, working } from '../../platform/notices.ts';
import { noProcess, type Services } from '../../services/host.ts';
import { waitingText, type TeamServer } from '../../services/server/teamServer.ts';
import { cancelled, textArgument, type Command } from '../shared/arguments.ts';

/**
 * Argument `{ url?, token? }`; asks for what is missing, and for the address only if no setting names one. Returns `{
 * status: "connected", user }`.
 */
export function createConnectServer({ host, notices }: Services): Command {
  return async (argument) => {
    const { connection } = serverOf(host);
    const { state } = connection;
    const known = state.type === 'off' ? undefined : state.address;
    const given = textArgument(argument, 'url') ?? known ?? (await askForAddress());
    if (given === undefined) return cancelled;
    const address = teamServerAddress(vscode.l10n.t('The entered text'), given);
    const token = textArgument(argument, 'token') ?? (await askForToken(address));
    if (token === undefined) return cancelled;
    const title = vscode.l10n.t('Connecting to {0}…', hostOf(address));
    const { user } = await working(title, () => connection.connect(address, token));
    if (address !== known) await chooseAddress(address);
    await connection.refresh();
    const message = vscode.l10n.t(
      'BigMind is connected to {0} as {1}. Chat tools, the panel and recorded chats use the memory of that server.',
      hostOf(address),
      user,
    );
    notices.done(message, showStep({ view: 'profile', item: null }));
    return { status: 'connected', user };
  };
}

/**
 * Argument `{ waiting? }`: `deliver`, `keep` or `delete`, for recorded chats that wait for delivery; asks if there are
 * any. Returns `{ status: "disconnected" | "nothing" }`.
 */
export function createDisconnectServer({ host, notices }: Services): Command {
  return async (argument) => {
    const server = serverOf(host);
    const { state } = server.connection;
    if (state.type === 'off') {
      notices.done(vscode.l10n.t('BigMind uses no server, so nothing changed.'));
      return { status: 'nothing' };
    }
    const { address } = state;
    const choice = await choiceForWaiting(argument, server);
    if (choice === undefined) return cancelled;
    if (choice === 'deliver') await deliverAll(server);
    if (choice === 'delete') await server.delivery.clear(address);
    await chooseAddress(undefined);
    await server.connection.refresh();
    await server.connection.disconnect(address);
    notices.done(disconnectedText(address, server));
    return { status: 'disconnected' };
  };
}

/** The setting is gone, but the environment may still name a server, the same or another one. */
function disconnectedText(address: string, { connection }: TeamServer): string {
  const host = hostOf(address);
  const { state } = connection;
  if (state.type === 'off')
    return vscode.l10n.t('BigMind is disconnected from {0}, and uses the memory on this computer again.', host);
  return vscode.l10n.t(
    'BigMind is disconnected from {0}, but does not use the memory on this computer, because the environment variable {1} names {2}. Remove the variable and start VS Code again.',
    host,
    settingsTable.serverUrl.variable,
    hostOf(state.address),
  );
}

function serverOf({ server }: Services['host']): TeamServer {
  if (server === undefined) throw noProcess();
  return server;
}

function askForAddress(): Thenable<string | undefined> {
  return vscode.window.showInputBox({
    title: vscode.l10n.t('Connect to Server'),
    prompt: vscode.l10n.t('Enter the address of the BigMind server of your team.'),
    placeHolder: 'https://memory.example.com',
    ignoreFocusOut: true,
    validateInput: (text) => problemWith(text),
  });
}

/** Undefined for a valid address, and before the user has entered one. */
function problemWith(text: string): string | undefined {
  if (text.trim() === '') return undefined;
  try {
    teamServerAddress(vscode.l10n.t('The entered text'), text);
    return undefined;
  } catch (thrown) {
    const { message, remedy } = bigMindErrorFrom(thrown);
    return typeof remedy === 'string' ? `${message} ${remedy}` : message;
  }
}

function askForToken(address: string): Thenable<string | undefined> {
  return vscode.window.showInputBox({
    title: vscode.l10n.t('Token for {0}', hostOf(address)),
    prompt: vscode.l10n.t(
      'Enter the token that you got from the administrator. VS Code keeps it in its secret storage, not in a settings file.',
    ),
    password: true,
    ignoreFocusOut: true,
  });
}

/** Undefined removes the choice, so that the memory on this computer is used. */
async function chooseAddress(address: string | undefined): Promise<void> {
  const settings = vscode.workspace.getConfiguration('bigmind');
  await settings.update(settingsTable.serverUrl.name, address, vscode.ConfigurationTarget.Global);
}

const waitingChoices = ['deliver', 'keep', 'delete'] as const;
type WaitingChoice = (typeof waitingChoices)[number];

/** Undefined if the user canceled. */
async function choiceForWaiting(argument: unknown, { delivery }: TeamServer): Promise<WaitingChoice | undefined> {
  const given = waitingChoices.find((choice) => choice === textArgument(argument, 'waiting'));
  const { waiting, refused } = delivery.counts;
  if (given !== undefined || waiting + refused === 0) return given ?? 'keep';
  const items = waitingChoices.map((choice) => ({ title: choiceLabel(choice), choice }));
  const detail = vscode.l10n.t('What you keep is delivered when you connect to the same server again.');
  const question = waitingText(waiting + refused);
  return (await vscode.window.showWarningMessage(question, { modal: true, detail }, ...items))?.choice;
}

function choiceLabel(choice: WaitingChoice): string {
  switch (choice) {
    case 'deliver':
      return vscode.l10n.t('Deliver First');
    case 'keep':
      return vscode.l10n.t('Keep');
    case 'delete':
      return vscode.l10n.t('Delete');
  }
}

/** Rejects with the server's error if something still waits. */
async function deliverAll({ connection, delivery }: TeamServer): Promise<void> {
  await connection.request((client) => client.user());
  await delivery.deliver();
  const { waiting } = delivery.counts;
  if (waiting === 0) return;
  const remedy = vscode.l10n.t('BigMind is still connected. Try again later, or keep or delete them.');
  throw new BigMindError('server_down', waitingText(waiting), { remedy });
}

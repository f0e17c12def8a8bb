/**
 * Connects another MCP client of this machine to the same memory, by an entry in that client's own file, and takes the
 * entry out again. What will be written is always shown first, and written only after a clear yes.
 */
import * as vscode from 'vscode';
import type { McpClient } from '../../clients/clients.ts';
import type { FilePlan } from '../../clients/filePlan.ts';
import { BigMindError } from '../../memory/errors.ts';
import type { ClientFiles } from '../clientFiles.ts';
import type { Services } from '../host.ts';
import type { NextStep } from '../notices.ts';
import { cancelled, flagArgument, textArgument, type Command } from './arguments.ts';
import { askWhichClient, type ClientState } from './clientPick.ts';
import { createCopyMcpConfiguration } from './copyMcpConfiguration.ts';

type Wish = 'connect' | 'disconnect';

/**
 * Argument `{ client, remove?, yes? }`: without `yes` it shows the change and asks. Answers `{ status, file, backup }`,
 * with status `connected`, `disconnected`, `unchanged` or `cancelled`; backup is null when no copy was needed.
 */
export function createConnectClient(services: Services): Command {
  return async (argument) => {
    const files = await services.host.clientFiles();
    const name = textArgument(argument, 'client');
    if (name !== undefined) {
      const wish = flagArgument(argument, 'remove') ? 'disconnect' : 'connect';
      return connect(services, files, clientNamed(files, name), { wish, yes: flagArgument(argument, 'yes') });
    }
    const chosen = await askWhichClient(files);
    if (chosen === undefined) return cancelled;
    if (chosen === 'copy') return createCopyMcpConfiguration(services)(undefined);
    const wish = chosen.state === 'connected' ? await askForWish(files, chosen) : 'connect';
    return wish === undefined ? cancelled : connect(services, files, chosen.client, { wish, yes: false });
  };
}

function clientNamed({ clients }: ClientFiles, name: string): McpClient {
  const client = clients.find(({ id }) => id === name);
  if (client !== undefined) return client;
  throw new BigMindError('invalid_input', vscode.l10n.t('There is no client "{0}".', name), {
    remedy: vscode.l10n.t('Use one of: {0}.', clients.map(({ id }) => id).join(', ')),
  });
}

async function connect(
  { notices, pages }: Services,
  files: ClientFiles,
  client: McpClient,
  { wish, yes }: { wish: Wish; yes: boolean },
): Promise<unknown> {
  const plan = await (wish === 'connect' ? files.planConnection(client) : files.planDisconnection(client));
  if (plan.change === 'none') {
    notices.done(unchangedText(client, wish));
    return { status: 'unchanged', file: plan.file, backup: null };
  }
  if (!yes && !(await isWanted(pages, client, plan))) return { ...cancelled, file: plan.file, backup: null };
  const { file, backup } = await files.carryOut(plan);
  const done =
    wish === 'connect'
      ? vscode.l10n.t('{0} is connected. {1}', client.title, nextStepOf(client))
      : vscode.l10n.t('{0} is disconnected. {1}', client.title, nextStepOf(client));
  notices.done(done, ...openStep(plan));
  return { status: wish === 'connect' ? 'connected' : 'disconnected', file, backup };
}

/** The sentence is written in the room `clients`, for every host; the bundles of translations have it from there. */
function nextStepOf({ next }: McpClient): string {
  return vscode.l10n.t(next);
}

function unchangedText({ title }: McpClient, wish: Wish): string {
  return wish === 'connect'
    ? vscode.l10n.t('{0} is connected already.', title)
    : vscode.l10n.t('{0} is not connected.', title);
}

function openStep({ after, file }: FilePlan): NextStep[] {
  if (after === undefined) return [];
  const act = async (): Promise<void> => {
    await vscode.window.showTextDocument(vscode.Uri.file(file));
  };
  return [{ label: vscode.l10n.t('Open File'), act }];
}

/** The tab with the change is closed with the answer; it would tell of a file that is another one by then. */
async function isWanted(pages: Services['pages'], client: McpClient, plan: FilePlan): Promise<boolean> {
  const name = plan.file.slice(Math.max(plan.file.lastIndexOf('/'), plan.file.lastIndexOf('\\')) + 1);
  const title = vscode.l10n.t('{0}: before and after', name);
  const texts = { before: textOf(plan.before), after: textOf(plan.after) };
  const close = await pages.compare(title, `${client.id}/${name}`, texts);
  try {
    const write = plan.after === undefined ? vscode.l10n.t('Remove') : vscode.l10n.t('Write');
    const question =
      plan.after === undefined
        ? vscode.l10n.t('Remove {0}?', plan.file)
        : vscode.l10n.t('Write {0} for {1}?', plan.file, client.title);
    const detail = backupText(plan);
    return (await vscode.window.showWarningMessage(question, { modal: true, detail }, write)) === write;
  } finally {
    await close();
  }
}

function backupText({ before, file }: FilePlan): string {
  if (before === undefined) return vscode.l10n.t('The file is new; the editor behind this shows what it will hold.');
  const backup = `${file}.bigmind-backup-…`;
  return vscode.l10n.t('The editor behind this shows the change. What stands there now is kept as\n{0}', backup);
}

function textOf(bytes: Buffer | undefined): string {
  return bytes?.toString().replace(/^\ufeff/u, '') ?? '';
}

/** For a client that is connected; writing again is offered only where it would change something. */
async function askForWish(files: ClientFiles, { client, file }: ClientState): Promise<Wish | undefined> {
  const { change } = await files.planConnection(client);
  const again = {
    label: `$(refresh) ${vscode.l10n.t('Write again')}`,
    detail: vscode.l10n.t('the entry in {0} is not as it would be written now', file),
    wish: 'connect',
  } as const;
  const remove = {
    label: `$(debug-disconnect) ${vscode.l10n.t('Disconnect')}`,
    detail: vscode.l10n.t('takes our entry out of {0}', file),
    wish: 'disconnect',
  } as const;
  const title = vscode.l10n.t('{0} is connected already', client.title);
  return (await vscode.window.showQuickPick(change === 'none' ? [remove] : [again, remove], { title }))?.wish;
}

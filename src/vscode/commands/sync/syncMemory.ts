/** One command for the sync of one person's memory on several computers; its list offers what is possible now. */
import * as vscode from 'vscode';
import { cancelled, textArgument, type Command } from '../shared/arguments.ts';
import { syncActions, useSync, type SyncAction, type SyncServices } from './openedSync.ts';
import { resolveConflicts } from './resolveConflicts.ts';
import { setUpSync } from './setUpSync.ts';
import { syncNow } from './syncNow.ts';
import { statusText } from './syncStatusText.ts';

type Row = vscode.QuickPickItem & { action: SyncAction | 'again' };

/**
 * Argument `{ action? }`: `folder` or `git` for a setup, `now`, `status`, `conflicts` or `off`. Without it, a list asks.
 * Returns `{ status: "set_up" | "synced" | "stopped" | "shown" | "resolved" | "off" | "cancelled", … }`.
 */
export function createSyncMemory(services: SyncServices): Command {
  return async (argument) => {
    const given = textArgument(argument, 'action');
    const action = syncActions.find((one) => one === given) ?? (await pickAction(services));
    return action === undefined ? cancelled : carryOut(services, action);
  };
}

function carryOut(services: SyncServices, action: SyncAction): Promise<unknown> {
  switch (action) {
    case 'folder':
    case 'git':
      return setUpSync(services, action);
    case 'now':
      return syncNow(services);
    case 'status':
      return showStatus(services);
    case 'conflicts':
      return resolveConflicts(services);
    case 'off':
      return turnOff(services);
  }
}

/** Undefined if the user canceled. */
async function pickAction(services: SyncServices): Promise<SyncAction | undefined> {
  const conflicts = await useSync(services, async (sync) =>
    (await sync.isSetUp()) ? (await sync.conflicts()).length : undefined,
  );
  const action = await pick(conflicts === undefined ? setupRows() : rowsFor(conflicts));
  return action === 'again' ? pickSetup() : action;
}

async function pickSetup(): Promise<SyncAction | undefined> {
  const action = await pick(setupRows());
  return action === 'again' ? undefined : action;
}

async function pick(rows: readonly Row[]): Promise<Row['action'] | undefined> {
  const title = vscode.l10n.t('Sync the memory of several computers');
  return (await vscode.window.showQuickPick(rows, { title }))?.action;
}

function setupRows(): Row[] {
  return [
    {
      label: vscode.l10n.t('Set Up in a Folder...'),
      detail: vscode.l10n.t('A folder that something else copies between your computers, such as a cloud drive'),
      action: 'folder',
    },
    {
      label: vscode.l10n.t('Set Up with a Git Remote...'),
      detail: vscode.l10n.t('A private repository of your own'),
      action: 'git',
    },
  ];
}

function rowsFor(conflicts: number): Row[] {
  const resolve: Row = { label: vscode.l10n.t('Resolve Conflicts ({0})...', conflicts), action: 'conflicts' };
  return [
    { label: vscode.l10n.t('Sync Now'), action: 'now' },
    { label: vscode.l10n.t('Show Status'), action: 'status' },
    ...(conflicts === 0 ? [] : [resolve]),
    { label: vscode.l10n.t('Set Up Again...'), action: 'again' },
    { label: vscode.l10n.t('Turn Off...'), action: 'off' },
  ];
}

async function showStatus(services: SyncServices): Promise<unknown> {
  const status = await useSync(services, (sync) => sync.status());
  await services.pages.show(vscode.l10n.t('Status of the sync'), statusText(status, services.host.clock.timeZone));
  return { status: 'shown' };
}

async function turnOff(services: SyncServices): Promise<unknown> {
  const { where } = await useSync(services, (sync) => sync.status());
  const detail = vscode.l10n.t(
    'BigMind removes the key and what it knows about the sync from this computer. Your memories stay here. {0} keeps what was sent, encrypted.',
    where,
  );
  const yes = vscode.l10n.t('Turn Off');
  const question = vscode.l10n.t('Turn off the sync on this computer?');
  if ((await vscode.window.showWarningMessage(question, { modal: true, detail }, yes)) !== yes) return cancelled;
  await useSync(services, (sync) => sync.turnOff());
  services.notices.done(
    vscode.l10n.t(
      'The sync is off. {0} still has encrypted bundles: delete them there if no other computer needs them.',
      where,
    ),
  );
  return { status: 'off' };
}

/**
 * Backup commands: create a backup, restore one, and repair a damaged store. A page first shows what replaces the store
 * and has a button to confirm. With `confirmed`, the page is shown without the question. After a restore, the notice
 * offers to undo it.
 */
import * as vscode from 'vscode';
import { previewMarkdown } from '../../../memory/upkeep/backups.ts';
import type { Backup, Backups } from '../../../memory/upkeep/backups.ts';
import { repairMarkdown } from '../../../memory/upkeep/repairReport.ts';
import type { Confirmation } from '../../platform/confirming/confirmations.ts';
import { noProcess } from '../../services/host.ts';
import type { Services } from '../../services/host.ts';
import { cancelled, flagArgument, textArgument, type Command } from '../shared/arguments.ts';
import { pickBackup } from './backupPick.ts';

/** Returns `{ status: "backed_up", name }`. */
export function createBackUpNow(services: Services): Command {
  return async () => {
    const { backups } = await backupsOf(services);
    const made = await busy(vscode.l10n.t('Backing up the memory'), () => backups.make('manual'));
    // The backup is complete, even if the memory is read-only and cannot log it.
    await services.access.use(({ memory, caller }) => memory.audit.backup(caller, made.name)).catch(() => undefined);
    services.notices.done(vscode.l10n.t('The backup was saved to {0}', made.path));
    return { status: 'backed_up', name: made.name };
  };
}

/** Argument `{ name, confirmed? }`; prompts for missing values. Returns `{ status: "restored", name, before }`. */
export function createRestoreBackup(services: Services): Command {
  return async (argument) => {
    const { backups, username } = await backupsOf(services);
    const name = textArgument(argument, 'name');
    const timeZone = services.host.clock.timeZone;
    const backup = name === undefined ? await pickBackup(backups, timeZone) : await backups.find(name);
    if (backup === undefined) return cancelled;
    const preview = await busy(vscode.l10n.t('Comparing the backup with the memory'), () => backups.preview(backup));
    const confirmation: Confirmation = {
      title: vscode.l10n.t('Restore backup'),
      markdown: previewMarkdown(preview, timeZone),
      question: vscode.l10n.t('Replace the memory with the backup {0}?', backup.name),
      yes: vscode.l10n.t('Restore'),
      undo: 'available',
    };
    if (!(await agrees(services, argument, confirmation))) return cancelled;
    const { before } = await busy(vscode.l10n.t('Restoring the backup'), () =>
      backups.restore(backup, username, preview.expected),
    );
    services.access.reset();
    if (before === null) services.notices.done(vscode.l10n.t('The backup was restored.'));
    else services.notices.done(restoredText(before), { label: vscode.l10n.t('Undo'), run: () => restoreAgain(before) });
    return { status: 'restored', name: backup.name, before: before?.name ?? null };
  };
}

/** Argument `{ confirmed? }`. Returns `{ status: "sound" | "repaired", setAside? }`. */
export function createRepairStore(services: Services): Command {
  return async (argument) => {
    const { backups, username } = await backupsOf(services);
    const planned = await busy(vscode.l10n.t('Checking the memory'), () => backups.previewRepair(username));
    const [title, { timeZone }] = [vscode.l10n.t('BigMind repair'), services.host.clock];
    if (planned.damage.length === 0) {
      await services.pages.preview(title, repairMarkdown(planned, timeZone));
      return { status: 'sound' };
    }
    const confirmation: Confirmation = {
      title,
      markdown: repairMarkdown(planned, timeZone),
      question: vscode.l10n.t('Repair the memory?'),
      yes: vscode.l10n.t('Repair'),
      undo: 'available',
    };
    if (!(await agrees(services, argument, confirmation))) return cancelled;
    const done = await busy(vscode.l10n.t('Repairing the memory'), () => backups.repair(username));
    services.access.reset();
    await services.pages.preview(title, repairMarkdown(done, timeZone));
    services.notices.done(vscode.l10n.t('The memory was repaired. The page shows where each part came from.'));
    return { status: 'repaired', setAside: done.setAside };
  };
}

/** With `confirmed` it does not ask, but still shows the changes as text. */
async function agrees({ confirmations, pages }: Services, argument: unknown, asked: Confirmation): Promise<boolean> {
  if (!flagArgument(argument, 'confirmed')) return confirmations.ask(asked);
  await pages.show(asked.title, asked.markdown);
  return true;
}

function backupsOf({ host }: Services): Promise<{ backups: Backups; username: string }> {
  if (host.backups === undefined) throw noProcess();
  return host.backups();
}

/** Also explains how to undo the restore, in case the user dismisses the button. */
function restoredText({ name }: Backup): string {
  return vscode.l10n.t('The backup was restored. The previous memory is now the backup {0}.', name);
}

async function restoreAgain({ name }: Backup): Promise<void> {
  await vscode.commands.executeCommand('bigmind.restoreBackup', { name });
}

function busy<T>(title: string, work: () => Promise<T>): Promise<T> {
  return Promise.resolve(vscode.window.withProgress({ location: vscode.ProgressLocation.Notification, title }, work));
}

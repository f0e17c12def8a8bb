/**
 * Backups from the palette: make one, put one back, and repair a damaged store. What replaces the store is shown as a page
 * first and done after a yes only; the way back is offered with the good news.
 */
import * as vscode from 'vscode';
import { previewMarkdown, repairMarkdown } from '../../memory/backups.ts';
import type { Backup, Backups } from '../../memory/backups.ts';
import { localMinute } from '../../util/time.ts';
import { noProcess } from '../host.ts';
import type { Services } from '../host.ts';
import { cancelled, flagArgument, textArgument, type Command } from './arguments.ts';

/** Answers `{ status: "backed_up", name }`. */
export function createBackUpNow(services: Services): Command {
  return async () => {
    const { backups } = await backupsOf(services);
    const made = await busy(vscode.l10n.t('Backing up the memory'), () => backups.make('manual'));
    // The backup stands, also where the memory only lets itself be read.
    await services.access.use(({ memory, caller }) => memory.audit.backup(caller, made.name)).catch(() => undefined);
    services.notices.done(vscode.l10n.t('The backup is at {0}', made.path));
    return { status: 'backed_up', name: made.name };
  };
}

/** Argument `{ name, confirmed? }`; asks for what is missing. Answers `{ status: "restored", name, before }`. */
export function createRestoreBackup(services: Services): Command {
  return async (argument) => {
    const { backups, username } = await backupsOf(services);
    const name = textArgument(argument, 'name');
    const backup = name === undefined ? await pick(await backups.list(), services) : await backups.find(name);
    if (backup === undefined) return cancelled;
    const preview = await busy(vscode.l10n.t('Comparing the backup with the memory'), () => backups.preview(backup));
    await services.pages.show(vscode.l10n.t('Backup {0}', backup.name), previewMarkdown(preview));
    const restore = vscode.l10n.t('Restore');
    const question = vscode.l10n.t('Put the backup {0} into the place of the memory?', backup.name);
    const detail = vscode.l10n.t('The page shows what changes. The present state becomes a backup first.');
    if (!flagArgument(argument, 'confirmed') && !(await agrees(question, detail, restore))) return cancelled;
    const { before } = await busy(vscode.l10n.t('Restoring the backup'), () => backups.restore(backup, username));
    services.access.reset();
    const undo = { label: vscode.l10n.t('Undo'), act: () => restoreAgain(before?.name) };
    services.notices.done(vscode.l10n.t('The backup was restored.'), ...(before === null ? [] : [undo]));
    return { status: 'restored', name: backup.name, before: before?.name ?? null };
  };
}

/** Argument `{ confirmed? }`. Answers `{ status: "sound" | "repaired", setAside? }`. */
export function createRepairStore(services: Services): Command {
  return async (argument) => {
    const { backups, username } = await backupsOf(services);
    const planned = await busy(vscode.l10n.t('Examining the memory'), () => backups.previewRepair(username));
    await services.pages.show(vscode.l10n.t('BigMind repair'), repairMarkdown(planned));
    if (planned.damage.length === 0) return { status: 'sound' };
    const detail = vscode.l10n.t('The page shows what can be saved. The damaged files are kept as they are.');
    const question = vscode.l10n.t('Repair the memory?');
    if (!flagArgument(argument, 'confirmed') && !(await agrees(question, detail, vscode.l10n.t('Repair'))))
      return cancelled;
    const done = await busy(vscode.l10n.t('Repairing the memory'), () => backups.repair(username));
    services.access.reset();
    await services.pages.show(vscode.l10n.t('BigMind repair'), repairMarkdown(done));
    services.notices.done(vscode.l10n.t('The memory was repaired. The page shows what came from where.'));
    return { status: 'repaired', setAside: done.setAside };
  };
}

function backupsOf({ host }: Services): Promise<{ backups: Backups; username: string }> {
  if (host.backups === undefined) throw noProcess();
  return host.backups();
}

async function restoreAgain(name: string | undefined): Promise<void> {
  if (name !== undefined) await vscode.commands.executeCommand('bigmind.restoreBackup', { name });
}

async function pick(found: readonly Backup[], { host }: Services): Promise<Backup | undefined> {
  const rows = found.map((backup) => ({
    label: localMinute(backup.madeAt, host.clock.timeZone),
    description: `${(backup.bytes / 1_048_576).toFixed(1)} MB, ${backup.reason}`,
    detail: backup.name,
    backup,
  }));
  const placeHolder =
    rows.length === 0
      ? vscode.l10n.t('There are no backups yet. Run "BigMind: Back Up Now" to make one.')
      : vscode.l10n.t('Which backup? You see what it changes before anything happens.');
  return (await vscode.window.showQuickPick(rows, { placeHolder }))?.backup;
}

async function agrees(question: string, detail: string, button: string): Promise<boolean> {
  return (await vscode.window.showWarningMessage(question, { modal: true, detail }, button)) === button;
}

function busy<T>(title: string, work: () => Promise<T>): Promise<T> {
  return Promise.resolve(vscode.window.withProgress({ location: vscode.ProgressLocation.Notification, title }, work));
}

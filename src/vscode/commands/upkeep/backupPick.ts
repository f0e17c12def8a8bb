/**
 * Prompts for a backup. The list opens at once with the names of the files. Each backup is then read and checked,
 * newest first, and a damaged one is marked in its row.
 */
import * as vscode from 'vscode';
import { comparedKinds } from '../../../memory/upkeep/backups.ts';
import type { Backup, BackupContents, BackupReason, Backups } from '../../../memory/upkeep/backups.ts';
import { megabytesText } from '../../../util/text.ts';
import { localMinute } from '../../../util/time.ts';
import { partsText } from './erasedParts.ts';

interface BackupRow extends vscode.QuickPickItem {
  backup: Backup;
}

/** Undefined if the user canceled. */
export async function pickBackup(backups: Backups, timeZone: string): Promise<Backup | undefined> {
  const rows = (await backups.list()).map((backup) => rowOf(backup, timeZone));
  const pick = vscode.window.createQuickPick<BackupRow>();
  pick.title = vscode.l10n.t('Restore backup');
  pick.placeholder =
    rows.length === 0
      ? vscode.l10n.t('There are no backups yet. To create one, run "BigMind: Manage Memory... > Back Up Now".')
      : vscode.l10n.t('Select a backup. You can review what it changes before you restore it.');
  pick.matchOnDescription = true;
  pick.matchOnDetail = true;
  pick.keepScrollPosition = true;
  // A page that is still loading takes the focus, which must not close the list.
  pick.ignoreFocusOut = true;
  pick.items = rows;
  const over = new AbortController();
  try {
    return await new Promise((resolve) => {
      pick.onDidAccept(() => {
        // While rows are being replaced, none is selected; the next Enter finds one.
        const [row] = pick.selectedItems;
        if (row !== undefined) resolve(row.backup);
      });
      pick.onDidHide(() => resolve(undefined));
      pick.show();
      void fill(pick, rows, backups, over.signal);
    });
  } finally {
    over.abort();
    pick.dispose();
  }
}

function rowOf(backup: Backup, timeZone: string): BackupRow {
  const { madeAt, bytes, reason, name } = backup;
  return {
    label: localMinute(madeAt, timeZone),
    description: `${megabytesText(bytes)}, ${reasonText(reason)}, ${name}`,
    detail: vscode.l10n.t('Reading the backup…'),
    backup,
  };
}

/** Stops when `over` is aborted, and aborts the running check. */
async function fill(
  pick: vscode.QuickPick<BackupRow>,
  rows: readonly BackupRow[],
  backups: Backups,
  over: AbortSignal,
): Promise<void> {
  pick.busy = true;
  const isStill = stillness(pick);
  for (const row of rows) {
    const detail = await backups.inspect(row.backup, over).then(contentsText, unreadable);
    await isStill(over);
    if (over.aborted) return;
    row.detail = detail;
    // Replacing the rows must keep the user's active row. Until VS Code has reported an active row, its first row is
    // active.
    const active = pick.activeItems;
    pick.items = [...rows];
    if (active.length > 0) pick.activeItems = active;
  }
  pick.busy = false;
}

/** Milliseconds; longer than the pause between two steps of keyboard navigation. */
const stepMs = 250;

/**
 * Waits until the user has not moved for `stepMs`. VS Code reports the active row some milliseconds late, so restoring
 * it during navigation would put the user one row off.
 */
function stillness(pick: vscode.QuickPick<BackupRow>): (over: AbortSignal) => Promise<void> {
  let walkedAt = 0;
  pick.onDidChangeActive(() => (walkedAt = performance.now()));
  return async (over) => {
    for (;;) {
      const left = walkedAt + stepMs - performance.now();
      if (left <= 0 || over.aborted) return;
      await new Promise((resolve) => setTimeout(resolve, left));
    }
  };
}

function contentsText({ damage, counts }: BackupContents): string {
  if (damage.length > 0) return vscode.l10n.t('Damaged: {0}', damage[0] ?? '');
  if (counts === null) return vscode.l10n.t('It cannot be read.');
  const parts = comparedKinds.map((what) => ({ what, count: counts[what] })).filter(({ count }) => count > 0);
  return partsText(parts);
}

/** The backup may have been removed since it was listed. */
function unreadable(): string {
  return vscode.l10n.t('It cannot be read.');
}

function reasonText(reason: BackupReason): string {
  switch (reason) {
    case 'daily':
      return vscode.l10n.t('daily');
    case 'manual':
      return vscode.l10n.t('manual');
    case 'before-upgrade':
      return vscode.l10n.t('before an upgrade');
    case 'before-restore':
      return vscode.l10n.t('before a backup was restored');
    case 'before-repair':
      return vscode.l10n.t('before a repair');
  }
}

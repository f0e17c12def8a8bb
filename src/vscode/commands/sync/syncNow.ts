/** Brings what other computers changed, and sends what was changed here. */
import * as vscode from 'vscode';
import { actionStep, useSync, type SyncServices } from './openedSync.ts';
import { reportText } from './syncTexts.ts';

/**
 * Canceling stops it at the next safe point. Returns `{ status: "synced" | "stopped", added, changed, erased, conflicts,
 * sent, waiting }`; `waiting` is a number of bundles.
 */
export async function syncNow(services: SyncServices): Promise<unknown> {
  const options = {
    location: vscode.ProgressLocation.Notification,
    title: vscode.l10n.t('Syncing the memory'),
    cancellable: true,
  };
  const { report, isStopped } = await vscode.window.withProgress(options, async (_, token) => {
    const found = await useSync(services, (sync) => sync.run({ isStopped: () => token.isCancellationRequested }));
    return { report: found, isStopped: token.isCancellationRequested };
  });
  const { added, changed, erased, conflicts, sent, waiting, strays } = report;
  const steps = [
    ...(conflicts === 0 ? [] : [actionStep(vscode.l10n.t('Resolve Conflicts...'), 'conflicts')]),
    ...(waiting.length + strays.length === 0 ? [] : [actionStep(vscode.l10n.t('Show Status'), 'status')]),
  ];
  const stopped = isStopped ? [vscode.l10n.t('The sync was stopped, and the next one continues.')] : [];
  services.notices.done([...stopped, reportText(report)].join(' '), ...steps);
  const counts = { added, changed, erased, conflicts, sent, waiting: waiting.length };
  return { status: isStopped ? 'stopped' : 'synced', ...counts };
}

/**
 * Learns from the history of a project: its commits, comments, plans, decision records and rules become entries
 * that searches and chats find. They can be removed in one step.
 */
import * as vscode from 'vscode';
import type { LearnedHistory } from '../../../memory/entries/projectHistory.ts';
import { commitLimits } from '../../../memory/entries/projectHistory.ts';
import { BigMindError } from '../../../memory/shared/errors.ts';
import type { Services } from '../../services/host.ts';
import { cancelled } from '../shared/arguments.ts';
import type { Command } from '../shared/arguments.ts';
import type { OpenedFileMemory } from './openedFileMemory.ts';
import { openedFileMemory } from './openedFileMemory.ts';

/**
 * Argument `{ folder? }`, a path; by default the folder of the window. Returns `{ status, entries }` with the number of
 * entries; `status` is `learned`.
 */
export function createLearnFromHistory(services: Services): Command {
  return async (argument) => {
    const opened = await openedFileMemory(services.host, argument);
    if (opened === undefined) return cancelled;
    const learned = await learn(opened, services);
    if (learned === undefined) return cancelled;
    notify(opened, learned, services);
    return { status: 'learned', entries: learned.entries.length };
  };
}

/** Undefined if the user canceled. */
async function learn({ folder, files }: OpenedFileMemory, { access }: Services): Promise<LearnedHistory | undefined> {
  const title = vscode.l10n.t('Learning from the history of this project');
  const location = vscode.ProgressLocation.Notification;
  return vscode.window.withProgress({ location, title, cancellable: true }, async (progress, token) => {
    const controller = new AbortController();
    token.onCancellationRequested(() => controller.abort());
    const onProgress = (part: 'commits' | 'files', done: number, total: number): void => {
      const message =
        part === 'commits'
          ? vscode.l10n.t('{0} of {1} commits', done, total)
          : vscode.l10n.t('{0} of {1} files', done, total);
      progress.report({ message });
    };
    try {
      return await access.use(async ({ memory, callerIn }) => {
        if (memory.history === undefined) throw noGit();
        const request = { folder: files.projectFolder(folder), commits: commitLimits.default };
        return memory.history.learn(await callerIn(placeOf(folder)), {
          ...request,
          signal: controller.signal,
          onProgress,
        });
      });
    } catch (thrown) {
      if (controller.signal.aborted) return undefined;
      throw thrown;
    }
  });
}

function notify(opened: OpenedFileMemory, { entries }: LearnedHistory, services: Services): void {
  if (entries.length === 0) {
    services.notices.done(
      vscode.l10n.t(
        'The history of this project gives no reasons yet. Say in commit messages why something is as it is.',
      ),
    );
    return;
  }
  const message =
    entries.length === 1
      ? vscode.l10n.t(
          '1 entry was learned from the history. Searches find it, and a chat that is clearly about it gets it.',
        )
      : vscode.l10n.t(
          '{0} entries were learned from the history. Searches find them, and a chat gets those that are clearly about its matter.',
          entries.length,
        );
  services.notices.done(
    message,
    {
      label: vscode.l10n.t('Show'),
      run: async () => {
        await vscode.commands.executeCommand('bigmind.openPanel', { view: 'knowledge', item: null });
      },
    },
    { label: vscode.l10n.t('Remove'), run: () => removeLearned(opened, services) },
  );
}

async function removeLearned({ folder, files }: OpenedFileMemory, { access, notices }: Services): Promise<void> {
  await access.use(async ({ memory, callerIn }) => {
    await memory.history?.remove(await callerIn(placeOf(folder)), files.projectFolder(folder));
  });
  notices.done(vscode.l10n.t('What was learned from the history is removed. No file was changed.'));
}

/** As a folder of the window, whichever is open. */
function placeOf(folder: string): vscode.WorkspaceFolder {
  return { uri: vscode.Uri.file(folder), name: folder, index: 0 };
}

function noGit(): BigMindError {
  return new BigMindError('not_allowed', vscode.l10n.t('In a browser, BigMind cannot read the history of a project.'), {
    remedy: vscode.l10n.t('Open VS Code on your computer or connect to a server, and then run the command there.'),
  });
}

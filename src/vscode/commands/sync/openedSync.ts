/** The sync of the current memory, for the commands that use it. */
import * as vscode from 'vscode';
import { BigMindError } from '../../../memory/shared/errors.ts';
import type { Sync } from '../../../sync/sync.ts';
import type { NextStep, Notices } from '../../platform/notices.ts';
import type { ReadOnlyPages } from '../../platform/readOnlyPages.ts';
import type { OpenMemory } from '../../platform/sharedMemory.ts';
import type { Host } from '../../services/host.ts';

/** What the command needs of `Services`. */
export interface SyncServices {
  readonly host: Pick<Host, 'clock'>;
  readonly access: { use<T>(work: (opened: Pick<OpenMemory, 'sync'>) => Promise<T>): Promise<T> };
  readonly notices: Pick<Notices, 'done'>;
  readonly pages: Pick<ReadOnlyPages, 'compare'> & { show(name: string, markdown: string): Promise<unknown> };
}

export const syncActions = ['folder', 'git', 'now', 'status', 'conflicts', 'off'] as const;
export type SyncAction = (typeof syncActions)[number];

/** The work must not prompt the user. Rejects with `not_allowed` in a browser, for a team, and with a server. */
export function useSync<T>(
  { access }: Pick<SyncServices, 'access'>,
  work: (sync: Sync, machineName: string) => Promise<T>,
): Promise<T> {
  return access.use(async ({ sync }) => {
    if (sync === undefined) throw inBrowser();
    return work(await sync.open(), sync.machineName);
  });
}

/** A button that continues with another action of the command. */
export function actionStep(label: string, action: SyncAction): NextStep {
  return { label, run: async () => vscode.commands.executeCommand('bigmind.sync', { action }) };
}

function inBrowser(): BigMindError {
  return new BigMindError('not_allowed', vscode.l10n.t('In a browser, the memory cannot sync with other computers.'), {
    remedy: vscode.l10n.t('Open VS Code on your computer, and run the command there.'),
  });
}

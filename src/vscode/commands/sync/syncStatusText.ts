/** The page about the sync: the last one, the other computers, what waits, and what would be sent. */
import * as vscode from 'vscode';
import { visible } from '../../../memory/trust/quoting.ts';
import type { SyncStatus } from '../../../sync/sync.ts';
import { localMinute } from '../../../util/time.ts';
import { countText, numberText, waitText } from './syncTexts.ts';

export function statusText(status: SyncStatus, timeZone: string): string {
  const { state, where, conflicts } = status;
  const lines = [
    vscode.l10n.t('This computer is called "{0}" and syncs with {1}.', state.name, where),
    state.lastSync === null
      ? vscode.l10n.t('It has not synced yet.')
      : vscode.l10n.t('Last sync: {0}', localMinute(state.lastSync, timeZone)),
    conflicts === 0
      ? vscode.l10n.t('There are no conflicts.')
      : vscode.l10n.t(
          'Conflicts: {0}. To resolve them, run "BigMind: Manage Memory... > Sync...".',
          numberText(conflicts),
        ),
    ...section(vscode.l10n.t('Other computers'), machineLines(status), vscode.l10n.t('None was read yet.')),
    ...section(vscode.l10n.t('To send, as far as known'), unsentLines(status), vscode.l10n.t('nothing')),
    vscode.l10n.t('The next sync also finds changes of memories that were sent before.'),
    ...section(vscode.l10n.t('To receive'), waitingLines(status), vscode.l10n.t('nothing')),
  ];
  return `# ${vscode.l10n.t('Status of the sync')}\n\n${lines.map(visible).join('\n\n')}\n`;
}

function section(heading: string, lines: readonly string[], none: string): string[] {
  return [`## ${heading}`, (lines.length === 0 ? [none] : lines).map((line) => `- ${line}`).join('\n')];
}

function machineLines({ machines }: SyncStatus): string[] {
  return machines.map(({ name, bundles }) => vscode.l10n.t('{0}, bundles read: {1}', name, numberText(bundles)));
}

function unsentLines({ outline, state }: SyncStatus): string[] {
  const { length } = state.outbox;
  return [
    ...outline.counts.filter(({ unsent }) => unsent > 0).map(({ table, unsent }) => countText(table, unsent)),
    ...(length === 0 ? [] : [vscode.l10n.t('bundles that wait to be delivered: {0}', numberText(length))]),
  ];
}

function waitingLines({ unread, waiting, strays }: SyncStatus): string[] {
  return [
    ...(unread === undefined ? [vscode.l10n.t('The folder or remote cannot be read now.')] : []),
    ...(unread === undefined || unread === 0 ? [] : [vscode.l10n.t('bundles: {0}', numberText(unread))]),
    ...waiting.map(waitText),
    ...(strays.length === 0
      ? []
      : [vscode.l10n.t('Files that are no bundles and are ignored: {0}.', strays.join(', '))]),
  ];
}

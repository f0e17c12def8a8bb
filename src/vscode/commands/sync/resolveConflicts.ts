/** Shows the versions that lost because two computers changed the same memory, and lets the user choose for each. */
import * as vscode from 'vscode';
import type { NamedConflict } from '../../../memory/sync/conflicts.ts';
import { differencesIn } from '../../../memory/sync/differences.ts';
import { oneLine, shorten } from '../../../util/text.ts';
import { localMinute } from '../../../util/time.ts';
import { useSync, type SyncServices } from './openedSync.ts';
import { kindText, versionText } from './syncTexts.ts';

/** In characters. */
const maxDetailLength = 120;

/** Returns `{ status: "resolved", kept, taken }`; what the user did not decide stays a conflict. */
export async function resolveConflicts(services: SyncServices): Promise<unknown> {
  const done = { keep: 0, take: 0 };
  for (;;) {
    const found = await useSync(services, (sync) => sync.conflicts());
    const conflict = found.length === 0 ? undefined : await pickConflict(found, services.host.clock.timeZone);
    if (conflict === undefined) {
      notify(services, found.length, done);
      return { status: 'resolved', kept: done.keep, taken: done.take };
    }
    const choice = await choose(services, conflict);
    if (choice === undefined) continue;
    await useSync(services, (sync) => sync.settle(conflict.id, choice));
    done[choice] += 1;
  }
}

/** Undefined if the user canceled. */
async function pickConflict(found: readonly NamedConflict[], timeZone: string): Promise<NamedConflict | undefined> {
  const rows = found.map((conflict) => ({
    label: kindText(conflict.table),
    description: `${conflict.machineName}, ${localMinute(conflict.createdAt, timeZone)}`,
    detail: detailOf(conflict),
    conflict,
  }));
  const title = vscode.l10n.t('Memories that two computers changed');
  const placeHolder = vscode.l10n.t('Select a memory to see both versions');
  return (await vscode.window.showQuickPick(rows, { title, placeHolder, ignoreFocusOut: true }))?.conflict;
}

function detailOf(conflict: NamedConflict): string {
  if (conflict.content === null) return vscode.l10n.t('This version removes it.');
  const lost = differencesIn(conflict).map((one) => String(one.lost ?? '–'));
  return shorten(oneLine(lost.join(', ')), maxDetailLength);
}

/** Undefined if the user did not decide. */
async function choose({ pages }: SyncServices, conflict: NamedConflict): Promise<'keep' | 'take' | undefined> {
  const { id, table, machineName } = conflict;
  const title = vscode.l10n.t('{0}: other and current version', kindText(table));
  const close = await pages.compare(title, `conflict-${String(id)}.md`, {
    before: versionText(conflict, 'lost'),
    after: versionText(conflict, 'current'),
  });
  try {
    const [keep, take] = [vscode.l10n.t('Keep Current'), vscode.l10n.t('Take Other')];
    const detail = vscode.l10n.t(
      'The editor behind this message shows both: the version of {0} on the left, and the current one on the right.',
      machineName,
    );
    const question = vscode.l10n.t('Which version applies?');
    const pressed = await vscode.window.showInformationMessage(question, { modal: true, detail }, keep, take);
    if (pressed === undefined) return undefined;
    return pressed === take ? 'take' : 'keep';
  } finally {
    await close();
  }
}

function notify({ notices }: SyncServices, left: number, { keep, take }: { keep: number; take: number }): void {
  if (keep + take > 0) {
    const sends = take > 0 ? [vscode.l10n.t('The next sync sends the versions that you took.')] : [];
    notices.done([vscode.l10n.t('Conflicts resolved: {0}. Left: {1}.', keep + take, left), ...sends].join(' '));
  } else if (left === 0) {
    notices.done(vscode.l10n.t('There are no conflicts.'));
  }
}

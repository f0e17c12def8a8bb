/** Pinned facts in the user memory of this window's chat, by the user's settings. Only for hosts with a disk. */
import * as vscode from 'vscode';
import { homeNoteIn, pinnedFileBeside } from '../../../clients/userMemory/pinnedPlace.ts';
import { BigMindError, bigMindErrorFrom } from '../../../memory/shared/errors.ts';
import { settingsTable } from '../../../settingsTable.ts';
import { onDidChangeSettings } from '../../platform/settings.ts';
import type { Services } from '../host.ts';
import { PinnedKeeper } from './pinnedKeeper.ts';

/** Starting opens the memory, if the setting is on. */
type PinnedFactsHost = Pick<PinnedKeeper, 'start'> & vscode.Disposable;

/** `home` is BigMind's folder, and may throw; `serverUrl` is the server of a team, which has its own memory. */
export function registerPinnedFacts(
  { access, host, notices, log }: Services,
  { globalStorageUri }: Pick<vscode.ExtensionContext, 'globalStorageUri'>,
  settings: () => { home: string; serverUrl: string | undefined },
): PinnedFactsHost {
  const { userMemoryPinned, serverUrl } = settingsTable;
  const keeper = new PinnedKeeper({
    access,
    home: () => settings().home,
    file: pinnedFileBeside(globalStorageUri.fsPath),
    homeNote: homeNoteIn(globalStorageUri.fsPath),
    isWanted: () => isChosen() && settings().serverUrl === undefined,
    now: () => host.clock.now().getTime(),
    failed: (thrown) => void notices.failed(failureOf(thrown)),
    log,
  });
  const changes = onDidChangeSettings([userMemoryPinned, serverUrl], () => void keeper.start());
  // Another memory, or the same one for another user.
  const others = access.onDidChange(() => void keeper.update());
  return Object.assign(vscode.Disposable.from(keeper, changes, others), { start: () => keeper.start() });
}

/** Happens in the background, so it says what was to be done and leads to the setting. */
function failureOf(thrown: unknown): BigMindError {
  const { code, message, remedy } = bigMindErrorFrom(thrown);
  const what = vscode.l10n.t('Your pinned facts in the user memory of the chat were not updated: {0}', message);
  const details = { setting: `bigmind.${settingsTable.userMemoryPinned.name}` };
  return new BigMindError(code, what, { ...(remedy !== undefined && { remedy }), details, cause: thrown });
}

/** Only the user's own choice counts: a workspace may come from somebody else. */
function isChosen(): boolean {
  const { name } = settingsTable.userMemoryPinned;
  return vscode.workspace.getConfiguration('bigmind').inspect(name)?.globalValue === true;
}

/** Pinned facts in the memories of this window's chat and of Claude Code, by the user's settings. Only for hosts with a disk. */
import * as vscode from 'vscode';
import { chatMemory, otherMemories } from '../../../clients/userMemory/pinnedPlace.ts';
import { BigMindError, bigMindErrorFrom } from '../../../memory/shared/errors.ts';
import { settingsTable } from '../../../settingsTable.ts';
import { onDidChangeSettings } from '../../platform/settings.ts';
import type { Services } from '../host.ts';
import { PinnedKeeper } from './pinnedKeeper.ts';

/** Starting opens the memory, if the setting is on. */
type PinnedFactsHost = Pick<PinnedKeeper, 'start'> & vscode.Disposable;

interface PinnedFactsParts {
  /** `home` is BigMind's folder, `serverUrl` is the server of a team, which has its own memory. May throw. */
  settings: () => { home: string; serverUrl: string | undefined };
  /** The file of Claude Code's memory for a folder; undefined if Claude Code is not used here. */
  claudeMemoryFile: (folder: string) => string | undefined;
}

export function registerPinnedFacts(
  { access, host, notices, log }: Services,
  { globalStorageUri }: Pick<vscode.ExtensionContext, 'globalStorageUri'>,
  { settings, claudeMemoryFile }: PinnedFactsParts,
): PinnedFactsHost {
  const { userMemoryPinned, userMemoryClaude, serverUrl } = settingsTable;
  const storage = globalStorageUri.fsPath;
  const isWantedBy = (name: string) => () => isChosen(name) && settings().serverUrl === undefined;
  const inChat = isWantedBy(userMemoryPinned.name);
  const inClaude = isWantedBy(userMemoryClaude.name);
  const keeper = new PinnedKeeper({
    access,
    home: () => settings().home,
    places: async () => {
      const open = isChosen(userMemoryClaude.name) ? openFolders().map(claudeMemoryFile) : [];
      const inOthers = await otherMemories(
        storage,
        open.filter((file) => file !== undefined),
      );
      return [
        { ...chatMemory(storage), isWanted: inChat },
        ...inOthers.map((place) => ({ ...place, isWanted: inClaude })),
      ];
    },
    isWanted: () => inChat() || inClaude(),
    now: () => host.clock.now().getTime(),
    failed: (thrown) => void notices.failed(failureOf(thrown)),
    log,
  });
  const start = (): void => void keeper.start();
  const changes = onDidChangeSettings([userMemoryPinned, userMemoryClaude, serverUrl], start);
  const folders = vscode.workspace.onDidChangeWorkspaceFolders(start);
  // Another memory, or the same one for another user.
  const others = access.onDidChange(() => void keeper.update());
  return Object.assign(vscode.Disposable.from(keeper, changes, folders, others), { start: () => keeper.start() });
}

function openFolders(): string[] {
  const folders = vscode.workspace.workspaceFolders ?? [];
  return folders.flatMap(({ uri }) => (uri.scheme === 'file' ? [uri.fsPath] : []));
}

/** Happens in the background, so it says what was to be done and leads to the setting. */
function failureOf(thrown: unknown): BigMindError {
  const { code, message, remedy } = bigMindErrorFrom(thrown);
  const what = vscode.l10n.t('Your pinned facts in the memory of another program were not updated: {0}', message);
  const { userMemoryPinned, userMemoryClaude } = settingsTable;
  const chosen = isChosen(userMemoryPinned.name) ? userMemoryPinned : userMemoryClaude;
  const details = { setting: `bigmind.${chosen.name}` };
  return new BigMindError(code, what, { remedy, details, cause: thrown });
}

/** Only the user's own choice counts: a workspace may come from somebody else. */
function isChosen(name: string): boolean {
  return vscode.workspace.getConfiguration('bigmind').inspect(name)?.globalValue === true;
}

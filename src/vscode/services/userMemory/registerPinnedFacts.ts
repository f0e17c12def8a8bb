/** Pinned facts in the memories of this window's chat and of Claude Code, by the user's settings. Only for hosts with a disk. */
import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import * as vscode from 'vscode';
import { chatMemory } from '../../../clients/userMemory/pinnedPlace.ts';
import { BigMindError, bigMindErrorFrom } from '../../../memory/shared/errors.ts';
import { settingsTable } from '../../../settingsTable.ts';
import { onDidChangeSettings } from '../../platform/settings.ts';
import type { Services } from '../host.ts';
import { foldersOnDisk } from '../openFolders.ts';
import { PinnedKeeper, type KeptPlace } from './pinnedKeeper.ts';

/** Starting opens the memory, if the setting is on. */
type PinnedFactsHost = Pick<PinnedKeeper, 'start'> & vscode.Disposable;

interface PinnedFactsParts {
  /** `home` is BigMind's folder. `serverUrl` is the server of a team, which has its own memory. May throw. */
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
  const claudePlaces = async (): Promise<KeptPlace[]> => {
    const folders = isChosen(userMemoryClaude.name) ? foldersOnDisk() : [];
    const open = folders.map(claudeMemoryFile).filter((file) => file !== undefined);
    const { claudeMemories } = await import('../../../clients/userMemory/pinnedHome.ts');
    const places = await claudeMemories(storage, open);
    return places.map((place) => {
      // If the user removed Claude Code's folder of a project, it does not come back.
      const isThere = open.includes(place.file) || existsSync(dirname(dirname(place.file)));
      return { ...place, isWanted: () => isThere && inClaude(), isShared: true, setting: userMemoryClaude.name };
    });
  };
  const keeper = new PinnedKeeper({
    access,
    home: () => settings().home,
    places: async () => [
      { ...chatMemory(storage), isWanted: inChat, isShared: false, setting: userMemoryPinned.name },
      ...(await claudePlaces()),
    ],
    isWanted: () => inChat() || inClaude(),
    now: () => host.clock.now().getTime(),
    failed: (thrown, setting) => void notices.failed(failureOf(thrown, setting ?? userMemoryPinned.name)),
    log,
  });
  const start = (): void => void keeper.start();
  const changes = onDidChangeSettings([userMemoryPinned, userMemoryClaude, serverUrl], start);
  const folders = vscode.workspace.onDidChangeWorkspaceFolders(start);
  // Another memory, or the same one for another user.
  const others = access.onDidChange(() => void keeper.update());
  return Object.assign(vscode.Disposable.from(keeper, changes, folders, others), { start: () => keeper.start() });
}

/** Happens in the background, so it says what was to be done and leads to the setting. */
function failureOf(thrown: unknown, setting: string): BigMindError {
  const { code, message, remedy } = bigMindErrorFrom(thrown);
  const what = vscode.l10n.t('Your pinned facts in the memory of another program were not updated: {0}', message);
  const details = { setting: `bigmind.${setting}` };
  return new BigMindError(code, what, { remedy, details, cause: thrown });
}

/** Only the user's own choice counts: a workspace may come from somebody else. */
function isChosen(name: string): boolean {
  return vscode.workspace.getConfiguration('bigmind').inspect(name)?.globalValue === true;
}

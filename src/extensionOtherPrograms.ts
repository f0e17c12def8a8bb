/**
 * The desktop extension's access to files of other programs: it imports their conversations, with the store's readers
 * of their databases, and writes their configurations. It is loaded with the first command that needs it.
 */
import { dirname } from 'node:path';
import * as vscode from 'vscode';
import { databaseReaders } from './importers/databaseReaders.ts';
import type { McpLaunch } from './clients/shared/launch.ts';
import type { ForeignConversations } from './memory/archive/foreignConversations.ts';
import { BigMindError } from './memory/shared/errors.ts';
import { nodeClientHost } from './nodeHostFacts.ts';
import { createOpenForeign } from './store/sqlite/foreign/openForeign.ts';
import { systemClock } from './systemTime.ts';
import { isCaptureWanted } from './vscode/services/capture/captureSetting.ts';
import { foldersOnDisk } from './vscode/services/openFolders.ts';
import { createClientFiles } from './vscode/services/clientFiles.ts';
import type { ClientFiles } from './vscode/services/clientFiles.ts';
import { createPastConversations } from './vscode/services/pastConversations.ts';
import type { PastConversations } from './vscode/services/pastConversations.ts';

export function openPastConversations(
  { globalStorageUri }: vscode.ExtensionContext,
  databaseFile: string,
): PastConversations {
  return createPastConversations({
    host: nodeClientHost(),
    // The extension's own folder is in `User/globalStorage` in every edition.
    userFolder: dirname(dirname(globalStorageUri.fsPath)),
    openForeign: createOpenForeign({ ...databaseReaders, checkpoints }),
    projectFolders: foldersOnDisk,
    databaseFile,
    clock: systemClock,
  });
}

/** Starts Git, and therefore only in a trusted workspace. */
async function checkpoints(gitFolder: string): Promise<ForeignConversations> {
  if (!vscode.workspace.isTrusted) {
    const reason = vscode.l10n.t('You do not trust the folders in this window.');
    throw new BigMindError('not_allowed', `${gitFolder} cannot be read: ${reason}`);
  }
  const { openCheckpoints } = await import('./capture/checkpoints/checkpoints.ts');
  return openCheckpoints(gitFolder, { env: nodeClientHost().env });
}

/** `home` is BigMind's own folder. */
export function openClientFiles(home: string, launch: McpLaunch): ClientFiles {
  return createClientFiles({ host: nodeClientHost(), home, launch, clock: systemClock, isCaptureWanted });
}

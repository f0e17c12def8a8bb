/** Shows the folder of the store: in the file manager if there is one, else by its path. */
import * as vscode from 'vscode';
import { BigMindError } from '../../../memory/shared/errors.ts';
import type { Services } from '../../services/host.ts';
import type { Command } from '../shared/arguments.ts';

/** Returns `{ status: "shown", folder }`. */
export function createOpenDatabaseFolder({ host, access, notices }: Services): Command {
  return async () => {
    const folder = host.databaseFolder();
    if (folder === undefined) {
      throw new BigMindError('store_unavailable', vscode.l10n.t('In this browser, the store is not a folder.'), {
        remedy: vscode.l10n.t('It is stored in {0}. To get a file, export the memory.', access.location),
      });
    }
    await makeFolder(folder);
    const local = vscode.env.remoteName === undefined && vscode.env.uiKind === vscode.UIKind.Desktop;
    if (local) await vscode.commands.executeCommand('revealFileInOS', folder);
    else offerPath(folder).catch((thrown: unknown) => notices.failed(thrown));
    return { status: 'shown', folder: folder.fsPath };
  };
}

/** Before the first memory the folder does not exist. An empty folder explains more than an error. */
async function makeFolder(folder: vscode.Uri): Promise<void> {
  try {
    await vscode.workspace.fs.createDirectory(folder);
  } catch (cause) {
    throw new BigMindError('store_unavailable', vscode.l10n.t('The folder {0} cannot be created.', folder.fsPath), {
      remedy: vscode.l10n.t('Check the setting "bigmind.storage.path" and the permissions of that location.'),
      cause,
    });
  }
}

async function offerPath(folder: vscode.Uri): Promise<void> {
  const copy = vscode.l10n.t('Copy Path');
  const open = vscode.l10n.t('Open in New Window');
  const message = vscode.l10n.t('The database is in {0}', folder.fsPath);
  const chosen = await vscode.window.showInformationMessage(message, copy, open);
  if (chosen === copy) await vscode.env.clipboard.writeText(folder.fsPath);
  if (chosen === open) await vscode.commands.executeCommand('vscode.openFolder', folder, { forceNewWindow: true });
}

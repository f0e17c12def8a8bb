/** What the commands for file memory share: the folder that they are about, and its files. */
import * as vscode from 'vscode';
import { BigMindError } from '../../../memory/shared/errors.ts';
import type { Host } from '../../services/host.ts';
import { folderOnDisk, noFolderOnDisk } from '../../services/openFolders.ts';
import type { ProjectFiles } from '../../services/projectFiles.ts';
import { textArgument } from '../shared/arguments.ts';

export interface OpenedFileMemory {
  /** The path of a folder in the project: the argument `folder`, or else the folder of the window. */
  folder: string;
  files: ProjectFiles;
}

/** Undefined if the user canceled. Rejects with `not_allowed` in a browser and in a workspace that is not trusted. */
export async function openedFileMemory(host: Host, argument: unknown): Promise<OpenedFileMemory | undefined> {
  const folder = textArgument(argument, 'folder') ?? (await folderOnDisk());
  if (folder === null) return undefined;
  if (folder === undefined) throw noFolderOnDisk();
  if (!vscode.workspace.isTrusted) throw notTrusted();
  if (host.fileMemory === undefined) throw noDisk();
  return { folder, files: await host.fileMemory() };
}

/** For commands that need a project in which file memory was started. */
export function notStarted(): BigMindError {
  return new BigMindError('not_found', vscode.l10n.t('File memory is not started in this project.'), {
    remedy: vscode.l10n.t(
      'Run "BigMind: Manage Memory... > Start File Memory in This Project", and then run the command again.',
    ),
  });
}

function notTrusted(): BigMindError {
  return new BigMindError('not_allowed', vscode.l10n.t('You do not trust the folders in this window.'), {
    remedy: vscode.l10n.t('Trust the workspace, and then run the command again.'),
  });
}

function noDisk(): BigMindError {
  return new BigMindError('not_allowed', vscode.l10n.t('In a browser, BigMind cannot write files of a project.'), {
    remedy: vscode.l10n.t('Open VS Code on your computer or connect to a server, and then run the command there.'),
  });
}

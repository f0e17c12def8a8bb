/** The files of project memories, for commands that write them. */
import * as vscode from 'vscode';
import { BigMindError } from '../../../memory/shared/errors.ts';
import type { FileMemory } from '../../services/fileMemory.ts';
import type { Services } from '../../services/host.ts';

/** Rejects with `not_allowed` in a workspace that is not trusted, and in a browser. */
export async function requireFileMemory({ host }: Services): Promise<FileMemory> {
  if (!vscode.workspace.isTrusted) throw notTrusted();
  if (host.fileMemory === undefined) throw noDisk();
  return host.fileMemory();
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

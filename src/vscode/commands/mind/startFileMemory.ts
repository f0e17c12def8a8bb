/** Starts a memory of the project in files that people edit and Git tracks: `.mind/MEMORY.md` and others. */
import * as vscode from 'vscode';
import type { Services } from '../../services/host.ts';
import { cancelled } from '../shared/arguments.ts';
import type { Command } from '../shared/arguments.ts';
import { openedFileMemory } from './openedFileMemory.ts';
import { offerMemoryBlock } from './writeMemoryBlock.ts';

/**
 * Argument `{ folder? }`, a path; by default the folder of the window. Returns `{ status, created }` with paths from
 * the project folder; `status` is `started`, or `unchanged` if it had been
 * started before. Files that came with the project are used only after a question.
 */
export function createStartFileMemory(services: Services): Command {
  return async (argument) => {
    const opened = await openedFileMemory(services.host, argument);
    if (opened === undefined) return cancelled;
    const { folder, files } = opened;
    if ((await files.hasForeignFiles(folder)) && !(await mayUseFiles())) return cancelled;
    const { project, created, isNewlyListed, isRepository } = await files.start(folder);
    const open = async (): Promise<void> => {
      await vscode.window.showTextDocument(vscode.Uri.joinPath(vscode.Uri.file(project), '.mind', 'MEMORY.md'));
    };
    const isNew = created.length > 0 || isNewlyListed;
    const message = isNew
      ? vscode.l10n.t('File memory is started. You and your assistants can now write to .mind/MEMORY.md.')
      : vscode.l10n.t('File memory was already started in this project. No file was changed.');
    const learn = async (): Promise<void> => {
      await vscode.commands.executeCommand('bigmind.learnFromHistory', { folder });
    };
    const steps = isNew && isRepository ? [{ label: vscode.l10n.t('Learn from Project History'), run: learn }] : [];
    services.notices.done(message, { label: vscode.l10n.t('Open'), run: open }, ...steps);
    // A program that passes arguments cannot answer.
    if (isNew && argument === undefined) await offerMemoryBlock(services, { folder: project, files });
    return { status: isNew ? 'started' : 'unchanged', created };
  };
}

async function mayUseFiles(): Promise<boolean> {
  const question = vscode.l10n.t('This project already has memory files. Use them in chats?');
  const detail = vscode.l10n.t('Others may have written them. Assistants will receive what they say.');
  const use = vscode.l10n.t('Use Files');
  return (await vscode.window.showWarningMessage(question, { modal: true, detail }, use)) === use;
}

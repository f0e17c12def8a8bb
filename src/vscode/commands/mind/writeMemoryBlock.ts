/**
 * Writes the memory of a project into the instruction files that assistants read without a tool, and removes it again.
 * It writes only the selected files, and changes nothing outside its block.
 */
import * as vscode from 'vscode';
import type { ContextFile } from '../../../markdown/block/contextFiles.ts';
import { contextFileNamed } from '../../../markdown/block/contextFiles.ts';
import type { BlockChoice, RefreshedBlocks } from '../../../markdown/block/memoryBlocks.ts';
import type { Services } from '../../services/host.ts';
import { cancelled, textsArgument } from '../shared/arguments.ts';
import type { Command } from '../shared/arguments.ts';
import type { OpenedFileMemory } from './openedFileMemory.ts';
import { notStarted, openedFileMemory } from './openedFileMemory.ts';

/**
 * Argument `{ files, folder? }`: the files that contain the memory afterwards, by path or as `claude`, `agents`,
 * `copilot`; `folder` is the path of a project, by default the folder of the window. Returns
 * `{ status: "written", changed }` with paths from the project folder.
 */
export function createWriteMemoryBlock(services: Services): Command {
  return async (argument) => {
    const named = textsArgument(argument, 'files')?.map(contextFileNamed);
    const opened = await openedFileMemory(services.host, argument);
    return opened === undefined ? cancelled : writeMemoryBlock(services, opened, named);
  };
}

async function writeMemoryBlock(
  services: Services,
  { folder, files }: OpenedFileMemory,
  named: readonly ContextFile[] | undefined,
): Promise<unknown> {
  const choices = await files.blockChoices(folder);
  if (choices === undefined) throw notStarted();
  const chosen = named ?? (await askForFiles(choices));
  if (chosen === undefined) return cancelled;
  const written = await files.chooseBlocks(folder, chosen);
  if (written === undefined) throw notStarted();
  const changed = notify(services, written);
  const [failed] = written.results.filter((result) => result.change === 'failed');
  if (failed !== undefined) throw failed.error;
  return { status: 'written', changed };
}

/** Asks, after file memory was started, where assistants are to read it. Never rejects. */
export async function offerMemoryBlock(services: Services, opened: OpenedFileMemory): Promise<void> {
  try {
    const choices = await opened.files.blockChoices(opened.folder);
    const chosen = choices === undefined ? undefined : await askForFiles(choices);
    // Without a choice, there is nothing to say.
    if (chosen !== undefined && chosen.length > 0) await writeMemoryBlock(services, opened, chosen);
  } catch (thrown) {
    services.notices.failed(thrown);
  }
}

interface FileItem extends vscode.QuickPickItem {
  file: ContextFile;
}

/** Undefined if the user canceled. If no file was chosen before, an existing CLAUDE.md is checked. */
async function askForFiles(choices: readonly BlockChoice[]): Promise<ContextFile[] | undefined> {
  const isFirst = choices.every(({ isChosen }) => !isChosen);
  const items = choices.map(({ file, isChosen, exists }): FileItem => {
    const picked = isChosen || (isFirst && exists && file === 'CLAUDE.md');
    const detail = exists ? {} : { detail: vscode.l10n.t('This file does not exist yet.') };
    return { file, label: file, description: readerOf(file), picked, ...detail };
  });
  const picks = await vscode.window.showQuickPick(items, {
    canPickMany: true,
    title: vscode.l10n.t('Select the instruction files that contain the memory of this project'),
    placeHolder: vscode.l10n.t(
      'BigMind keeps its block up to date in the selected files and removes it from the others',
    ),
    ignoreFocusOut: true,
  });
  return picks?.map(({ file }) => file);
}

function readerOf(file: ContextFile): string {
  switch (file) {
    case 'CLAUDE.md':
      return vscode.l10n.t('for Claude Code');
    case 'AGENTS.md':
      return vscode.l10n.t('for Codex, Windsurf, Copilot CLI and other agents');
    case '.github/copilot-instructions.md':
      return vscode.l10n.t('for GitHub Copilot');
  }
}

/** Returns the files that were changed. */
function notify({ notices }: Services, { results, withheld }: RefreshedBlocks): ContextFile[] {
  const filesWith = (...changes: string[]): ContextFile[] =>
    results.filter(({ change }) => changes.includes(change)).map(({ file }) => file);
  const [put, taken] = [filesWith('created', 'updated'), filesWith('removed')];
  const parts = [
    ...(put.length === 0 ? [] : [vscode.l10n.t('Memory written: {0}.', put.join(', '))]),
    ...(taken.length === 0 ? [] : [vscode.l10n.t('Memory removed: {0}.', taken.join(', '))]),
    ...(withheld === 0
      ? []
      : [vscode.l10n.t('Entries left out, because they read like instructions to a model: {0}.', withheld)]),
  ];
  notices.done(parts.length === 0 ? vscode.l10n.t('No instruction file was changed.') : parts.join(' '));
  return [...put, ...taken];
}

/** The list of instruction files; those that already contain our block are checked. */
import * as vscode from 'vscode';
import type { InstructionTarget } from '../../../clients/shared/clients.ts';
import { bigMindErrorFrom } from '../../../memory/shared/errors.ts';
import { noticeOf } from '../../platform/errorText.ts';
import type { ClientFiles } from '../../services/clientFiles.ts';

interface PickedTargets {
  checked: InstructionTarget[];
  /** Files from which the existing block is to be removed. */
  unchecked: InstructionTarget[];
}

interface TargetItem extends vscode.QuickPickItem {
  target: InstructionTarget;
}

/** Undefined if the user canceled. Without a folder, only Claude Desktop's file is offered. */
export async function askForTargets(
  files: ClientFiles,
  folder: string | undefined,
): Promise<PickedTargets | undefined> {
  const targets = folder === undefined ? files.targets.filter((target) => target === 'claude-desktop') : files.targets;
  const items = await Promise.all(targets.map((target) => itemFor(files, target, folder ?? '')));
  const picked = await vscode.window.showQuickPick(items, {
    canPickMany: true,
    title: vscode.l10n.t('Select the files that tell assistants about the memory'),
    placeHolder: vscode.l10n.t('BigMind adds its block to the selected files and removes it from the others'),
    matchOnDescription: true,
    ignoreFocusOut: true,
  });
  if (picked === undefined) return undefined;
  const checked = picked.map(({ target }) => target);
  const held = items.filter((item) => item.picked === true).map(({ target }) => target);
  return { checked, unchecked: held.filter((target) => !checked.includes(target)) };
}

async function itemFor(files: ClientFiles, target: InstructionTarget, folder: string): Promise<TargetItem> {
  const item = { target, label: files.pathOf(target), description: readerOf(target) };
  try {
    const { file, change } = await files.planInstructionsRemoval(target, folder);
    return { ...item, detail: file, picked: change !== 'none' };
  } catch (thrown) {
    return { ...item, detail: `$(warning) ${noticeOf(bigMindErrorFrom(thrown))}`, picked: false };
  }
}

function readerOf(target: InstructionTarget): string {
  switch (target) {
    case 'copilot':
      return vscode.l10n.t('for GitHub Copilot');
    case 'agents':
      return vscode.l10n.t('for Codex, Windsurf, Copilot CLI and other agents');
    case 'claude':
      return vscode.l10n.t('for Claude Code');
    case 'cursor':
      return vscode.l10n.t('for Cursor');
    case 'jetbrains':
      return vscode.l10n.t('for the AI Assistant of JetBrains');
    case 'claude-desktop':
      return vscode.l10n.t('for Claude Desktop, in every project');
  }
}

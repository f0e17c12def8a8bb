/**
 * Writes the instructions for assistants into the files that they read, as one marked block, and removes it again. It
 * writes only the selected files, and changes nothing outside the block.
 */
import * as vscode from 'vscode';
import type { FilePlan } from '../../../clients/files/filePlan.ts';
import type { InstructionTarget } from '../../../clients/shared/clients.ts';
import { BigMindError } from '../../../memory/shared/errors.ts';
import type { ClientFiles } from '../../services/clientFiles.ts';
import type { Services } from '../../services/host.ts';
import { folderOnDisk, noFolderOnDisk } from '../../services/openFolders.ts';
import { cancelled, flagArgument, textArgument, textsArgument } from '../shared/arguments.ts';
import type { Command } from '../shared/arguments.ts';
import { askForTargets } from './instructionPick.ts';

/**
 * Argument `{ targets, folder?, remove? }`: writes or removes the block for these targets; `folder` is the path of a
 * project, by default the folder of the window. Returns `{ status: "written", changed }` with the changed files.
 */
export function createWriteInstructions(services: Services): Command {
  return async (argument) => {
    const files = await services.host.clientFiles();
    const names = textsArgument(argument, 'targets');
    const targets = names?.map((name) => targetNamed(files, name));
    const needsFolder = targets?.some((target) => target !== 'claude-desktop') ?? true;
    const folder = textArgument(argument, 'folder') ?? (needsFolder ? await folderOnDisk() : undefined);
    if (folder === null) return cancelled;
    const plans =
      targets === undefined
        ? await plansFromPick(services, files, folder)
        : await plansFor(files, targets, folder, flagArgument(argument, 'remove') ? 'remove' : 'put');
    return plans === undefined ? cancelled : write(services, files, plans);
  };
}

function targetNamed({ targets }: ClientFiles, name: string): InstructionTarget {
  const target = targets.find((candidate) => candidate === name);
  if (target !== undefined) return target;
  throw new BigMindError('invalid_input', vscode.l10n.t('There is no instruction file for "{0}".', name), {
    remedy: vscode.l10n.t('Use one of: {0}.', targets.join(', ')),
  });
}

async function plansFor(
  files: ClientFiles,
  targets: readonly InstructionTarget[],
  folder: string | undefined,
  action: 'put' | 'remove',
): Promise<FilePlan[]> {
  if (folder !== undefined) await requireFolder(folder);
  const plans: FilePlan[] = [];
  for (const target of targets) {
    if (folder === undefined && target !== 'claude-desktop') throw noFolderOnDisk();
    const place = folder ?? '';
    plans.push(
      await (action === 'put' ? files.planInstructions(target, place) : files.planInstructionsRemoval(target, place)),
    );
  }
  return plans;
}

async function requireFolder(folder: string): Promise<void> {
  const stat = await vscode.workspace.fs.stat(vscode.Uri.file(folder)).then(
    (found) => found,
    () => undefined,
  );
  if (stat !== undefined && (stat.type & vscode.FileType.Directory) !== 0) return;
  throw new BigMindError('invalid_input', vscode.l10n.t('{0} is not a folder.', folder), {
    remedy: vscode.l10n.t('Choose the folder of a project.'),
  });
}

/** Removes the block from files that the user unchecked, and adds or updates it in the checked ones. */
async function plansFromPick(
  { notices }: Services,
  files: ClientFiles,
  folder: string | undefined,
): Promise<FilePlan[] | undefined> {
  if (folder === undefined) {
    notices.done(
      vscode.l10n.t('No folder on disk is open in this window, so BigMind can write only the file for Claude Desktop.'),
    );
  }
  const picked = await askForTargets(files, folder);
  if (picked === undefined) return undefined;
  const put = await plansFor(files, picked.checked, folder, 'put');
  const removed = await plansFor(files, picked.unchecked, folder, 'remove');
  const plans = [...put, ...removed];
  const changing = plans.filter(({ change }) => change !== 'none');
  return changing.length === 0 || (await isWanted(changing)) ? plans : undefined;
}

async function isWanted(plans: readonly FilePlan[]): Promise<boolean> {
  const lines = plans.map(({ file, change, after }) => {
    if (after === undefined) return vscode.l10n.t('{0}: the file is deleted, because it contains nothing else', file);
    if (change === 'remove') return vscode.l10n.t('{0}: the block is removed', file);
    return change === 'create'
      ? vscode.l10n.t('{0}: new file', file)
      : vscode.l10n.t('{0}: the block is added, the rest is unchanged', file);
  });
  const write = vscode.l10n.t('Write');
  const question = vscode.l10n.t('Write these files?');
  const detail = lines.join('\n');
  return (await vscode.window.showWarningMessage(question, { modal: true, detail }, write)) === write;
}

async function write({ notices }: Services, files: ClientFiles, plans: readonly FilePlan[]): Promise<unknown> {
  const changed: FilePlan[] = [];
  try {
    for (const plan of plans) {
      if (plan.change === 'none') continue;
      await files.carryOut(plan);
      changed.push(plan);
    }
  } finally {
    // Report what was written even if a later file fails; that failure is reported separately.
    notify(notices, changed);
  }
  return { status: 'written', changed: changed.map(({ file }) => file) };
}

function notify(notices: Services['notices'], changed: readonly FilePlan[]): void {
  if (changed.length === 0) {
    notices.done(vscode.l10n.t('No instruction file was changed.'));
    return;
  }
  const put = changed.filter(({ change }) => change !== 'remove').map(({ file }) => file);
  const taken = changed.filter(({ change }) => change === 'remove').map(({ file }) => file);
  const parts = [
    ...(put.length === 0 ? [] : [vscode.l10n.t('Instructions written: {0}.', put.join(', '))]),
    ...(taken.length === 0 ? [] : [vscode.l10n.t('Instructions removed: {0}.', taken.join(', '))]),
  ];
  const first = changed.find(({ after }) => after !== undefined)?.file;
  const open = async (file: string): Promise<void> => {
    await vscode.window.showTextDocument(vscode.Uri.file(file));
  };
  const steps = first === undefined ? [] : [{ label: vscode.l10n.t('Open'), run: () => open(first) }];
  notices.done(parts.join(' '), ...steps);
}

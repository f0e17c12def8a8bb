/** Switches the recording of chats on and off, for everything or for this workspace only, at any time. */
import * as vscode from 'vscode';
import { showWhatIsRecorded } from '../captureExplained.ts';
import { captureSetting, chooseCaptureEverywhere, chooseCaptureInWorkspace } from '../captureSetting.ts';
import { noProcess, type Services } from '../host.ts';
import { cancelled, textArgument, type Command } from './arguments.ts';

interface Choice {
  where: 'everywhere' | 'workspace';
  turn: 'on' | 'off';
}

/**
 * Argument `{ where, turn }`: `everywhere` or `workspace`, and `on` or `off`; whatever is missing is asked. Answers
 * `{ status: "on" | "off", where }`, `{ status: "explained" }` or `{ status: "cancelled" }`.
 */
export function createToggleCapture({ host, notices, pages }: Services): Command {
  return async (argument) => {
    if (host.kind === 'browser') throw noProcess();
    const choice = choiceFrom(argument) ?? (await askForChoice());
    if (choice === undefined) return cancelled;
    if (choice === 'explain') {
      await showWhatIsRecorded(pages);
      return { status: 'explained' };
    }
    const on = choice.turn === 'on';
    await (choice.where === 'everywhere' ? chooseCaptureEverywhere(on) : chooseCaptureInWorkspace(on));
    notices.done(doneText(choice));
    return { status: choice.turn, where: choice.where };
  };
}

function choiceFrom(argument: unknown): Choice | undefined {
  const where = (['everywhere', 'workspace'] as const).find((name) => name === textArgument(argument, 'where'));
  const turn = (['on', 'off'] as const).find((name) => name === textArgument(argument, 'turn'));
  return where === undefined || turn === undefined ? undefined : { where, turn };
}

async function askForChoice(): Promise<Choice | 'explain' | undefined> {
  const { enabled, everywhere } = captureSetting();
  const isOn = everywhere === true;
  const hasFolder = vscode.workspace.workspaceFolders !== undefined;
  const explain = { label: `$(question) ${vscode.l10n.t('What is recorded?')}`, choice: 'explain' } as const;
  const items = [
    item('everywhere', isOn ? 'off' : 'on'),
    ...(hasFolder ? [item('workspace', enabled ? 'off' : 'on')] : []),
    explain,
  ];
  const title = enabled
    ? vscode.l10n.t('Chats in this window are recorded')
    : vscode.l10n.t('Chats in this window are not recorded');
  return (await vscode.window.showQuickPick(items, { title }))?.choice;
}

function item(where: Choice['where'], turn: Choice['turn']): vscode.QuickPickItem & { choice: Choice } {
  const icon = turn === 'on' ? 'record' : 'circle-slash';
  return { label: `$(${icon}) ${labelOf({ where, turn })}`, choice: { where, turn } };
}

function labelOf({ where, turn }: Choice): string {
  if (where === 'everywhere') {
    return turn === 'on' ? vscode.l10n.t('Turn on everywhere') : vscode.l10n.t('Turn off everywhere');
  }
  return turn === 'on' ? vscode.l10n.t('Turn on in this workspace') : vscode.l10n.t('Turn off in this workspace');
}

function doneText({ where, turn }: Choice): string {
  if (where === 'everywhere') {
    return turn === 'on'
      ? vscode.l10n.t('Chats are recorded from now on, wherever you did not switch it off.')
      : vscode.l10n.t('Chats are recorded nowhere from now on, but where you switched it on.');
  }
  return turn === 'on'
    ? vscode.l10n.t('Chats in this workspace are recorded from now on.')
    : vscode.l10n.t('Chats in this workspace are not recorded from now on.');
}

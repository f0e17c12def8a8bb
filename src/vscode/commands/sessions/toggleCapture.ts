/** Turns the recording of chats on and off at any time, everywhere or only for this workspace. */
import * as vscode from 'vscode';
import { showWhatIsRecorded } from '../../services/capture/captureExplained.ts';
import type { CaptureState } from '../../services/capture/captureSetting.ts';
import { noProcess, type Services } from '../../services/host.ts';
import { cancelled, textArgument, type Command } from '../shared/arguments.ts';

interface CaptureChoice {
  where: 'everywhere' | 'workspace';
  turn: 'on' | 'off';
}

/**
 * Argument `{ where, turn }`: `everywhere` or `workspace`, and `on` or `off`; asks unless both are given. Returns `{
 * status: "on" | "off", where }`, `{ status: "explained" }` or `{ status: "cancelled" }`.
 */
export function createToggleCapture({ host, notices, pages }: Services): Command {
  return async (argument) => {
    if (host.capture === undefined) throw noProcess();
    const choice = choiceFrom(argument) ?? (await askForChoice(host.capture.state()));
    if (choice === undefined) return cancelled;
    if (choice === 'explain') {
      await showWhatIsRecorded(pages);
      return { status: 'explained' };
    }
    await host.capture.turn(choice.where, choice.turn);
    notices.done(doneText(choice));
    return { status: choice.turn, where: choice.where };
  };
}

function choiceFrom(argument: unknown): CaptureChoice | undefined {
  const where = (['everywhere', 'workspace'] as const).find((name) => name === textArgument(argument, 'where'));
  const turn = (['on', 'off'] as const).find((name) => name === textArgument(argument, 'turn'));
  return where === undefined || turn === undefined ? undefined : { where, turn };
}

/**
 * The choices that apply in the current state. Hooks of other assistants may record while VS Code itself does not, so
 * both on and off can be offered. Recording that is on nowhere cannot be turned off.
 */
export function captureChoices({ enabled, everywhere, others }: CaptureState, hasFolder: boolean): CaptureChoice[] {
  const choices: CaptureChoice[] = [];
  if (everywhere !== true) choices.push({ where: 'everywhere', turn: 'on' });
  if (everywhere === true || (others.areSet && !others.isOffEverywhere)) {
    choices.push({ where: 'everywhere', turn: 'off' });
  }
  if (!hasFolder) return choices;
  if (!enabled) choices.push({ where: 'workspace', turn: 'on' });
  if (enabled || (others.areSet && !others.isOffHere)) choices.push({ where: 'workspace', turn: 'off' });
  return choices;
}

async function askForChoice(state: CaptureState): Promise<CaptureChoice | 'explain' | undefined> {
  const hasFolder = vscode.workspace.workspaceFolders !== undefined;
  const explain = { label: `$(question) ${vscode.l10n.t('Show What Is Recorded')}`, choice: 'explain' } as const;
  const items = [...captureChoices(state, hasFolder).map(itemOf), explain];
  return (await vscode.window.showQuickPick(items, { title: titleOf(state) }))?.choice;
}

function titleOf({ enabled, others }: CaptureState): string {
  if (enabled) return vscode.l10n.t('Chats in this window are recorded');
  return others.areSet && !others.isOffHere
    ? vscode.l10n.t('Chats in other assistants are recorded here, but chats in VS Code are not')
    : vscode.l10n.t('Chats in this window are not recorded');
}

function itemOf(choice: CaptureChoice): vscode.QuickPickItem & { choice: CaptureChoice } {
  const icon = choice.turn === 'on' ? 'record' : 'circle-slash';
  return { label: `$(${icon}) ${labelOf(choice)}`, choice };
}

function labelOf({ where, turn }: CaptureChoice): string {
  if (where === 'everywhere') {
    return turn === 'on' ? vscode.l10n.t('Turn On Everywhere') : vscode.l10n.t('Turn Off Everywhere');
  }
  return turn === 'on' ? vscode.l10n.t('Turn On in This Workspace') : vscode.l10n.t('Turn Off in This Workspace');
}

function doneText({ where, turn }: CaptureChoice): string {
  if (where === 'everywhere') {
    return turn === 'on'
      ? vscode.l10n.t('Chats are now recorded everywhere, except where you turned recording off.')
      : vscode.l10n.t('Chats are no longer recorded, except where you turned recording on.');
  }
  return turn === 'on'
    ? vscode.l10n.t('Chats in this workspace are now recorded.')
    : vscode.l10n.t('Chats in this workspace are no longer recorded.');
}

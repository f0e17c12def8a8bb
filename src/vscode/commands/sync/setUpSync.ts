/** Connects the memory with a folder or a Git remote. The user first sees what would leave this computer, and confirms it. */
import * as vscode from 'vscode';
import { bigMindErrorFrom } from '../../../memory/shared/errors.ts';
import type { SyncOutline, SyncPlace, SyncState } from '../../../memory/sync/syncStore.ts';
import { checkedGitAddress } from '../../../sync/gitAddress.ts';
import { working } from '../../platform/notices.ts';
import { askForNewPassphrase, openAsking } from '../portability/passphrases.ts';
import { cancelled } from '../shared/arguments.ts';
import { actionStep, useSync, type SyncServices } from './openedSync.ts';
import { outlineText } from './syncTexts.ts';

/** Changes nothing before the passphrase is entered, and sends nothing. Returns `{ status: "set_up", place }`. */
export async function setUpSync(services: SyncServices, kind: SyncPlace['kind']): Promise<unknown> {
  // Before the first question, because it is refused for a team.
  const outline = await useSync(services, (sync) => sync.outline());
  const place = kind === 'folder' ? await askForFolder() : await askForRemote();
  if (place === undefined || !(await agrees(outline, whereOf(place)))) return cancelled;
  if ((await connect(services, place)) === undefined) return cancelled;
  services.notices.done(
    vscode.l10n.t('The sync is set up with {0}. Nothing was sent yet.', whereOf(place)),
    actionStep(vscode.l10n.t('Sync Now'), 'now'),
  );
  return { status: 'set_up', place: whereOf(place) };
}

async function askForFolder(): Promise<SyncPlace | undefined> {
  const chosen = await vscode.window.showOpenDialog({
    title: vscode.l10n.t('Folder for the sync'),
    openLabel: vscode.l10n.t('Use Folder'),
    canSelectFiles: false,
    canSelectFolders: true,
    canSelectMany: false,
  });
  return chosen?.[0] && { kind: 'folder', folder: chosen[0].fsPath };
}

async function askForRemote(): Promise<SyncPlace | undefined> {
  const url = await vscode.window.showInputBox({
    title: vscode.l10n.t('Git remote for the sync'),
    prompt: vscode.l10n.t('Enter the address of a private repository. Git must be able to use it without asking.'),
    placeHolder: 'git@github.com:you/memory.git',
    ignoreFocusOut: true,
    validateInput: problemWith,
  });
  return url === undefined ? undefined : { kind: 'git', url: checkedGitAddress(url) };
}

/** Undefined for a valid address, and before the user has entered one. */
function problemWith(text: string): string | undefined {
  if (text.trim() === '') return undefined;
  try {
    checkedGitAddress(text);
    return undefined;
  } catch (thrown) {
    const { message, remedy } = bigMindErrorFrom(thrown);
    return typeof remedy === 'string' ? `${message} ${remedy}` : message;
  }
}

function whereOf(place: SyncPlace): string {
  return place.kind === 'folder' ? place.folder : place.url;
}

async function agrees(outline: SyncOutline, where: string): Promise<boolean> {
  const yes = vscode.l10n.t('Set Up');
  const question = vscode.l10n.t('Set up the sync with {0}?', where);
  const options = { modal: true, detail: outlineText(outline) };
  return (await vscode.window.showInformationMessage(question, options, yes)) === yes;
}

/** Undefined if the user canceled. */
async function connect(services: SyncServices, place: SyncPlace): Promise<SyncState | undefined> {
  const where = whereOf(place);
  const progress = vscode.l10n.t('Connecting to {0}…', where);
  const isNew = await working(progress, () => useSync(services, (sync) => sync.isNew(place)));
  const setUp = (passphrase: string): Promise<SyncState> => {
    const ask = {
      open: (use: (passphrase: string) => Promise<Uint8Array>) => use(passphrase),
      create: () => Promise.resolve(passphrase),
    };
    return working(progress, () => useSync(services, (sync, name) => sync.setUp(place, name, ask)));
  };
  const title = vscode.l10n.t('Passphrase for the sync');
  if (!isNew) {
    const hint = vscode.l10n.t('Enter the passphrase that you chose on your other computer.');
    return openAsking(where, { title, hint }, setUp);
  }
  const hint = vscode.l10n.t('Keep the passphrase safe. Your other computers need it, and BigMind cannot recover it.');
  const passphrase = await askForNewPassphrase({ title, hint });
  return passphrase === undefined ? undefined : setUp(passphrase);
}

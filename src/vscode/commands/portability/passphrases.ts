/** Asks for the passphrase of an export. What is typed is shown to nobody, kept nowhere and written into no log. */
import * as vscode from 'vscode';
import { shortestPassphrase } from '../../../capture/protectedFile.ts';
import { BigMindError, bigMindErrorFrom } from '../../../memory/shared/errors.ts';
import type { Host, Protection } from '../../services/host.ts';

/** Rejects in a browser, where what opens and writes protected files is not brought along. */
export async function protectionOf({ protection }: Host): Promise<Protection> {
  if (protection !== undefined) return protection();
  throw new BigMindError('not_allowed', vscode.l10n.t('In a browser no export can have a passphrase.'), {
    remedy: vscode.l10n.t('Open VS Code on your computer, or connect to a server, and run the command there.'),
  });
}

/** Whether a passphrase is wanted; undefined when the person broke off. */
export async function askForProtection({ protection }: Host): Promise<boolean | undefined> {
  const needs = vscode.l10n.t('Needs VS Code on your computer or connected to a server');
  const rows = [
    { label: vscode.l10n.t('No passphrase'), detail: vscode.l10n.t('Whoever has the file can read it'), is: false },
    {
      label: vscode.l10n.t('With a passphrase'),
      detail:
        protection === undefined ? needs : vscode.l10n.t('Encrypted; without the passphrase nobody can open the file'),
      is: true,
    },
  ];
  const title = vscode.l10n.t('Export memory');
  const placeHolder = vscode.l10n.t('Protect it with a passphrase?');
  return (await vscode.window.showQuickPick(rows, { title, placeHolder }))?.is;
}

/** Asked twice, because a mistake would lock its owner out; undefined when the person broke off. */
export async function askForNewPassphrase(): Promise<string | undefined> {
  const least = vscode.l10n.t('At least {0} characters; four or five random words are good.', shortestPassphrase);
  let hint = vscode.l10n.t('Keep it well: nobody can open the file without it.');
  for (;;) {
    const first = await askHidden(vscode.l10n.t('Passphrase for the export'), hint, (value) =>
      value.length < shortestPassphrase ? least : undefined,
    );
    if (first === undefined) return undefined;
    const again = await askHidden(vscode.l10n.t('The same passphrase again'), '');
    if (again === undefined || again === first) return again;
    hint = vscode.l10n.t('The two passphrases differ. Type it again.');
  }
}

/** What the file holds. Asks until the passphrase opens it; undefined when the person gives up. */
export async function openAsking(
  name: string,
  open: (passphrase: string) => Promise<string>,
): Promise<string | undefined> {
  let hint = vscode.l10n.t('{0} is protected by a passphrase.', name);
  for (;;) {
    const passphrase = await askHidden(vscode.l10n.t('Passphrase of the export'), hint);
    if (passphrase === undefined) return undefined;
    try {
      return await open(passphrase);
    } catch (thrown) {
      if (bigMindErrorFrom(thrown).details['field'] !== 'passphrase') throw thrown;
      hint = vscode.l10n.t('That passphrase does not open {0}. Try another one, or give up with Escape.', name);
    }
  }
}

function askHidden(
  title: string,
  prompt: string,
  validateInput?: (value: string) => string | undefined,
): Thenable<string | undefined> {
  const checked = validateInput === undefined ? {} : { validateInput };
  return vscode.window.showInputBox({ title, prompt, password: true, ignoreFocusOut: true, ...checked });
}

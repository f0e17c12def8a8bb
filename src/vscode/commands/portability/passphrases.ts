/** Prompts for the passphrase of an export or a sync. The input is masked, never stored and never logged. */
import * as vscode from 'vscode';
import { minPassphraseLength } from '../../../capture/protectedFile.ts';
import { BigMindError, bigMindErrorFrom } from '../../../memory/shared/errors.ts';
import type { Host, Protection } from '../../services/host.ts';

/** Rejects in a browser, whose bundle contains no encryption. */
export async function protectionOf({ protection }: Host): Promise<Protection> {
  if (protection !== undefined) return protection();
  throw new BigMindError('not_allowed', vscode.l10n.t('In a browser, exports cannot have a passphrase.'), {
    remedy: vscode.l10n.t('Open VS Code on your computer or connect to a server, and then run the command there.'),
  });
}

/** Whether the user wants a passphrase; undefined if they canceled. */
export async function askForProtection({ protection }: Host): Promise<boolean | undefined> {
  const needs = vscode.l10n.t('Requires VS Code on your computer or a connection to a server');
  const rows = [
    {
      label: vscode.l10n.t('Without a passphrase'),
      detail: vscode.l10n.t('Anyone who has the file can read it'),
      is: false,
    },
    {
      label: vscode.l10n.t('With a passphrase'),
      detail:
        protection === undefined ? needs : vscode.l10n.t('Encrypted. Nobody can open the file without the passphrase'),
      is: true,
    },
  ];
  const title = vscode.l10n.t('Export memory');
  const placeHolder = vscode.l10n.t('Protect it with a passphrase?');
  return (await vscode.window.showQuickPick(rows, { title, placeHolder }))?.is;
}

/** `hint` is shown until the user has made a mistake. */
interface PassphrasePrompt {
  title: string;
  hint: string;
}

/** Asks twice, because a typo would lock the owner out. Undefined if the user canceled. */
export async function askForNewPassphrase(prompt: PassphrasePrompt): Promise<string | undefined> {
  const min = vscode.l10n.t('Enter at least {0} characters. Four or five random words work well.', minPassphraseLength);
  let { hint } = prompt;
  for (;;) {
    const first = await askHidden(prompt.title, hint, (value) =>
      value.length < minPassphraseLength ? min : undefined,
    );
    if (first === undefined) return undefined;
    const again = await askHidden(vscode.l10n.t('Enter the passphrase again'), '');
    if (again === undefined || again === first) return again;
    hint = vscode.l10n.t('The passphrases do not match. Enter the passphrase again.');
  }
}

/** What `open` returns for the right passphrase; `name` is what it opens. Prompts until one does; undefined if the user canceled. */
export async function openAsking<T>(
  name: string,
  prompt: PassphrasePrompt,
  open: (passphrase: string) => Promise<T>,
): Promise<T | undefined> {
  let { hint } = prompt;
  for (;;) {
    const passphrase = await askHidden(prompt.title, hint);
    if (passphrase === undefined) return undefined;
    try {
      return await open(passphrase);
    } catch (thrown) {
      if (bigMindErrorFrom(thrown).details['field'] !== 'passphrase') throw thrown;
      hint = vscode.l10n.t('This passphrase does not open {0}. Try another one, or press Escape to cancel.', name);
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

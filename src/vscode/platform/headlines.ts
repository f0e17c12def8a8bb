/**
 * A headline for each error code in the user's language. The domain's own messages stay English, because programs and
 * models read them too and people search for them.
 */
import * as vscode from 'vscode';
import type { ErrorCode } from '../../memory/shared/errors.ts';

/** Undefined if the UI is English, because the domain's message is enough then. */
export function headlineOf(code: ErrorCode): string | undefined {
  return vscode.l10n.bundle === undefined ? undefined : headlineFor(code);
}

/** The headline, also in English; for places that truncate a full sentence. */
export function headlineFor(code: ErrorCode): string {
  switch (code) {
    case 'invalid_input':
      return vscode.l10n.t('The input is not valid.');
    case 'not_found':
      return vscode.l10n.t('It was not found.');
    case 'not_allowed':
      return vscode.l10n.t('This is not allowed.');
    case 'conflict':
      return vscode.l10n.t('It was changed elsewhere in the meantime.');
    case 'store_unavailable':
      return vscode.l10n.t('The memory cannot be reached.');
    case 'store_full':
      return vscode.l10n.t('The disk is full.');
    case 'store_locked':
      return vscode.l10n.t('The memory is in use by another program.');
    case 'store_corrupt':
      return vscode.l10n.t('The database file is damaged.');
    case 'store_foreign':
      return vscode.l10n.t('The file is not a BigMind database.');
    case 'store_newer':
      return vscode.l10n.t('A newer version of BigMind wrote the database.');
    case 'store_replaced':
      return vscode.l10n.t('The database was replaced by another one.');
    case 'engine_unavailable':
      return vscode.l10n.t('The SQLite engine cannot be used.');
    case 'bad_import':
      return vscode.l10n.t('The file cannot be imported.');
    case 'provider_down':
      return vscode.l10n.t('The model server does not respond.');
    case 'provider_refused':
      return vscode.l10n.t('The model server refused the request.');
    case 'internal':
      return vscode.l10n.t('An error occurred in BigMind.');
  }
}

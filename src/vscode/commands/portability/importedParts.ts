/** The result of an import, as parts of one sentence for the user. */
import * as vscode from 'vscode';
import type { ImportReport } from '../../../capture/importing/importReport.ts';

/** Always includes new conversations and stored messages; the other parts only if they are not zero. */
export function importedParts({
  conversations,
  messages,
  kept,
  facts,
  redacted,
  damage,
}: Pick<ImportReport, 'conversations' | 'messages' | 'kept' | 'facts' | 'redacted' | 'damage'>): string[] {
  const number = (count: number): string => count.toLocaleString(vscode.env.language);
  const isNew =
    conversations.new === 1
      ? vscode.l10n.t('1 conversation is new')
      : vscode.l10n.t('{0} conversations are new', number(conversations.new));
  const wentOn =
    conversations.continued === 1
      ? vscode.l10n.t('1 was continued')
      : vscode.l10n.t('{0} were continued', number(conversations.continued));
  const wereKnown =
    conversations.unchanged === 1
      ? vscode.l10n.t('1 was already imported')
      : vscode.l10n.t('{0} were already imported', number(conversations.unchanged));
  const stored =
    messages.stored === 1
      ? vscode.l10n.t('1 message stored')
      : vscode.l10n.t('{0} messages stored', number(messages.stored));
  const exchanges = kept === 1 ? vscode.l10n.t('1 exchange kept') : vscode.l10n.t('{0} exchanges kept', number(kept));
  const notes =
    facts.stored === 1
      ? vscode.l10n.t('1 fact from notes')
      : vscode.l10n.t('{0} facts from notes', number(facts.stored));
  const secrets =
    redacted === 1 ? vscode.l10n.t('1 secret removed') : vscode.l10n.t('{0} secrets removed', number(redacted));
  const left = damage.listed.length + damage.more;
  const skipped = left === 1 ? vscode.l10n.t('1 item skipped') : vscode.l10n.t('{0} items skipped', number(left));
  return [
    isNew,
    ...(conversations.continued === 0 ? [] : [wentOn]),
    ...(conversations.unchanged === 0 ? [] : [wereKnown]),
    stored,
    ...(kept === 0 ? [] : [exchanges]),
    ...(facts.stored === 0 ? [] : [notes]),
    ...(redacted === 0 ? [] : [secrets]),
    ...(left === 0 ? [] : [skipped]),
  ];
}

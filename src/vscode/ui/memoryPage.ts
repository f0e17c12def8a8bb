/** A found memory as a Markdown page: the whole text, and its origin. */
import * as vscode from 'vscode';
import type { MemoryKind } from '../../memory/shared/vocabulary.ts';
import type { SearchResult } from '../../search/explanation/searchResult.ts';
import { localMinute } from '../../util/time.ts';

export function kindName(kind: MemoryKind): string {
  switch (kind) {
    case 'fact':
      return vscode.l10n.t('Fact');
    case 'chunk':
      return vscode.l10n.t('Exchange');
    case 'session':
      return vscode.l10n.t('Session');
    case 'knowledge':
      return vscode.l10n.t('Knowledge');
    case 'message':
      return vscode.l10n.t('Message');
    case 'entry':
      return vscode.l10n.t('Entry');
  }
}

/** Name of the editor tab. */
export function pageName(result: SearchResult): string {
  return `${kindName(result.kind)} ${result.id.slice(0, 8)}`;
}

/** What a reader should know before relying on it; empty for most memories. */
export function remarksOn({ status, repeats, contradictedBy }: SearchResult): string[] {
  return [
    ...(status === 'pending' ? [vscode.l10n.t('proposal, not approved yet')] : []),
    ...(repeats > 0 ? [vscode.l10n.t('said {0} times', repeats + 1)] : []),
    ...(contradictedBy.length > 0 ? [vscode.l10n.t('contradicted by fact #{0}', contradictedBy.join(', #'))] : []),
  ];
}

export function pageOf(result: SearchResult, timeZone: string): string {
  const origin: [string, string | null][] = [
    [vscode.l10n.t('Number'), result.id],
    [vscode.l10n.t('Remembered'), localMinute(result.createdAt, timeZone)],
    [vscode.l10n.t('Project'), result.project],
    [vscode.l10n.t('Said by'), result.speaker],
    [vscode.l10n.t('Author'), result.author],
    [vscode.l10n.t('Approved by'), result.approver],
    [vscode.l10n.t('Source'), result.sourceRef],
    [vscode.l10n.t('Status'), result.status === null ? null : statusName(result.status)],
    [vscode.l10n.t('Session'), result.sessionId],
    [vscode.l10n.t('Position in the session'), result.seq === null ? null : String(result.seq)],
  ];
  const remarks = remarksOn(result).join(', ');
  const known = origin.flatMap(([label, value]) => (value === null ? [] : [`- ${label}: ${value}`]));
  return [
    `# ${result.title ?? pageName(result)}`,
    ...(remarks === '' ? [] : [`**${vscode.l10n.t('Note')}:** ${remarks}`]),
    result.text,
    `## ${vscode.l10n.t('Origin')}`,
    known.join('\n'),
    '',
  ].join('\n\n');
}

/** Only knowledge has a status, and search never returns deprecated entries. An unknown status is shown as it is. */
function statusName(status: string): string {
  switch (status) {
    case 'approved':
      return vscode.l10n.t('approved');
    case 'pending':
      return vscode.l10n.t('pending');
    default:
      return status;
  }
}

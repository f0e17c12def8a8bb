/** The words for a found memory: its kind, its name, and what to know before relying on it. */
import * as vscode from 'vscode';
import type { MemoryKind } from '../../memory/shared/vocabulary.ts';
import type { SearchResult } from '../../search/explanation/searchResult.ts';

export function kindName(kind: MemoryKind): string {
  switch (kind) {
    case 'fact':
      return vscode.l10n.t('Fact');
    case 'chunk':
      return vscode.l10n.t('Exchange');
    case 'session':
      return vscode.l10n.t('Session');
    case 'knowledge':
      return vscode.l10n.t('Team knowledge');
    case 'message':
      return vscode.l10n.t('Message');
    case 'entry':
      return vscode.l10n.t('Entry');
  }
}

/** In the title of a page that explains it. */
export function resultName(result: SearchResult): string {
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

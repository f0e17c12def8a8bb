/** How much of a memory there is of each part, in words. */
import * as vscode from 'vscode';
import type { ErasedPart, PartCount } from '../../../memory/governance/erasure.ts';

/** For example "facts: 12, sessions: 3". */
export function partsText(parts: readonly PartCount[]): string {
  if (parts.length === 0) return vscode.l10n.t('nothing');
  return parts.map(({ what, count }) => partText(what, count.toLocaleString(vscode.env.language))).join(', ');
}

function partText(what: ErasedPart, count: string): string {
  switch (what) {
    case 'facts':
      return vscode.l10n.t('facts: {0}', count);
    case 'outcomes':
      return vscode.l10n.t('outcomes of decisions: {0}', count);
    case 'chunks':
      return vscode.l10n.t('kept exchanges: {0}', count);
    case 'sessions':
      return vscode.l10n.t('sessions: {0}', count);
    case 'summaries':
      return vscode.l10n.t('summaries: {0}', count);
    case 'messages':
      return vscode.l10n.t('messages: {0}', count);
    case 'knowledge':
      return vscode.l10n.t('knowledge: {0}', count);
    case 'reviews':
      return vscode.l10n.t('reviews: {0}', count);
    case 'hypotheses':
      return vscode.l10n.t('hypotheses: {0}', count);
    case 'profiles':
      return vscode.l10n.t('profiles: {0}', count);
    case 'links':
      return vscode.l10n.t('links: {0}', count);
    case 'pins':
      return vscode.l10n.t('pinned facts of the profile: {0}', count);
    case 'vectors':
      return vscode.l10n.t('vectors: {0}', count);
  }
}

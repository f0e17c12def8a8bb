/** Erasing in words: how much of what goes or stays, and what becomes of copies of the memory. */
import * as vscode from 'vscode';
import type { CopiesReport, ErasedPart, PartCount } from '../../memory/erasure.ts';

/** More paths than these would push the buttons of a question out of sight. */
const mostPaths = 5;

/** For example "facts: 12, sessions: 3". */
export function partsText(parts: readonly PartCount[]): string {
  if (parts.length === 0) return vscode.l10n.t('nothing');
  return parts.map(({ what, count }) => partText(what, count.toLocaleString(vscode.env.language))).join(', ');
}

/** What would become of copies, line by line; exports and copies elsewhere are nobody's to find. */
export function copiesLines({ cleaned, removed, left }: CopiesReport): string[] {
  return [
    ...(cleaned.length === 0 ? [] : [vscode.l10n.t('Backups that it goes from, too: {0}', cleaned.length)]),
    ...pathLines(vscode.l10n.t('Too old to be gone through, and deleted as a whole:'), removed),
    ...pathLines(vscode.l10n.t('Cannot be gone through; delete it yourself if it may hold what is erased:'), left),
    vscode.l10n.t('Exports and copies elsewhere keep what they hold.'),
  ];
}

function pathLines(heading: string, paths: readonly string[]): string[] {
  if (paths.length === 0) return [];
  const rest = paths.length - mostPaths;
  const more = rest > 0 ? [vscode.l10n.t('And {0} more.', rest)] : [];
  return [heading, ...paths.slice(0, mostPaths), ...more];
}

function partText(what: ErasedPart, count: string): string {
  switch (what) {
    case 'facts':
      return vscode.l10n.t('facts: {0}', count);
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
      return vscode.l10n.t('pinned lines of the profile: {0}', count);
    case 'vectors':
      return vscode.l10n.t('vectors: {0}', count);
  }
}

/** The text of an erasure: how much is erased or remains, and what happens to copies of the memory. */
import * as vscode from 'vscode';
import type { CopiesReport, ErasedPart, PartCount } from '../../../memory/governance/erasure.ts';
import { quotedCode } from '../../../memory/trust/quoting.ts';
import { headlinesOf } from '../../../memory/governance/scopeErasure.ts';
import type { ScopePreview } from '../../../memory/governance/scopeErasure.ts';

/** For example "facts: 12, sessions: 3". */
export function partsText(parts: readonly PartCount[]): string {
  if (parts.length === 0) return vscode.l10n.t('nothing');
  return partLines(parts).join(', ');
}

/** What is erased, what remains, and what happens to copies. BigMind cannot find exports and copies in other places. */
export function erasureMarkdown(preview: ScopePreview, { cleaned, removed, left }: CopiesReport): string {
  const { id, goes, stays, ofOthers } = preview;
  return [
    `# ${vscode.l10n.t('Erase {0} for good', quotedCode(id, 300))}`,
    ...section(vscode.l10n.t('What is erased'), summaryLines(preview, goes)),
    ...section(vscode.l10n.t('What is kept, without mentioning it'), partLines(stays)),
    ...(ofOthers === 0 ? [] : [vscode.l10n.t('Memories of others in this project, which are kept: {0}', ofOthers)]),
    `## ${vscode.l10n.t('Copies of the memory')}`,
    ...(cleaned.length === 0
      ? []
      : [vscode.l10n.t('Backups that may contain it and are cleaned: {0}', cleaned.length)]),
    ...paths(vscode.l10n.t('Too old to be cleaned, so deleted as a whole:'), removed),
    ...paths(vscode.l10n.t('BigMind cannot clean these. If they may contain erased data, delete them yourself:'), left),
    vscode.l10n.t(
      'Exports and copies in other places are not changed. A Markdown archive loses what was erased when it is next updated.',
    ),
  ].join('\n\n');
}

function section(heading: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : [`## ${heading}`, lines.map((line) => `- ${line}`).join('\n')];
}

/** Each count with its headlines below it, quoted as code. */
function summaryLines(preview: ScopePreview, goes: readonly PartCount[]): string[] {
  return goes.map((part) => {
    const { texts, more } = headlinesOf(preview, part);
    const below = [
      ...texts.map((line) => quotedCode(line, 200)),
      ...(more === 0 ? [] : [vscode.l10n.t('and {0} more', more.toLocaleString(vscode.env.language))]),
    ];
    return [...partLines([part]), ...below.map((line) => `  - ${line}`)].join('\n');
  });
}

function paths(heading: string, found: readonly string[]): string[] {
  return found.length === 0 ? [] : [heading, found.map((path) => `- ${quotedCode(path, 1_000)}`).join('\n')];
}

function partLines(parts: readonly PartCount[]): string[] {
  return parts.map(({ what, count }) => partText(what, count.toLocaleString(vscode.env.language)));
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

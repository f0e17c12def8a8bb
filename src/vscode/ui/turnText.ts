/** What memory did in a turn, in one short line for the user. */
import * as vscode from 'vscode';
import type { Turn } from '../../memory/shared/turns.ts';

/** For example `3 memories · 420 tokens · recorded`. */
export function turnText({ recalled, tokens, recorded, hasFailed }: Turn): string {
  return [
    recalled === 1 ? vscode.l10n.t('{0} memory', recalled) : vscode.l10n.t('{0} memories', recalled),
    ...(tokens > 0 ? [vscode.l10n.t('{0} tokens', tokens)] : []),
    ...(recorded > 0 ? [vscode.l10n.t('recorded')] : []),
    ...(hasFailed ? [vscode.l10n.t('a hook failed')] : []),
  ].join(' · ');
}

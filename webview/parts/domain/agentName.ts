/** The display name of the agent through which a memory was stored. */
import { t } from '../../l10n/t.ts';

/** The agent name that BigMind uses when users write themselves: in the page, in VS Code or on the command line. */
export const ownAgent = 'bigmind';

/** The names that assistants use with programs, and the names that people know. */
const knownNames: ReadonlyMap<string, string> = new Map([
  ['claude-code', 'Claude Code'],
  ['claude-desktop', 'Claude Desktop'],
  ['codex', 'Codex'],
  ['copilot-cli', 'Copilot CLI'],
  ['cursor', 'Cursor'],
  ['gemini-cli', 'Gemini CLI'],
  ['grok', 'Grok Build'],
  ['jetbrains', 'JetBrains (Junie)'],
  ['lm-studio', 'LM Studio'],
  ['windsurf', 'Windsurf'],
]);

export function agentName(agent: string): string {
  return agent === ownAgent ? t('Written by you') : (knownNames.get(agent) ?? agent);
}

/** Who wrote a shared memory, and who approved it; empty for a private one. */
export function authorWords({ author, approver }: { author: string | null; approver: string | null }): string[] {
  return [
    ...(author === null ? [] : [t('by {0}', author)]),
    ...(approver === null ? [] : [t('approved by {0}', approver)]),
  ];
}

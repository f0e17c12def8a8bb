/** Who a memory came through, in the words of a person. */
import { t } from '../../l10n/t.ts';

/** The name that BigMind writes under when somebody writes by themselves, in its page, in VS Code or by command line. */
export const ownAgent = 'bigmind';

/** What assistants call themselves to programs, where people know them by another name. */
const knownNames: ReadonlyMap<string, string> = new Map([
  ['claude-code', 'Claude Code'],
  ['claude-desktop', 'Claude Desktop'],
  ['codex', 'Codex'],
  ['copilot-cli', 'Copilot CLI'],
  ['cursor', 'Cursor'],
  ['gemini-cli', 'Gemini CLI'],
  ['jetbrains', 'JetBrains (Junie)'],
  ['lm-studio', 'LM Studio'],
  ['windsurf', 'Windsurf'],
]);

export function agentName(agent: string): string {
  return agent === ownAgent ? t('Written by you') : (knownNames.get(agent) ?? agent);
}

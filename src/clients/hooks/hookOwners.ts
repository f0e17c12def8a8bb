/**
 * The clients whose hooks the doctor knows. A separate file that imports nothing executable, because the doctor of VS
 * Code for the web also reports on hooks.
 */
import type { HookTarget } from '../shared/hookEntries.ts';

/** The owners of hook files, with their display names and the commands that write the hooks again. */
export const hookOwners: readonly { target: HookTarget; title: string; mend: string }[] = [
  { target: 'claude-code', title: 'Claude Code', mend: 'bigmind install claude-code --yes' },
  { target: 'copilot', title: 'VS Code and the Copilot CLI', mend: 'bigmind install copilot --hooks --yes' },
  { target: 'codex', title: 'Codex', mend: 'bigmind install codex --yes' },
  { target: 'gemini-cli', title: 'Gemini CLI', mend: 'bigmind install gemini-cli --yes' },
  { target: 'opencode', title: 'opencode', mend: 'bigmind install opencode --yes' },
];

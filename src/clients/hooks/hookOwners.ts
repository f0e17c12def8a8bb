/**
 * The clients whose hooks the doctor knows. A separate file that imports nothing executable, because the doctor of VS
 * Code for the web reports on hooks, too.
 */
import type { HookTarget } from '../shared/hookEntries.ts';

/** Whose hook files are looked at, by the name that people know, with the command that writes the hooks again. */
export const hookOwners: readonly { target: HookTarget; title: string; mend: string }[] = [
  { target: 'claude-code', title: 'Claude Code', mend: 'bigmind install claude-code --yes' },
  { target: 'copilot', title: 'VS Code and the Copilot CLI', mend: 'bigmind install copilot --hooks --yes' },
  { target: 'codex', title: 'Codex', mend: 'bigmind install codex --yes' },
  { target: 'gemini-cli', title: 'Gemini CLI', mend: 'bigmind install gemini-cli --yes' },
];

/** What came of a command, beside the undo that every command gets in the same way. */
import type { CommandResult } from '../../protocol/commands.ts';

/** What is absent did not happen. */
export type CommandEffects = Partial<Omit<CommandResult, 'undo'>>;

/** `undo` is the id of the change; null where there is nothing to undo. */
export function commandResult(effects: CommandEffects, undo: string | null): CommandResult {
  const { redacted = 0, made = null, contradicts = [], copies = null } = effects;
  return { undo, redacted, made, contradicts, copies };
}

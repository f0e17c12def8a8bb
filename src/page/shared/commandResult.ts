/** The result of a command, apart from the undo id, which every command returns in the same way. */
import type { CommandResult } from '../../protocol/commands.ts';

/** An absent field means that the effect did not occur. */
export type CommandEffects = Partial<Omit<CommandResult, 'undo'>>;

/** `undo` is the id of the change; null if there is nothing to undo. */
export function commandResult(effects: CommandEffects, undo: string | null): CommandResult {
  const { redacted = 0, made = null, contradicts = [], copies = null } = effects;
  return { undo, redacted, made, contradicts, copies };
}

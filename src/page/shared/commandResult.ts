/** What came of an act, with what takes it back. */
import type { CommandResult, PageCommand } from '../../protocol/commands.ts';

export function commandResult(
  undo: readonly PageCommand[],
  more: Partial<Omit<CommandResult, 'undo'>> = {},
): CommandResult {
  const { redacted = 0, made = null, contradicts = [], copies = null } = more;
  return { undo: [...undo], redacted, made, contradicts, copies };
}

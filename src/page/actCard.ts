/** What came of an act, with what takes it back. */
import type { Act, ActCard } from '../protocol/acts.ts';

export function actCard(
  undo: readonly Act[],
  { redacted = 0, made = null }: { redacted?: number; made?: ActCard['made'] } = {},
): ActCard {
  return { undo: [...undo], redacted, made };
}

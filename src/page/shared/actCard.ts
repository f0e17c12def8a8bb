/** What came of an act, with what takes it back. */
import type { Act, ActCard } from '../../protocol/acts.ts';

export function actCard(undo: readonly Act[], more: Partial<Omit<ActCard, 'undo'>> = {}): ActCard {
  const { redacted = 0, made = null, contradicts = [], copies = null } = more;
  return { undo: [...undo], redacted, made, contradicts, copies };
}

/**
 * Checks a prompt against what a user rejected, reversed or rated badly in the project. Like an offer, a warning is sent
 * without being asked for, so it contains no memory that the user muted and none that may not be sent automatically.
 */
import type { Decisions } from '../../memory/decisions/decisions.ts';
import type { PastApproach } from '../../memory/decisions/decisionStore.ts';
import type { MutedMemories } from '../../memory/recall/muted.ts';
import type { Caller } from '../../memory/shared/identity.ts';
import { refKey } from '../../memory/shared/memoryRef.ts';
import type { Clock } from '../../memory/shared/ports.ts';
import { maySendAutomatically } from '../../memory/trust/trust.ts';
import { findRedoWarnings } from './redo.ts';
import type { RedoWarning } from './redo.ts';

export interface RedoCheckParts {
  decisions: Pick<Decisions, 'pastApproaches'>;
  /** Memories that the user keeps out of chats. */
  muted: Pick<MutedMemories, 'list'>;
  clock: Clock;
}

export class RedoCheck {
  readonly #parts: RedoCheckParts;

  constructor(parts: RedoCheckParts) {
    this.#parts = parts;
  }

  /** At most two warnings, the most similar first; asks no model and writes nothing. */
  async for(caller: Caller, prompt: string): Promise<RedoWarning[]> {
    if (prompt.trim() === '') return [];
    const past = await this.#parts.decisions.pastApproaches(caller);
    if (past.length === 0) return [];
    const warnings = findRedoWarnings(prompt, past.filter(maySend), this.#parts.clock.timeZone);
    if (warnings.length === 0) return [];
    const muted = new Set((await this.#parts.muted.list(caller)).map(refKey));
    return warnings.filter((warning) => !muted.has(refKey(warning.past.ref)));
  }
}

function maySend({ origin, approach, reason, chosen }: PastApproach): boolean {
  return maySendAutomatically({ origin, texts: [approach, reason, chosen] });
}

/**
 * Checks a prompt against what a user rejected, reversed or rated badly in the project. Like an offer, a warning is sent
 * without being asked for, so it contains no memory that the user muted and none that may not be sent automatically.
 */
import type { Decisions } from '../../memory/decisions/decisions.ts';
import { withoutReadopted } from '../../memory/decisions/decisionSearch.ts';
import { maxDecisions } from '../../memory/decisions/decisions.ts';
import type { PastApproach } from '../../memory/decisions/decisionStore.ts';
import type { MutedMemories } from '../../memory/recall/muted.ts';
import { checkCitingFacts, isGone } from '../../memory/shared/citations/citingFacts.ts';
import type { Caller } from '../../memory/shared/identity.ts';
import { refKey } from '../../memory/shared/memoryRef.ts';
import type { Clock } from '../../memory/shared/ports.ts';
import { maySendAutomatically } from '../../memory/trust/trust.ts';
import { indexText } from '../query/words.ts';
import { findRepeated, warningsOf } from './redo.ts';
import type { Repeated, RedoWarning } from './redo.ts';

interface RedoCheckParts {
  decisions: Pick<Decisions, 'pastApproaches' | 'find'>;
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
    const repeated = findRepeated(prompt, past.filter(maySend));
    if (repeated.length === 0) return [];
    const wanted = await this.#withoutMuted(caller, repeated);
    const current = await this.#withoutReadopted(caller, await withoutGone(caller, wanted));
    return warningsOf(current, this.#parts.clock.timeZone);
  }

  async #withoutMuted(caller: Caller, repeated: readonly Repeated[]): Promise<Repeated[]> {
    const muted = new Set((await this.#parts.muted.list(caller)).map(refKey));
    return repeated.filter(({ past }) => !muted.has(refKey(past.ref)));
  }

  /** Without approaches that a newer decision in force took up again. */
  async #withoutReadopted(caller: Caller, repeated: readonly Repeated[]): Promise<readonly Repeated[]> {
    if (repeated.length === 0) return repeated;
    const scope = { projectId: caller.project?.id ?? null };
    const { decisions } = await this.#parts.decisions.find(caller, scope, { status: 'active' }, maxDecisions);
    const current = new Set(
      withoutReadopted(
        repeated.map(({ past }) => past),
        decisions,
        indexText,
      ),
    );
    return repeated.filter(({ past }) => current.has(past));
  }
}

function maySend({ origin, approach, reason, chosen }: PastApproach): boolean {
  return maySendAutomatically({ origin, texts: [approach, reason, chosen] });
}

/** Without decisions about code that is no longer there. */
async function withoutGone(caller: Caller, repeated: readonly Repeated[]): Promise<readonly Repeated[]> {
  const facts = repeated.flatMap(({ past }) => past.fact ?? []);
  const checks = await checkCitingFacts(caller, facts);
  return repeated.filter(({ past }) => past.fact === undefined || !isGone(checks, past.fact));
}

/**
 * What the user's feedback changes in the ranking of unasked lines: a memory that was not useful must match much more
 * clearly, a useful one less. Beyond that, each kind of memory earns its place in this store: a kind whose lines were
 * seldom useful must match more clearly.
 */
import type { RatedMemory } from '../../memory/recall/muted.ts';
import { refKey, type MemoryRef } from '../../memory/shared/memoryRef.ts';
import type { MemoryKind } from '../../memory/shared/vocabulary.ts';

/** In nats of evidence. */
const extra = { never: Infinity, not_useful: 6, useful: -2 } as const;
const ofKind = { min: -0.7, max: 2, prior: 5 } as const;

export class FeedbackWeights {
  readonly #rated: ReadonlyMap<string, RatedMemory>;

  constructor(rated: readonly RatedMemory[]) {
    this.#rated = new Map(rated.map((one) => [refKey(one), one]));
  }

  isMuted(ref: MemoryRef): boolean {
    return this.feedbackOn(ref) === 'never';
  }

  feedbackOn(ref: MemoryRef): RatedMemory['feedback'] | undefined {
    return this.#rated.get(refKey(ref))?.feedback;
  }

  /** The evidence in nats that a memory needs beyond what others need; negative for less, infinite for a muted one. */
  extraFor(ref: MemoryRef): number {
    const feedback = this.feedbackOn(ref);
    return (feedback === undefined ? 0 : extra[feedback]) + this.#extraForKind(ref.kind);
  }

  #extraForKind(kind: MemoryKind): number {
    const rated = [...this.#rated.values()].filter((one) => one.kind === kind);
    const good = rated.filter(({ feedback }) => feedback === 'useful').length;
    const ratio = (rated.length - good + ofKind.prior) / (good + ofKind.prior);
    return Math.min(ofKind.max, Math.max(ofKind.min, Math.log(ratio)));
  }
}

/** Steps after the ranking: repeated texts are shown once, and no fact precedes the one that replaced it. */
import type { Candidate } from '../../memory/recall/recall.ts';
import { foldedCase } from '../../memory/shared/similarity/meaningfulCase.ts';
import { refKey } from '../../memory/shared/memoryRef.ts';
import type { Ranked } from './ranking.ts';

export interface Folded {
  ranked: Ranked;
  /** The number of further memories with the same text. */
  repeats: number;
}

/** How many times the limit is compared for repeats, or more until there are enough results. */
const looked = 4;

/**
 * Folds memories with the same text, except for spacing and case without a meaning, into the best of them, and keeps the order. At most
 * `limit`. A session whose headline repeats a result that was kept from it is left out.
 */
export function foldRepeats(ranked: readonly Ranked[], limit: number): Folded[] {
  const bySaying = new Map<string, Folded>();
  const compared = ranked.slice(0, limit * looked);
  const kept = new Set(compared.filter(isNoSession).map(({ memory }) => sayingOf(memory)));
  for (const [place, one] of ranked.entries()) {
    if (place >= compared.length && bySaying.size === limit) break;
    const saying = sayingOf(one.memory);
    if (!isNoSession(one) && kept.has(saying)) continue;
    const known = bySaying.get(saying);
    if (known !== undefined) known.repeats += isKeptFrom(known.ranked.memory, one.memory) ? 0 : 1;
    else if (bySaying.size < limit) bySaying.set(saying, { ranked: one, repeats: 0 });
  }
  return [...bySaying.values()];
}

function isNoSession({ memory }: Ranked): boolean {
  return memory.kind !== 'session';
}

/** An exchange and the message that it was kept from count as one. */
function isKeptFrom(one: Candidate, other: Candidate): boolean {
  return one.kind !== other.kind && one.sourceRef !== null && one.sourceRef === other.sourceRef;
}

/** For a very long text, only the beginning and the length are compared. */
function sayingOf({ title, text }: Candidate): string {
  const beginning = foldedCase(`${title ?? ''} ${text.slice(0, maxComparedLength)}`);
  return text.length > maxComparedLength ? `${beginning} ${String(text.length)}` : beginning;
}

const maxComparedLength = 20_000;

/**
 * Places the facts that contradict a fact directly before it, with its strength, unless they already precede it.
 * `known` must contain every memory that may be referenced, by `refKey`.
 */
export function withReplacersFirst(ranked: readonly Ranked[], known: ReadonlyMap<string, Ranked>): Ranked[] {
  const placed = new Set<string>();
  const order: Ranked[] = [];
  const place = (one: Ranked): void => {
    const key = refKey(one.memory);
    if (placed.has(key)) return;
    placed.add(key);
    for (const id of one.memory.contradictedBy) {
      const replacer = known.get(refKey({ kind: 'fact', id }));
      if (replacer === undefined || placed.has(refKey(replacer.memory))) continue;
      const strength = Math.max(one.strength, replacer.strength);
      place(strength > replacer.strength ? { ...replacer, strength, contradicts: one.memory.id } : replacer);
    }
    order.push(one);
  };
  for (const one of ranked) place(one);
  return order;
}

/** What comes after the ranking: what says the same is shown once, and nothing stands before what replaced it. */
import type { Candidate } from '../../memory/recall/recall.ts';
import { refKey } from '../shared/refKey.ts';
import type { Ranked } from './ranking.ts';

export interface Folded {
  ranked: Ranked;
  /** How many memories further down said the same, word for word. */
  repeats: number;
}

/** So many times the wanted results are compared, or more until there are enough; repeats further down are not worth the time. */
const looked = 4;

/**
 * Memories of the same text, but for case and spacing, are one, the best of them; the order stays. At most `limit`. A
 * session that bears what was kept from it as its headline is left out beside that.
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

/** An exchange and the message that it was kept from are said once. */
function isKeptFrom(one: Candidate, other: Candidate): boolean {
  return one.kind !== other.kind && one.sourceRef !== null && one.sourceRef === other.sourceRef;
}

/** Of a very long text the beginning and the length must do. */
function sayingOf({ title, text }: Candidate): string {
  const beginning = `${title ?? ''} ${text.slice(0, maxComparedLength)}`.replace(/\s+/gu, ' ').trim().toLowerCase();
  return text.length > maxComparedLength ? `${beginning} ${String(text.length)}` : beginning;
}

const maxComparedLength = 20_000;

/**
 * Puts the facts that contradict a fact right before it, at its strength, unless they stand before it already. `known`
 * has every memory that may be named, by `refKey`.
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

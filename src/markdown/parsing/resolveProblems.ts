/** Finds which problems a later fix resolves. */
import { createTextComparer } from '../../memory/shared/similarity/similarity.ts';
import type { ReadText } from '../../memory/shared/similarity/similarity.ts';
import type { IndexText } from '../../memory/shared/ports.ts';
import type { Entry } from './entry.ts';

/** Words that a fix and the problem that it resolves must share. */
const minOverlap = 0.5;
/** How far a fix must say what the problem says; see `compareWithin`. */
const minSaid = 0.4;
/** A fix is compared with the last open problems. */
const maxOpenProblems = 20;

/** What `resolveProblems` reads, and changes in a problem. */
type Resolvable = Pick<Entry, 'text' | 'resolution'> & { kind: string; status: string | null };

/** A later `fixed: …` resolves the last open problem with the same words. Oldest first. */
export function resolveProblems(found: readonly { entry: Resolvable; isFix: boolean }[], indexText: IndexText): void {
  const { read, overlapOf, compareWithin } = createTextComparer(indexText);
  const wordsOf = new Map<Resolvable, ReadText>();
  const words = (entry: Resolvable): ReadText => {
    const known = wordsOf.get(entry) ?? read(entry.text);
    wordsOf.set(entry, known);
    return known;
  };
  // `fixed: login fails on iOS` is about another problem than `login fails on Android`.
  const isAbout = (fix: ReadText, problem: ReadText): boolean =>
    overlapOf(problem, fix) >= minOverlap && compareWithin(fix, problem).similarity >= minSaid;
  const open: Resolvable[] = [];
  for (const { entry, isFix: fixes } of found) {
    if (entry.kind === 'problem' && entry.status !== 'resolved') open.push(entry);
    if (open.length > maxOpenProblems) open.shift();
    if (entry.kind !== 'progress' || !fixes) continue;
    const fix = read(entry.text);
    const place = open.findLastIndex((problem) => isAbout(fix, words(problem)));
    const [resolved] = place < 0 ? [] : open.splice(place, 1);
    if (resolved !== undefined) Object.assign(resolved, { status: 'resolved', resolution: entry.text });
  }
}

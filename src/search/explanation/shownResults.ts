/** How people see search results: how well each matches in one word, and what was stated before what was said. */
import type { MatchStrength, MemoryKind } from '../../memory/shared/vocabulary.ts';
import { weights } from '../shared/weights.ts';

/**
 * `best` is the score of the strongest result. All are `none` if the notice says that nothing answers clearly; else one that
 * is far from the strongest still shares words with the query.
 */
export function matchOf(score: number, best: number): MatchStrength {
  const { clear, strong } = weights.answered;
  if (score >= strong) return 'strong';
  return best >= clear ? 'weak' : 'none';
}

/** Whether someone wrote it down, so that it comes before what was said. */
export function isStated({ kind }: { kind: MemoryKind }): boolean {
  return kind === 'fact' || kind === 'knowledge' || kind === 'entry';
}

/** Facts and decisions before sessions and what was said in them, each in the given order. */
export function statedFirst<T extends { kind: MemoryKind }>(results: readonly T[]): T[] {
  return [...results.filter(isStated), ...results.filter((result) => !isStated(result))];
}

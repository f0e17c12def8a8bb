import type { Candidate } from '../../memory/recall/recall.ts';
import { checkCitingFacts, isGone } from '../../memory/shared/citations/citingFacts.ts';
import type { Caller } from '../../memory/shared/identity.ts';

/** Leaves out facts whose cited code is gone. */
export async function withoutGone<T extends { memory: Candidate }>(
  caller: Caller,
  found: readonly T[],
): Promise<readonly T[]> {
  const facts = found.flatMap(({ memory }) => (memory.kind === 'fact' ? [memory] : []));
  const citations = await checkCitingFacts(caller, facts);
  return found.filter(({ memory }) => memory.kind !== 'fact' || !isGone(citations, memory));
}

/** What a person is asked before something is approved for others. The store decides again, in the transaction. */
import type { Caller } from '../shared/identity.ts';
import type { MemoryRef } from '../shared/memoryRef.ts';
import type { WaitingKnowledge } from './knowledgeStore.ts';

interface AskingParts<Detail> {
  identities: { listUsers(): Promise<readonly unknown[]> };
  knowledge: { waiting(caller: Caller): Promise<WaitingKnowledge> };
  catalogue: { get(caller: Caller, ref: MemoryRef): Promise<Detail> };
}

/**
 * The entry as the person must see it. Undefined if nobody need be asked: in a memory of one person, and for somebody who
 * may not approve anyway. Rejects with `not_found`.
 */
export async function entryToConfirm<Detail>(
  { identities, knowledge, catalogue }: AskingParts<Detail>,
  caller: Caller,
  entryId: number,
): Promise<Detail | undefined> {
  if ((await identities.listUsers()).length < 2) return undefined;
  if (!(await knowledge.waiting(caller)).mayReview) return undefined;
  return catalogue.get(caller, { kind: 'knowledge', id: String(entryId) });
}

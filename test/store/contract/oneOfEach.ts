/** A small store with one memory of each kind, and members of a team. */
import { randomUUID } from 'node:crypto';
import type { Caller } from '../../../src/memory/shared/identity.ts';
import type { Store } from '../../../src/memory/store.ts';
import { aChunk, aFact, aKnowledge, noJudgement, openSession } from '../support.ts';
import { archiveOf } from './talk.ts';

export const day = (n: number): string => `2026-04-${String(n).padStart(2, '0')}T00:00:00.000Z`;

/** One day apart: a session with its summary, a fact and a chunk from it, knowledge, and an archived message. */
export async function addOneOfEach(store: Store, ada: Caller): Promise<{ sessionId: string }> {
  const { session } = await openSession(store, ada, 'chat', day(1));
  await store.sessions.end({
    id: session.id,
    version: 1,
    oneLiner: 'Chose a port',
    topics: ['net'],
    outcome: 'Port 81',
    importance: 7,
    summary: { summary: 'We talked.', keyFacts: [], codeRefs: [] },
    now: day(1),
  });
  const fact = { now: day(2), sourceSession: session.id, tags: ['net'], confidence: 0.6 };
  await store.facts.add(aFact(ada, 'The port is 81', fact), noJudgement);
  const chunk = { createdAt: day(3), speaker: 'Ada', tags: ['x'] };
  await store.chunks.append(aChunk(ada, session.id, 'Use 81!', chunk));
  await store.knowledge.propose(aKnowledge(ada, 'Ports', { now: day(4), importance: 9, sourceSession: session.id }));
  const batch = archiveOf(ada, 'talk', [{ content: 'hello there', speaker: 'Ada' }]);
  const messages = batch.messages.map((message) => ({ ...message, createdAt: day(5), sourceRef: 'talk.jsonl' }));
  await store.archive.append({ ...batch, projectId: ada.project?.id ?? null, messages });
  return { sessionId: session.id };
}

/** The first user becomes the admin, the others are members. */
export function inTeam(store: Store, username: string): Promise<Caller> {
  const fresh = { userId: randomUUID(), agentId: randomUUID(), projectId: randomUUID() };
  const visitor = { username, agent: { name: 'a', version: null }, project: undefined, conversationId: null };
  return store.identity.resolve(visitor, fresh, day(1), 'team');
}

export async function reviewAs(
  store: Store,
  by: Caller,
  entryId: number,
  action: 'approve' | 'deprecate',
): Promise<unknown> {
  const entry = await store.knowledge.get(entryId);
  return store.knowledge.review({
    entryId,
    action,
    notes: null,
    corrections: {},
    contentHash: `hash ${String(entryId)}`,
    version: entry?.version ?? 0,
    reviewerId: by.user.id,
    mode: 'team',
    uid: randomUUID(),
    now: day(9),
  });
}

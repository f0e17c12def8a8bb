/** Activity on both engines: session times, agents, counts, and when a count was reached. */
import { strict as assert } from 'node:assert';
import { randomUUID } from 'node:crypto';
import type { StoredMeasure, StoredTally } from '../../../src/memory/activity/activity.ts';
import type { ArchiveBatch } from '../../../src/memory/archive/archive.ts';
import type { Caller } from '../../../src/memory/shared/identity.ts';
import type { Store } from '../../../src/memory/store.ts';
import { timeOrderedUuid } from '../../../src/util/timeOrderedUuid.ts';
import { anEmptyStore } from '../emptyStore.ts';
import {
  aChunk,
  aFact,
  aKnowledge,
  engineNames,
  moment,
  noJudgement,
  openSession,
  openStore,
  removeFolders,
  visit,
} from '../support.ts';
import { archiveOf } from './talk.ts';

after(removeFolders);

const none: Record<StoredMeasure, number[]> = {
  sessions: [],
  memories: [],
  facts: [],
  summaries: [],
  agents: [],
  projects: [],
  imports: [],
  knowledge: [],
  reviews: [],
  resolutions: [],
  deprecations: [],
};

for (const engine of engineNames) {
  describe(`activity (${engine})`, () => {
    let store: Store;
    let ada: Caller;
    beforeEach(async () => {
      store = openStore(engine, anEmptyStore(engine));
      ada = await visit(store);
    });
    afterEach(() => store.close());

    const at = (day: number): string => `2026-03-${String(day).padStart(2, '0')}T12:00:00.000Z`;

    const speakAs = (name: string): Promise<Caller> => {
      const fresh = { userId: randomUUID(), agentId: randomUUID(), projectId: randomUUID() };
      const visitor = { username: 'ada', agent: { name, version: '2' }, project: undefined, conversationId: null };
      return store.identity.resolve(visitor, fresh, moment, 'personal');
    };

    it('returns the start of each session of the user, and none of other users', async () => {
      await openSession(store, ada, 'one', at(1));
      await openSession(store, ada, 'two', at(2));
      await openSession(store, await visit(store, { username: 'bob' }), 'three', at(3));
      assert.deepEqual((await store.activity.sessionTimes(ada.user.id)).toSorted(), [at(1), at(2)]);
      assert.deepEqual(await store.activity.sessionTimes('unknown'), []);
    });

    it('summarizes topics, the first memory and agents, most active first', async () => {
      const { session } = await openSession(store, ada, 'one', at(5));
      const details = { topics: ['API', 'auth'], outcome: null, importance: null, summary: null };
      await store.sessions.end({ id: session.id, version: 1, oneLiner: 'Done', ...details, now: at(5) });
      const claude = await speakAs('claude');
      await store.facts.add(aFact(claude, 'a thing', { now: at(7) }), noJudgement);
      await store.facts.add(aFact(claude, 'more', { now: at(8) }), noJudgement);
      const { fact } = await store.facts.add(aFact(claude, 'gone', { now: at(6) }), noJudgement);
      await store.facts.deprecate(fact.id, 1, 'x', at(9));
      const cursor = await speakAs('cursor');
      await store.chunks.append(aChunk(cursor, session.id, 'kept', { createdAt: at(4) }));
      await store.facts.add(aFact(await speakAs('bigmind'), 'by hand', { now: at(3) }), noJudgement);
      await store.facts.add(aFact(await visit(store, { username: 'bob' }), 'his', { now: at(1) }), noJudgement);
      const summary = await store.activity.summary(ada.user.id);
      assert.deepEqual(summary, {
        sessionTimes: [at(5)],
        firstMemoryAt: at(3),
        topics: [{ topics: ['API', 'auth'], sessions: 1 }],
        agents: [
          { name: 'claude', version: '2', sessions: 0, facts: 2, lastSeen: at(8) },
          { name: 'test agent', version: '1.0', sessions: 1, facts: 0, lastSeen: at(5) },
          { name: 'cursor', version: '2', sessions: 0, facts: 0, lastSeen: at(4) },
        ],
      });
    });

    it('counts what badges require, and reports when a count was reached', async () => {
      const { session } = await openSession(store, ada, 'one', at(1));
      const summary = { summary: 'Long', keyFacts: [], codeRefs: [] };
      const details = { oneLiner: 'Done', topics: null, outcome: null, importance: null, summary };
      await store.sessions.end({ id: session.id, version: 1, ...details, now: at(2) });
      await openSession(store, ada, 'two', at(2));
      await store.chunks.append(aChunk(ada, session.id, 'kept', { createdAt: at(3) }));
      const { fact } = await store.facts.add(aFact(ada, 'one', { now: at(5) }), noJudgement);
      await store.facts.add(aFact(await speakAs('claude'), 'two', { now: at(4) }), noJudgement);
      await store.facts.add(aFact(await speakAs('bigmind'), 'three', { now: at(6) }), noJudgement);
      await store.facts.deprecate(fact.id, 1, 'x', at(7));
      const { entry } = await store.knowledge.propose(aKnowledge(ada, 'Naming', { now: at(8) }));
      for (const [version, action] of [
        [1, 'approve'],
        [2, 'deprecate'],
      ] as const) {
        await store.knowledge.review({
          entryId: entry.id,
          action,
          notes: null,
          corrections: {},
          contentHash: 'hash',
          version,
          reviewerId: ada.user.id,
          mode: 'personal',
          uid: randomUUID(),
          now: at(8 + version),
        });
      }
      const needs = { ...none, sessions: [1, 2, 3], memories: [1, 4], facts: [2], agents: [2], knowledge: [1] };
      const tallies = await store.activity.tallies(ada.user.id, {
        ...needs,
        reviews: [1],
        deprecations: [1],
        summaries: [1],
      });
      assert.deepEqual(tallies, {
        sessions: { have: 2, reachedAt: [at(1), at(2), null] },
        memories: { have: 4, reachedAt: [at(3), at(6)] },
        facts: { have: 3, reachedAt: [at(5)] },
        summaries: { have: 1, reachedAt: [at(2)] },
        agents: { have: 2, reachedAt: [at(4)] },
        projects: { have: 1, reachedAt: [] },
        imports: { have: 0, reachedAt: [] },
        knowledge: { have: 1, reachedAt: [at(9)] },
        reviews: { have: 1, reachedAt: [at(9)] },
        resolutions: { have: 0, reachedAt: [] },
        deprecations: { have: 1, reachedAt: [at(7)] },
      });
    });

    it('reports when a conversation was imported, if its message ids show that', async () => {
      const imported = (name: string, uid: string): ArchiveBatch => {
        const batch = archiveOf(ada, name, ['hello']);
        return { ...batch, messages: batch.messages.map((message) => ({ ...message, uid })) };
      };
      const firstImport = async (): Promise<StoredTally> =>
        (await store.activity.tallies(ada.user.id, { ...none, imports: [1] })).imports;
      await store.archive.append(imported('old', 'message 1'));
      assert.deepEqual(await firstImport(), { have: 1, reachedAt: [null] });
      for (const day of [9, 3]) {
        await store.archive.append(imported(`talk ${String(day)}`, timeOrderedUuid(new Date(at(day)), randomUUID())));
      }
      assert.deepEqual(await firstImport(), { have: 3, reachedAt: [at(3)] });
    });
  });
}

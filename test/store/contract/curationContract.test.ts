/** Curation over both engines: contradictions, reviews, roles, the journal, upkeep, and whose rows an export holds. */
import { strict as assert } from 'node:assert';
import { randomUUID } from 'node:crypto';
import type { JudgeFacts } from '../../../src/memory/facts.ts';
import type { Caller } from '../../../src/memory/identity.ts';
import type { KnowledgeReview } from '../../../src/memory/knowledge.ts';
import type { Store } from '../../../src/memory/store.ts';
import {
  aChunk,
  aFact,
  aFile,
  aKnowledge,
  codeOf,
  engineNames,
  openSession,
  openStore,
  removeFolders,
  visit,
  noJudgement,
} from '../support.ts';

after(removeFolders);

const later = '2026-04-01T00:00:00.000Z';

for (const engine of engineNames) {
  describe(`Curation (${engine})`, () => {
    let store: Store;
    let ada: Caller;
    beforeEach(async () => {
      store = openStore(engine, aFile());
      ada = await visit(store);
    });
    afterEach(() => store.close());

    const review = (entryId: number, more: Partial<KnowledgeReview> = {}): KnowledgeReview => ({
      entryId,
      action: 'approve',
      notes: null,
      corrections: {},
      contentHash: 'hash',
      version: 1,
      reviewerId: ada.user.id,
      uid: randomUUID(),
      now: later,
      ...more,
    });

    const judgedAs =
      (confidenceLeft: number | undefined): JudgeFacts =>
      (alike) =>
        alike.map((fact) => ({
          fact,
          relation: 'contradicts',
          similarity: 0.5,
          confidenceLeft,
          linkUid: randomUUID(),
        }));

    it('shows facts of the user in the project and in none to the judge, those that share most words first', async () => {
      const general = await visit(store, { project: null });
      await store.facts.add(aFact(ada, 'zebra stripes'), noJudgement);
      await store.facts.add(aFact(general, 'zebra'), noJudgement);
      const { fact } = await store.facts.add(aFact(ada, 'zebra gone'), noJudgement);
      await store.facts.deprecate(fact.id, 1, 'x', later);
      const elsewhere = await visit(store, { project: 'github.com/acme/other' });
      await store.facts.add(aFact(elsewhere, 'zebra elsewhere'), noJudgement);
      await store.facts.add(aFact(await visit(store, { username: 'bob' }), 'zebra of bob'), noJudgement);
      let seen: string[] = [];
      await store.facts.add(aFact(ada, 'stripes zebra'), (alike) => {
        seen = alike.map(({ fact: said }) => said);
        return [];
      });
      assert.deepEqual(seen, ['zebra stripes', 'zebra']);
    });

    it('finds what is alike however often its words are said elsewhere', async () => {
      const { session } = await openSession(store, ada, 'chat');
      await store.facts.add(aFact(ada, 'database sqlite'), noJudgement);
      for (let i = 0; i < 120; i += 1) {
        await store.chunks.append(aChunk(ada, session.id, `database number ${String(i)}`));
      }
      let seen = 0;
      await store.facts.add(aFact(ada, 'database postgres'), (alike) => {
        seen = alike.length;
        return [];
      });
      assert.equal(seen, 1);
    });

    it('lowers and links what is contradicted, once, and gives it back when the fact is taken back', async () => {
      const old = (await store.facts.add(aFact(ada, 'indent tabs'), noJudgement)).fact;
      const { fact, related } = await store.facts.add(aFact(ada, 'indent spaces'), judgedAs(0.4));
      assert.deepEqual([related[0]?.fact.id, related[0]?.fact.confidence], [old.id, 0.4]);
      await store.facts.add(aFact(ada, 'indent spaces'), judgedAs(0.2));
      assert.equal((await store.facts.get(old.id))?.confidence, 0.4);
      const { links } = (await store.portability.read(later, 'ada')).tables;
      assert.deepEqual(
        links.map(({ from_uid: from, to_uid: to, relation, amount }) => [from !== to, relation, amount]),
        [[true, 'contradicts', 0.6]],
      );
      await store.facts.deprecate(fact.id, (await store.facts.get(fact.id))?.version ?? 0, 'x', later);
      assert.equal((await store.facts.get(old.id))?.confidence, 1);
    });

    it('keeps nothing of a fact whose judge fails', async () => {
      await store.facts.add(aFact(ada, 'zebra'), noJudgement);
      const failing = store.facts.add(aFact(ada, 'zebra two'), () => {
        throw new Error('no verdict');
      });
      await assert.rejects(failing);
      assert.equal((await store.maintenance.totals(null)).facts, 1);
    });

    it('keeps the state before each review, and refuses one of an older version', async () => {
      const { entry } = await store.knowledge.propose(aKnowledge(ada, 'Naming', { importance: 3 }));
      const edited = review(entry.id, { corrections: { title: 'Names', importance: 7 }, notes: 'shorter' });
      assert.equal(await store.knowledge.review(edited), 'reviewed');
      assert.equal(await store.knowledge.review(review(entry.id)), 'conflict');
      assert.equal(await store.knowledge.review(review(99)), 'conflict');
      const now = await store.knowledge.get(entry.id);
      assert.deepEqual(
        [now?.title, now?.importance, now?.reviewedBy, now?.reviewedAt, now?.reviewNotes, now?.version],
        ['Names', 7, 'ada', later, 'shorter', 2],
      );
      const { knowledge_reviews: kept } = (await store.portability.read(later, 'ada')).tables;
      assert.deepEqual(
        kept.map(({ title, importance, status }) => [title, importance, status]),
        [['Naming', 3, 'approved']],
      );
      const found = await store.recall.candidates({ terms: ['names'], userId: ada.user.id, scope: 'all', limit: 5 });
      assert.equal(found.candidates.length, 1, 'found by the new title');
    });

    it('gives roles in a team’s store, and takes them from the store alone', async () => {
      const fresh = { userId: randomUUID(), agentId: randomUUID(), projectId: randomUUID() };
      const visitor = {
        username: 'eve',
        agent: { name: 'a', version: null },
        project: undefined,
        conversationId: null,
      };
      assert.equal(await store.identity.setRole({ username: 'ada', role: 'admin', byUserId: ada.user.id }), 'personal');
      const eve = await store.identity.resolve(visitor, fresh, later, 'team');
      assert.deepEqual([eve.user.role, eve.mode], ['admin', 'team']);
      assert.equal((await visit(store)).mode, 'team', 'for everybody from now on');
      const { entry } = await store.knowledge.propose(aKnowledge(ada, 'Naming'));
      assert.equal(entry.status, 'pending');
      assert.equal(await store.knowledge.review(review(entry.id)), 'not_allowed');
      const byEve = { byUserId: eve.user.id } as const;
      assert.equal(await store.identity.setRole({ username: 'ada', role: 'curator', ...byEve }), 'changed');
      assert.equal(await store.identity.setRole({ username: 'eve', role: 'member', ...byEve }), 'last_admin');
      assert.equal(await store.identity.setRole({ username: 'zoe', role: 'member', ...byEve }), 'unknown_user');
      assert.equal(
        await store.identity.setRole({ username: 'eve', role: 'member', byUserId: ada.user.id }),
        'not_admin',
      );
      assert.equal(await store.knowledge.review(review(entry.id)), 'reviewed');
      assert.deepEqual(
        (await store.identity.listUsers()).map(({ username, role }) => [username, role]),
        [
          ['ada', 'curator'],
          ['eve', 'admin'],
        ],
      );
    });

    it('exports a member’s own rows and what is shared, and imports for an admin only', async () => {
      const empty = await store.portability.read(later, 'ada');
      await store.facts.add(aFact(ada, 'hers'), noJudgement);
      const bob = await visit(store, { username: 'bob' });
      await store.facts.add(aFact(bob, 'his'), noJudgement);
      assert.equal((await store.portability.read(later, 'bob')).tables.facts.length, 2, 'personal: everything');
      const fresh = { userId: randomUUID(), agentId: randomUUID(), projectId: randomUUID() };
      const visitor = {
        username: 'ada',
        agent: { name: 'a', version: null },
        project: undefined,
        conversationId: null,
      };
      await store.identity.resolve(visitor, fresh, later, 'team');
      const facts = async (reader: string): Promise<unknown[]> =>
        (await store.portability.read(later, reader)).tables.facts.map(({ fact }) => fact);
      assert.deepEqual(await facts('ada'), ['hers', 'his']);
      assert.deepEqual(await facts('bob'), ['his']);
      assert.deepEqual(await facts('stranger'), []);
      assert.equal(await codeOf(store.portability.merge(empty, 'bob')), 'not_allowed');
    });

    it('resolves a hypothesis once', async () => {
      const { hypothesis } = await store.hypotheses.add({
        userId: ada.user.id,
        agentId: ada.agent.id,
        projectId: null,
        sessionId: null,
        hypothesis: 'It leaks',
        confidence: 0.6,
        contentHash: 'h',
        uid: randomUUID(),
        now: later,
      });
      const resolved = { id: hypothesis.id, version: 1, status: 'confirmed', resolution: 'Yes', now: later } as const;
      const both = await Promise.all([store.hypotheses.resolve(resolved), store.hypotheses.resolve(resolved)]);
      assert.deepEqual(both.toSorted(), ['conflict', 'resolved']);
      const open = await store.hypotheses.list({ userId: ada.user.id, scope: 'all', status: 'open', limit: 5 });
      assert.equal(open.total, 0);
    });

    it('deletes old chunks of one user with their documents, and leaves times that are none alone', async () => {
      const { session } = await openSession(store, ada, 'chat');
      await store.chunks.append(aChunk(ada, session.id, 'old', { createdAt: '2020-01-01T00:00:00.000Z' }));
      await store.chunks.append(aChunk(ada, session.id, 'odd', { createdAt: '1700000000' }));
      await store.chunks.append(aChunk(ada, session.id, 'new', { createdAt: later }));
      const before = '2026-01-01T00:00:00.000Z';
      assert.deepEqual(await store.chunks.countOlder(ada.user.id, before), {
        total: 1,
        oldest: '2020-01-01T00:00:00.000Z',
        characters: 3,
      });
      assert.equal(await store.chunks.deleteOlder('somebody else', before), 0);
      assert.equal(await store.chunks.deleteOlder(ada.user.id, before), 1);
      const { chunks } = await store.chunks.listBySession(session.id, 9);
      assert.deepEqual(
        chunks.map(({ content }) => content),
        ['odd', 'new'],
      );
      const { damage, indexMissing, indexOrphans } = await store.maintenance.inspect();
      assert.deepEqual([damage, indexMissing, indexOrphans], [[], 0, 0]);
    });
  });
}

/** Curation on both engines: contradictions, reviews, roles, hypotheses, upkeep, and whose rows an export contains. */
import { strict as assert } from 'node:assert';
import { randomUUID } from 'node:crypto';
import type { JudgeFacts } from '../../../src/memory/facts/factJudge.ts';
import type { RoleOutcome } from '../../../src/memory/governance/identities.ts';
import type { KnowledgeReview } from '../../../src/memory/knowledge/knowledgeStore.ts';
import type { Caller } from '../../../src/memory/shared/identity.ts';
import type { Mode, UserRole } from '../../../src/memory/shared/vocabulary.ts';
import type { Store } from '../../../src/memory/store.ts';
import { anEmptyStore } from '../emptyStore.ts';
import {
  aChunk,
  aFact,
  aKnowledge,
  codeOf,
  engineNames,
  findMemories,
  noJudgement,
  openSession,
  openStore,
  removeFolders,
  visit,
} from '../support.ts';

after(removeFolders);

const later = '2026-04-01T00:00:00.000Z';

for (const engine of engineNames) {
  describe(`curation (${engine})`, () => {
    let store: Store;
    let ada: Caller;
    beforeEach(async () => {
      store = openStore(engine, anEmptyStore(engine));
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
      mode: 'personal',
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

    it('shows the judge facts of the user in the project and in none, most shared words first', async () => {
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
        seen = alike.map(({ fact: text }) => text);
        return [];
      });
      assert.deepEqual(seen, ['zebra stripes', 'zebra']);
    });

    it('finds similar facts however often their words occur elsewhere', async () => {
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

    it('lowers and links a contradicted fact once, and undoes that when the newer fact is deprecated', async () => {
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

    it('stores nothing of a fact whose judge fails', async () => {
      await store.facts.add(aFact(ada, 'zebra'), noJudgement);
      const failing = store.facts.add(aFact(ada, 'zebra two'), () => {
        throw new Error('no verdict');
      });
      await assert.rejects(failing);
      assert.equal((await store.maintenance.totals(null)).facts, 1);
    });

    it('stores the state before each review, and rejects a review of an older version', async () => {
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
      assert.equal((await findMemories(store, ada, ['names'])).length, 1, 'found by the new title');
    });

    const inTeam = (username: string): Promise<Caller> => {
      const fresh = { userId: randomUUID(), agentId: randomUUID(), projectId: randomUUID() };
      const visitor = { username, agent: { name: 'a', version: null }, project: undefined, conversationId: null };
      return store.identity.resolve(visitor, fresh, later, 'team');
    };

    it('makes the only user the admin in team mode, and trusts only the roles in the store', async () => {
      const change = (username: string, role: UserRole, by = ada): Promise<RoleOutcome> =>
        store.identity.setRole({ username, role, byUserId: by.user.id, mode: 'personal' });
      assert.equal(await change('ada', 'admin'), 'personal');
      assert.deepEqual([(await inTeam('ada')).user.role, (await inTeam('ada')).mode], ['admin', 'team']);
      const eve = await visit(store, { username: 'eve' });
      assert.deepEqual([eve.user.role, eve.mode], ['member', 'team'], 'the mode applies to all users');
      const { entry } = await store.knowledge.propose(aKnowledge(eve, 'Naming'));
      assert.equal(entry.status, 'pending');
      assert.equal(await store.knowledge.review(review(entry.id, { reviewerId: eve.user.id })), 'not_allowed');
      assert.equal(await change('eve', 'curator'), 'changed');
      assert.equal(await change('ada', 'member'), 'last_admin');
      assert.equal(await change('zoe', 'member'), 'unknown_user');
      assert.equal(await change('ada', 'member', eve), 'not_admin');
      assert.equal(await store.knowledge.review(review(entry.id, { reviewerId: eve.user.id })), 'reviewed');
      assert.deepEqual(
        (await store.identity.listUsers()).map(({ username, role }) => [username, role]),
        [
          ['ada', 'admin'],
          ['eve', 'curator'],
        ],
      );
    });

    it('makes nobody admin of a store in use until an earlier user does so in team mode', async () => {
      await store.facts.add(aFact(ada, 'hers'), noJudgement);
      const eve = await inTeam('eve');
      assert.deepEqual([eve.user.role, (await visit(store)).mode], ['member', 'personal']);
      const { entry } = await store.knowledge.propose(aKnowledge(ada, 'Hers'));
      const byEve = { reviewerId: eve.user.id } as const;
      assert.equal(
        await store.knowledge.review(review(entry.id, byEve)),
        'no_admin',
        'eve cannot review the entry of ada',
      );
      assert.equal(await store.knowledge.review(review(entry.id, { mode: 'team' })), 'no_admin');
      assert.equal(
        await store.knowledge.review(review(entry.id)),
        'reviewed',
        'ada can review her own entry in personal mode',
      );
      const makeAdmin = (who: Caller, mode: Mode): Promise<RoleOutcome> =>
        store.identity.setRole({ username: who.user.username, role: 'admin', byUserId: who.user.id, mode });
      await store.facts.add(aFact(eve, 'a first word'), noJudgement);
      assert.equal(await makeAdmin(eve, 'team'), 'personal', 'ada is an earlier user');
      assert.equal(await makeAdmin(ada, 'personal'), 'personal');
      assert.equal(await makeAdmin(ada, 'team'), 'changed');
      assert.equal((await visit(store, { username: 'eve' })).mode, 'team');
    });

    it('keeps entries apart whose case has a meaning', async () => {
      const propose = (content: string): ReturnType<typeof store.knowledge.propose> =>
        store.knowledge.propose(aKnowledge(ada, 'Flags', { content, mode: 'team' }));
      const [small, large, again] = [await propose('ssh -p'), await propose('ssh -P'), await propose('SSH -P')];
      assert.deepEqual([small.status, large.status, again.entry.id], ['stored', 'stored', large.entry.id]);
      const contentHash = aKnowledge(ada, 'Flags', { content: 'ssh -p' }).contentHash;
      assert.equal(await store.knowledge.review(review(large.entry.id, { contentHash })), 'reviewed');
    });

    it('rejects a review that would duplicate a live entry', async () => {
      const one = await store.knowledge.propose(aKnowledge(ada, 'One'));
      const two = await store.knowledge.propose(aKnowledge(ada, 'Two'));
      const { contentHash } = aKnowledge(ada, 'One');
      const corrections = { title: 'One', content: 'About One.' };
      const outcome = await store.knowledge.review(review(two.entry.id, { corrections, contentHash }));
      assert.deepEqual(outcome, { duplicateOf: one.entry.id });
      assert.equal((await store.knowledge.get(two.entry.id))?.title, 'Two');
    });

    it('exports a member’s own rows and shared ones, and lets only an admin import', async () => {
      const empty = await store.portability.read(later, 'ada');
      await inTeam('ada');
      const bob = await visit(store, { username: 'bob', project: 'github.com/bob/secret' });
      await store.facts.add(aFact(ada, 'hers'), noJudgement);
      await store.facts.add(aFact(bob, 'his'), noJudgement);
      const rejected = await store.knowledge.propose(aKnowledge(bob, 'Turned down'));
      await store.knowledge.review(review(rejected.entry.id, { action: 'deprecate' }));
      const retired = await store.knowledge.propose(aKnowledge(bob, 'Retired'));
      await store.knowledge.review(review(retired.entry.id));
      await store.knowledge.review(review(retired.entry.id, { action: 'deprecate', version: 2 }));
      const carol = await visit(store, { username: 'carol', project: null });
      const seen = async (reader: string): Promise<string[]> => {
        const { tables } = await store.portability.read(later, reader);
        const cells = [...tables.facts, ...tables.global_knowledge, ...tables.projects];
        return cells.map(({ fact, title, name }) => String(fact ?? title ?? name)).toSorted();
      };
      assert.deepEqual(await seen('ada'), ['Retired', 'Turned down', 'hers', 'his', 'rocket', 'secret']);
      assert.deepEqual(await seen('bob'), ['Retired', 'Turned down', 'his', 'secret']);
      assert.deepEqual(await seen(carol.user.username), ['Retired']);
      assert.deepEqual(await seen('stranger'), ['Retired']);
      assert.equal((await store.portability.read(later, 'carol')).tables.knowledge_reviews.length, 0);
      const listed = { userId: carol.user.id, status: 'deprecated', limit: 9 } as const;
      assert.deepEqual(
        (await store.knowledge.list(listed)).entries.map(({ title }) => title),
        ['Retired'],
      );
      assert.deepEqual(await store.identity.listProjects(carol.user.id), []);
      assert.deepEqual(await store.identity.listAgents(carol.user.id), []);
      assert.equal(await codeOf(store.portability.merge(empty, 'bob')), 'not_allowed');
    });

    it('keeps a store personal when a member imports their export of a team store', async () => {
      await inTeam('ada');
      const bob = await visit(store, { username: 'bob' });
      await store.facts.add(aFact(bob, 'his'), noJudgement);
      const taken = await store.portability.read(later, 'bob');
      const home = openStore(engine, anEmptyStore(engine));
      await home.portability.merge(taken, 'bob');
      assert.equal((await visit(home, { username: 'bob' })).mode, 'personal');
      const whole = await store.portability.read(later, 'ada');
      const restored = openStore(engine, anEmptyStore(engine));
      await restored.portability.merge(whole, 'ada');
      assert.deepEqual(
        await restored.portability.read(later, 'ada'),
        whole,
        'an admin restores the whole store of the team',
      );
      await Promise.all([home.close(), restored.close()]);
    });

    it('resolves a hypothesis once, despite concurrent calls', async () => {
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

    it('lists the hypotheses that were resolved within a period, the last one first', async () => {
      const times = ['2026-03-01T08:00:00.000Z', '2026-03-02T08:00:00.000Z', '2026-03-03T08:00:00.000Z', null];
      for (const [index, now] of times.entries()) {
        const owner = { userId: ada.user.id, agentId: ada.agent.id, projectId: null, sessionId: null };
        const text = { hypothesis: `Belief ${String(index)}`, confidence: 0.6, contentHash: String(index) };
        const { hypothesis } = await store.hypotheses.add({ ...owner, ...text, uid: randomUUID(), now: later });
        const resolved = { id: hypothesis.id, version: 1, status: 'refuted', resolution: null } as const;
        if (now !== null) await store.hypotheses.resolve({ ...resolved, now });
      }
      const list = async (since: string, until: string): Promise<string[]> => {
        const filter = { userId: ada.user.id, scope: 'all', resolved: { since, until }, limit: 5 } as const;
        return (await store.hypotheses.list(filter)).hypotheses.map(({ hypothesis }) => hypothesis);
      };
      assert.deepEqual(await list('2026-03-01', '2026-04'), ['Belief 2', 'Belief 1', 'Belief 0']);
      assert.deepEqual(await list('2026-03-02T08:00:00.000Z', '2026-03-03T08:00:00.000Z'), ['Belief 1']);
    });

    it('deletes old chunks of one user with their index entries, and skips invalid timestamps', async () => {
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
      assert.equal((await store.chunks.deleteOlder('somebody else', before)).deleted, 0);
      assert.equal((await store.chunks.deleteOlder(ada.user.id, before)).deleted, 1);
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

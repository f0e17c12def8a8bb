/** Reviews on both engines: inbox, merge, undo and permissions. Also reopening hypotheses. */
import { strict as assert } from 'node:assert';
import { randomUUID } from 'node:crypto';
import { statementHash } from '../../../src/memory/shared/contentHash.ts';
import type { Actor } from '../../../src/memory/shared/audit.ts';
import type { Caller } from '../../../src/memory/shared/identity.ts';
import type { UndoOutcome } from '../../../src/memory/governance/changes.ts';
import type { KnowledgeReview, ReviewWrite, StoredInbox } from '../../../src/memory/knowledge/knowledgeStore.ts';
import type { Store } from '../../../src/memory/store.ts';
import { anEmptyStore } from '../emptyStore.ts';
import {
  aChunk,
  aFact,
  aKnowledge,
  engineNames,
  findMemories,
  hash,
  noJudgement,
  openSession,
  openStore,
  removeFolders,
  visit,
} from '../support.ts';

after(removeFolders);

for (const engine of engineNames) {
  describe(`reviews (${engine})`, () => {
    let store: Store;
    let ada: Caller;
    let bob: Caller;
    let minutes: number;
    beforeEach(async () => {
      store = openStore(engine, anEmptyStore(engine));
      const fresh = { userId: randomUUID(), agentId: randomUUID(), projectId: randomUUID() };
      const agent = { name: 'test agent', version: null };
      const visitor = { username: 'ada', agent, project: undefined, conversationId: null };
      ada = await store.identity.resolve(visitor, fresh, '2026-03-01T00:00:00.000Z', 'team');
      bob = await visit(store, { username: 'bob' });
      minutes = 10;
    });
    afterEach(() => store.close());

    const later = (): string => `2026-04-01T00:${String((minutes += 1))}:00.000Z`;
    const hashOf = (title: string, content = `About ${title}.`): string => statementHash(hash, `${title}\n${content}`);
    const propose = async (title: string, more: Parameters<typeof aKnowledge>[2] = {}): Promise<number> =>
      (await store.knowledge.propose(aKnowledge(bob, title, more))).entry.id;

    const reviewWrite = async (entryId: number, title: string, by = ada): Promise<ReviewWrite> => ({
      entryId,
      version: (await store.knowledge.get(entryId))?.version ?? 0,
      notes: null,
      contentHash: hashOf(title),
      reviewerId: by.user.id,
      mode: 'personal',
      uid: randomUUID(),
      now: later(),
      by: actorBy(by),
    });
    /** Writes with the same change id are undone together, such as both reviews of a merge. */
    const actorBy = (by: Caller): Actor => {
      const { user, agent, changeId } = by;
      return { userId: user.id, agentId: agent.id, sessionId: null, projectId: null, changeId };
    };
    const changing = (by: Caller): Caller & { changeId: string } => ({ ...by, changeId: randomUUID() });
    const undo = ({ changeId, ...by }: Caller): Promise<UndoOutcome> =>
      store.changes.undo({
        userId: by.user.id,
        changeIds: [changeId ?? assert.fail()],
        mode: 'personal',
        now: later(),
        by: actorBy(by),
      });
    const review = async (
      entryId: number,
      action: 'approve' | 'deprecate',
      title: string,
      more: Partial<KnowledgeReview> = {},
      by = ada,
    ): Promise<KnowledgeReview> => ({ ...(await reviewWrite(entryId, title, by)), action, corrections: {}, ...more });
    const stateOf = async (id: number): Promise<unknown[]> => {
      const entry = await store.knowledge.get(id);
      return [entry?.title, entry?.status, entry?.approvedBy];
    };

    it('approves one entry and retires the other in one step', async () => {
      const keep = await propose('Naming');
      const drop = await propose('Names');
      const corrections = { title: 'Names', content: 'About Names.' };
      const outcome = await store.knowledge.merge(
        await review(keep, 'approve', 'Names', { corrections, notes: 'one of two' }),
        await review(drop, 'deprecate', 'Names', { notes: `merged into #${String(keep)}` }),
      );
      assert.equal(outcome, 'reviewed');
      assert.deepEqual(await stateOf(keep), ['Names', 'approved', 'ada']);
      assert.deepEqual(await stateOf(drop), ['Names', 'deprecated', null]);
      assert.equal((await store.knowledge.get(drop))?.reviewNotes, 'merged into #1');
      assert.deepEqual(
        (await findMemories(store, bob, ['names'])).map(({ id }) => id),
        ['1'],
      );
    });

    it('merges nothing if an entry changed, would be a duplicate, or the reviewer lacks the right', async () => {
      const keep = await propose('Naming');
      const drop = await propose('Names');
      await propose('Third');
      const keeping = await review(keep, 'approve', 'Naming');
      const dropping = await review(drop, 'deprecate', 'Names');
      const merge: Store['knowledge']['merge'] = (one, other) => store.knowledge.merge(one, other);
      assert.equal(await merge(keeping, { ...dropping, version: 7 }), 'conflict');
      assert.equal(await merge({ ...keeping, version: 7 }, dropping), 'conflict');
      const corrections = { title: 'Third', content: 'About Third.' };
      const asThird = { ...keeping, contentHash: hashOf('Third'), corrections };
      assert.deepEqual(await merge(asThird, dropping), { duplicateOf: 3 });
      const byBob = { reviewerId: bob.user.id };
      assert.equal(await merge({ ...keeping, ...byBob }, { ...dropping, ...byBob }), 'not_allowed');
      assert.deepEqual(await stateOf(keep), ['Naming', 'pending', null]);
      assert.deepEqual(await stateOf(drop), ['Names', 'pending', null]);
      const reader = { userId: ada.user.id, mode: 'personal' } as const;
      assert.deepEqual(await store.knowledge.reviews(keep, reader), []);
    });

    it('undoes a review to the previous content and approver, and records the undo', async () => {
      const id = await propose('Naming', { importance: 3 });
      await store.identity.setRole({ username: 'bob', role: 'curator', byUserId: ada.user.id, mode: 'team' });
      await store.knowledge.review(await review(id, 'approve', 'Naming'));
      const corrections = { title: 'Names', content: 'About Names.', importance: 9 };
      const edit = changing(bob);
      await store.knowledge.review(await review(id, 'approve', 'Names', { corrections }, edit));
      assert.deepEqual(await stateOf(id), ['Names', 'approved', 'bob']);
      assert.equal(await undo(edit), 'undone');
      assert.deepEqual(await stateOf(id), ['Naming', 'approved', 'ada']);
      assert.equal((await store.knowledge.get(id))?.importance, 3);
      assert.equal((await findMemories(store, bob, ['naming'])).length, 1);
      assert.equal((await findMemories(store, bob, ['names'])).length, 0);
      assert.equal(await undo(edit), 'not_found', 'a change is undone once');
      const reader = { userId: ada.user.id, mode: 'personal' } as const;
      assert.deepEqual(
        (await store.knowledge.reviews(id, reader)).map(({ action, isUndo, reviewer, before }) => [
          action,
          isUndo,
          reviewer,
          before.title,
          before.status,
        ]),
        [
          ['approve', true, 'bob', 'Names', 'approved'],
          ['approve', false, 'bob', 'Naming', 'approved'],
          ['approve', false, 'ada', 'Naming', 'pending'],
        ],
      );
    });

    it('forgets the data for undo after a day', async () => {
      const id = await propose('Naming');
      const approval = changing(ada);
      await store.knowledge.review(await review(id, 'approve', 'Naming', {}, approval));
      const has = (): Promise<boolean> => store.changes.has(ada.user.id, approval.changeId);
      await store.changes.forgetExpired('2026-04-01T23:00:00.000Z');
      assert.equal(await has(), true);
      await store.changes.forgetExpired('2026-04-02T02:00:00.000Z');
      assert.equal(await has(), false);
    });

    it('undoes a review to the previous note', async () => {
      const id = await propose('Naming');
      const [first, second] = [changing(ada), changing(ada)];
      await store.knowledge.review(await review(id, 'deprecate', 'Naming', { notes: 'too vague' }, first));
      await store.knowledge.review(await review(id, 'approve', 'Naming', { notes: 'clear now' }, second));
      await undo(second);
      assert.equal((await store.knowledge.get(id))?.reviewNotes, 'too vague');
      assert.equal(await undo(first), 'conflict', 'the entry was changed since');
    });

    it('undoes a review to a pending proposal, which other users do not find', async () => {
      const id = await propose('Naming');
      for (const action of ['approve', 'deprecate'] as const) {
        const change = changing(ada);
        await store.knowledge.review(await review(id, action, 'Naming', {}, change));
        assert.equal(await undo(change), 'undone');
        assert.deepEqual(await stateOf(id), ['Naming', 'pending', null]);
      }
      const carol = await visit(store, { username: 'carol' });
      assert.equal((await findMemories(store, carol, ['naming'])).length, 0);
      assert.equal((await findMemories(store, bob, ['naming'])).length, 1);
      const { indexMissing, indexOrphans } = await store.maintenance.inspect();
      assert.deepEqual([indexMissing, indexOrphans], [0, 0]);
    });

    it('restores an approved entry with its approver, and a rejected one without', async () => {
      const [one, other] = [changing(ada), changing(ada)];
      const id = await propose('Naming');
      await store.knowledge.review(await review(id, 'approve', 'Naming'));
      await store.knowledge.review(await review(id, 'deprecate', 'Naming', {}, one));
      await undo(one);
      assert.deepEqual(await stateOf(id), ['Naming', 'approved', 'ada']);
      const rejected = await propose('Other');
      await store.knowledge.review(await review(rejected, 'deprecate', 'Other'));
      await store.knowledge.review(await review(rejected, 'approve', 'Other', {}, other));
      await undo(other);
      assert.deepEqual(await stateOf(rejected), ['Other', 'deprecated', null]);
      const listed = {
        userId: (await visit(store, { username: 'carol' })).user.id,
        status: 'deprecated',
        limit: 9,
      } as const;
      assert.equal((await store.knowledge.list(listed)).total, 0, 'other users do not see a rejected entry');
    });

    it('undoes a merge completely or not at all, and not for a user who lost the right', async () => {
      await store.identity.setRole({ username: 'bob', role: 'curator', byUserId: ada.user.id, mode: 'team' });
      const keep = await propose('Naming');
      const drop = await propose('Names');
      const corrections = { title: 'Names', content: 'About Names.' };
      const merge = changing(bob);
      await store.knowledge.merge(
        await review(keep, 'approve', 'Names', { corrections }, merge),
        await review(drop, 'deprecate', 'Names', {}, merge),
      );
      await store.identity.setRole({ username: 'bob', role: 'member', byUserId: ada.user.id, mode: 'team' });
      assert.equal(await undo(merge), 'not_allowed');
      await store.identity.setRole({ username: 'bob', role: 'curator', byUserId: ada.user.id, mode: 'team' });
      const twin = await propose('Naming');
      assert.deepEqual(await undo(merge), { duplicateOf: twin, kind: 'knowledge' });
      assert.deepEqual(await stateOf(drop), ['Names', 'deprecated', null]);
      await store.knowledge.review(await review(twin, 'deprecate', 'Naming'));
      assert.equal(await undo(merge), 'undone');
      assert.deepEqual(await stateOf(drop), ['Names', 'pending', null]);
      assert.deepEqual(await stateOf(keep), ['Naming', 'pending', null]);
    });

    it('shows reviews only to reviewers and the proposer', async () => {
      const id = await propose('Naming');
      await store.knowledge.review(await review(id, 'approve', 'Naming'));
      const carol = await visit(store, { username: 'carol' });
      for (const [who, expected] of [
        [ada, 1],
        [bob, 1],
        [carol, 0],
      ] as const) {
        const reviews = await store.knowledge.reviews(id, { userId: who.user.id, mode: 'personal' });
        assert.equal(reviews.length, expected, who.user.username);
      }
    });

    describe('the inbox', () => {
      const inboxOf = (who: Caller, more: { offset?: number; limit?: number } = {}): Promise<StoredInbox> =>
        store.knowledge.inbox({ userId: who.user.id, mode: 'personal', offset: 0, limit: 9, ...more });

      it('shows reviewers all proposals and members their own, by importance and in pages', async () => {
        await propose('Low', { importance: 2 });
        await propose('High', { importance: 9 });
        const carol = await visit(store, { username: 'carol' });
        await store.knowledge.propose(aKnowledge(carol, 'Hers', { importance: 5 }));
        await store.knowledge.review(await review(await propose('Done'), 'approve', 'Done'));
        const seenBy = async (who: Caller, offset = 0): Promise<unknown[]> => {
          const { proposals, total, right } = await inboxOf(who, { offset, limit: 2 });
          return [proposals.map(({ entry }) => entry.title).join(' '), total, right];
        };
        assert.deepEqual(await seenBy(ada), ['High Hers', 3, 'all']);
        assert.deepEqual(await seenBy(ada, 2), ['Low', 3, 'all']);
        assert.deepEqual(await seenBy(bob), ['High Low', 2, 'none']);
        const pending = async (who: Caller): Promise<number> =>
          (await store.knowledge.waiting(who.user.id, 'personal')).count;
        assert.deepEqual([await pending(ada), await pending(bob)], [3, 0]);
        const live = (await inboxOf(bob)).live.map(({ title, status }) => `${title} ${status}`);
        assert.deepEqual(live, ['High pending', 'Done approved', 'Low pending']);
      });

      it('returns what the proposer said in the source session, and nothing of other users', async () => {
        const { session } = await openSession(store, bob, 'chat');
        await store.sessions.rename({ id: session.id, version: 1, oneLiner: 'Talked of names' });
        await store.facts.add(aFact(bob, 'a fact', { sourceSession: session.id }), noJudgement);
        await store.facts.add(aFact(bob, 'of elsewhere'), noJudgement);
        const { fact } = await store.facts.add(aFact(bob, 'gone', { sourceSession: session.id }), noJudgement);
        await store.facts.deprecate(fact.id, 1, 'x', later());
        await store.chunks.append(aChunk(bob, session.id, 'y'.repeat(3_000)));
        await propose('Naming', { sourceSession: session.id });
        const hers = await openSession(store, ada, 'hers');
        await store.chunks.append(aChunk(ada, hers.session.id, 'a secret'));
        await propose('Stolen', { sourceSession: hers.session.id, importance: 1 });
        const { proposals, said } = await inboxOf(ada);
        assert.deepEqual(
          proposals.map((proposal) => proposal.session),
          [{ id: session.id, headline: 'Talked of names' }, null],
        );
        assert.deepEqual(
          said.map(({ sessionId, kind, id, text }) => [sessionId === session.id, kind, id, text.length]),
          [
            [true, 'fact', '1', 6],
            [true, 'chunk', '1', 1_000],
          ],
        );
      });
    });

    it('reopens a hypothesis unless it changed or the same one is open', async () => {
      const belief = { userId: ada.user.id, agentId: ada.agent.id, projectId: null, sessionId: null, confidence: 0.6 };
      const add = async (): Promise<number> => {
        const details = { hypothesis: 'It leaks', contentHash: 'h', uid: randomUUID(), now: later() };
        return (await store.hypotheses.add({ ...belief, ...details })).hypothesis.id;
      };
      const id = await add();
      const { hypotheses } = store;
      assert.equal(await hypotheses.reopen({ id, version: 1 }), 'conflict', 'it is open');
      await hypotheses.resolve({ id, version: 1, status: 'confirmed', resolution: 'Yes', now: later() });
      assert.equal(await hypotheses.reopen({ id, version: 1 }), 'conflict');
      assert.equal(await hypotheses.reopen({ id, version: 2 }), 'reopened');
      const open = await hypotheses.get(id);
      assert.deepEqual([open?.status, open?.resolution, open?.resolvedAt, open?.version], ['open', null, null, 3]);
      await hypotheses.resolve({ id, version: 3, status: 'refuted', resolution: null, now: later() });
      const twin = await add();
      assert.deepEqual(await hypotheses.reopen({ id, version: 4 }), { duplicateOf: twin });
      assert.equal(
        (await hypotheses.list({ userId: ada.user.id, scope: 'all', limit: 1, offset: 1 })).hypotheses[0]?.id,
        id,
      );
    });
  });
}

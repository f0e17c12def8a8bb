/** Facts that a user shares with everyone who uses the store. */
import assert from 'node:assert/strict';
import type { FactInput } from '../../src/memory/facts/factInput.ts';
import type { Fact } from '../../src/memory/facts/facts.ts';
import type { Caller } from '../../src/memory/shared/identity.ts';
import { unknownProjectIn } from '../../src/memory/shared/identity.ts';
import { Offering } from '../../src/search/hints/offering.ts';
import { engineNames } from '../store/support.ts';
import { openTestMemory } from '../support/memory.ts';
import type { TestMemory } from '../support/memory.ts';

const harbour = { key: 'github.com/acme/harbour', name: 'harbour' };

for (const engine of engineNames) {
  describe(`facts with the visibility workspace (${engine})`, () => {
    let test: TestMemory;
    let ada: Caller;
    let bob: Caller;
    beforeEach(async () => {
      test = openTestMemory('team', engine);
      ada = await test.caller({ project: harbour });
      bob = await test.caller({ username: 'bob', project: harbour });
    });
    afterEach(() => test.close());

    const share = async (fact: string, more: Partial<FactInput> = {}): Promise<Fact> =>
      (await test.memory.facts.store(ada, { category: 'codebase', fact, visibility: 'workspace', ...more })).fact;
    const found = async (query = 'zebra crane'): Promise<unknown[]> => {
      const { results, searched } = await test.search.find(bob, { query });
      return [results.map(({ text }) => text), searched];
    };
    const listed = async (who: Caller, order: 'newest' | 'confidence' = 'newest'): Promise<string[]> =>
      (await test.memory.catalogue.list(who, { scope: 'all', order }, { offset: 0, limit: 9 })).memories.map(
        ({ text }) => text,
      );

    it('are found and listed by others, who see whose they are and cannot change them', async () => {
      await test.memory.facts.store(ada, { category: 'codebase', fact: 'The zebra crane is private' });
      const { id } = await share('The zebra crane lifts ten tons', { confidence: 0.5 });
      assert.deepEqual(await found(), [['The zebra crane lifts ten tons'], 1]);
      assert.deepEqual(
        [await listed(bob), await listed(bob, 'confidence')],
        Array(2).fill(['The zebra crane lifts ten tons']),
      );
      assert.equal((await listed(ada)).length, 2);
      const detail = await test.memory.catalogue.get(bob, { kind: 'fact', id: String(id) });
      assert.deepEqual([detail.userName, detail.mayChange, detail.visibility], ['ada', false, 'workspace']);
      await assert.rejects(test.memory.facts.edit(bob, { factId: id, fact: 'Mine' }), { code: 'not_allowed' });
      await assert.rejects(test.memory.facts.deprecate(bob, { factId: id, reason: 'x' }), { code: 'not_allowed' });
    });

    it('are not found once they are private again, deprecated or expired', async () => {
      const { id } = await share('The zebra crane lifts ten tons', { expiresInHours: 9 });
      await test.memory.facts.edit(ada, { factId: id, visibility: 'private' });
      assert.deepEqual(await found(), [[], 0]);
      await test.memory.facts.edit(ada, { factId: id, visibility: 'workspace' });
      assert.equal((await found())[1], 1);
      test.pass(9);
      assert.deepEqual([await found(), await listed(bob)], [[[], 0], []]);
    });

    describe('and their project', () => {
      const lighthouse = { key: 'github.com/acme/lighthouse', name: 'lighthouse' };
      const unknown = /^No project is called "(?:lighthouse|LightHouse)"\./u;
      let carol: Caller;
      beforeEach(async () => {
        ada = await test.caller({ project: lighthouse });
        carol = await test.caller({ username: 'carol' });
      });
      const scopeOf = (project: string, who = carol) => test.memory.identities.scope(who, project);
      const noticeOf = async (project = 'lighthouse'): Promise<string> =>
        unknownProjectIn(await scopeOf(project)) ?? '';

      it('is known by name and key to those who have no memory of it, also for what they save', async () => {
        assert.match(await noticeOf(), unknown);
        await share('The zebra crane is lit');
        const projectId = ada.project?.id;
        for (const name of ['LightHouse', lighthouse.key]) assert.deepEqual(await scopeOf(name), { projectId });
        const { results, notice } = await test.search.find(carol, { query: 'zebra crane', project: 'lighthouse' });
        assert.deepEqual([results.map(({ text }) => text), notice], [['The zebra crane is lit'], undefined]);
        assert.equal((await test.memory.identities.inProject(carol, 'lighthouse')).project?.id, projectId);
        assert.match(await noticeOf('lighthuose'), /Similar: "lighthouse"/u);
      });

      it('is unknown as long as all of its facts are private, deprecated or expired', async () => {
        await share('The zebra crane is painted', { visibility: 'private' });
        const ended = await share('The zebra crane is sold');
        await test.memory.facts.deprecate(ada, { factId: ended.id, reason: 'it stays' });
        const { id } = await share('The zebra crane is lit', { expiresInHours: 9 });
        assert.equal(await noticeOf(), '');
        await test.memory.facts.edit(ada, { factId: id, visibility: 'private' });
        const sentence = 'No project is called "lighthouse". Omit the project, or use "all".';
        assert.equal(await noticeOf(), sentence);
        assert.equal(await noticeOf(lighthouse.key), sentence.replace('lighthouse', lighthouse.key));
        assert.doesNotMatch(await noticeOf('lighthuose'), /Similar|Known/u);
        await test.memory.facts.edit(ada, { factId: id, visibility: 'workspace' });
        assert.equal(await noticeOf(), '');
        test.pass(9);
        assert.equal(await noticeOf(), sentence);
      });

      it('does not take the name of an own project, and has its key', async () => {
        const own = await test.caller({
          username: 'carol',
          project: { key: 'github.com/carol/lighthouse', name: 'lighthouse' },
        });
        await test.memory.facts.store(own, { category: 'codebase', fact: 'The crane of carol' });
        await share('The zebra crane is lit');
        assert.deepEqual(await scopeOf('lighthouse'), { projectId: own.project?.id });
        assert.deepEqual(await scopeOf(lighthouse.key), { projectId: ada.project?.id });
      });

      it('is refused by its name if others share two of that name', async () => {
        await share('The zebra crane is lit');
        ada = await test.caller({ project: { key: 'github.com/other/lighthouse', name: 'lighthouse' } });
        await share('The other zebra crane');
        ada = await test.caller({ project: { key: 'github.com/secret/lighthouse', name: 'lighthouse' } });
        await share('The secret zebra crane', { visibility: 'private' });
        await assert.rejects(scopeOf('lighthouse'), {
          remedy: 'Use one of: github.com/acme/lighthouse, github.com/other/lighthouse.',
        });
      });
    });

    it('show nothing of their owner’s private facts', async () => {
      const old = await share('The zebra crane lifts one ton', { visibility: 'private' });
      const successor = { factId: old.id, fact: 'The zebra crane lifts ten tons', visibility: 'workspace' };
      const { fact } = await test.memory.facts.supersede(ada, successor);
      await test.memory.facts.supersede(ada, {
        factId: old.id,
        fact: 'The zebra crane is sold',
        visibility: 'private',
      });
      const ref = { kind: 'fact', id: String(fact.id) } as const;
      const seen = async (who: Caller): Promise<unknown[]> => {
        const { supersedes, contradictedBy } = await test.memory.catalogue.get(who, ref);
        return [supersedes.length, contradictedBy.length];
      };
      assert.deepEqual(
        [await seen(ada), await seen(bob)],
        [
          [1, 1],
          [0, 0],
        ],
      );
      const { results } = await test.search.find(bob, { query: 'zebra crane tons' });
      assert.deepEqual(
        results.map(({ text, contradictedBy }) => [text, contradictedBy]),
        [['The zebra crane lifts ten tons', []]],
      );
    });

    it('are neither in the context of others nor offered to them', async () => {
      await share('The zebra crane of the harbour lifts ten tons');
      assert.doesNotMatch((await test.memory.context.build(bob)).markdown, /zebra/u);
      const offering = new Offering(test.search, test.memory);
      const prompt = 'How many tons does the zebra crane of the harbour lift?';
      assert.deepEqual((await offering.for(bob, prompt)).offers, []);
      assert.equal((await test.memory.context.build(ada)).markdown.includes('zebra'), true);
    });

    it('go with their owner', async () => {
      await test.memory.identities.setRole(ada, { username: 'bob', role: 'admin' });
      await share('The zebra crane lifts ten tons');
      const preview = await test.memory.scopeErasure.preview(ada, { kind: 'user', id: 'ada' });
      await test.memory.scopeErasure.erase(ada, { kind: 'user', id: 'ada' }, preview.expected);
      assert.deepEqual([await found(), await listed(bob)], [[[], 0], []]);
      assert.deepEqual((await test.memory.maintenance.inspect()).damage, []);
    });
  });
}

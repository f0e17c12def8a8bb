/** Folders of one project: below a known one, and joined in a store that has several projects for them. */
import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { projectOfKey } from '../../src/capture/projects/projectIdentity.ts';
import type { Caller, ProjectRef } from '../../src/memory/shared/identity.ts';
import { engineNames } from '../store/support.ts';
import { openTestMemory } from '../support/memory.ts';
import type { TestMemory } from '../support/memory.ts';
import { recordChat } from '../support/recordedChat.ts';

const shop: ProjectRef = { key: '/projects/shop', name: 'shop' };
const side: ProjectRef = { key: '/projects/shop/.worktrees/side', name: 'side' };
const docs: ProjectRef = { key: '/projects/shop/docs', name: 'docs' };
const refOf = (folder: string): ProjectRef | undefined => (folder === side.key ? shop : { key: folder, name: folder });

describe('the folders of a project', () => {
  let test: TestMemory;
  beforeEach(() => {
    test = openTestMemory();
  });
  afterEach(() => test.close());

  const inside = (project: ProjectRef): Promise<Caller> => test.caller({ project });
  const below = { ...docs, above: ['/projects/shop', '/projects'] };
  const store = async (caller: Caller, fact: string): Promise<unknown> =>
    test.memory.facts.store(caller, { category: 'codebase', fact });
  const found = async (caller: Caller): Promise<string[]> =>
    (await test.search.find(caller, { query: 'harbor' })).results.map(({ text }) => text).toSorted();
  const countOf = async (caller: Caller): Promise<string> =>
    (await test.search.findByMeaning(caller, { query: 'harbor', kinds: ['fact'] })).searched.toString();

  const sessionsOf = async (caller: Caller): Promise<number> =>
    (await test.memory.sessions.list(caller, { scope: { projectId: caller.project?.id ?? null }, limit: 9 })).total;

  it('below a known project belong to it, unless they have memories of their own', async () => {
    assert.equal((await inside(below)).project?.key, docs.key, 'Nothing is known about the folder above.');
    await store(await inside(shop), 'The harbor has nine cranes.');
    assert.equal((await inside(below)).project?.key, shop.key);
    await store(await inside(docs), 'The harbor guide is written in Typst.');
    assert.equal((await inside(below)).project?.key, docs.key);
  });

  it('become one project, with their sessions and facts, and come apart again', async () => {
    const [here, there] = [await inside(shop), await test.caller({ project: side, conversationId: 'chat-2' })];
    await store(here, 'The harbor has nine cranes.');
    await store(there, 'The harbor opens at six.');
    await recordChat(test, there, 'chat-2', ['When does the harbor open?', 'At six.']);
    const sessions = (await sessionsOf(here)) + (await sessionsOf(there));
    assert.ok(sessions > 0);
    const before = [await found(here), await found(there), await countOf(here), await countOf(there)];
    assert.deepEqual([before[2], before[3]], ['1', '1']);
    const joins = await test.memory.identities.joinable(here, refOf);
    assert.deepEqual(
      joins.map(({ from, into }) => [from.key, into.key]),
      [[side.key, shop.key]],
    );
    const changing = test.memory.changes.begin(here);
    await test.memory.identities.join(changing, joins);
    assert.deepEqual(await test.memory.identities.joinable(here, refOf), []);
    assert.equal(await countOf(here), '2');
    assert.equal(await sessionsOf(here), sessions);
    assert.ok((await found(here)).some((text) => text.includes('opens at six')));
    // What the chat says after the join goes back with it.
    await recordChat(test, there, 'chat-2', ['When does the harbor open?', 'At six.', 'And the pier?', 'At noon.']);
    await test.memory.changes.undo(here, [changing.changeId]);
    assert.deepEqual([await countOf(here), await countOf(there)], ['1', '1']);
    assert.deepEqual(await found(here), before[0]);
    assert.ok((await test.search.find(there, { query: 'pier' })).results.length > 0);
    assert.equal((await test.memory.maintenance.inspect()).indexMissing, 0);
    const [again] = await test.memory.identities.joinable(here, refOf);
    assert.deepEqual([again?.isCertain, again?.isTakenApart], [true, true]);
  });

  it('of a folder that got a remote since move to a project that is new', async () => {
    const here = await inside(shop);
    await store(here, 'The harbor has nine cranes.');
    const remote = { key: 'github.com/acme/shop', name: 'shop' };
    const joins = await test.memory.identities.joinable(here, () => remote);
    await test.memory.identities.join(test.memory.changes.begin(here), joins);
    assert.equal((await found(await inside(remote))).length, 1);
  });

  it('join the nearest known folder above, the deepest first', async () => {
    for (const key of ['/projects/shop', '/projects/shop/docs', '/projects/shop/docs/api'])
      await store(await inside({ key, name: key }), `The harbor of ${key} has nine cranes.`);
    const above = (folder: string): ProjectRef => {
      const parts = folder.split('/').slice(1, -1);
      const folders = parts.map((_, place) => `/${parts.slice(0, parts.length - place).join('/')}`);
      return { key: folder, name: folder, above: folders };
    };
    const here = await inside(shop);
    const joins = await test.memory.identities.joinable(here, above);
    assert.deepEqual(
      joins.map(({ from, into }) => [from.key, into.key]),
      [
        ['/projects/shop/docs/api', '/projects/shop/docs'],
        ['/projects/shop/docs', '/projects/shop'],
      ],
    );
    assert.ok(joins.every(({ isCertain }) => !isCertain));
    const [first, second] = [test.memory.changes.begin(here), test.memory.changes.begin(here)];
    await test.memory.identities.join(first, joins.slice(0, 1));
    await test.memory.identities.join(second, joins.slice(1));
    assert.equal(await countOf(here), '3');
    await assert.rejects(test.memory.changes.undo(here, [first.changeId]), /changed again/u);
    assert.equal(await countOf(here), '3');
    await test.memory.changes.undo(here, [second.changeId]);
    await test.memory.changes.undo(here, [first.changeId]);
    assert.equal(await countOf(here), '1');
  });

  it('of Windows that an older version kept in two spellings become the one with capitals', async () => {
    const [upper, lower] = ['C:\\Users\\Ada\\Shop', 'c:\\users\\ada\\shop'];
    await store(await inside({ key: upper, name: 'Shop' }), 'The harbor has nine cranes.');
    await store(await inside({ key: '/older', name: 'shop' }), 'The harbor opens at six.');
    const file = new DatabaseSync(test.file);
    file.prepare('UPDATE projects SET key = ? WHERE key = ?').run(lower, '/older');
    file.close();
    const here = await inside({ key: lower, name: 'shop' });
    assert.equal(here.project?.key, upper);
    const joins = await test.memory.identities.joinable(here, (key) => projectOfKey(key, '/nowhere'));
    assert.deepEqual(
      joins.map(({ from, into, isCertain }) => [from.key, into.key, isCertain]),
      [[lower, upper, true]],
    );
    await test.memory.identities.join(test.memory.changes.begin(here), joins);
    assert.equal(await countOf(here), '2');
    assert.deepEqual(await test.memory.identities.joinable(here, (key) => projectOfKey(key, '/nowhere')), []);
  });

  it('are left alone for a team, and for what is no folder', async () => {
    await store(await inside({ key: '\\\\server\\share\\shop', name: 'shop' }), 'The harbor has nine cranes.');
    const never = (): never => assert.fail('It is no folder.');
    assert.deepEqual(await test.memory.identities.joinable(await inside(shop), never), []);
  });
});

const windows = (key: string): ProjectRef => ({ key, name: key.slice(key.lastIndexOf('\\') + 1) });

for (const engine of engineNames) {
  describe(`two spellings of a project (${engine})`, () => {
    let test: TestMemory;
    beforeEach(() => {
      test = openTestMemory('personal', engine);
    });
    afterEach(() => test.close());

    const inside = (project: ProjectRef): Promise<Caller> => test.caller({ project });
    const store = async (project: ProjectRef, fact: string): Promise<unknown> =>
      test.memory.facts.store(await inside(project), { category: 'codebase', fact });
    const keyIn = async (project: ProjectRef): Promise<string | undefined> => (await inside(project)).project?.key;
    const countIn = async (project: ProjectRef): Promise<number> =>
      (await test.search.findByMeaning(await inside(project), { query: 'harbor', kinds: ['fact'] })).searched;

    it('are one on Windows in any case, and elsewhere two', async () => {
      await store(windows('C:\\Users\\Ärzte\\Shop'), 'The harbor has nine cranes.');
      const other = await inside(windows('c:\\users\\ärzte\\shop'));
      assert.deepEqual([other.project?.key, other.project?.name], ['C:\\Users\\Ärzte\\Shop', 'Shop']);
      const below = {
        ...windows('c:\\users\\ärzte\\shop\\api'),
        above: ['c:\\users\\ärzte\\shop', 'c:\\users\\ärzte'],
      };
      assert.equal(await keyIn(below), 'C:\\Users\\Ärzte\\Shop');
      for (const key of ['D:\\Users\\Ärzte\\Shop', 'C:\\Users\\Ärzte\\Shop2', '/home/u/Shop', '/home/u/shop'])
        assert.equal(await keyIn({ key, name: 'Shop' }), key);
    });

    it('that an older version kept apart become one, and stay one', async () => {
      const azure = { key: 'dev.azure.com/org/shop/_git/shop', name: 'shop' };
      const ssh = { key: 'ssh.dev.azure.com/v3/org/shop/shop', name: 'shop' };
      await store(azure, 'The harbor has nine cranes.');
      await store(ssh, 'The harbor opens at six.');
      await store({ key: 'github.com/acme/shop', name: 'shop' }, 'The harbor is closed.');
      const here = await inside(azure);
      const refOf = (key: string): ProjectRef | undefined => projectOfKey(key, '/nowhere');
      const joins = await test.memory.identities.joinable(here, refOf);
      assert.deepEqual(
        joins.map(({ from, into, isCertain }) => [from.key, into.key, isCertain]),
        [[ssh.key, azure.key, true]],
      );
      const changing = test.memory.changes.begin(here);
      await test.memory.identities.join(changing, joins);
      assert.equal(await countIn(azure), 2);
      assert.deepEqual(await test.memory.identities.joinable(here, refOf), []);
      await test.memory.changes.undo(here, [changing.changeId]);
      assert.deepEqual([await countIn(azure), await countIn(ssh)], [1, 1]);
    });

    it('are joined by hand for what comes later, too, until that is undone', async () => {
      const [shop, store2] = [
        { key: '/code/shop', name: 'shop' },
        { key: 'git.acme.org/team/store', name: 'store' },
      ];
      await store(shop, 'The harbor has nine cranes.');
      await store(store2, 'The harbor opens at six.');
      const here = await inside(store2);
      const join = async (from: string, into: string): Promise<string> => {
        const changing = test.memory.changes.begin(here);
        await test.memory.identities.join(changing, [await test.memory.identities.joinOf(here, { from, into })]);
        return changing.changeId;
      };
      const first = await join('SHOP', store2.key);
      assert.equal(await countIn(store2), 2);
      assert.equal(await keyIn(shop), store2.key);
      await store(shop, 'The harbor has a pier.');
      assert.equal(await countIn(store2), 3);
      await test.memory.changes.undo(here, [first]);
      assert.deepEqual([await keyIn(shop), await countIn(shop), await countIn(store2)], [shop.key, 1, 2]);
      // And the other way round.
      await join('shop', 'store');
      // Longer than what the audit keeps of it.
      const other = { key: `/code/${'deep/'.repeat(50)}other`, name: 'other' };
      await store(other, 'The harbor is deep.');
      await join('store', 'other');
      assert.equal(await keyIn(shop), other.key);
      await assert.rejects(
        test.memory.identities.joinOf(here, { from: 'store', into: 'other' }),
        /No project is called/u,
      );
    });

    it('are not joined by hand without two known projects of one person', async () => {
      await store({ key: '/a/shop', name: 'shop' }, 'The harbor has nine cranes.');
      await store({ key: '/b/shop', name: 'shop' }, 'The harbor opens at six.');
      const bob = await test.caller({ username: 'bob', project: { key: '/bob/farm', name: 'farm' } });
      await test.memory.facts.store(bob, { category: 'codebase', fact: 'The farm has nine cows.' });
      const here = await inside({ key: '/a/shop', name: 'shop' });
      const cases: [from: string, into: string, refusal: RegExp][] = [
        ['shop', '/a/shop', /Several projects are called "shop"/u],
        ['/a/shop', '/A/SHOP', /into names the same project, \/a\/shop/u],
        ['shopp', '/a/shop', /No project is called "shopp"\. Similar: "\/a\/shop", "\/b\/shop"\.$/u],
        ['farm', '/a/shop', /No project is called "farm"/u],
        ['/a/shop', 'farm', /No project is called "farm"/u],
      ];
      for (const [from, into, refusal] of cases)
        await assert.rejects(test.memory.identities.joinOf(here, { from, into }), refusal, `${from} into ${into}`);
      await assert.rejects(
        test.memory.identities.joinOf({ ...here, mode: 'team' }, { from: '/b/shop', into: '/a/shop' }),
        { code: 'not_allowed' },
      );
    });
  });
}

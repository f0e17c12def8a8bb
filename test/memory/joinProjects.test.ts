/** Folders of one project: below a known one, and joined in a store that has several projects for them. */
import assert from 'node:assert/strict';
import type { Caller, ProjectRef } from '../../src/memory/shared/identity.ts';
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

  it('are left alone for a team, and for what is no folder', async () => {
    await store(await inside({ key: 'github.com/acme/shop', name: 'shop' }), 'The harbor has nine cranes.');
    const never = (): never => assert.fail('It is no folder.');
    assert.deepEqual(await test.memory.identities.joinable(await inside(shop), never), []);
  });
});

/** The view of the directory over a real store: its queries, the choice of a card, and undo. */
import assert from 'node:assert/strict';
import type { Caller } from '../../src/memory/shared/identity.ts';
import type { PageHost } from '../../src/page/shared/pageHost.ts';
import type { DirectoryCard } from '../../src/protocol/people/people.ts';
import type { TestMemory } from '../support/memory.ts';
import { openTestMemory } from '../support/memory.ts';
import { hostFor, runCommand, runQuery, undo } from './support.ts';

const project = { key: 'github.com/acme/shop', name: 'shop' };
const part = { offset: 0, limit: 60 };

describe('the directory in the page', () => {
  let open: TestMemory;
  let ada: Caller;
  let bob: Caller;
  beforeEach(async () => {
    open = openTestMemory('team', 'native', { instance: { name: 'laptop' } });
    for (const username of ['ada', 'bob']) {
      for (const chat of ['1', '2', '3']) {
        const caller = await open.caller({ username, project, conversationId: `${username} ${chat}` });
        await open.memory.sessions.end(caller, { oneLiner: 'A private headline', topics: [`Topic of ${username}`] });
      }
      await open.memory.profiles.showOnCard(await open.caller({ username, project }), { projects: [project.key] });
    }
    ada = await open.caller({ project });
    bob = await open.caller({ username: 'bob', project });
    await open.memory.people.settled();
  });
  afterEach(() => open.close());

  const host = (caller: Caller): PageHost => hostFor(caller, open, (text) => assert.fail(text));
  const peopleFor = async (caller: Caller): Promise<DirectoryCard> => {
    const answer = await runQuery(host(caller), 'people', part);
    assert.ok(answer);
    return answer;
  };

  it('shows the cards of the team, and which is the own one', async () => {
    const { cards, total, totals, busiest, own } = await peopleFor(ada);
    assert.deepEqual(
      cards.map(({ username, isOwn, topics }) => [username, isOwn, topics]),
      [
        ['ada', true, [{ topic: 'Topic of ada', sessions: 3 }]],
        ['bob', false, [{ topic: 'Topic of bob', sessions: 3 }]],
      ],
    );
    assert.deepEqual([total, totals.sessions, busiest.length], [2, 6, 2]);
    assert.deepEqual(own, { level: 'topics', topics: [], projects: [{ ...project, isChosen: true }] });
    assert.doesNotMatch(JSON.stringify(cards), /private headline/u);
  });

  it('returns a part of the cards, with the number of all', async () => {
    const answer = await runQuery(host(ada), 'people', { offset: 1, limit: 1 });
    assert.deepEqual([answer?.cards.map(({ username }) => username), answer?.total], [['bob'], 2]);
  });

  it('says who worked on something, and why', async () => {
    const answer = await runQuery(host(ada), 'whoWorkedOn', { query: 'topic of bob', limit: 20 });
    const [first] = answer?.experts ?? [];
    assert.deepEqual([first?.username, first?.reasons[0]?.text, first?.reasons[0]?.count], ['bob', 'Topic of bob', 3]);
  });

  it('shows topics of sessions only of chosen projects, and lets the person choose by name or key', async () => {
    const choose = (projects: string[]): ReturnType<typeof runCommand> =>
      runCommand(host(bob), { type: 'showOnCard', level: null, topics: null, projects });
    const shown = async (): Promise<unknown> => (await peopleFor(ada)).cards[1]?.topics;
    const changed = await choose([]);
    assert.deepEqual(await shown(), []);
    await undo(host(bob), changed);
    assert.deepEqual(await shown(), [{ topic: 'Topic of bob', sessions: 3 }]);
    await choose([]);
    await choose(['Shop']);
    assert.deepEqual(await shown(), [{ topic: 'Topic of bob', sessions: 3 }]);
    await assert.rejects(choose(['github.com/ada/novel']), /No project is called/u);
  });

  it('changes what a card shows, and undoes it', async () => {
    const changed = await runCommand(host(bob), { type: 'showOnCard', level: 'off', topics: null, projects: null });
    assert.deepEqual((await peopleFor(ada)).cards.length, 1);
    assert.equal((await peopleFor(bob)).own.level, 'off');
    await undo(host(bob), changed);
    assert.deepEqual((await peopleFor(ada)).cards.length, 2);
  });

  it('answers null for a personal memory', async () => {
    const personal = openTestMemory();
    const alone = hostFor(await personal.caller(), personal, (text) => assert.fail(text));
    assert.equal(await runQuery(alone, 'people', part), null);
    assert.equal(await runQuery(alone, 'whoWorkedOn', { query: 'x', limit: 5 }), null);
    await personal.close();
  });

  it('names the instance of knowledge, in the inbox and in its details', async () => {
    await open.memory.knowledge.promote(bob, { category: 'standard', title: 'Commits', content: 'In English.' });
    const { proposals } = await runQuery(host(ada), 'inbox', { offset: 0, limit: 5 });
    assert.equal(proposals[0]?.instance, 'laptop');
    const detail = await runQuery(host(ada), 'memory', { ref: { kind: 'knowledge', id: String(proposals[0].id) } });
    assert.equal(detail.instance, 'laptop');
  });
});

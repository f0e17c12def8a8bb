/** The directory on both engines: instances, what a card may be made of, and who may read it. */
import { strict as assert } from 'node:assert';
import { randomUUID } from 'node:crypto';
import type { StoredMeasure } from '../../../src/memory/activity/activity.ts';
import { badgeNeeds } from '../../../src/memory/activity/activity.ts';
import type { DirectoryReader, StoredPerson } from '../../../src/memory/people/peopleStore.ts';
import type { Caller } from '../../../src/memory/shared/identity.ts';
import type { CardLevel, Mode } from '../../../src/memory/shared/vocabulary.ts';
import type { Store } from '../../../src/memory/store.ts';
import { queryRows } from '../rawRows.ts';
import { anEmptyStore } from '../emptyStore.ts';
import {
  aFact,
  aKnowledge,
  engineNames,
  noJudgement,
  openSession,
  openStore,
  removeFolders,
  visit,
} from '../support.ts';
import { day, inTeam, reviewAs } from './oneOfEach.ts';

after(removeFolders);

const needs: Record<StoredMeasure, readonly number[]> = badgeNeeds();
const project = 'github.com/o/shared';

for (const engine of engineNames) {
  describe(`people (${engine})`, () => {
    let file: string;
    let store: Store;
    beforeEach(() => {
      file = anEmptyStore(engine);
      store = openStore(engine, file);
    });
    afterEach(() => store.close());

    const register = (
      { user }: Caller,
      name: string,
      more: { now?: string; url?: string | null; mode?: Mode } = {},
    ): ReturnType<Store['people']['register']> => {
      const { now = day(20), url = null, mode = 'personal' } = more;
      const since = { freshSince: before(now, 12), keptSince: before(now, 24 * 15) };
      return store.people.register({ id: randomUUID(), userId: user.id, mode, name, url, now, ...since });
    };
    const before = (time: string, hours: number): string =>
      new Date(Date.parse(time) - hours * 3_600_000).toISOString();
    const readerOf = ({ user }: Caller, mode: Mode = 'personal'): DirectoryReader => {
      return { userId: user.id, mode, now: day(20), seenSince: day(5) };
    };
    const peopleFor = async (caller: Caller): Promise<StoredPerson[]> =>
      (await store.people.read(readerOf(caller)))?.people ?? [];
    const namesFor = async (caller: Caller): Promise<string[]> =>
      (await peopleFor(caller)).map(({ username }) => username);
    const showCard = (
      user: Caller['user'],
      level: CardLevel,
      topics: string[] = [],
      projects: string[] = [],
    ): Promise<unknown> =>
      store.profiles.put({
        userId: user.id,
        role: null,
        preferences: null,
        pinnedFacts: [],
        card: { level, topics, projects },
        version: 0,
        now: day(1),
      });
    const work = async (caller: Caller, topics: string[], at = day(10)): Promise<void> => {
      const { session } = await openSession(store, caller, randomUUID(), at);
      const details = { outcome: null, importance: null, summary: null };
      await store.sessions.end({
        id: session.id,
        version: 1,
        oneLiner: 'Private headline',
        topics,
        ...details,
        now: at,
      });
    };

    it('registers nothing in a personal store, whatever mode the process has', async () => {
      const ada = await visit(store);
      assert.equal(await register(ada, 'laptop'), 'not_allowed');
      await visit(store, { username: 'bob' });
      assert.equal(await register(ada, 'laptop', { mode: 'team' }), 'not_allowed');
      assert.equal(await store.people.read(readerOf(ada, 'team')), undefined);
      assert.equal(await store.people.activityOf(readerOf(ada), [ada.user.id], needs), undefined);
      await store.close();
      assert.deepEqual(await queryRows(engine, file, 'SELECT * FROM instances'), []);
      store = openStore(engine, file);
    });

    it('writes an instance again only after hours, or with another address', async () => {
      const ada = await inTeam(store, 'ada');
      assert.equal(await register(ada, 'laptop'), 'registered');
      assert.equal(await register(ada, 'laptop', { now: before(day(21), 20) }), 'fresh');
      assert.equal(await register(ada, 'laptop', { url: 'https://ada.example' }), 'registered');
      assert.equal(await register(ada, 'laptop', { now: day(21), url: 'https://ada.example' }), 'registered');
      const [person] = await peopleFor(ada);
      const seen = { firstSeen: day(20), lastSeen: day(21) };
      assert.deepEqual(person?.instances, [{ name: 'laptop', url: 'https://ada.example', ...seen }]);
    });

    it('shows people by their instances, and forgets instances that nobody used for long', async () => {
      const ada = await inTeam(store, 'ada');
      const bob = await inTeam(store, 'bob');
      await inTeam(store, 'never-registered');
      await register(bob, 'old box', { now: day(4) });
      await register(ada, 'laptop', { now: day(10) });
      await register(ada, 'server', { now: day(12) });
      assert.deepEqual(await namesFor(bob), ['ada']);
      const [person] = await peopleFor(bob);
      assert.deepEqual(
        person?.instances.map(({ name }) => name),
        ['server', 'laptop'],
      );
      await register(ada, 'laptop', { now: day(20) });
      await store.close();
      assert.deepEqual(await queryRows(engine, file, 'SELECT name FROM instances ORDER BY name'), [
        { name: 'laptop' },
        { name: 'server' },
      ]);
      store = openStore(engine, file);
    });

    it('leaves out people who turned their card off, their activity too', async () => {
      const ada = await inTeam(store, 'ada');
      const bob = await inTeam(store, 'bob');
      await register(ada, 'laptop');
      await register(bob, 'box');
      await showCard(bob.user, 'off', ['Kafka']);
      assert.deepEqual([await namesFor(ada), await namesFor(bob)], [['ada'], ['ada']]);
      const activities = await store.people.activityOf(readerOf(ada), [bob.user.id, ada.user.id], needs);
      assert.deepEqual(
        activities?.map(({ userId }) => userId),
        [ada.user.id],
      );
    });

    it('reads topics only of sessions in projects that the person chose, whoever else names them', async () => {
      await inTeam(store, 'ada');
      const [ada, bob] = [await visit(store, { project }), await visit(store, { username: 'bob', project })];
      await register(ada, 'laptop');
      await work(ada, ['Postgres', 'API'], day(9));
      await work(ada, ['Postgres', 'API'], day(11));
      await work(await visit(store, { project: 'github.com/ada/own' }), ['Secret novel']);
      await work(await visit(store, { project: null }), ['Divorce lawyer']);
      await work(bob, ['Other']);
      await work(await visit(store, { username: 'bob', project: 'github.com/ada/own' }), ['Other']);
      assert.deepEqual((await peopleFor(bob))[0]?.topics, []);
      await showCard(bob.user, 'topics', [], [project, 'github.com/ada/own']);
      assert.deepEqual((await peopleFor(bob))[0]?.topics, []);
      await showCard(ada.user, 'topics', [], [project]);
      assert.deepEqual((await peopleFor(bob))[0]?.topics, [
        { topics: ['Postgres', 'API'], sessions: 2, lastAt: day(11) },
      ]);
    });

    it('reads of memories only the titles of approved knowledge, and counts', async () => {
      const ada = await inTeam(store, 'ada');
      const bob = await inTeam(store, 'bob');
      await register(bob, 'box');
      await work(bob, ['Kafka']);
      await store.facts.add(aFact(bob, 'The canary is a quetzal'), noJudgement);
      await store.facts.add(aFact(bob, 'A shared quetzal', { visibility: 'workspace' }), noJudgement);
      await store.knowledge.propose(aKnowledge(bob, 'Agreed', { mode: 'team', content: 'Body with a quetzal.' }));
      await reviewAs(store, ada, 1, 'approve');
      await store.knowledge.propose(aKnowledge(bob, 'Waiting quetzal', { mode: 'team' }));
      const directory = await store.people.read(readerOf(ada));
      assert.deepEqual(directory?.totals, { people: 2, sessions: 1, memories: 2, knowledge: 1 });
      assert.deepEqual(
        directory.people[0]?.knowledge.map(({ title }) => title),
        ['Agreed'],
      );
      const all = JSON.stringify([directory, await store.people.activityOf(readerOf(ada), [bob.user.id], needs)]);
      assert.doesNotMatch(all, /quetzal|Private headline/u);
    });

    it('counts the sessions of a day, and what badges need', async () => {
      const ada = await inTeam(store, 'ada');
      await register(ada, 'laptop');
      for (const at of [day(9), day(9), day(11)]) await work(ada, [], at);
      const [activity] = (await store.people.activityOf(readerOf(ada), [ada.user.id, 'unknown'], needs)) ?? [];
      const days = [day(9), day(11)].map((time) => time.slice(0, 10));
      assert.deepEqual(activity?.days, [
        { day: days[0], sessions: 2 },
        { day: days[1], sessions: 1 },
      ]);
      assert.equal(activity.tallies.sessions.have, 3);
    });

    it('stores the instance of proposed knowledge in a team store only', async () => {
      const alone = await visit(store);
      await store.knowledge.propose(aKnowledge(alone, 'Mine', { instance: 'laptop' }));
      assert.equal((await store.knowledge.get(1))?.instance, null);
      const bob = await inTeam(store, 'bob');
      await store.knowledge.propose(aKnowledge(bob, 'Ours', { mode: 'team', instance: 'box' }));
      assert.equal((await store.knowledge.get(2))?.instance, 'box');
    });

    it('forgets the instances of an erased user, also as the source of knowledge that stays', async () => {
      const ada = await inTeam(store, 'ada');
      const bob = await inTeam(store, 'bob');
      await register(ada, 'laptop');
      await register(bob, 'box');
      await store.knowledge.propose(aKnowledge(bob, 'Ours', { mode: 'team', instance: 'box' }));
      await reviewAs(store, ada, 1, 'approve');
      const ref = { kind: 'user', id: 'bob' } as const;
      const query = { userId: ada.user.id, agentId: ada.agent.id, ref, mode: 'team' } as const;
      const preview = await store.scopeErasure.preview(query);
      assert.ok(typeof preview === 'object');
      await store.scopeErasure.begin({ ...query, expected: preview.expected, now: day(20) });
      while (!(await store.scopeErasure.deleteNextBatch()).isLast);
      assert.equal((await store.knowledge.get(1))?.instance, null);
      assert.deepEqual(await namesFor(ada), ['ada']);
      await store.close();
      assert.deepEqual(await queryRows(engine, file, 'SELECT name FROM instances'), [{ name: 'laptop' }]);
      store = openStore(engine, file);
    });

    it('keeps the choice of a card with the profile', async () => {
      const { user } = await visit(store);
      await showCard(user, 'headlines', ['Kafka', 'Rust'], [project]);
      const card = { level: 'headlines', topics: ['Kafka', 'Rust'], projects: [project] };
      assert.deepEqual((await store.profiles.get(user.id))?.card, card);
    });
  });
}

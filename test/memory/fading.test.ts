/** What fades, when, and what a chat still gets of it. */
import { strict as assert } from 'node:assert';
import type { FactUse, FadingTime } from '../../src/memory/fading/faded.ts';
import { fadedFrom } from '../../src/memory/fading/faded.ts';
import type { Caller } from '../../src/memory/shared/identity.ts';
import { Offering } from '../../src/search/hints/offering.ts';
import { passDaysOfChats } from '../support/daysOfChats.ts';
import { openTestMemory } from '../support/memory.ts';
import type { TestMemory } from '../support/memory.ts';

const start = Date.parse('2026-01-01T00:00:00.000Z');
const day = (days: number): string => new Date(start + days * 86_400_000).toISOString();

const aUse = (more: Partial<FactUse> = {}): FactUse => ({
  id: 1,
  type: 'observation',
  confidence: 1,
  origin: 'agent',
  expiresAt: null,
  isPinned: false,
  changedAt: day(0),
  unusedSince: null,
  usedDays: 0,
  ...more,
});

const on = (days: number, more: Partial<FadingTime> = {}): FadingTime => ({
  now: new Date(day(days)),
  days: 90,
  recordedSince: day(0),
  chatsSince: day(days - 25),
  ...more,
});

const degreeOn = (days: number, use: Partial<FactUse> = {}, time: Partial<FadingTime> = {}): number =>
  Number((fadedFrom(aUse(use), on(days, time))?.degree ?? 0).toFixed(3));

describe('fading of a fact', () => {
  it('begins after the days of the setting, and is complete after as many again', () => {
    assert.deepEqual(
      [60, 90, 135, 180, 900].map((days) => degreeOn(days)),
      [0, 0, 0.5, 1, 1],
    );
  });

  it('counts from the last use, and names it', () => {
    assert.equal(degreeOn(135, { unusedSince: day(60) }), 0);
    assert.equal(fadedFrom(aUse({ unusedSince: day(60) }), on(200))?.since, day(60));
  });

  it('counts from the last change if that is later', () => {
    assert.equal(fadedFrom(aUse({ changedAt: day(70), unusedSince: day(60) }), on(200))?.since, day(70));
  });

  it('begins later for what was used on many days, at most twice as late', () => {
    const degrees = [0, 5, 10, 100].map((usedDays) => degreeOn(200, { usedDays }));
    assert.deepEqual(degrees, [1, 0.481, 0.111, 0.111]);
  });

  it('begins earlier for what is not certain, but never within 28 days', () => {
    assert.deepEqual(
      [1, 0.5, 0].map((confidence) => degreeOn(80, { confidence })),
      [0, 0.185, 0.778],
    );
    assert.deepEqual(
      [27, 42].map((days) => degreeOn(days, { confidence: 0 }, { days: 1 })),
      [0, 0.5],
    );
  });

  it('spares decisions, what a person wrote or pinned, and what expires', () => {
    const spared: Partial<FactUse>[] = [
      { type: 'decision' },
      { origin: 'person' },
      { isPinned: true },
      { expiresAt: day(999) },
    ];
    assert.deepEqual(
      spared.map((use) => degreeOn(800, use)),
      [0, 0, 0, 0],
    );
  });

  it('waits until the store has recorded use for long enough', () => {
    assert.equal(degreeOn(800, {}, { recordedSince: day(720) }), 0);
    assert.equal(fadedFrom(aUse(), on(800, { recordedSince: day(500) }))?.since, day(500));
  });

  it('waits for days with chats, so that an absence fades nothing', () => {
    assert.equal(degreeOn(800, {}, { chatsSince: null }), 0);
    assert.equal(degreeOn(800, { unusedSince: day(10) }, { chatsSince: day(9) }), 0);
  });

  it('is off at 0 days', () => {
    assert.equal(degreeOn(800, {}, { days: 0 }), 0);
  });

  it('counts a time that nobody can read as none', () => {
    assert.equal(fadedFrom(aUse({ changedAt: 'yesterday' }), on(800))?.since, day(0));
    assert.equal(fadedFrom(aUse({ changedAt: '' }), on(800, { recordedSince: '' })), undefined);
  });
});

describe('facts that nobody uses', () => {
  let test: TestMemory;
  let ada: Caller;
  beforeEach(async () => {
    test = openTestMemory();
    ada = await test.caller();
  });
  afterEach(() => test.close());

  const learn = async (fact: string, category = 'codebase', who = ada): Promise<number> =>
    (await test.memory.facts.store(who, { category, fact })).fact.id;
  const fadedIds = async (who = ada): Promise<number[]> => [...(await test.memory.fading.of(who)).keys()];
  const use = async (...ids: number[]): Promise<void> => {
    test.memory.fading.noteUse(
      ada,
      ids.map((id) => ({ kind: 'fact', id: String(id) })),
    );
    await test.memory.fading.flush();
  };

  it('fade, and those that are used do not', async () => {
    const [used, unused] = [await learn('The port is 8081'), await learn('The queue is named heron')];
    await passDaysOfChats(test, 60);
    await use(used);
    await passDaysOfChats(test, 40);
    assert.deepEqual(await fadedIds(), [unused]);
    assert.deepEqual([...(await test.memory.fading.of(ada, [used])).keys()], []);
  });

  it('do not fade without chats', async () => {
    await learn('The port is 8081');
    await passDaysOfChats(test, 19);
    test.pass(24 * 200);
    assert.deepEqual(await fadedIds(), []);
    await passDaysOfChats(test, 1);
    assert.equal((await fadedIds()).length, 1);
  });

  it('do not fade while they are pinned', async () => {
    await learn('The port is 8081');
    await passDaysOfChats(test, 100);
    await test.memory.profiles.update(ada, { pinnedFacts: ['the  PORT is 8081'] });
    assert.deepEqual(await fadedIds(), []);
    await test.memory.profiles.update(ada, { pinnedFacts: [] });
    assert.equal((await fadedIds()).length, 1);
  });

  it('do not fade for anybody else, and others do not see them', async () => {
    const bob = await test.caller({ username: 'bob' });
    await learn('The port is 8081');
    await passDaysOfChats(test, 100);
    assert.deepEqual(await fadedIds(bob), []);
    test.memory.fading.noteUse(bob, [{ kind: 'fact', id: '1' }]);
    await test.memory.fading.flush();
    assert.equal((await fadedIds()).length, 1);
  });

  it('are named in the explanation of a search, whose order they do not change', async () => {
    await learn('The queue of the harbour is named heron');
    const find = async (): Promise<{ score: number | undefined; why: string | undefined }> => {
      const [first] = (await test.search.find(ada, { query: 'queue of the harbour', explain: true })).results;
      return { score: first?.score, why: first?.why?.unusedSince };
    };
    await passDaysOfChats(test, 80);
    const before = await find();
    assert.equal(before.why, undefined);
    await passDaysOfChats(test, 120);
    const after = await find();
    assert.match(after.why ?? '', /^2026-03-30/u);
    assert.ok(Math.abs((after.score ?? 0) - (before.score ?? 1)) < 0.01, JSON.stringify([before, after]));
  });

  it('are chosen last for a context block', async () => {
    const old = await learn('The old queue is named heron');
    await passDaysOfChats(test, 200);
    for (let place = 0; place < 60; place += 1) {
      await test.memory.facts.store(ada, {
        category: 'codebase',
        fact: `The pier ${String(place)} is mended`,
        confidence: 0.4,
      });
    }
    const shown = async (): Promise<boolean> =>
      (await test.memory.context.build(ada)).shown.some(({ kind, id }) => kind === 'fact' && id === String(old));
    assert.equal(await shown(), false, 'less certain facts take its place');
    await use(old);
    assert.equal(await shown(), true);
  });

  it('are offered after others', async () => {
    const old = await learn('The lock of the heron cluster is held by Consul');
    await passDaysOfChats(test, 200);
    const fresh = await learn('The heron cluster has a lock on each pier, says Consul');
    const offering = new Offering(test.search, test.memory);
    const offered = async (): Promise<number[]> => {
      const { offers } = await offering.for(ada, 'Who holds the lock of the heron cluster, Consul?');
      return offers.map(({ id }) => Number(id));
    };
    assert.deepEqual(await offered(), [fresh, old]);
    await use(old);
    assert.deepEqual(await offered(), [old, fresh]);
  });

  it('are counted by the health check, which finds nothing wrong with them', async () => {
    await learn('The port is 8081');
    await passDaysOfChats(test, 100);
    const { findings } = await test.memory.health.check(ada);
    const faded = findings.find(({ what }) => what.startsWith('1 fact has faded'));
    assert.deepEqual([faded?.status, faded?.remedy], ['ok', { code: 'review_faded_facts' }]);
  });

  it('are no longer faded after a refresh, which rejects those of others', async () => {
    const bob = await test.caller({ username: 'bob' });
    const id = await learn('The port is 8081');
    await passDaysOfChats(test, 100);
    await assert.rejects(test.memory.fading.refresh(bob, id), { code: 'not_found' });
    await assert.rejects(test.memory.fading.refresh(ada, 99), { code: 'not_found' });
    assert.deepEqual(await fadedIds(), [id]);
    await test.memory.fading.refresh(ada, id);
    assert.deepEqual(await fadedIds(), []);
  });

  it('never fade where fading is off', async () => {
    const off = openTestMemory('personal', 'native', { fadingDays: 0 });
    const caller = await off.caller();
    await off.memory.facts.store(caller, { category: 'codebase', fact: 'The port is 8081' });
    await passDaysOfChats(off, 200);
    assert.equal((await off.memory.fading.of(caller)).size, 0);
    await off.close();
  });
});

describe('noting the use of a fact', () => {
  it('never fails, and gives up on what the store refuses', async () => {
    const test = openTestMemory();
    const ada = await test.caller();
    await test.close();
    test.memory.fading.noteUse(ada, [{ kind: 'fact', id: '1' }]);
    await test.memory.fading.close();
  });

  it('writes behind the answer, once for each fact and day', async () => {
    const timers: (() => void)[] = [];
    const after = (_: number, work: () => void): (() => void) => {
      timers.push(work);
      return () => undefined;
    };
    const test = openTestMemory('personal', 'native', { audit: { after } });
    const ada = await test.caller();
    const { fact } = await test.memory.facts.store(ada, { category: 'codebase', fact: 'The port is 8081' });
    timers.length = 0;
    const ref = { kind: 'fact', id: String(fact.id) } as const;
    test.memory.fading.noteUse(ada, [ref, ref, { kind: 'chunk', id: '4' }]);
    test.memory.fading.noteUse(ada, [ref]);
    assert.equal(timers.length, 1);
    await test.memory.fading.flush();
    test.memory.fading.noteUse(ada, [ref]);
    assert.equal(timers.length, 1, 'noted today already');
    test.pass(24);
    test.memory.fading.noteUse(ada, [ref]);
    assert.equal(timers.length, 2);
    await test.close();
  });
});

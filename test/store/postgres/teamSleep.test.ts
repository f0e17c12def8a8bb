/** Writing syntheses on a team's server over row security: it acts for each user, and for nobody who is gone. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { redact } from '../../../src/capture/redaction/redaction.ts';
import { synthesisText } from '../../../src/memory/graph/synthesis/synthesis.ts';
import { TeamSleep } from '../../../src/memory/graph/synthesis/teamSleep.ts';
import type { Memory } from '../../../src/memory/memory.ts';
import { createMemory } from '../../../src/memory/memory.ts';
import type { Caller } from '../../../src/memory/shared/identity.ts';
import type { Store } from '../../../src/memory/store.ts';
import { postgresUrl } from '../postgresSchemas.ts';
import { hash, indexText } from '../support.ts';
import type { SecuredServer } from './securedServer.ts';
import { aSecuredServer } from './securedServer.ts';

(postgresUrl === undefined ? describe.skip : describe)("syntheses on a team's server on PostgreSQL", () => {
  let secured: SecuredServer;
  let store: Store;
  let memory: Memory;
  let team: TeamSleep;
  let hours = 0;
  before(async () => {
    secured = await aSecuredServer();
    store = secured.open(secured.server, undefined, 'acme');
    const clock = { now: () => new Date(Date.now() + hours * 3_600_000), timeZone: 'UTC' };
    memory = createMemory(store, { clock, newId: randomUUID, hash, redact, indexText }, 'team', { density: 3 });
    team = new TeamSleep({
      consolidation: memory.consolidation,
      actFor: (username, work) => store.actFor(username, work),
    });
    await state('ada', ["The relay is in Ada's cellar.", 'The relay has three keys.', 'The relay hums at night.']);
    await state('bob', ['The relay of Bob is blue.', 'The relay of Bob has a fan.', 'The relay of Bob needs oil.']);
    await state('bob', ['Every relay in the company is insured.'], 'workspace');
  });
  after(async () => {
    await store.close();
    await secured.drop();
  });

  const as = <T>(username: string, work: (caller: Caller) => Promise<T>): Promise<T> =>
    store.actFor(username, async () => {
      const visitor = { username, agent: { name: 'tests', version: '1' }, project: undefined, conversationId: null };
      return work(await memory.identities.resolve(visitor));
    });
  const state = (username: string, facts: readonly string[], visibility = 'private'): Promise<void> =>
    as(username, async (caller) => {
      for (const fact of facts)
        await memory.facts.store(caller, { fact, type: 'observation', tags: ['relay'], visibility });
    });
  const textFor = (username: string): Promise<string> =>
    as(username, async (caller) =>
      (await memory.consolidation.current(caller, 'all', ['relay'])).map(synthesisText).join(' '),
    );
  const names = async (): Promise<string[]> => (await memory.consolidation.users()).map(({ username }) => username);
  const countOf = async (table: string): Promise<number> => {
    const { rows } = await secured.admin.query(`SELECT 1 FROM ${secured.schema}.${table}`);
    return rows.length;
  };

  it('leaves a run to the process that has the lease, until that one is silent', async () => {
    const bob = await as('bob', (caller) => Promise.resolve(caller));
    const lease = (now: string, until: string) => ({ userId: bob.user.id, holder: 'killed', now, until });
    const [from, to] = [0, 60_000].map((ms) => new Date(Date.now() + ms).toISOString());
    await store.actFor('bob', () => store.syntheses.runs.begin(lease(from ?? '', to ?? '')));
    for (const job of await team.jobs()) await job.run(() => false);
    assert.equal(await textFor('bob'), '');
    hours = 1;
    for (const job of await team.jobs()) await job.run(() => false);
    assert.match(await textFor('bob'), /of Bob/u);
  });

  it('writes for each user what they may see', async () => {
    for (const said of [/cellar/u, /insured/u]) assert.match(await textFor('ada'), said);
    assert.doesNotMatch(await textFor('ada'), /of Bob/u);
    for (const said of [/of Bob/u, /insured/u]) assert.match(await textFor('bob'), said);
    assert.doesNotMatch(await textFor('bob'), /cellar/u);
  });

  it('notices whose memories changed, without acting for anyone', async () => {
    const tokens = async (): Promise<string[]> =>
      Promise.all((await team.jobs()).map(({ changeToken }) => changeToken()));
    const [ada, bob] = await tokens();
    await state('bob', ['The relay of Bob is loud.']);
    const [adaNow, bobNow] = await tokens();
    assert.equal(adaNow, ada);
    assert.notEqual(bobNow, bob);
  });

  it('lets a process of one person notice what that person may find, and nothing else', async () => {
    const own = secured.open(secured.server, { workspace: 'acme', username: 'ada' });
    let last = await own.syntheses.newest();
    const isNoticed = async (): Promise<boolean> => {
      const before = last;
      last = await own.syntheses.newest();
      return last !== before;
    };
    await state('bob', ['The relay of Bob is tired.']);
    assert.equal(await isNoticed(), false);
    await state('bob', ['Relays of the company are leased.'], 'workspace');
    assert.equal(await isNoticed(), true);
    await state('ada', ['The relay has a spare.']);
    assert.equal(await isNoticed(), true);
    await own.close();
  });

  it('makes no user of one who was erased, and writes nothing for them', async () => {
    const jobs = await team.jobs();
    await as('ada', async (caller) => {
      const ref = { kind: 'user', id: 'bob' } as const;
      const { scopeErasure } = memory;
      await scopeErasure.erase(caller, ref, (await scopeErasure.preview(caller, ref)).expected);
    });
    const before = await countOf('syntheses');
    for (const job of jobs) await job.run(() => false);
    assert.deepEqual(await names(), ['ada']);
    // Hers rested on what he shared, so it was deleted with it, and written again.
    assert.deepEqual([before, await countOf('syntheses')], [0, 1]);
    assert.doesNotMatch(await textFor('ada'), /insured/u);
    assert.equal((await team.jobs()).length, 1);
  });
});

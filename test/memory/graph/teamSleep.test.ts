/** Writing syntheses on a team's server: whose runs it begins, and what each user gets. */
import assert from 'node:assert/strict';
import type { QuietJob } from '../../../src/memory/shared/background/quietTimer.ts';
import { synthesisText } from '../../../src/memory/graph/synthesis/synthesis.ts';
import { TeamSleep } from '../../../src/memory/graph/synthesis/teamSleep.ts';
import type { Caller } from '../../../src/memory/shared/identity.ts';
import type { TestMemory } from '../../support/memory.ts';
import { openTestMemory } from '../../support/memory.ts';

describe("syntheses on a team's server", () => {
  let open: TestMemory;
  let ada: Caller;
  let bob: Caller;
  let team: TeamSleep;
  let actedFor: string[];
  beforeEach(async () => {
    open = openTestMemory('team', 'native', { density: 3 });
    ada = await open.caller();
    bob = await open.caller({ username: 'bob' });
    actedFor = [];
    team = new TeamSleep({
      consolidation: open.memory.consolidation,
      actFor: (username, work) => {
        actedFor.push(username);
        return work();
      },
    });
  });
  afterEach(() => open.close());

  const state = async (caller: Caller, texts: readonly string[], visibility = 'private'): Promise<void> => {
    for (const fact of texts)
      await open.memory.facts.store(caller, { fact, type: 'observation', tags: ['relay'], visibility });
  };
  const run = async (jobs: readonly QuietJob[]): Promise<void> => {
    for (const job of jobs) await job.run(() => false);
  };
  const textFor = async (caller: Caller): Promise<string> =>
    (await open.memory.consolidation.current(caller, 'all', ['relay'])).map(synthesisText).join(' ');
  const tokens = async (): Promise<string[]> =>
    Promise.all((await team.jobs()).map(({ changeToken }) => changeToken()));
  const ofAda = ["The relay is in Ada's cellar.", 'The relay has three keys.', 'The relay hums at night.'];
  const ofBob = ['The relay of Bob is blue.', 'The relay of Bob has a fan.', 'The relay of Bob needs oil.'];

  it('writes for each user what they may see', async () => {
    await state(ada, ofAda);
    await state(bob, ofBob);
    await state(bob, ['Every relay in the company is insured.'], 'workspace');
    await run(await team.jobs());
    assert.deepEqual(actedFor, ['ada', 'bob']);
    for (const said of [/cellar/u, /insured/u]) assert.match(await textFor(ada), said);
    assert.doesNotMatch(await textFor(ada), /of Bob/u);
    for (const said of [/of Bob/u, /insured/u]) assert.match(await textFor(bob), said);
    assert.doesNotMatch(await textFor(bob), /cellar/u);
  });

  it('notices whose memories changed, and that those of everybody did', async () => {
    const first = await tokens();
    assert.deepEqual(await tokens(), first);
    await state(bob, ofBob);
    const [adaThen, bobThen] = await tokens();
    assert.equal(adaThen, first[0]);
    assert.notEqual(bobThen, first[1]);
    await state(bob, ['Every relay is insured.'], 'workspace');
    const [adaNow, bobNow] = await tokens();
    assert.notEqual(adaNow, adaThen);
    assert.notEqual(bobNow, bobThen);
  });

  it('makes no user of one who was erased, and leaves the others their turn', async () => {
    await state(ada, ofAda);
    await state(bob, ofBob);
    const jobs = await team.jobs();
    await erase('bob');
    await run(jobs.toReversed());
    assert.deepEqual(
      (await open.memory.identities.listUsers()).map(({ username }) => username),
      ['ada'],
    );
    assert.deepEqual([await textFor(bob), await open.memory.consolidation.runs(bob)], ['', []]);
    assert.match(await textFor(ada), /cellar/u);
    assert.deepEqual(
      (await team.jobs()).map(({ id }) => id),
      [ada.user.id],
    );
  });

  it('ends the run of one who is erased meanwhile, and writes nothing more', async () => {
    await state(bob, ofBob);
    const { consolidation } = open.memory;
    let isErased = false;
    const erasing = new TeamSleep({
      consolidation: {
        changedFor: () => Promise.resolve({ newest: 0, userIds: [] }),
        users: () => consolidation.users(),
        run: (caller) =>
          consolidation.run(caller, {
            shouldContinue: async ({ due }) => {
              if (due > 0 && !isErased) await erase('bob');
              isErased ||= due > 0;
              return true;
            },
          }),
      },
      actFor: (_username, work) => work(),
    });
    await run((await erasing.jobs()).filter(({ id }) => id === bob.user.id));
    assert.ok(isErased);
    assert.deepEqual([await textFor(bob), await consolidation.runs(bob)], ['', []]);
    assert.equal((await open.memory.identities.listUsers()).length, 1);
  });

  it('takes over from a server that was killed, and not from one that works', async () => {
    await state(bob, ofBob);
    const other = open.openAgain('team');
    const killed = new Promise<never>(() => undefined);
    let begun = (): void => undefined;
    const hasBegun = new Promise<void>((resolve) => (begun = resolve));
    void other.memory.consolidation.run(bob, {
      shouldContinue: () => {
        begun();
        return killed;
      },
    });
    await hasBegun;
    await run(await team.jobs());
    assert.equal(await textFor(bob), '');
    open.pass(1);
    await run(await team.jobs());
    assert.match(await textFor(bob), /of Bob/u);
  });

  const erase = async (username: string): Promise<void> => {
    const { scopeErasure } = open.memory;
    const ref = { kind: 'user', id: username } as const;
    await scopeErasure.erase(ada, ref, (await scopeErasure.preview(ada, ref)).expected);
  };
});

/** Hand-offs of two stores in one: an import keeps one live hand-off of each user and project, the newest. */
import assert from 'node:assert/strict';
import type { Caller, ProjectRef } from '../../src/memory/shared/identity.ts';
import { engineNames } from '../store/support.ts';
import type { TestMemory } from '../support/memory.ts';
import { openTestMemory } from '../support/memory.ts';

const shop: ProjectRef = { key: 'github.com/acme/shop', name: 'shop' };

for (const engine of engineNames) {
  describe(`an import of hand-offs (${engine})`, () => {
    let here: TestMemory;
    let there: TestMemory;
    beforeEach(() => {
      here = openTestMemory('personal', engine);
      there = openTestMemory('personal', engine);
    });
    afterEach(async () => {
      await here.close();
      await there.close();
    });

    const leave = async (store: TestMemory, step: string, project?: ProjectRef): Promise<Caller> => {
      const caller = await store.caller({ conversationId: step, ...(project && { project }) });
      const { id: sessionId } = await store.memory.sessions.end(caller, { oneLiner: 'Ended' });
      await store.memory.handOffs.leave(caller, { nextSteps: [step], sessionId });
      return caller;
    };
    const importThere = async (): Promise<void> => {
      await here.memory.portability.import(JSON.stringify(await there.memory.portability.export('ada')), 'ada');
    };
    const live = async (): Promise<string[]> => {
      const { tables } = await here.memory.portability.export('ada');
      return tables.facts
        .filter(({ deprecated }) => deprecated !== 1)
        .map(({ fact }) => String(fact).split('- ')[1] ?? '');
    };

    for (const [what, hoursHere, hoursThere, kept] of [
      ['keeps the newer one of the store', 2, 1, 'Here'],
      ['keeps the newer one of the file', 1, 2, 'There'],
    ] as const) {
      it(what, async () => {
        here.pass(hoursHere);
        there.pass(hoursThere);
        const caller = await leave(here, 'Here', shop);
        await leave(there, 'There', shop);
        await importThere();
        assert.deepEqual(await live(), [kept]);
        const { fact } = (await here.memory.handOffs.current(caller)) ?? assert.fail('There is none.');
        assert.equal(fact.supersedesCount, 1);
        await importThere();
        assert.deepEqual(await live(), [kept]);
      });
    }

    it('keeps one of each project, and one without a project', async () => {
      await leave(here, 'Here', shop);
      await leave(there, 'Elsewhere', { key: 'github.com/acme/sea', name: 'sea' });
      await leave(there, 'Nowhere');
      await importThere();
      assert.deepEqual((await live()).sort(), ['Elsewhere', 'Here', 'Nowhere']);
    });

    it('keeps one that was renewed after the other was left', async () => {
      const caller = await leave(here, 'Here', shop);
      there.pass(1);
      await leave(there, 'There', shop);
      here.pass(2);
      const { fact } = (await here.memory.handOffs.current(caller)) ?? assert.fail('There is none.');
      await here.memory.handOffs.leave(caller, { nextSteps: ['Here'], sessionId: fact.sourceSession ?? '' });
      await importThere();
      assert.deepEqual(await live(), ['Here']);
    });
  });
}

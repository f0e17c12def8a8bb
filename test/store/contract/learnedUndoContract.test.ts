/** Confirming, editing, dismissing and restoring a learned fact, and the undo of each, keep its evidence and set its state. */
import { strict as assert } from 'node:assert';
import type { Caller } from '../../../src/memory/shared/identity.ts';
import { stateOf } from '../../../src/memory/facts/evidence.ts';
import type { LearnedFact } from '../../../src/memory/learn/learnStore.ts';
import { anAnswerWith } from '../../memory/learn/learnBuilders.ts';
import type { TestMemory } from '../../support/memory.ts';
import { openTestMemory } from '../../support/memory.ts';
import { recordChat } from '../../support/recordedChat.ts';
import { aLearner, fourTurns } from '../learnedSessions.ts';
import { engineNames } from '../support.ts';

const statement = 'Cache answers of the search for an hour.';

for (const engine of engineNames) {
  describe(`changes of a learned fact (${engine})`, () => {
    let test: TestMemory;
    let ada: Caller;
    beforeEach(async () => {
      test = openTestMemory('personal', engine);
      ada = { ...(await test.caller()), origin: 'person' };
      await learn('chat');
    });
    afterEach(() => test.close());

    /** Records a live conversation, and learns from it once it is silent. */
    const learn = async (conversation: string, text = statement, more: object = {}): Promise<number> => {
      await recordChat(test, ada, conversation, fourTurns);
      test.pass(1);
      const learner = aLearner(({ text: request }) => {
        const turn = Number(/\[(?<seq>\d+)\] User: Cache the search/u.exec(request)?.groups?.['seq']);
        return anAnswerWith({ text, turn, ...more });
      });
      const report = await test.memory.learning.run(ada, learner, { projects: 'all' }, { dailyTokens: 1e6 });
      assert.ok(!('running' in report));
      return report.learned;
    };
    const only = async (): Promise<LearnedFact> => {
      const [fact, ...more] = (await test.memory.learning.list(ada, { scope: 'all', limit: 10 })).facts;
      assert.ok(fact);
      assert.deepEqual(more, []);
      return fact;
    };
    const confirm = async (as: Caller): Promise<void> => {
      await test.memory.facts.edit(as, { factId: (await only()).id, fact: statement });
    };
    const comparable = ({ version: _, updatedAt: __, ...fact }: LearnedFact): unknown => fact;

    const changes: Record<string, { change: (as: Caller) => Promise<unknown>; state: string; text?: string }> = {
      'a confirmation': { change: confirm, state: 'confirmed' },
      'an edit': {
        change: async (as) =>
          test.memory.facts.edit(as, { factId: (await only()).id, fact: 'Cache the search of the harbour.' }),
        state: 'confirmed',
        text: 'Cache the search of the harbour.',
      },
      'a dismissal': {
        change: async (as) => test.memory.facts.deprecate(as, { factId: (await only()).id, reason: 'Wrong' }),
        state: 'dismissed',
      },
    };
    for (const [what, { change, state, text = statement }] of Object.entries(changes)) {
      it(`${what} keeps the evidence, and its undo restores the fact`, async () => {
        const before = await only();
        assert.equal(stateOf(before), 'learned');
        const changing = test.memory.changes.begin(ada);
        await change(changing);
        const after = await only();
        assert.deepEqual([stateOf(after), after.fact, after.evidence], [state, text, before.evidence]);
        await test.memory.changes.undo(ada, [(await test.memory.changes.undoableId(changing)) ?? assert.fail()]);
        assert.deepEqual(comparable(await only()), comparable(before));
      });
    }

    it('a dismissal that is taken back lets the fact be repeated', async () => {
      const { id } = await only();
      await test.memory.facts.deprecate(ada, { factId: id, reason: 'Wrong' });
      assert.equal(await learn('second'), 0);
      assert.deepEqual([stateOf(await only()), (await only()).evidence.also], ['dismissed', []]);
      await test.memory.facts.restore(ada, id);
      assert.equal(await learn('third'), 0);
      assert.equal((await only()).evidence.also.length, 1);
    });

    it('a confirmed fact stays beside an item that would replace it', async () => {
      const { id } = await only();
      await confirm(ada);
      assert.equal(await learn('second', 'Cache no search: nobody knows limits any more.', { replaces: id }), 1);
      const facts = (await test.memory.learning.list(ada, { scope: 'all', limit: 10 })).facts;
      assert.deepEqual(facts.map(stateOf).sort(), ['confirmed', 'learned']);
    });

    for (const [what, { change }] of Object.entries(changes).filter(([name]) => name !== 'a dismissal'))
      it(`the undo of ${what} works after another session said the same`, async () => {
        const changing = test.memory.changes.begin(ada);
        await change(changing);
        const { id } = await only();
        await learn('second', statement, { same_as: id });
        assert.equal((await only()).evidence.also.length, 1);
        await test.memory.changes.undo(ada, [(await test.memory.changes.undoableId(changing)) ?? assert.fail()]);
        const fact = await only();
        assert.deepEqual([stateOf(fact), fact.fact, fact.evidence.also.length], ['learned', statement, 1]);
      });
  });
}

/** Importing decisions into a store that has a memory with the same statement, on both engines. */
import { strict as assert } from 'node:assert';
import type { DecisionInput } from '../../../src/memory/decisions/decisions.ts';
import type { Caller, ProjectRef } from '../../../src/memory/shared/identity.ts';
import type { SnapshotReport } from '../../../src/memory/upkeep/portability.ts';
import type { Snapshot, SnapshotRow } from '../../../src/memory/upkeep/snapshot.ts';
import type { TestMemory } from '../../support/memory.ts';
import { openTestMemory } from '../../support/memory.ts';
import { engineNames } from '../support.ts';

const shop: ProjectRef = { key: 'github.com/acme/shop', name: 'shop' };
const title = 'Keep orders in PostgreSQL';
const decision: DecisionInput = {
  ...{ title, decidedBy: 'Ada', assistedBy: ['codex'], rationale: 'Orders need transactions.' },
  ...{ alternatives: ['MongoDB: no transactions'], tags: ['orders'], confidence: 'high' },
};

for (const engine of engineNames) {
  describe(`a decision that an import brings (${engine})`, () => {
    let here: TestMemory;
    let there: TestMemory;
    let ada: Caller;
    let hers: Caller;
    beforeEach(async () => {
      [here, there] = [openTestMemory('personal', engine), openTestMemory('personal', engine)];
      ada = await here.caller({ project: shop });
      hers = await there.caller({ project: shop });
    });
    afterEach(async () => {
      await here.close();
      await there.close();
    });

    const exportOf = (test: TestMemory): Promise<Snapshot> => test.memory.portability.export('ada');
    const importThere = async (): Promise<SnapshotReport> =>
      here.memory.portability.import(JSON.stringify(await exportOf(there)), 'ada');
    const tablesHere = async (): Promise<Snapshot['tables']> => (await exportOf(here)).tables;
    const decide = async (given: DecisionInput = decision): Promise<number> => {
      const { fact } = await there.memory.decisions.save(hers, given);
      await there.memory.decisions.addOutcome(hers, { decision: fact.id, rating: 8, notes: 'No lost order.' });
      return fact.id;
    };
    const decisionsHere = async (): Promise<unknown[]> => {
      const { decisions } = await here.memory.decisions.find(ada, 'all', {}, 10);
      return decisions.map(({ fact, status, outcomes }) => {
        return { id: fact.id, by: fact.decision.decidedBy, status, notes: outcomes.map(({ notes }) => notes) };
      });
    };

    it('gives its details, links and outcomes to a fact without any, once', async () => {
      const { fact } = await here.memory.facts.store(ada, { type: 'observation', fact: title, confidence: 0.5 });
      await here.memory.decisions.save(ada, { ...decision, title: 'Pay by card' });
      const { fact: source } = await there.memory.facts.store(hers, { category: 'codebase', fact: 'Orders are many.' });
      await decide({ ...decision, informedBy: [source.id] });
      const report = await importThere();
      assert.deepEqual([report.facts.added, report.facts.duplicates, report.facts.conflicts], [2, 0, 0]);
      assert.deepEqual([report.outcomes.added, report.links.added], [1, 1]);
      const [mine] = (await here.memory.facts.list(ada, 'all', 10)).facts.filter(({ id }) => id === fact.id);
      const details = { decidedBy: 'Ada', assistedBy: ['codex'], rationale: 'Orders need transactions.' };
      assert.deepEqual(mine?.decision, { ...details, alternatives: ['MongoDB: no transactions'] });
      assert.deepEqual(
        [mine.type, mine.category, mine.tags, mine.confidence],
        ['decision', 'decision', ['orders'], 0.9],
      );
      const [found] = (await here.search.find(ada, { query: 'MongoDB transactions' })).results;
      assert.equal(found?.id, String(fact.id));
      assert.deepEqual((await decisionsHere())[1], {
        id: fact.id,
        by: 'Ada',
        status: 'active',
        notes: ['No lost order.'],
      });
      const [link] = (await tablesHere()).links;
      assert.equal(link?.['from_uid'], fact.uid);

      const [before, again] = [await exportOf(here), await importThere()];
      assert.deepEqual(await exportOf(here), before);
      assert.deepEqual(
        [again.facts.added, again.facts.conflicts, again.outcomes.added, again.links.added],
        [0, 0, 0, 0],
      );
    });

    it('gives its details to the same fact if that has none here', async () => {
      const { fact } = await there.memory.facts.store(hers, { category: 'decision', fact: title });
      await importThere();
      await there.memory.decisions.save(hers, decision);
      assert.equal((await importThere()).facts.added, 1);
      assert.deepEqual(
        (await tablesHere()).facts.map((row) => [row['uid'], row['decided_by'], row['rationale']]),
        [[fact.uid, 'Ada', 'Orders need transactions.']],
      );
    });

    it('is trusted only as far as both, and a person keeps their statement', async () => {
      await here.memory.facts.store({ ...ada, origin: 'person' }, { category: 'decision', fact: title });
      await decide();
      await importThere();
      assert.equal((await tablesHere()).facts[0]?.['origin'], 'agent');
    });

    it('is the same as a decision with equal details, and its outcomes come along once', async () => {
      const { fact } = await here.memory.decisions.save(ada, decision);
      await here.memory.decisions.addOutcome(ada, { decision: fact.id, rating: 2, notes: 'Too slow.' });
      await decide();
      const report = await importThere();
      assert.deepEqual([report.facts.duplicates, report.facts.added, report.outcomes.added], [1, 0, 1]);
      await importThere();
      const [only, ...others] = await decisionsHere();
      const { notes } = only as { notes: string[] };
      assert.deepEqual([notes.toSorted(), others], [['No lost order.', 'Too slow.'], []]);
    });

    it('is a conflict with a decision with other details, and both are kept with their outcomes', async () => {
      const { fact } = await here.memory.decisions.save(ada, {
        ...decision,
        decidedBy: 'Bob',
        rationale: 'It is ours.',
      });
      await here.memory.decisions.addOutcome(ada, { decision: fact.id, rating: 2, notes: 'Too slow.' });
      const before = (await tablesHere()).facts[0];
      await decide();
      const report = await importThere();
      assert.deepEqual([report.facts.conflicts, report.facts.added, report.facts.duplicates], [1, 0, 0]);
      const [mine, other] = (await tablesHere()).facts;
      assert.deepEqual(mine, before);
      assert.deepEqual(
        [other?.['deprecated'], other?.['deprecation_reason'], other?.['rationale']],
        [1, `Decision #${String(fact.id)} has this title and other details.`, 'Orders need transactions.'],
      );
      const known = [
        { id: 2, by: 'Ada', status: 'retired', notes: ['No lost order.'] },
        { id: fact.id, by: 'Bob', status: 'active', notes: ['Too slow.'] },
      ];
      assert.deepEqual(await decisionsHere(), known);

      const [after, again] = [await exportOf(here), await importThere()];
      assert.deepEqual([again.facts.conflicts, again.facts.added, again.outcomes.added], [1, 0, 0]);
      assert.deepEqual(await exportOf(here), after);
    });

    it('keeps the export identical through an empty store, whatever it met before', async () => {
      await here.memory.facts.store(ada, { category: 'decision', fact: title });
      await here.memory.decisions.save(ada, { ...decision, title: 'Pay by card', decidedBy: 'Bob' });
      await decide();
      await decide({ ...decision, title: 'Pay by card' });
      await importThere();
      const merged = await exportOf(here);
      const empty = openTestMemory('personal', engine);
      await empty.memory.portability.import(JSON.stringify(merged), 'ada');
      const rows = async (test: TestMemory): Promise<SnapshotRow[][]> => Object.values((await exportOf(test)).tables);
      assert.deepEqual(await rows(empty), Object.values(merged.tables));
      await empty.close();
    });
  });
}

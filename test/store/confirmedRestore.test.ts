/** A restore that a user confirmed, on both engines: it does exactly what the user was shown, or nothing. */
import { strict as assert } from 'node:assert';
import { rowsIn } from '../support/rows.ts';
import { backupsOf } from './backupsOf.ts';
import { anEmptyStore } from './emptyStore.ts';
import { aFact, codeOf, fileEngineNames, noJudgement, openStore, removeFolders, visit } from './support.ts';

after(removeFolders);

const factsIn = (file: string): unknown[] =>
  rowsIn(file, 'SELECT fact FROM facts ORDER BY fact').map((row) => row['fact']);

for (const engine of fileEngineNames) {
  describe(`a restore (${engine})`, () => {
    it('does not overwrite changes made after the preview', async () => {
      const file = anEmptyStore(engine);
      const store = openStore(engine, file);
      const caller = await visit(store);
      await store.facts.add(aFact(caller, 'from before'), noJudgement);
      const backups = backupsOf(engine, file);
      const made = await backups.make('manual');
      await store.facts.add(aFact(caller, 'shown'), noJudgement);
      const shown = await backups.preview(made);
      await store.facts.add(aFact(caller, 'not shown'), noJudgement);
      assert.equal(await codeOf(backups.restore(made, 'ada', shown.expected)), 'conflict');
      assert.deepEqual(factsIn(file), ['from before', 'not shown', 'shown']);
      const again = await backups.preview(made);
      await store.facts.deprecate(1, 1, 'of no use', '2026-03-30T13:00:00.000Z');
      assert.equal(await codeOf(backups.restore(made, 'ada', again.expected)), 'conflict');
      assert.equal((await backups.list()).length, 1);
      await backups.restore(made, 'ada', (await backups.preview(made)).expected);
      assert.deepEqual(factsIn(file), ['from before']);
      await store.close();
    });
  });
}

/** Export and import on both engines: round trip, merge, and rejection without side effects. */
import { strict as assert } from 'node:assert';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Snapshot, SnapshotRow, SnapshotTable } from '../../../src/memory/upkeep/snapshot.ts';
import { snapshotFrom, snapshotTables } from '../../../src/memory/upkeep/snapshot.ts';
import { latestVersion } from '../../../src/store/sqlite/schema/migrations/migrations.ts';
import { tables } from '../../../src/schema/tables.ts';
import { snapshotColumns } from '../../../src/store/exchange/snapshot/snapshotColumns.ts';
import { anEmptyStore } from '../emptyStore.ts';
import {
  aFact,
  codeOf,
  engineNames,
  findMemories,
  moment,
  never,
  noJudgement,
  openStore,
  removeFolders,
  visit,
} from '../support.ts';

after(removeFolders);

const fixtures = join(import.meta.dirname, '../../fixtures/stores');
const filled = (): Snapshot => snapshotFrom(readFileSync(join(fixtures, `v${String(latestVersion)}.json`), 'utf8'));

const changed = (table: SnapshotTable, place: number, cells: SnapshotRow): Snapshot => {
  const snapshot = filled();
  snapshot.tables[table] = snapshot.tables[table].map((row, index) => (index === place ? { ...row, ...cells } : row));
  return snapshot;
};

describe('the columns of an export', () => {
  it('match the columns and nullability of the canonical tables', () => {
    const database = new DatabaseSync(join(fixtures, `v${String(latestVersion)}.db`), { readOnly: true });
    for (const table of snapshotTables) {
      const rows = database.prepare(`SELECT name, "notnull" AS required, pk FROM pragma_table_info('${table}')`).all();
      const exported = rows.filter(({ name }) => tables[table].columns[String(name)]?.isInNoExport !== true);
      const schema = exported.map(
        (row) => `${String(row['name'])} ${row['required'] === 1 || row['pk'] === 1 ? 'required' : ''}`,
      );
      const spec = snapshotColumns[table].map(({ name, nullable }) => {
        // Rows from before version 4 may lack a uid, so the schema cannot require it.
        return `${name} ${nullable || name === 'uid' ? '' : 'required'}`;
      });
      assert.deepEqual(spec.sort(), schema.map((line) => line.replace(/^uid required/u, 'uid ')).sort(), table);
    }
    database.close();
  });
});

for (const engine of engineNames) {
  describe(`export and import (${engine})`, () => {
    it('round-trips a document through an empty store', async () => {
      const store = openStore(engine, anEmptyStore(engine));
      const report = await store.portability.merge(filled(), 'ada');
      for (const table of snapshotTables) {
        assert.deepEqual(
          report[table],
          { added: filled().tables[table].length, duplicates: 0, conflicts: 0, erased: 0 },
          table,
        );
      }
      assert.deepEqual(await store.portability.read(filled().exported_at, 'ada'), filled());
      const inspected = await store.maintenance.inspect();
      assert.deepEqual([inspected.damage, inspected.indexMissing, inspected.indexOrphans], [[], 0, 0]);
      await store.close();
    });

    it('adds nothing when the same export is merged again', async () => {
      const store = openStore(engine, anEmptyStore(engine));
      await store.portability.merge(filled(), 'ada');
      const report = await store.portability.merge(filled(), 'ada');
      for (const table of snapshotTables) {
        assert.deepEqual(
          report[table],
          { added: 0, duplicates: filled().tables[table].length, conflicts: 0, erased: 0 },
          table,
        );
      }
      await store.close();
    });

    it('maps users, projects and agents of a filled store, and replaces taken numbers', async () => {
      const store = openStore(engine, anEmptyStore(engine));
      const ada = await visit(store);
      await store.facts.add(aFact(ada, 'the STORE is 记忆'), noJudgement);
      await store.facts.add(aFact(ada, 'ours alone'), noJudgement);
      const report = await store.portability.merge(filled(), 'ada');
      assert.deepEqual(report.users, { added: 1, duplicates: 1, conflicts: 0, erased: 0 });
      assert.deepEqual([report.projects.duplicates, report.agents.duplicates], [1, 1]);
      assert.deepEqual(report.facts, { added: 2, duplicates: 1, conflicts: 0, erased: 0 });
      const session = await store.sessions.get('s-1');
      assert.deepEqual([session?.userId, session?.projectId], [ada.user.id, ada.project?.id]);
      assert.equal((await store.profiles.get(ada.user.id))?.role, 'Engineer');
      const found = await findMemories(store, ada, ['journal']);
      assert.deepEqual(found.map(({ kind }) => kind).sort(), ['chunk', 'knowledge']);
      assert.deepEqual((await store.maintenance.inspect()).damage, []);
      await store.close();
    });

    it('keeps the older row when contents conflict', async () => {
      const store = openStore(engine, anEmptyStore(engine));
      await store.portability.merge(filled(), 'ada');
      const report = await store.portability.merge(changed('facts', 0, { fact: 'changed' }), 'ada');
      assert.deepEqual(report.facts, { added: 0, duplicates: 2, conflicts: 1, erased: 0 });
      assert.equal((await store.facts.get(1))?.fact, 'The store is 记忆');
      await store.close();
    });

    it('does not attach parts of a session to another user’s session with the same id', async () => {
      const store = openStore(engine, anEmptyStore(engine));
      const bob = await visit(store, { username: 'carla' });
      await store.sessions.open(
        {
          id: 's-1',
          userId: bob.user.id,
          agentId: bob.agent.id,
          projectId: null,
          externalId: 'q',
          reopenWindow: never,
          now: moment,
        },
        'x',
      );
      const report = await store.portability.merge(filled(), 'ada');
      assert.equal(report.sessions.conflicts, 1);
      assert.equal(report.conversation_chunks.conflicts, 1);
      assert.equal(report.session_summaries.conflicts, 1);
      assert.equal(report.facts.added, 3);
      assert.equal((await store.facts.get(1))?.sourceSession, null);
      await store.close();
    });

    it('keeps both duplicates within one old file', async () => {
      const store = openStore(engine, anEmptyStore(engine));
      const twice = filled();
      twice.tables.facts.push({ ...twice.tables.facts[0], id: 9, uid: 'f-uid-9' });
      assert.equal((await store.portability.merge(twice, 'ada')).facts.added, 4);
      await store.close();
    });

    it('drops a link to an unknown session if it is optional, otherwise rejects the import', async () => {
      const store = openStore(engine, anEmptyStore(engine));
      assert.equal(
        (await store.portability.merge(changed('facts', 0, { source_session: 'gone' }), 'ada')).facts.added,
        3,
      );
      assert.equal((await store.facts.get(1))?.sourceSession, null);
      const lost = changed('messages', 0, { uid: 'new', session_id: 'gone' });
      await assert.rejects(
        store.portability.merge(lost, 'ada'),
        /Table messages, row 1: session_id names a row that is neither/u,
      );
      await store.close();
    });

    it('rejects invalid rows, naming table, row and column, and changes nothing', async () => {
      const store = openStore(engine, anEmptyStore(engine));
      const bad: [Snapshot, RegExp][] = [
        [changed('facts', 1, { confidence: 'high' }), /Table facts, row 2: confidence must be a number/u],
        [changed('hypotheses', 0, { status: 'maybe' }), /Table hypotheses, row 1: status must be one of open/u],
        [changed('sessions', 2, { started_at: null }), /Table sessions, row 3: started_at is missing/u],
        [changed('sessions', 1, { told_by: 'nobody' }), /Table sessions, row 2: told_by must be one of rule/u],
        [changed('agents', 0, { colour: 'red' }), /Table agents, row 1: colour is not a column/u],
        [changed('messages', 1, { seq: 1.5 }), /Table messages, row 2: seq must be a whole number/u],
        [
          { ...filled(), schema_version: latestVersion + 1 },
          new RegExp(`schema version ${String(latestVersion + 1)}`, 'u'),
        ],
      ];
      for (const [snapshot, complaint] of bad) {
        await assert.rejects(store.portability.merge(snapshot, 'ada'), complaint);
        assert.equal(await codeOf(store.portability.merge(snapshot, 'ada')), 'bad_import');
      }
      const totals = await store.maintenance.totals(null);
      assert.deepEqual([totals.facts, totals.sessions, totals.messages], [0, 0, 0]);
      await store.close();
    });
  });
}

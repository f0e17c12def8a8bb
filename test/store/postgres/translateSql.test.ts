/** How a server gets the statements that the planner would otherwise answer by reading whole tables. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { translateSql } from '../../../src/store/postgres/engine/translateSql.ts';
import { amongKeys, amongNumbers, amongRows } from '../../../src/store/sql/connection/among.ts';
import { filterForShared } from '../../../src/store/sql/index/documentFilter.ts';
import { filesUnder } from '../../architecture/sourceImports.ts';

const root = resolve(import.meta.dirname, '../../..');

describe('the SQL for a server', () => {
  it('has an array for a list of keys, with a number for each parameter', () => {
    assert.equal(
      translateSql(`DELETE FROM a WHERE b = ? AND key ${amongKeys()} AND id ${amongNumbers('?1')}`),
      `DELETE FROM a WHERE b = $1 AND key = ANY (ARRAY(SELECT value FROM json_each($2))) AND id = ANY (ARRAY(SELECT CAST(value AS BIGINT) FROM json_each($1)))`,
    );
    const inner = amongRows(`SELECT uid FROM facts WHERE id ${amongNumbers()}`);
    assert.equal(
      translateSql(`SELECT 1 WHERE uid ${inner}`),
      'SELECT 1 WHERE uid = ANY (ARRAY(SELECT uid FROM facts WHERE id = ANY (ARRAY(SELECT CAST(value AS BIGINT) FROM json_each($1)))))',
    );
  });

  it('looks up each fact that others share', () => {
    const { sql } = filterForShared({ userId: 'ada', scope: 'all' }, '2026-04-01T00:00:00.000Z');
    assert.match(translateSql(sql), /d\.memory_id = ANY \(ARRAY\(SELECT/u);
  });

  it('gets every list of keys from one place', () => {
    const list =
      /(?<!amongRows\(['`])(?<!\bNOT IN \()SELECT (?:DISTINCT )?(?:\w+\.)?(?:value|CAST\(value AS \w+\)) FROM json_each/u;
    const folders = ['sql', 'exchange', 'postgres'].map((folder) => join(root, 'src/store', folder));
    const files = folders.flatMap(filesUnder).filter((file) => list.test(readFileSync(file, 'utf8')));
    const mayList = ['sql/connection/among.ts', 'exchange/sync/mergeTombstones.ts', 'sql/index/embeddingQueue.ts'];
    assert.deepEqual(
      files.filter((file) => !mayList.some((end) => file.endsWith(end))),
      [],
    );
  });
});

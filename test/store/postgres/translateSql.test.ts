/** How a server gets the statements that the planner would otherwise answer by reading whole tables. */
import assert from 'node:assert/strict';
import { translateSql } from '../../../src/store/postgres/engine/translateSql.ts';
import { filterForShared } from '../../../src/store/sql/index/documentFilter.ts';
import { eachOf, expiredFacts, workspaceFacts } from '../../../src/store/sql/index/liveFacts.ts';

describe('the SQL for a server', () => {
  it('looks up each fact that a read starts from', () => {
    for (const facts of [expiredFacts, workspaceFacts])
      assert.match(translateSql(`SELECT 1 WHERE memory_id IN (${eachOf(facts)})`), /memory_id = ANY \(ARRAY\(SELECT/u);
    const { sql } = filterForShared({ userId: 'ada', scope: 'all' }, '2026-04-01T00:00:00.000Z');
    assert.match(translateSql(sql), /d\.memory_id = ANY \(ARRAY\(SELECT/u);
  });

  it('keeps a list that only excludes facts', () => {
    assert.match(translateSql(`SELECT 1 WHERE memory_id NOT IN (${expiredFacts})`), /NOT IN \(SELECT/u);
  });
});

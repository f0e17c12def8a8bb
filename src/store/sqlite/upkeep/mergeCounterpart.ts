/**
 * Finds the row of the store that corresponds to an imported row, and compares them. Ids and `last_seen` do not count:
 * ids differ between stores, and the time of the last contact is not a memory.
 */
import type { SnapshotRow, SnapshotTable } from '../../../memory/upkeep/snapshot.ts';
import type { SqlConnection, SqlRow, SqlValue } from '../engine/sqlConnection.ts';
import { isNotDeprecated } from '../index/liveFacts.ts';
import { meetingOf } from './mergeDecision.ts';
import { snapshotColumns } from './snapshotColumns.ts';

export interface Counterpart {
  row: SqlRow;
  /** For a decision that meets a fact with the same statement also as in `meetingOf`. */
  outcome: 'duplicates' | 'conflicts' | 'completes' | 'differs';
  /** False if the row belongs to another user, so that no imported row may refer to it. */
  usable: boolean;
}

/** `added` contains the uids that this import added; rows with these uids do not match by content hash. */
export function findCounterpart(
  db: SqlConnection,
  table: SnapshotTable,
  row: SnapshotRow,
  added: ReadonlySet<string>,
): Counterpart | undefined {
  switch (table) {
    case 'users':
      return found(db, table, row, ['id']) ?? same(find(db, table, row, ['username']));
    case 'projects':
      return same(find(db, table, row, ['key']));
    case 'agents':
      return same(find(db, table, row, ['name']));
    case 'identity_profile':
      return found(db, table, row, ['user_id']);
    case 'sessions':
      return findSession(db, row);
    case 'session_summaries':
      return found(db, table, row, ['id']);
    case 'conversation_chunks':
      return found(db, table, row, ['uid']) ?? sameContent(db, table, row, ['session_id'], '1', added);
    case 'facts':
      return sameFact(db, row, added);
    case 'hypotheses':
      return found(db, table, row, ['uid']) ?? sameHypothesis(db, row, added);
    case 'global_knowledge':
      return found(db, table, row, ['uid']) ?? sameKnowledge(db, row, added);
    case 'messages':
      return found(db, table, row, ['uid']) ?? samePlace(db, row);
    case 'eras':
    case 'heaps':
      return found(db, table, row, ['id']);
    case 'knowledge_reviews':
    case 'outcomes':
      return found(db, table, row, ['uid']);
    case 'muted_memories':
      return found(db, table, row, ['uid']) ?? same(find(db, table, row, ['user_id', 'kind', 'memory_uid']));
    case 'links':
      return (
        found(db, table, row, ['uid']) ??
        same(find(db, table, row, ['from_kind', 'from_uid', 'to_kind', 'to_uid', 'relation']))
      );
  }
}

function findSession(db: SqlConnection, row: SnapshotRow): Counterpart | undefined {
  const byId = find(db, 'sessions', row, ['id']);
  if (byId !== undefined) {
    if (byId['user_id'] !== row['user_id']) return { row: byId, outcome: 'conflicts', usable: false };
    return { row: byId, outcome: agreement('sessions', byId, row), usable: true };
  }
  if (row['external_id'] === null) return undefined;
  if (row['origin'] === 'import') return same(find(db, 'sessions', row, ['user_id', 'external_id', 'origin']));
  if (row['ended_at'] !== null) return undefined;
  return same(find(db, 'sessions', row, ['user_id', 'external_id', 'origin', 'ended_at']));
}

function sameFact(db: SqlConnection, row: SnapshotRow, added: ReadonlySet<string>): Counterpart | undefined {
  const named = found(db, 'facts', row, ['uid']);
  // The same decision with other details was edited here or there, so it stays as it is here.
  if (named !== undefined)
    return meetingOf(row, named.row) === 'completes' ? { ...named, outcome: 'completes' } : named;
  if (row['deprecated'] === 1) return undefined;
  const stated = sameContent(db, 'facts', row, ['user_id', 'project_id'], isNotDeprecated('facts'), added);
  return stated && { ...stated, outcome: meetingOf(row, stated.row) ?? stated.outcome };
}

function sameHypothesis(db: SqlConnection, row: SnapshotRow, added: ReadonlySet<string>): Counterpart | undefined {
  if (row['status'] !== 'open') return undefined;
  return sameContent(db, 'hypotheses', row, ['user_id', 'project_id', 'status'], '1', added);
}

function sameKnowledge(db: SqlConnection, row: SnapshotRow, added: ReadonlySet<string>): Counterpart | undefined {
  if (row['status'] === 'deprecated') return undefined;
  return sameContent(db, 'global_knowledge', row, [], `coalesce(status, 'pending') <> 'deprecated'`, added);
}

/** Same position in the same conversation: either the same message, or a different one that was there first. */
function samePlace(db: SqlConnection, row: SnapshotRow): Counterpart | undefined {
  const there = find(db, 'messages', row, ['session_id', 'seq']);
  if (there === undefined) return undefined;
  const outcome = there['content_hash'] === row['content_hash'] ? 'duplicates' : 'conflicts';
  return { row: there, outcome, usable: true };
}

function sameContent(
  db: SqlConnection,
  table: SnapshotTable,
  row: SnapshotRow,
  columns: readonly string[],
  condition: string,
  added: ReadonlySet<string>,
): Counterpart | undefined {
  if (row['content_hash'] === null) return undefined;
  const rows = findAll(db, table, row, ['content_hash', ...columns], condition);
  return same(rows.find((candidate) => !added.has(String(candidate['uid']))));
}

function found(
  db: SqlConnection,
  table: SnapshotTable,
  row: SnapshotRow,
  columns: readonly string[],
): Counterpart | undefined {
  const there = find(db, table, row, columns);
  return there === undefined ? undefined : { row: there, outcome: agreement(table, there, row), usable: true };
}

function same(row: SqlRow | undefined): Counterpart | undefined {
  return row === undefined ? undefined : { row, outcome: 'duplicates', usable: true };
}

function agreement(table: SnapshotTable, there: SqlRow, row: SnapshotRow): 'duplicates' | 'conflicts' {
  const compared = snapshotColumns[table].filter(({ name }) => name !== 'id' && name !== 'last_seen');
  return compared.every(({ name }) => there[name] === row[name]) ? 'duplicates' : 'conflicts';
}

function find(
  db: SqlConnection,
  table: SnapshotTable,
  row: SnapshotRow,
  columns: readonly string[],
): SqlRow | undefined {
  return findAll(db, table, row, columns, '1')[0];
}

function findAll(
  db: SqlConnection,
  table: SnapshotTable,
  row: SnapshotRow,
  columns: readonly string[],
  condition: string,
): SqlRow[] {
  const where = [condition, ...columns.map((name) => `${name} IS ?`)].join(' AND ');
  const params: SqlValue[] = columns.map((name) => row[name] ?? null);
  return db.all(`SELECT * FROM ${table} WHERE ${where} ORDER BY id`, params);
}

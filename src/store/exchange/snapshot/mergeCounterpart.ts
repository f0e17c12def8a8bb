/**
 * Finds the row of the store that corresponds to an imported row, and compares them. Ids and `last_seen` do not count:
 * ids differ between stores, and the time of the last contact is not a memory.
 */
import type { SnapshotRow, SnapshotTable } from '../../../memory/upkeep/snapshot.ts';
import type { SqlConnection, SqlRow, SqlValue } from '../../sql/connection/sqlConnection.ts';
import { isNotDeprecated } from '../../sql/index/liveFacts.ts';
import { meetingOf } from './mergeDecision.ts';
import { saysSame } from '../../sql/shared/sameStatements.ts';
import { snapshotColumns } from './snapshotColumns.ts';

interface Counterpart {
  row: SqlRow;
  /** For a decision that meets a fact with the same statement also as in `meetingOf`. */
  outcome: 'duplicates' | 'conflicts' | 'completes' | 'differs';
  /** False if the row belongs to another user, so that no imported row may refer to it. */
  usable: boolean;
}

/** `added` contains the uids that this import added; rows with these uids do not match by content hash. */
export async function findCounterpart(
  db: SqlConnection,
  table: SnapshotTable,
  row: SnapshotRow,
  added: ReadonlySet<string>,
): Promise<Counterpart | undefined> {
  switch (table) {
    case 'users':
      return (await found(db, table, row, ['id'])) ?? same(await find(db, table, row, ['username']));
    case 'projects':
      return same(await find(db, table, row, ['key']));
    case 'agents':
      return same(await find(db, table, row, ['name']));
    case 'identity_profile':
      return found(db, table, row, ['user_id']);
    case 'sessions':
      return findSession(db, row);
    case 'session_summaries':
      return found(db, table, row, ['id']);
    case 'conversation_chunks':
      return (
        (await found(db, table, row, ['uid'])) ?? (await sameContent(db, table, row, ['session_id'], 'TRUE', added))
      );
    case 'facts':
      return sameFact(db, row, added);
    case 'hypotheses':
      return (await found(db, table, row, ['uid'])) ?? (await sameHypothesis(db, row, added));
    case 'global_knowledge':
      return (await found(db, table, row, ['uid'])) ?? (await sameKnowledge(db, row, added));
    case 'messages':
      return (await found(db, table, row, ['uid'])) ?? (await samePlace(db, row));
    case 'eras':
    case 'heaps':
      return found(db, table, row, ['id']);
    case 'knowledge_reviews':
    case 'outcomes':
      return found(db, table, row, ['uid']);
    case 'muted_memories':
      return (
        (await found(db, table, row, ['uid'])) ?? same(await find(db, table, row, ['user_id', 'kind', 'memory_uid']))
      );
    case 'entity_aliases':
      return (await found(db, table, row, ['uid'])) ?? (await found(db, table, row, ['user_id', 'alias']));
    case 'links':
      return (
        (await found(db, table, row, ['uid'])) ??
        same(await find(db, table, row, ['from_kind', 'from_uid', 'to_kind', 'to_uid', 'relation']))
      );
  }
}

async function findSession(db: SqlConnection, row: SnapshotRow): Promise<Counterpart | undefined> {
  const byId = await find(db, 'sessions', row, ['id']);
  if (byId !== undefined) {
    if (byId['user_id'] !== row['user_id']) return { row: byId, outcome: 'conflicts', usable: false };
    return { row: byId, outcome: agreement('sessions', byId, row), usable: true };
  }
  if (row['external_id'] === null) return undefined;
  if (row['origin'] === 'import') return same(await find(db, 'sessions', row, ['user_id', 'external_id', 'origin']));
  if (row['ended_at'] !== null) return undefined;
  return same(await find(db, 'sessions', row, ['user_id', 'external_id', 'origin', 'ended_at']));
}

async function sameFact(
  db: SqlConnection,
  row: SnapshotRow,
  added: ReadonlySet<string>,
): Promise<Counterpart | undefined> {
  const named = await found(db, 'facts', row, ['uid']);
  // The same decision with other details was edited here or there, so it stays as it is here.
  if (named !== undefined)
    return meetingOf(row, named.row) === 'completes' ? { ...named, outcome: 'completes' } : named;
  if (row['deprecated'] === 1) return undefined;
  const stated = await sameContent(db, 'facts', row, ['user_id', 'project_id'], isNotDeprecated('facts'), added);
  return stated && { ...stated, outcome: meetingOf(row, stated.row) ?? stated.outcome };
}

async function sameHypothesis(
  db: SqlConnection,
  row: SnapshotRow,
  added: ReadonlySet<string>,
): Promise<Counterpart | undefined> {
  if (row['status'] !== 'open') return undefined;
  return sameContent(db, 'hypotheses', row, ['user_id', 'project_id', 'status'], 'TRUE', added);
}

async function sameKnowledge(
  db: SqlConnection,
  row: SnapshotRow,
  added: ReadonlySet<string>,
): Promise<Counterpart | undefined> {
  if (row['status'] === 'deprecated') return undefined;
  return sameContent(db, 'global_knowledge', row, [], `coalesce(status, 'pending') <> 'deprecated'`, added);
}

/** Same position in the same conversation: either the same message, or a different one that was there first. */
async function samePlace(db: SqlConnection, row: SnapshotRow): Promise<Counterpart | undefined> {
  const there = await find(db, 'messages', row, ['session_id', 'seq']);
  if (there === undefined) return undefined;
  const outcome = there['content_hash'] === row['content_hash'] ? 'duplicates' : 'conflicts';
  return { row: there, outcome, usable: true };
}

async function sameContent(
  db: SqlConnection,
  table: SnapshotTable,
  row: SnapshotRow,
  columns: readonly string[],
  condition: string,
  added: ReadonlySet<string>,
): Promise<Counterpart | undefined> {
  if (row['content_hash'] === null) return undefined;
  const rows = await findAll(db, table, row, ['content_hash', ...columns], condition);
  const free = rows.filter((candidate) => !added.has(String(candidate['uid'])));
  return same(saysSame(free, table, row));
}

async function found(
  db: SqlConnection,
  table: SnapshotTable,
  row: SnapshotRow,
  columns: readonly string[],
): Promise<Counterpart | undefined> {
  const there = await find(db, table, row, columns);
  return there === undefined ? undefined : { row: there, outcome: agreement(table, there, row), usable: true };
}

function same(row: SqlRow | undefined): Counterpart | undefined {
  return row === undefined ? undefined : { row, outcome: 'duplicates', usable: true };
}

function agreement(table: SnapshotTable, there: SqlRow, row: SnapshotRow): 'duplicates' | 'conflicts' {
  const compared = snapshotColumns[table].filter(({ name }) => name !== 'id' && name !== 'last_seen');
  return compared.every(({ name }) => there[name] === row[name]) ? 'duplicates' : 'conflicts';
}

async function find(
  db: SqlConnection,
  table: SnapshotTable,
  row: SnapshotRow,
  columns: readonly string[],
): Promise<SqlRow | undefined> {
  return (await findAll(db, table, row, columns, 'TRUE'))[0];
}

async function findAll(
  db: SqlConnection,
  table: SnapshotTable,
  row: SnapshotRow,
  columns: readonly string[],
  condition: string,
): Promise<SqlRow[]> {
  const where = [condition, ...columns.map((name) => `${name} IS NOT DISTINCT FROM ?`)].join(' AND ');
  const params: SqlValue[] = columns.map((name) => row[name] ?? null);
  return db.all(`SELECT * FROM ${table} WHERE ${where} ORDER BY id`, params);
}

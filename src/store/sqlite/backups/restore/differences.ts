/**
 * Counts the memories in a store of the current schema and compares two stores memory by memory. Both are read page by
 * page in the order of their permanent names, so that neither is ever in memory as a whole.
 */
import type { ComparedKind, Differing, KindCounts, KindDifference } from '../../../../memory/upkeep/backups.ts';
import { comparedKinds } from '../../../../memory/upkeep/backups.ts';
import { oneLine, shorten } from '../../../../util/text.ts';
import { columnNames, tableNames } from '../../../sql/connection/pragmas.ts';
import { number, text, textOr } from '../../../sql/connection/rowReader.ts';
import type { SqlConnection } from '../../../sql/connection/sqlConnection.ts';
import { erasureState } from '../../../sql/shared/tombstones.ts';
import { mapInTurn } from '../../../sql/connection/inTurn.ts';

interface KindSource {
  table: string;
  /** The permanent name. */
  key: string;
  headline: string;
  /** Changes whenever the memory changes. */
  state: string;
}

const sources: Record<ComparedKind, KindSource> = {
  facts: { table: 'facts', key: 'uid', headline: 'fact', state: `version || ' ' || coalesce(content_hash, '')` },
  sessions: { table: 'sessions', key: 'id', headline: 'one_liner', state: `version || ' ' || coalesce(ended_at, '')` },
  chunks: {
    table: 'conversation_chunks',
    key: 'uid',
    headline: 'substr(content, 1, 200)',
    state: `version || ' ' || coalesce(content_hash, '')`,
  },
  knowledge: { table: 'global_knowledge', key: 'uid', headline: 'title', state: 'version' },
  hypotheses: { table: 'hypotheses', key: 'uid', headline: 'hypothesis', state: 'version' },
  messages: { table: 'messages', key: 'uid', headline: 'substr(content, 1, 200)', state: 'content_hash' },
  profiles: { table: 'identity_profile', key: 'id', headline: `coalesce(role, 'a profile')`, state: 'version' },
};

interface Entry {
  key: string;
  headline: string;
  state: string;
}

const maxShown = 5;
const headlineLength = 100;
const pageLength = 2_000;

/** Null for a database that is not a store of ours. */
export async function countsOf(db: SqlConnection): Promise<KindCounts | null> {
  const there = await tableNames(db);
  if (!there.has('facts')) return null;
  const countOf = async (kind: ComparedKind): Promise<number> => {
    const { table } = sources[kind];
    return there.has(table) ? number((await db.get(`SELECT count(*) AS n FROM ${table}`)) ?? {}, 'n') : 0;
  };
  return {
    facts: await countOf('facts'),
    sessions: await countOf('sessions'),
    chunks: await countOf('chunks'),
    knowledge: await countOf('knowledge'),
    hypotheses: await countOf('hypotheses'),
    messages: await countOf('messages'),
    profiles: await countOf('profiles'),
  };
}

/**
 * Identifies the state of the memories of a store; compare it with a later mark of the same file. Also works for a
 * store that this version has not upgraded yet.
 */
export async function changeMark(db: SqlConnection): Promise<string> {
  const there = await tableNames(db);
  const marks = await mapInTurn(comparedKinds, async (kind) => {
    const { table } = sources[kind];
    if (!there.has(table)) return 'none';
    const columns = await columnNames(db, table);
    const version = columns.has('version') ? 'total(version)' : '0';
    const ended = columns.has('ended_at') ? 'count(ended_at)' : '0';
    const sql = `SELECT count(*) || ' ' || total(rowid) || ' ' || ${version} || ' ' || ${ended} AS mark FROM ${table}`;
    return text((await db.get(sql)) ?? {}, 'mark');
  });
  return [await erasureState(db), ...marks].join(', ');
}

/** The differences between `store`, which would be replaced and may not exist, and `backup`. */
export async function differencesBetween(
  store: SqlConnection | undefined,
  backup: SqlConnection,
): Promise<KindDifference[]> {
  return (await mapInTurn(comparedKinds, (kind) => differenceIn(kind, store, backup))).filter(
    ({ gone, back, changed }) => gone.count + back.count + changed.count > 0,
  );
}

async function differenceIn(
  kind: ComparedKind,
  store: SqlConnection | undefined,
  backup: SqlConnection,
): Promise<KindDifference> {
  const gone = nothing();
  const back = nothing();
  const changed = nothing();
  const ours = entriesOf(store, kind);
  const theirs = entriesOf(backup, kind);
  let left = await ours.next();
  let right = await theirs.next();
  while (left.done !== true || right.done !== true) {
    if (right.done === true || (left.done !== true && left.value.key < right.value.key)) {
      if (left.done !== true) note(gone, left.value);
      left = await ours.next();
    } else if (left.done === true || right.value.key < left.value.key) {
      note(back, right.value);
      right = await theirs.next();
    } else {
      if (left.value.state !== right.value.state) note(changed, right.value);
      left = await ours.next();
      right = await theirs.next();
    }
  }
  return { kind, gone, back, changed };
}

/** Keys are compared by their bytes on both sides; all of ours are ASCII. */
async function* entriesOf(db: SqlConnection | undefined, kind: ComparedKind): AsyncGenerator<Entry, undefined> {
  if (db === undefined) return undefined;
  const { table, key, headline, state } = sources[kind];
  const sql = `SELECT ${key} AS key, ${headline} AS headline, ${state} AS state FROM ${table}
               WHERE ${key} > ? ORDER BY ${key} LIMIT ${String(pageLength)}`;
  for (let last = ''; ;) {
    const rows = await db.all(sql, [last]);
    for (const row of rows) {
      last = text(row, 'key');
      yield { key: last, headline: textOr(row, 'headline', ''), state: textOr(row, 'state', '') };
    }
    if (rows.length < pageLength) return undefined;
  }
}

function nothing(): Differing {
  return { count: 0, first: [] };
}

function note(differing: Differing, { headline }: Entry): void {
  differing.count += 1;
  if (differing.first.length < maxShown) differing.first.push(shorten(oneLine(headline), headlineLength));
}

/**
 * Names of erased data, so that no recording, import or rewritten transcript brings it back. A tombstone is a name and
 * never content. It has the uid of a memory. For a message it also has the time and the place in the conversation,
 * because a client that rewrites a file gives messages other names. For a session it has the conversation until its
 * last message, and for a user the name until the erasure. Only a fact also has a short fingerprint, which recognizes a
 * file of notes that still contains it: it can confirm a guess, but no text can be read from it. Everything except uids
 * is made from the user's name, because a user who returns after an erasure gets another id.
 *
 * Data that a vacuum deleted has no tombstone: it was deleted because of its age, and its age keeps it out of
 * recordings.
 */
import type { Hash } from '../../../memory/shared/ports.ts';
import { tableNames } from '../connection/pragmas.ts';
import { text, textOrNull } from '../connection/rowReader.ts';
import type { SqlConnection, SqlValue } from '../connection/sqlConnection.ts';

export type TombstoneKind =
  | 'fact'
  | 'chunk'
  | 'session'
  | 'message'
  | 'knowledge'
  | 'hypothesis'
  | 'statement'
  | 'moment'
  | 'place'
  | 'conversation'
  | 'user'
  | 'project';

/** A message as a recording or an import identifies it. */
interface MessageMark {
  username: string;
  conversation: string;
  role: string;
  type: string;
  /** ISO 8601; null if unknown. */
  createdAt: string | null;
}

/**
 * Characters of a hash: few enough to reveal nothing, enough that two statements of one user do not collide by chance.
 */
const fingerprintLength = 12;

export async function putTombstone(
  db: SqlConnection,
  kind: TombstoneKind,
  uid: string,
  { now, until = null }: { now: string; until?: string | null },
): Promise<void> {
  // On a server, two users may have the same one, and a conflict would tell one what the other erased.
  const extend = 'UPDATE tombstones SET until = max(coalesce(until, ?1), ?1) WHERE uid = ?2';
  if ((await db.run(extend, [until, uid])).changes > 0) return;
  const insert = 'INSERT INTO tombstones (uid, kind, until, erased_at) VALUES (?, ?, ?, ?)';
  await db.run(insert, [uid, kind, until, now]);
}

/** Puts one tombstone for each row of a SELECT that returns uids. */
export async function putTombstones(
  db: SqlConnection,
  kind: TombstoneKind,
  uids: { select: string; params: readonly SqlValue[] },
  now: string,
): Promise<void> {
  for (const row of await db.all(uids.select, uids.params)) {
    const uid = textOrNull(row, 'uid');
    if (uid !== null) await putTombstone(db, kind, uid, { now });
  }
}

export async function hasTombstone(db: SqlConnection, uid: string): Promise<boolean> {
  return (await db.get('SELECT 1 FROM tombstones WHERE uid = ?', [uid])) !== undefined;
}

/** Undefined if there is none; null if it has no end. */
export async function tombstoneUntil(db: SqlConnection, uid: string): Promise<string | null | undefined> {
  const row = await db.get('SELECT until FROM tombstones WHERE uid = ?', [uid]);
  return row === undefined ? undefined : textOrNull(row, 'until');
}

/** The number of tombstones and their latest times: every erasure changes it. Backups also run it in another thread. */
export const erasureStateSql =
  "SELECT count(*) || ' ' || coalesce(max(erased_at), '') || ' ' || coalesce(max(until), '') AS state FROM tombstones";

/** The state of a store in which nothing was erased, or whose schema has no tombstones. */
export const nothingErased = '0  ';

export async function erasureState(db: SqlConnection): Promise<string> {
  if (!(await tableNames(db)).has('tombstones')) return nothingErased;
  return text((await db.get(erasureStateSql)) ?? {}, 'state');
}

/** Whether nothing was ever erased, so that lookups can be skipped. */
export async function hasNoTombstones(db: SqlConnection): Promise<boolean> {
  return (await db.get('SELECT 1 FROM tombstones LIMIT 1')) === undefined;
}

/**
 * Part of an erasure: of erased records, a sync keeps neither the hash of their content nor versions that lost.
 * `uids` is a SELECT of a column `uid` with their names; its parameters are all numbered or none. What belongs to an erased session is recognized by its id.
 */
export async function forgetSynced(db: SqlConnection, uids: string, params: readonly SqlValue[]): Promise<void> {
  if (db.dialect === 'postgres') return;
  await db.run(`UPDATE sync_stamps SET hash = NULL WHERE hash IS NOT NULL AND record_key IN (${uids})`, params);
  await db.run(
    `DELETE FROM sync_conflicts WHERE record_key IN (${uids}) OR (table_name NOT IN ('facts', 'hypotheses', 'global_knowledge')
       AND EXISTS (SELECT 1 FROM (${uids}) AS erased WHERE instr(content, erased.uid) > 0))`,
    uids.includes('?1') ? params : [...params, ...params],
  );
}

export function statementMark(hash: Hash, username: string, contentHash: string): string {
  return `statement:${hash(`statement\n${username}\n${contentHash}`).slice(0, fingerprintLength)}`;
}

export function momentMark(hash: Hash, { username, conversation, role, type, createdAt }: MessageMark): string {
  return `moment:${hash(['moment', username, conversation, role, type, createdAt ?? ''].join('\n')).slice(0, 32)}`;
}

export function placeMark(hash: Hash, username: string, conversation: string, seq: number): string {
  return `place:${hash(['place', username, conversation, String(seq)].join('\n')).slice(0, 32)}`;
}

export function conversationMark(hash: Hash, username: string, conversation: string): string {
  return `conversation:${hash(['conversation', username, conversation].join('\n')).slice(0, 32)}`;
}

export function userMark(hash: Hash, username: string): string {
  return `user:${hash(['user', username].join('\n')).slice(0, 32)}`;
}

/** Whether a tombstone covers a time; it covers a null time. */
export function isCovered(until: string | null | undefined, time: string | null): boolean {
  if (until === undefined) return false;
  return until === null || time === null || time <= until;
}

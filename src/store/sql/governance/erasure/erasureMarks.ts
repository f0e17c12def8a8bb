/** Writes the tombstones for an erasure, while the rows to be erased can still be read. */
import type { Hash } from '../../../../memory/shared/ports.ts';
import type { ErasableRef } from '../../../../memory/governance/erasure.ts';
import { statementHash } from '../../../../memory/shared/contentHash.ts';
import { number, text, textOr, textOrNull } from '../../connection/rowReader.ts';
import type { SqlConnection, SqlValue } from '../../connection/sqlConnection.ts';
import {
  conversationMark,
  momentMark,
  placeMark,
  putTombstone,
  putTombstones,
  statementMark,
} from '../../shared/tombstones.ts';
import type { TombstoneKind } from '../../shared/tombstones.ts';

interface MarkingPorts {
  hash: Hash;
  now: string;
}

export async function markErased(db: SqlConnection, { kind, id }: ErasableRef, ports: MarkingPorts): Promise<void> {
  switch (kind) {
    case 'fact':
      await markFacts(db, 'f.id = ?', [Number(id)], ports);
      return;
    case 'session':
      await markSessions(db, 's.id = ?', [id], ports);
      return;
    case 'message':
      await markMessage(db, Number(id), ports);
      return;
    case 'chunk':
      await markRows(db, 'chunk', 'conversation_chunks', { where: 'id = ?', params: [Number(id)] }, ports.now);
      return;
    case 'knowledge':
      await markRows(db, 'knowledge', 'global_knowledge', { where: 'id = ?', params: [Number(id)] }, ports.now);
      return;
    case 'hypothesis':
      await markRows(db, 'hypothesis', 'hypotheses', { where: 'id = ?', params: [Number(id)] }, ports.now);
  }
}

export async function markRows(
  db: SqlConnection,
  kind: TombstoneKind,
  table: 'conversation_chunks' | 'global_knowledge' | 'hypotheses',
  { where, params }: { where: string; params: readonly SqlValue[] },
  now: string,
): Promise<void> {
  await putTombstones(db, kind, { select: `SELECT uid FROM ${table} WHERE ${where}`, params }, now);
}

/** `where` is a condition on the alias `f`. */
export async function markFacts(
  db: SqlConnection,
  where: string,
  params: readonly SqlValue[],
  { hash, now }: MarkingPorts,
): Promise<void> {
  const sql = `SELECT f.uid, f.fact, u.username FROM facts f LEFT JOIN users u ON u.id = f.user_id WHERE ${where}`;
  for (const row of await db.all(sql, params)) {
    const uid = textOrNull(row, 'uid');
    if (uid !== null) await putTombstone(db, 'fact', uid, { now });
    const mark = statementMark(hash, textOr(row, 'username', ''), statementHash(hash, text(row, 'fact')));
    await putTombstone(db, 'statement', mark, { now });
  }
}

/**
 * `where` is a condition on the alias `s`. The tombstone of a conversation covers the time until the end or the last
 * message of the session; later messages belong to another session. For an open session it covers the time until now.
 */
export async function markSessions(
  db: SqlConnection,
  where: string,
  params: readonly SqlValue[],
  { hash, now }: MarkingPorts,
): Promise<void> {
  const last = `(SELECT max(created_at) FROM messages WHERE session_id = s.id)`;
  const sql = `SELECT s.id, s.external_id, u.username, s.ended_at, s.started_at, ${last} AS last_at
               FROM sessions s LEFT JOIN users u ON u.id = s.user_id WHERE ${where}`;
  for (const row of await db.all(sql, params)) {
    await putTombstone(db, 'session', text(row, 'id'), { now });
    const conversation = textOrNull(row, 'external_id');
    if (conversation === null) continue;
    const ended = textOrNull(row, 'ended_at');
    const times = [ended ?? now, text(row, 'started_at'), textOr(row, 'last_at', '')];
    const until = times.reduce((one, other) => (other > one ? other : one));
    await putTombstone(db, 'conversation', conversationMark(hash, textOr(row, 'username', ''), conversation), {
      now,
      until,
    });
  }
}

async function markMessage(db: SqlConnection, id: number, { hash, now }: MarkingPorts): Promise<void> {
  const sql = `SELECT m.uid, m.role, m.type, m.seq, m.created_at, s.external_id, u.username
               FROM messages m JOIN sessions s ON s.id = m.session_id JOIN users u ON u.id = m.user_id WHERE m.id = ?`;
  const row = await db.get(sql, [id]);
  if (row === undefined) return;
  await putTombstone(db, 'message', text(row, 'uid'), { now });
  const conversation = textOrNull(row, 'external_id');
  if (conversation === null) return;
  const username = text(row, 'username');
  const mark = { username, conversation, role: text(row, 'role'), type: text(row, 'type') };
  await putTombstone(db, 'moment', momentMark(hash, { ...mark, createdAt: text(row, 'created_at') }), { now });
  await putTombstone(db, 'place', placeMark(hash, username, conversation, number(row, 'seq')), { now });
}

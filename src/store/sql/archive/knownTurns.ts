/**
 * Recognizes stored turns that a transcript brings again under other names. One conversation can exist in several
 * formats with different message names, and a client can rewrite a file. A turn is identified by its request. Each
 * stored request matches only one turn, so a repeated request is recorded twice.
 */
import type { KnownTurns, RecordedBatch, RecordedMessage } from '../../../memory/archive/recording.ts';
import { number, text, textOrNull } from '../connection/rowReader.ts';
import type { SqlConnection } from '../connection/sqlConnection.ts';

/** Maximum difference in minutes between the times that two formats give the same message. */
const sameTurn = 10;

/** Minutes by which another format may date a turn earlier than the turn where a reading continues. */
const sameMoment = 1;

/** Adds to the requests known from earlier batches those that other readings have stored for the conversation since. */
export async function knownTurns(db: SqlConnection, batch: RecordedBatch): Promise<KnownTurns> {
  const known: KnownTurns = batch.known ?? { through: 0, asked: new Map(), inTurn: false, originals: new Map() };
  const isFirst = batch.known === undefined;
  // Turns before the one where this reading continues belong to an earlier reading and cannot match a later turn.
  const since =
    isFirst && batch.resumedAt !== undefined ? Date.parse(batch.resumedAt) - sameMoment * 60_000 : -Infinity;
  const rows = await db.all(
    `SELECT m.id, m.content_hash, m.created_at, m.source_ref FROM messages m
     WHERE ${isFirst ? '' : '+'}m.session_id IN (SELECT id FROM sessions WHERE user_id = ?1 AND external_id = ?2) AND m.id > ?3
       AND m.role = 'user' AND m.type = 'text' ORDER BY m.id`,
    [batch.userId, batch.conversation, known.through],
  );
  for (const row of rows) {
    const isOtherFormat = textOrNull(row, 'source_ref')?.startsWith(`${batch.format}:`) === false;
    // After the first batch, requests of the same format come from this reading.
    if (!isOtherFormat && !(isFirst && batch.isRewritten)) continue;
    if (Date.parse(text(row, 'created_at')) < since) continue;
    const same = known.asked.get(text(row, 'content_hash')) ?? [];
    same.push({ id: number(row, 'id'), createdAt: text(row, 'created_at'), isOtherFormat });
    known.asked.set(text(row, 'content_hash'), same);
  }
  return known;
}

/** Whether a message is a copy of one that is stored in its original conversation. */
export async function isCopy(
  db: SqlConnection,
  { originals }: KnownTurns,
  { userId }: RecordedBatch,
  { copiedFrom, contentHash }: RecordedMessage,
): Promise<boolean> {
  if (copiedFrom === undefined) return false;
  const contents = originals.get(copiedFrom) ?? (await contentsOf(db, userId, copiedFrom));
  originals.set(copiedFrom, contents);
  return contents.has(contentHash);
}

async function contentsOf(db: SqlConnection, userId: string, conversation: string): Promise<Set<string>> {
  const sql = `SELECT m.content_hash FROM messages m JOIN sessions s ON s.id = m.session_id
    WHERE s.user_id = ? AND s.external_id = ?`;
  return new Set((await db.all(sql, [userId, conversation])).map((row) => text(row, 'content_hash')));
}

/** A request that is stored under its own name matches no other one. */
export function noteStored({ asked }: KnownTurns, { contentHash }: RecordedMessage, id: number): void {
  const left = asked.get(contentHash)?.filter((request) => request.id !== id);
  if (left !== undefined) asked.set(contentHash, left);
}

/**
 * Whether a request, and therefore its answer, is stored under another name: the remaining request nearest in time. A
 * rewritten file may have other times than before.
 */
export function isKnown({ asked }: KnownTurns, { contentHash, createdAt, isUndated }: RecordedMessage): boolean {
  const left = asked.get(contentHash) ?? [];
  const near = left.flatMap((request) => {
    const time = Math.abs(Date.parse(request.createdAt) - Date.parse(createdAt ?? ''));
    const isFar = request.isOtherFormat && isUndated !== true && time > sameTurn * 60_000;
    return isFar ? [] : [{ request, time: Number.isNaN(time) ? 0 : time }];
  });
  const nearest = near.toSorted((one, other) => one.time - other.time || one.request.id - other.request.id)[0];
  if (nearest === undefined) return false;
  asked.set(
    contentHash,
    left.filter((request) => request !== nearest.request),
  );
  return true;
}

/**
 * Whether the conversation already has this message. A compaction that only one format contains is new even in a known
 * turn.
 */
export async function isSaid(
  db: SqlConnection,
  batch: RecordedBatch,
  { contentHash }: RecordedMessage,
): Promise<boolean> {
  const sql = `SELECT 1 FROM messages m JOIN sessions s ON s.id = m.session_id
    WHERE s.user_id = ? AND s.external_id = ? AND m.content_hash = ? LIMIT 1`;
  return (await db.get(sql, [batch.userId, batch.conversation, contentHash])) !== undefined;
}

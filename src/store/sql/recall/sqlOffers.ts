/** Offers over SQL: one row for each memory that was offered in a session, with the time of the last offer. */
import { askedKind, contextKind, countedKinds, lostContextId } from '../../../memory/recall/offers.ts';
import type { OfferClaim, OfferRef, OfferStore } from '../../../memory/recall/offers.ts';
import { minutesBefore } from '../../../util/time.ts';
import type { SqlConnection, SqlEngine } from '../connection/sqlConnection.ts';
import { filterInTurn } from '../connection/inTurn.ts';
import { number, text } from '../connection/rowReader.ts';

export function createSqlOffers(engine: SqlEngine): OfferStore {
  return {
    claim: (claim) => (claim.refs.length === 0 ? Promise.resolve([]) : engine.write((db) => claimOffers(db, claim))),
    forget: (sessionId) =>
      engine.write(async (db) => {
        await db.run('DELETE FROM offers WHERE session_id = ? AND kind <> ?', [sessionId, askedKind]);
      }),
    holdsContext: ({ user, conversationId }) =>
      engine.read(async (db) => {
        const sql = `SELECT max(CASE WHEN o.memory_id = ? THEN 1 ELSE 0 END) AS is_lost FROM offers o JOIN sessions s ON s.id = o.session_id
                     WHERE s.user_id = ? AND s.external_id = ? AND o.kind = ?`;
        const row = await db.get(sql, [lostContextId, user.id, conversationId, contextKind]);
        return row?.['is_lost'] === 0;
      }),
    sent: (sessionId) =>
      engine.read(async (db) =>
        (await db.all('SELECT kind, memory_id FROM offers WHERE session_id = ?', [sessionId])).map((row) => ({
          kind: text(row, 'kind'),
          id: text(row, 'memory_id'),
        })),
      ),
    has: (sessionId, { kind, id }) =>
      engine.read(async (db) => {
        const sql = 'SELECT 1 FROM offers WHERE session_id = ? AND kind = ? AND memory_id = ?';
        return (await db.get(sql, [sessionId, kind, id])) !== undefined;
      }),
    take: (sessionId, { kind, id }) =>
      engine.write(async (db) => {
        const one = 'session_id = ? AND kind = ? AND memory_id = ?';
        return (await db.run(`DELETE FROM offers WHERE ${one}`, [sessionId, kind, id])).changes === 1;
      }),
    noteUse: ({ userId, refs, since, now }) =>
      engine.write(async (db) => {
        const sql = `UPDATE offers SET used_at = ? WHERE kind = ? AND memory_id = ? AND used_at IS NULL AND offered_at >= ?
                     AND session_id IN (SELECT id FROM sessions WHERE user_id = ?)`;
        for (const { kind, id } of refs) await db.run(sql, [now, kind, id, since, userId]);
      }),
    counts: (userId, since) =>
      engine.read(async (db) => {
        const kinds = countedKinds.map((kind) => `'${kind}'`).join(', ');
        const sent = await db.get(
          `SELECT count(*) AS offered, count(o.used_at) AS used FROM offers o JOIN sessions s ON s.id = o.session_id
           WHERE s.user_id = ? AND o.offered_at >= ? AND o.kind IN (${kinds})`,
          [userId, since],
        );
        const rated = await db.get(
          `SELECT count(*) AS rated, count(CASE WHEN feedback = 'useful' THEN 1 END) AS useful FROM muted_memories
           WHERE user_id = ? AND created_at >= ?`,
          [userId, since],
        );
        const useful = number(rated ?? {}, 'useful');
        return {
          offered: number(sent ?? {}, 'offered'),
          used: number(sent ?? {}, 'used') + useful,
          dismissed: number(rated ?? {}, 'rated') - useful,
        };
      }),
  };
}

async function claimOffers(db: SqlConnection, { sessionId, refs, now, again }: OfferClaim): Promise<OfferRef[]> {
  // No time is less than the empty string, so without `again` an existing row stays unchanged.
  const before = again === undefined ? '' : minutesBefore(new Date(now), again);
  const sql = `INSERT INTO offers (session_id, kind, memory_id, offered_at)
    SELECT id, ?, ?, ? FROM sessions WHERE id = ?
    ON CONFLICT (session_id, kind, memory_id) DO UPDATE SET offered_at = excluded.offered_at WHERE offers.offered_at < ?`;
  return await filterInTurn(
    refs,
    async ({ kind, id }) => (await db.run(sql, [kind, id, now, sessionId, before])).changes === 1,
  );
}

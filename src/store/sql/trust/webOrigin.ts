/**
 * Sets the origin `web` for data that an agent stored between reading the web and the end of that turn, with or without
 * a stated source: it may repeat a stranger's words. Data that a person wrote or confirmed is never changed, and
 * nothing becomes more trusted.
 */
import { amongKeys } from '../connection/among.ts';
import { listsOfHandOff } from '../../../memory/recall/handOffText.ts';
import { isWebTool } from '../../../memory/trust/origin.ts';
import { profileFieldsGiven } from '../../../memory/profile/profileOrigins.ts';
import type { ProfileField } from '../../../memory/profile/profileOrigins.ts';
import { isSaidBy, storingCallsOf } from '../../../memory/archive/storingCalls.ts';
import type { StoredByCall, StoringCall } from '../../../memory/archive/storingCalls.ts';
import type { AuditAction, AuditKind } from '../../../memory/shared/vocabulary.ts';
import { flag, number, text, textOr, textOrNull } from '../connection/rowReader.ts';
import type { SqlConnection } from '../connection/sqlConnection.ts';
import { isHandOff } from '../index/liveFacts.ts';

interface RecordedSession {
  id: string;
  userId: string;
  hasReadWeb: boolean;
}

/** A time range; `until` is excluded unless `inclusive`. */
interface Stretch {
  since: string;
  until: string;
  inclusive: boolean;
}

/**
 * `firstSeq` is the first new message. The turn that it continues is read again, because data stored since may come
 * from web pages read earlier in it. `now` is the time of this reading.
 */
export async function markWebOrigin(
  db: SqlConnection,
  sessionId: string,
  firstSeq: number,
  now: string,
): Promise<void> {
  const asked = `session_id = ?1 AND role = 'user' AND type = 'text'
    AND uid NOT IN (SELECT continuation FROM heaps WHERE session_id = ?1 AND continuation IS NOT NULL)`;
  const rows = await db.all(
    `SELECT created_at, tool, ${asked} AS asks, role = 'assistant' AND type = 'text' AS answers,
         iif(type = 'tool_use', substr(content, 1, 10000), NULL) AS given
       FROM messages WHERE session_id = ?1
       AND seq >= coalesce((SELECT max(seq) FROM messages WHERE ${asked} AND seq <= ?2), 0) ORDER BY seq`,
    [sessionId, firstSeq],
  );
  const session = await recordedSession(db, sessionId);
  let since: string | undefined;
  const changed = new Set<ProfileField>();
  const calls: StoringCall[] = [];
  // `answered`: when the assistant continued after its calls, which it does once all have returned. Undefined for
  // clients that give every message the same time.
  let [calledAt, answered]: [string, string | undefined] = ['', undefined];
  for (const [place, row] of rows.entries()) {
    const at = text(row, 'created_at');
    const asks = number(row, 'asks') === 1;
    const isLast = place === rows.length - 1;
    if (number(row, 'answers') === 1 && at > calledAt) answered = at;
    const [tool, given] = [textOrNull(row, 'tool') ?? '', textOrNull(row, 'given')];
    if (isWebTool(tool)) since ??= at;
    const called = storingCallsOf(tool, given);
    // The end of a session covers all its turns.
    const ends = called.filter(({ kind }) => kind === 'session' || kind === 'handOff');
    if (session.hasReadWeb) await lowerCalled(db, session, ends, { since: since ?? at, until: now, inclusive: true });
    if (since === undefined) continue;
    if (called.length > ends.length) {
      calls.push(...called.filter((call) => !ends.includes(call)));
      [calledAt, answered] = [at, undefined];
    }
    for (const field of profileFieldsGiven(tool, given)) changed.add(field);
    if (!asks && !isLast) continue;
    // Data stored after the last message belongs to the next reading.
    await lowerOfSession(db, sessionId, { since, until: at, inclusive: !asks });
    // Limited to the turn, because other chats of the user may store the same statement later.
    const ofCalls = { since, until: answered ?? (asks ? at : now), inclusive: answered !== undefined || !asks };
    await lowerCalled(db, session, calls.splice(0), ofCalls);
    for (const field of changed) await lowerProfile(db, session, field, since);
    changed.clear();
    since = undefined;
  }
  if (session.hasReadWeb) await lowerHandOffs(db, sessionId);
}

async function recordedSession(db: SqlConnection, id: string): Promise<RecordedSession> {
  const row = (await db.get('SELECT user_id, read_web FROM sessions WHERE id = ?', [id])) ?? {};
  return { id, userId: text(row, 'user_id'), hasReadWeb: flag(row, 'read_web') };
}

/**
 * The column with the session of each table. A profile has none; the recorded calls show in which turn an agent changed
 * it. An outcome has none either; the audit shows its session.
 */
const kept = {
  facts: 'source_session',
  conversation_chunks: 'session_id',
  hypotheses: 'session_id',
  global_knowledge: 'source_session',
};

/** For clients that use the same chat id for the server and for hooks. Includes data that subagents stored. */
async function lowerOfSession(
  db: SqlConnection,
  sessionId: string,
  { since, until, inclusive }: Stretch,
): Promise<void> {
  for (const [table, session] of Object.entries(kept)) {
    await db.run(
      `UPDATE ${table} SET origin = 'web' WHERE ${session} = ? AND origin = 'agent' AND created_at >= ?
         AND created_at ${inclusive ? '<=' : '<'} ?`,
      [sessionId, since, until],
    );
  }
  await db.run(
    `UPDATE outcomes SET origin = 'web' WHERE origin = 'agent' AND created_at >= ?2
       AND created_at ${inclusive ? '<=' : '<'} ?3 AND (created_at, decision_uid) IN
       (SELECT at, memory_uid FROM audit WHERE session_id = ?1 AND action = 'rate')`,
    [sessionId, since, until],
  );
}

interface Shelf {
  table: string;
  uid: string;
  says: string;
  owner: string;
  /** When it was stored, according to the row. */
  at: string;
  isAgents: string;
  becomesWebs: string;
  /** The entries of the audit that name the memory as stored; null for an outcome, whose entries name its decision. */
  audited: { kind: AuditKind; actions: readonly AuditAction[] } | null;
  /** The parts of `says` that a call can name; all of it if absent. */
  partsOf?: (says: string) => readonly string[];
}

const byOrigin = {
  uid: 'uid',
  owner: 'user_id',
  at: 'created_at',
  isAgents: `origin = 'agent'`,
  becomesWebs: `origin = 'web'`,
};
const stored = (kind: AuditKind): Shelf['audited'] => ({ kind, actions: ['store'] });
const fact = { ...byOrigin, table: 'facts', says: 'fact', audited: stored('fact') };
const shelves: Record<StoredByCall, Shelf> = {
  fact,
  // A fact that was there before its details was edited when it got them.
  decision: { ...fact, audited: { kind: 'fact', actions: ['store', 'edit'] } },
  outcome: { ...byOrigin, table: 'outcomes', says: 'notes', audited: null },
  chunk: { ...byOrigin, table: 'conversation_chunks', says: 'content', audited: stored('chunk') },
  hypothesis: { ...byOrigin, table: 'hypotheses', says: 'hypothesis', audited: stored('hypothesis') },
  knowledge: {
    ...byOrigin,
    table: 'global_knowledge',
    says: 'content',
    owner: 'promoted_by',
    audited: { kind: 'knowledge', actions: ['propose'] },
  },
  session: {
    table: 'sessions',
    uid: 'id',
    says: 'one_liner',
    owner: 'user_id',
    at: 'last_active_at',
    isAgents: `told_by = 'agent' AND coalesce(read_web, 0) <> 1`,
    becomesWebs: 'read_web = 1',
    audited: { kind: 'session', actions: ['end'] },
  },
  handOff: {
    ...fact,
    isAgents: `origin = 'agent' AND ${isHandOff('facts')}`,
    partsOf: (says) => Object.values(listsOfHandOff(says)).flat(),
  },
};

/**
 * Matches by user and by the text in the recorded calls, because clients use different chat ids for hooks and for the
 * server. An agent can set the time of an exchange, so the audit is also searched for the time when it was stored.
 */
async function lowerCalled(
  db: SqlConnection,
  { userId }: RecordedSession,
  calls: readonly StoringCall[],
  { since, until, inclusive }: Stretch,
): Promise<void> {
  const isBefore = inclusive ? '<=' : '<';
  for (const kind of new Set(calls.map((call) => call.kind))) {
    const { table, uid, says, owner, at, isAgents, becomesWebs, audited, partsOf } = shelves[kind];
    const rows = await db.all(
      `SELECT ${uid} AS uid, ${says} AS says FROM ${table} WHERE ${owner} = ?1 AND ${isAgents}
         AND ((${at} >= ?2 AND ${at} ${isBefore} ?3) OR ${uid} IN (SELECT memory_uid FROM audit
           WHERE at >= ?2 AND at ${isBefore} ?3 AND kind = ?4 AND action ${amongKeys('?5')}))`,
      [userId, since, until, audited?.kind ?? null, JSON.stringify(audited?.actions ?? [])],
    );
    const meant = calls.filter((call) => call.kind === kind);
    for (const row of rows) {
      const stored = textOr(row, 'says', '');
      const parts = partsOf?.(stored) ?? [stored];
      if (!meant.some((call) => parts.some((part) => isSaidBy(call, part)))) continue;
      await db.run(`UPDATE ${table} SET ${becomesWebs} WHERE ${uid} = ?`, [text(row, 'uid')]);
      if (kind === 'session') await lowerHandOffs(db, text(row, 'uid'));
    }
  }
}

/**
 * What a session leaves for the next one covers all its turns, as its summary does. `sessionId` is null for all sessions
 * that read from the web.
 */
export async function lowerHandOffs(db: SqlConnection, sessionId: string | null): Promise<void> {
  await db.run(
    `UPDATE facts SET origin = 'web' WHERE origin IN ('agent', 'transcript') AND ${isHandOff('facts')}
       AND source_session IN (SELECT id FROM sessions WHERE read_web = 1 AND (CAST(?1 AS TEXT) IS NULL OR id = ?1))`,
    [sessionId],
  );
}

const originColumns: Record<ProfileField, string> = {
  role: 'role_origin',
  preferences: 'preferences_origin',
  pinnedFacts: 'pinned_origin',
};

/**
 * Matches by user alone. It also lowers what an agent has written there since: this may repeat the same text, and a
 * person can confirm it with one step. The new version prevents a client with an older copy of the profile from
 * restoring the old origin.
 */
async function lowerProfile(
  db: SqlConnection,
  { userId }: RecordedSession,
  field: ProfileField,
  since: string,
): Promise<void> {
  const column = originColumns[field];
  await db.run(
    `UPDATE identity_profile SET ${column} = 'web', version = version + 1 WHERE ${column} = 'agent'
       AND user_id = ? AND updated_at >= ?`,
    [userId, since],
  );
}

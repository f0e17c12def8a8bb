/**
 * Learning over SQL: the sessions that wait, their turns, and what a request yielded. `summarised_through` of a session
 * is the last turn that a model read. It moves in the transaction that stores what the model found, so that a process
 * that is killed before loses nothing, and of two processes one stores.
 */
import { amongKeys } from '../connection/among.ts';
import type {
  LearnedFilter,
  LearnStore,
  PlaceItem,
  StoredWindow,
  UnreadSession,
  WaitingFilter,
  WaitingSession,
  WindowToStore,
} from '../../../memory/learn/learnStore.ts';
import type { Fact } from '../../../memory/facts/facts.ts';
import { doneReason, stateOf } from '../../../memory/facts/evidence.ts';
import type { LearnTurn } from '../../../memory/learn/turns.ts';
import type { ModelSummary } from '../../../memory/summarize/summaryAnswer.ts';
import { clipToTokens } from '../../../util/tokens.ts';
import { mapInTurn } from '../connection/inTurn.ts';
import { flag, number, numberOr, text, textOrNull } from '../connection/rowReader.ts';
import type { SqlConnection, SqlEngine, SqlRow, SqlValue } from '../connection/sqlConnection.ts';
import { noteFact } from '../facts/factAudit.ts';
import { deprecateFact } from '../facts/factChanges.ts';
import { findFact, selectFacts } from '../facts/factRow.ts';
import { count } from '../index/memoryDocuments.ts';
import { refreshDocument } from '../index/memoryIndex.ts';
import { byUser, noteAudit, noteSummarized, requireNotErased } from '../shared/auditRows.ts';
import { createSqlRuns } from '../background/backgroundRuns.ts';
import { projectNameOf, scopeCondition } from '../shared/projectScope.ts';
import type { StorePorts } from '../shared/storePorts.ts';
import { topicsColumn } from '../shared/textLists.ts';
import { workOfSession } from '../shared/workColumns.ts';
import { LearnedFacts } from './learnedFacts.ts';

export function createSqlLearning(
  engine: SqlEngine,
  ports: Pick<StorePorts, 'indexText' | 'newId' | 'hash'>,
): LearnStore {
  return {
    waiting: (filter) => engine.read((db) => waiting(db, filter)),
    turns: (sessionId, query) => engine.read((db) => turnsOf(db, sessionId, query)),
    store: (window, place) => engine.write((db) => storeWindow(db, ports, { window, place })),
    noteFailure: (sessionId) =>
      engine.write(async (db) => {
        await db.run('UPDATE sessions SET learn_attempts = learn_attempts + 1 WHERE id = ?', [sessionId]);
      }),
    leaveOut: (filter, before) =>
      engine.write(async (db) => {
        const { where, params } = conditionOf(filter);
        const { changes } = await db.run(
          `UPDATE sessions SET learn_attempts = ? WHERE id IN
             (SELECT s.id FROM sessions s WHERE ${where} AND coalesce(s.last_active_at, s.started_at) < ?)`,
          [filter.attempts, ...params, before],
        );
        return changes;
      }, filter.userId),
    list: (filter) => engine.read((db) => listLearned(db, filter)),
    unread: (filter) => engine.read((db) => unread(db, filter)),
    runs: createSqlRuns(engine, 'learn'),
  };
}

/** Spoken texts, for an alias `m` of messages. */
const isSpoken = `m.type = 'text' AND m.role IN ('user', 'assistant')`;

async function waiting(
  db: SqlConnection,
  filter: WaitingFilter,
): Promise<{ sessions: WaitingSession[]; total: number; characters: number }> {
  const { where, params } = conditionOf(filter);
  const rows = await db.all(
    `SELECT s.id, s.project_id, ${projectNameOf('s')} AS project_name, s.told_through, s.summarised_through, s.one_liner, s.outcome
     FROM sessions s WHERE ${where}
     ORDER BY coalesce(s.last_active_at, s.started_at), s.rowid LIMIT ?`,
    [...params, filter.limit],
  );
  const read = `SELECT coalesce(sum(length(m.content)), 0) AS n FROM sessions s JOIN messages m ON m.session_id = s.id
    WHERE ${where} AND ${isSpoken} AND m.seq > coalesce(s.summarised_through, -1)`;
  return {
    sessions: await mapInTurn(rows, async (row) => ({
      id: text(row, 'id'),
      projectId: textOrNull(row, 'project_id'),
      projectName: textOrNull(row, 'project_name'),
      before: numberOr(row, 'summarised_through', -1),
      through: number(row, 'told_through'),
      headline: text(row, 'one_liner'),
      outcome: textOrNull(row, 'outcome'),
      commits: (await workOfSession(db, text(row, 'id'))).commits,
    })),
    total: await count(db, `SELECT count(*) AS n FROM sessions s WHERE ${where}`, params),
    characters: await count(db, read, params),
  };
}

function conditionOf(filter: WaitingFilter): { where: string; params: SqlValue[] } {
  const { userId, projects, sessionId, silentBefore, since, texts, attempts } = filter;
  const active = 'coalesce(s.last_active_at, s.started_at)';
  const conditions: [sql: string, ...params: SqlValue[]][] = [
    ['s.user_id = ?', userId],
    ['s.told_through > coalesce(s.summarised_through, -1)'],
    ['s.learn_attempts < ?', attempts],
    [`${active} >= ?`, since],
    [`(s.ended_at IS NOT NULL OR ${active} < ?)`, silentBefore],
    [
      `(SELECT count(*) FROM (SELECT 1 FROM messages m WHERE m.session_id = s.id AND ${isSpoken} LIMIT ?) AS texts) = ?`,
      texts,
      texts,
    ],
  ];
  if (sessionId !== undefined) conditions.push(['s.id = ?', sessionId]);
  if (projects !== 'all') {
    const none = projects.includes(null) ? ' OR s.project_id IS NULL' : '';
    const named = JSON.stringify(projects.filter((id) => id !== null));
    conditions.push([`(s.project_id ${amongKeys()}${none})`, named]);
  }
  return {
    where: conditions.map(([sql]) => sql).join(' AND '),
    params: conditions.flatMap(([, ...params]) => params),
  };
}

/** Longer turns are read in part. */
const readCharacters = 100_000;

async function turnsOf(
  db: SqlConnection,
  sessionId: string,
  { after, seam, limit }: { after: number; seam: number; limit: number },
): Promise<LearnTurn[]> {
  const columns = `m.seq, m.uid, m.role, substr(m.content, 1, ${String(readCharacters)}) AS content`;
  const ofSession = `SELECT ${columns} FROM messages m WHERE m.session_id = ? AND ${isSpoken}`;
  const before = await db.all(`${ofSession} AND m.seq <= ? ORDER BY m.seq DESC LIMIT ?`, [sessionId, after, seam]);
  const next = await db.all(`${ofSession} AND m.seq > ? ORDER BY m.seq LIMIT ?`, [sessionId, after, limit]);
  return [...before.toReversed(), ...next].map((row) => ({
    seq: number(row, 'seq'),
    message: text(row, 'uid'),
    role: text(row, 'role') === 'user' ? 'user' : 'assistant',
    content: text(row, 'content'),
  }));
}

async function storeWindow(
  db: SqlConnection,
  ports: Pick<StorePorts, 'indexText' | 'newId' | 'hash'>,
  { window, place }: { window: WindowToStore; place: PlaceItem },
): Promise<StoredWindow> {
  const { session, through, summary, items, done, now } = window;
  const stored: StoredWindow = { status: 'stored', learned: [], corroborated: 0, replaced: 0, dismissed: 0 };
  const row = await db.get('SELECT * FROM sessions WHERE id = ?', [session.id]);
  if (row === undefined) return { ...stored, status: 'changed' };
  const isUnread = through === null || numberOr(row, 'summarised_through', -1) === session.before;
  if (!isUnread) return { ...stored, status: 'changed' };
  const userId = text(row, 'user_id');
  await requireNotErased(db, userId);
  if (through !== null)
    await db.run('UPDATE sessions SET summarised_through = ?, learn_attempts = 0 WHERE id = ?', [through, session.id]);
  if (summary !== undefined) await storeSummary(db, ports, { row, summary, now });
  const facts = new LearnedFacts(db, ports, { session: row, now });
  for (const item of items) {
    const outcome = await facts.add(item, place);
    if (outcome.as === 'new') {
      stored.learned.push(outcome.id);
      stored.replaced += outcome.replaced ? 1 : 0;
    } else if (outcome.as === 'same') stored.corroborated += 1;
    else stored.dismissed += 1;
  }
  const saidAt = await lastSaid(db, session.id, through);
  const readWeb = flag(row, 'read_web');
  for (const id of done)
    stored.replaced += (await finish(db, ports, { id, userId, sessionId: session.id, saidAt, readWeb, now })) ? 1 : 0;
  const by = { ...byUser(userId), sessionId: session.id, projectId: textOrNull(row, 'project_id') };
  const learned = stored.learned.length;
  if (learned > 0)
    await noteAudit(db, { at: now, by, action: 'store', kind: 'fact', count: learned, detail: 'learned' });
  return stored;
}

/** When the last of these turns was said; ISO 8601, empty if they are gone. */
async function lastSaid(db: SqlConnection, sessionId: string, through: number | null): Promise<string> {
  const sql = `SELECT coalesce(max(created_at), '') AS at FROM messages
    WHERE session_id = ? AND (CAST(? AS BIGINT) IS NULL OR seq <= ?)`;
  return text((await db.get(sql, [sessionId, through, through])) ?? {}, 'at');
}

/** A todo of the user's own that was learned from what was said before, and that nobody wrote or confirmed. */
async function finish(
  db: SqlConnection,
  { indexText }: Pick<StorePorts, 'indexText'>,
  {
    id,
    userId,
    sessionId,
    saidAt,
    readWeb,
    now,
  }: { id: number; userId: string; sessionId: string; saidAt: string; readWeb: boolean; now: string },
): Promise<boolean> {
  const fact = await findFact(db, id);
  if (fact?.userId !== userId || fact.deprecated || fact.evidence?.type !== 'todo') return false;
  // What a person confirmed has the origin `person`, or after an import `agent`.
  if (fact.origin !== 'transcript' && fact.origin !== 'web') return false;
  // A stranger's words may say that a step is done.
  if (fact.createdAt > saidAt || (readWeb && fact.origin !== 'web')) return false;
  const by = byUser(userId);
  const reason = doneReason(sessionId);
  await deprecateFact(db, indexText, { id, version: fact.version, reason, now, by });
  await noteFact(db, 'deprecate', id, { by, now });
  return true;
}

const summaryTokensOfPart = 300;

/** Files and importance stay as they are; a null outcome removes the stored one, an absent one keeps it. */
async function storeSummary(
  db: SqlConnection,
  { indexText }: Pick<StorePorts, 'indexText'>,
  { row, summary, now }: { row: SqlRow; summary: ModelSummary; now: string },
): Promise<void> {
  const writer = textOrNull(row, 'told_by');
  if (writer !== null && writer !== 'rule' && writer !== 'language model') return;
  const id = text(row, 'id');
  const { headline, topics, outcome } = summary;
  await db.run(
    `UPDATE sessions SET one_liner = ?, topics = coalesce(?, topics), outcome = CASE WHEN ? THEN outcome ELSE ? END,
       has_tier2 = 1, told_by = 'language model', version = version + 1 WHERE id = ?`,
    [headline, topicsColumn(topics), outcome === undefined ? 1 : 0, outcome ?? null, id],
  );
  // The turns before were summarized by an earlier request.
  const continues = writer === 'language model' && numberOr(row, 'summarised_through', -1) >= 0;
  const before = continues ? await db.get('SELECT summary FROM session_summaries WHERE id = ?', [id]) : undefined;
  const parts = before === undefined ? [] : [clipToTokens(text(before, 'summary'), summaryTokensOfPart)];
  await db.run(
    `INSERT INTO session_summaries (id, summary, key_facts, code_refs, created_at) VALUES (?, ?, NULL, NULL, ?)
     ON CONFLICT (id) DO UPDATE SET summary = excluded.summary`,
    [id, [...parts, summary.summary].join('\n\n'), now],
  );
  await refreshDocument(db, indexText, 'session', id);
  const done = { at: now, agentId: null, sessionId: id, count: null, detail: 'language model' };
  await noteSummarized(db, { ...done, action: 'tell', kind: 'session' });
}

async function listLearned(db: SqlConnection, filter: LearnedFilter): Promise<Awaited<ReturnType<LearnStore['list']>>> {
  const { userId, scope, sessionId, project, types, states, since, offset = 0, limit } = filter;
  const within = scopeCondition(scope, 'f.project_id');
  const params: SqlValue[] = [userId, ...within.params];
  let where = `f.user_id = ? AND f.evidence IS NOT NULL AND ${within.sql}`;
  if (sessionId !== undefined) {
    where += ' AND f.source_session = ?';
    params.push(sessionId);
  }
  if (since !== undefined) {
    where += ' AND f.created_at >= ?';
    params.push(since);
  }
  const found = await selectFacts(db, `WHERE ${where} ORDER BY f.created_at DESC, f.id DESC`, params);
  const learned = found.flatMap((fact) => (fact.evidence === null ? [] : [{ ...fact, evidence: fact.evidence }]));
  const wanted = learned.filter(
    (fact) =>
      (project === undefined || fact.projectName === project) &&
      (types === undefined || types.includes(fact.evidence.type)) &&
      (states === undefined || states.includes(stateOf(fact))),
  );
  const shown = wanted.slice(offset, offset + limit);
  const numbers = await numbersOf(db, shown);
  const successors = await successorsOf(db, shown);
  const facts = shown.map((fact) => {
    const replaces = numbers.get(fact.supersedesUid ?? '') ?? null;
    return { ...fact, replaces, replacedBy: successors.get(fact.uid) ?? null };
  });
  return { facts, total: wanted.length };
}

async function unread(db: SqlConnection, filter: Parameters<LearnStore['unread']>[0]): Promise<UnreadSession[]> {
  const { userId, scope, sessionId = null, since = '', limit } = filter;
  const within = scopeCondition(scope, 's.project_id');
  const active = 'coalesce(s.last_active_at, s.started_at)';
  const rows = await db.all(
    `SELECT s.id, s.one_liner, ${projectNameOf('s')} AS project_name FROM sessions s
     WHERE s.user_id = ? AND ${within.sql} AND (CAST(? AS TEXT) IS NULL OR s.id = ?) AND ${active} >= ?
       AND s.summarised_through IS NULL AND s.told_through IS NOT NULL
       AND NOT EXISTS (SELECT 1 FROM facts f WHERE f.source_session = s.id AND f.evidence IS NOT NULL)
     ORDER BY ${active} DESC, s.rowid DESC LIMIT ?`,
    [userId, ...within.params, sessionId, sessionId, since, limit],
  );
  return rows.map((row) => ({
    id: text(row, 'id'),
    projectName: textOrNull(row, 'project_name'),
    headline: text(row, 'one_liner'),
  }));
}

/** The numbers of the facts that replaced these, by the permanent names of these. */
async function successorsOf(db: SqlConnection, facts: readonly Fact[]): Promise<ReadonlyMap<string, number>> {
  const uids = facts.flatMap(({ uid, deprecated }) => (deprecated ? [uid] : []));
  if (uids.length === 0) return new Map();
  const sql = `SELECT l.to_uid AS uid, s.id FROM links l JOIN facts s ON s.uid = l.from_uid
    WHERE l.from_kind = 'fact' AND l.to_kind = 'fact' AND l.relation = 'supersedes'
      AND l.to_uid ${amongKeys()} ORDER BY l.id`;
  const rows = await db.all(sql, [JSON.stringify(uids)]);
  return new Map(rows.map((row) => [text(row, 'uid'), number(row, 'id')]));
}

/** The numbers of the facts that these replaced, by their permanent names. */
async function numbersOf(db: SqlConnection, facts: readonly Fact[]): Promise<ReadonlyMap<string, number>> {
  const uids = facts.flatMap(({ supersedesUid }) => supersedesUid ?? []);
  if (uids.length === 0) return new Map();
  const sql = `SELECT uid, id FROM facts WHERE uid ${amongKeys()}`;
  const rows = await db.all(sql, [JSON.stringify(uids)]);
  return new Map(rows.map((row) => [text(row, 'uid'), number(row, 'id')]));
}

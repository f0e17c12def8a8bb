/** The thought journal: one open hypothesis per belief, user and project, and how each was resolved. */
import { amongNumbers } from '../connection/among.ts';
import type {
  Hypothesis,
  HypothesisStore,
  NewHypothesis,
  ResolvedWithin,
} from '../../../memory/hypotheses/hypotheses.ts';
import type { UndoOutcome } from '../../../memory/governance/changes.ts';
import type { Actor } from '../../../memory/shared/audit.ts';
import { hypothesisStatuses } from '../../../memory/shared/vocabulary.ts';
import { insertRow, number, numberOr, oneOf, text, textOr, textOrNull } from '../connection/rowReader.ts';
import type { SqlConnection, SqlEngine, SqlRow } from '../connection/sqlConnection.ts';
import { count } from '../index/memoryDocuments.ts';
import { saysSame } from '../shared/sameStatements.ts';
import { byUser, noteAudit, noteMemory, requireNotErased } from '../shared/auditRows.ts';
import { keepImages, undoneReason } from '../shared/changeImages.ts';
import type { RowImage, UndoContext, Undoer } from '../shared/changeImages.ts';
import { originFrom } from '../shared/originColumn.ts';
import { projectNameOf, scopeCondition } from '../shared/projectScope.ts';

const select = `SELECT h.*, ${projectNameOf('h')} AS project_name, a.name AS agent_name FROM hypotheses h
  LEFT JOIN agents a ON a.id = h.agent_id`;

export function createSqlHypotheses(engine: SqlEngine, now: () => Date): HypothesisStore {
  return {
    add: (hypothesis) =>
      engine.write(async (db) => {
        await requireNotErased(db, hypothesis.userId);
        const added = await addHypothesis(db, hypothesis);
        const { uid, now: at } = hypothesis;
        if (added.status !== 'stored') return added;
        await noteAudit(db, { at, by: hypothesis, action: 'store', kind: 'hypothesis', uid });
        await keepImage(db, { by: hypothesis, at }, added.hypothesis.id, null);
        return added;
      }),
    get: (id) => engine.read((db) => find(db, id)),
    named: (userId, ids) =>
      engine.read(async (db) => {
        const rows = await db.all(`${select} WHERE h.user_id = ? AND h.id ${amongNumbers()}`, [
          userId,
          JSON.stringify(ids),
        ]);
        return rows.map(hypothesisFromRow);
      }),
    resolve: ({ id, version, status, resolution, now: at, by }) =>
      engine.write(async (db) => {
        const before = await stateOf(db, id);
        const { changes } = await db.run(
          `UPDATE hypotheses SET status = ?, resolution = ?, resolved_at = ?, version = version + 1
           WHERE id = ? AND version = ? AND status = 'open'`,
          [status, resolution, at, id, version],
        );
        if (changes === 0) return 'conflict';
        await note(db, { at, by, action: 'resolve', detail: status }, id);
        await keepImage(db, { by, at }, id, before);
        return 'resolved';
      }),
    reopen: ({ id, version, by }) =>
      engine.write(async (db) => {
        const before = await stateOf(db, id);
        const outcome = await reopenHypothesis(db, id, version);
        if (outcome !== 'reopened') return outcome;
        const at = now().toISOString();
        await note(db, { at, by, action: 'reopen', detail: null }, id);
        await keepImage(db, { by, at }, id, before);
        return outcome;
      }),
    list: ({ userId, scope, status, resolved, limit, offset = 0 }) =>
      engine.read(async (db) => {
        const within = scopeCondition(scope, 'h.project_id');
        const period = resolved === undefined ? anyTime : resolvedWithin(resolved);
        const where = `h.user_id = ? AND ${within.sql} AND ${period.sql} AND (CAST(? AS TEXT) IS NULL OR h.status = ?)`;
        const params = [userId, ...within.params, ...period.params, status ?? null, status ?? null];
        const order = `${period.order}, h.id DESC`;
        const rows = await db.all(`${select} WHERE ${where} ORDER BY ${order} LIMIT ? OFFSET ?`, [
          ...params,
          limit,
          offset,
        ]);
        const total = await count(db, `SELECT count(*) AS n FROM hypotheses h WHERE ${where}`, params);
        return { hypotheses: rows.map(hypothesisFromRow), total };
      }),
  };
}

interface Times {
  sql: string;
  params: string[];
  order: string;
}

const anyTime: Times = { sql: 'TRUE', params: [], order: `(h.status = 'open') DESC, h.created_at DESC NULLS LAST` };

function resolvedWithin({ since, until }: ResolvedWithin): Times {
  const sql = `h.status <> 'open' AND h.resolved_at >= ? AND h.resolved_at < ?`;
  return { sql, params: [since, until], order: 'h.resolved_at DESC' };
}

async function note(
  db: SqlConnection,
  { by, ...done }: { at: string; by: Actor | undefined; action: 'resolve' | 'reopen'; detail: string | null },
  id: number,
): Promise<void> {
  const owner = async (): Promise<string> =>
    text((await db.get('SELECT user_id FROM hypotheses WHERE id = ?', [id])) ?? {}, 'user_id');
  await noteMemory(db, { ...done, by: by ?? byUser(await owner()), kind: 'hypothesis' }, id);
}

async function addHypothesis(
  db: SqlConnection,
  added: NewHypothesis,
): Promise<Awaited<ReturnType<HypothesisStore['add']>>> {
  const open = await db.all(
    `${select} WHERE h.user_id = ? AND h.content_hash = ? AND h.project_id IS NOT DISTINCT FROM ? AND h.status = 'open' ORDER BY h.id`,
    [added.userId, added.contentHash, added.projectId],
  );
  const same = saysSame(open, 'hypotheses', { hypothesis: added.hypothesis });
  if (same !== undefined) return { status: 'duplicate', hypothesis: hypothesisFromRow(same) };
  const inserted = await insertRow(
    db,
    `INSERT INTO hypotheses (session_id, user_id, hypothesis, confidence, created_at, uid, project_id, agent_id, content_hash, origin)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    [
      added.sessionId,
      added.userId,
      added.hypothesis,
      added.confidence,
      added.now,
      added.uid,
      added.projectId,
      added.agentId,
      added.contentHash,
      added.origin ?? null,
    ],
  );
  return {
    status: 'stored',
    hypothesis: hypothesisFromRow((await db.get(`${select} WHERE h.id = ?`, [inserted])) ?? {}),
  };
}

async function reopenHypothesis(
  db: SqlConnection,
  id: number,
  version: number,
): Promise<Awaited<ReturnType<HypothesisStore['reopen']>>> {
  const twin = await openTwin(db, id);
  if (twin !== undefined) return { duplicateOf: twin };
  const { changes } = await db.run(
    `UPDATE hypotheses SET status = 'open', resolution = NULL, resolved_at = NULL, version = version + 1
     WHERE id = ? AND version = ? AND status <> 'open'`,
    [id, version],
  );
  return changes === 0 ? 'conflict' : 'reopened';
}

/** The id of another open hypothesis with the same text; undefined if there is none. */
async function openTwin(db: SqlConnection, id: number): Promise<number | undefined> {
  const twins = await db.all(
    `SELECT o.id, o.hypothesis, h.hypothesis AS said FROM hypotheses h JOIN hypotheses o ON o.user_id = h.user_id AND o.content_hash = h.content_hash
       AND o.project_id IS NOT DISTINCT FROM h.project_id AND o.status = 'open' AND o.id <> h.id WHERE h.id = ? ORDER BY o.id`,
    [id],
  );
  const twin = saysSame(twins, 'hypotheses', { hypothesis: twins[0]?.['said'] ?? null });
  return twin === undefined ? undefined : number(twin, 'id');
}

async function stateOf(db: SqlConnection, id: number): Promise<SqlRow | null> {
  return (await db.get('SELECT status, resolution, resolved_at, version FROM hypotheses WHERE id = ?', [id])) ?? null;
}

/** `before` is null for a new hypothesis. */
async function keepImage(
  db: SqlConnection,
  { by, at }: { by: Actor | undefined; at: string },
  id: number,
  before: SqlRow | null,
): Promise<void> {
  await keepImages(db, { by, now: at }, [
    { kind: 'hypothesis', key: String(id), before, after: await stateOf(db, id) },
  ]);
}

export const hypothesisUndoer: Undoer = {
  kinds: ['hypothesis'],
  async undo(db, images, context) {
    for (const image of images) {
      const outcome = await undoHypothesis(db, image, context);
      if (outcome !== 'undone') return outcome;
    }
    return 'undone';
  },
};

/** A hypothesis that the change created is abandoned, because only an erasure deletes. */
async function undoHypothesis(
  db: SqlConnection,
  { key, before, after }: RowImage,
  { userId, by, now }: UndoContext,
): Promise<UndoOutcome> {
  const id = Number(key);
  const found = await find(db, id);
  if (found?.userId !== userId) return 'conflict';
  const isAsLeft = before === null ? found.status === 'open' : found.version === after?.['version'];
  if (!isAsLeft) return 'conflict';
  const state = before ?? { status: 'abandoned', resolution: undoneReason, resolved_at: now };
  const isOpen = state['status'] === 'open';
  const twin = isOpen ? await openTwin(db, id) : undefined;
  if (twin !== undefined) return { duplicateOf: twin, kind: 'hypothesis' };
  await db.run(
    'UPDATE hypotheses SET status = ?, resolution = ?, resolved_at = ?, version = version + 1 WHERE id = ?',
    [text(state, 'status'), textOrNull(state, 'resolution'), textOrNull(state, 'resolved_at'), id],
  );
  await note(
    db,
    { at: now, by, action: isOpen ? 'reopen' : 'resolve', detail: isOpen ? null : text(state, 'status') },
    id,
  );
  return 'undone';
}

async function find(db: SqlConnection, id: number): Promise<Hypothesis | undefined> {
  const row = await db.get(`${select} WHERE h.id = ?`, [id]);
  return row === undefined ? undefined : hypothesisFromRow(row);
}

function hypothesisFromRow(row: SqlRow): Hypothesis {
  return {
    id: number(row, 'id'),
    userId: text(row, 'user_id'),
    sessionId: textOrNull(row, 'session_id'),
    projectName: textOrNull(row, 'project_name'),
    agentName: textOrNull(row, 'agent_name'),
    hypothesis: text(row, 'hypothesis'),
    origin: originFrom(row),
    confidence: numberOr(row, 'confidence', 0.7),
    status: oneOf(row, 'status', hypothesisStatuses, 'open'),
    resolution: textOrNull(row, 'resolution'),
    createdAt: textOr(row, 'created_at', ''),
    resolvedAt: textOrNull(row, 'resolved_at'),
    version: number(row, 'version'),
  };
}

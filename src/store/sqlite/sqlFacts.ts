/** Facts: never two live ones of the same statement for one user and project, never deleted. */
import type { Fact, FactFilter, FactStore, JudgeFacts, Judgement, NewFact } from '../../memory/facts.ts';
import type { IndexText } from '../../memory/ports.ts';
import { addFactWords, findFactsAlike } from './factWords.ts';
import { count } from './memoryDocuments.ts';
import { indexNewMemory, refreshDocument } from './memoryIndex.ts';
import { ownProject, scopeCondition } from './projectScope.ts';
import { flag, number, numberOr, text, textOr, textOrNull } from './rowReader.ts';
import type { SqlConnection, SqliteEngine, SqlRow, SqlValue } from './sqlConnection.ts';
import { tagsColumn, tagsFromColumn } from './textLists.ts';

const select = `SELECT f.*, p.name AS project_name, a.name AS agent_name FROM facts f
  LEFT JOIN projects p ON p.id = f.project_id LEFT JOIN agents a ON a.id = f.agent_id`;

export function createSqlFacts(engine: SqliteEngine, indexText: IndexText): FactStore {
  return {
    add: (fact, judge) => engine.write((db) => addAndJudge(db, indexText, fact, judge)),
    get: (id) => engine.read((db) => findFact(db, id)),
    listForContext: (query) => engine.read((db) => listForContext(db, query)),
    list: (filter) => engine.read((db) => listFacts(db, filter)),
    deprecate: (id, version, reason, now) =>
      engine.write((db) => {
        const sql = `UPDATE facts SET deprecated = 1, deprecation_reason = ?, updated_at = ?, version = version + 1
                     WHERE id = ? AND version = ?`;
        if (db.run(sql, [reason, now, id, version]).changes === 0) return 'conflict';
        giveBack(db, id, now);
        refreshDocument(db, indexText, 'fact', id);
        return 'deprecated';
      }),
  };
}

const alikeConsidered = 8;

function addAndJudge(
  db: SqlConnection,
  indexText: IndexText,
  fact: NewFact,
  judge: JudgeFacts,
): Awaited<ReturnType<FactStore['add']>> {
  const added = addFact(db, indexText, fact);
  const others = findFactsAlike(db, fact.userId, fact.words).filter((id) => id !== added.fact.id);
  const judgements = judge(factsInScope(db, others, fact.saidInProject).slice(0, alikeConsidered));
  for (const judgement of judgements) contradict(db, added.fact, judgement, fact.now);
  const related = judgements.map(({ fact: known, relation, similarity }) => {
    return { fact: relation === 'contradicts' ? requireFact(db, known.id) : known, relation, similarity };
  });
  return { ...added, related };
}

function addFact(
  db: SqlConnection,
  indexText: IndexText,
  fact: NewFact,
): { status: 'stored' | 'duplicate'; fact: Fact } {
  const live = db.get(
    `SELECT id FROM facts WHERE user_id = ? AND content_hash = ? AND project_id IS ? AND coalesce(deprecated, 0) = 0
     ORDER BY id LIMIT 1`,
    [fact.userId, fact.contentHash, fact.projectId],
  );
  if (live !== undefined) return { status: 'duplicate', fact: confirmFact(db, number(live, 'id'), fact) };
  const { lastInsertRowid } = db.run(
    `INSERT INTO facts (user_id, category, fact, source_session, confidence, created_at, updated_at,
                        uid, project_id, agent_id, content_hash, tags, source_ref)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    [
      fact.userId,
      fact.category,
      fact.fact,
      fact.sourceSession,
      fact.confidence,
      fact.now,
      fact.now,
      fact.uid,
      fact.projectId,
      fact.agentId,
      fact.contentHash,
      tagsColumn(fact.tags),
      fact.sourceRef,
    ],
  );
  indexNewMemory(db, indexText, 'fact', lastInsertRowid);
  addFactWords(db, fact.userId, lastInsertRowid, fact.words);
  return { status: 'stored', fact: requireFact(db, lastInsertRowid) };
}

function confirmFact(db: SqlConnection, id: number, { confidence, now }: NewFact): Fact {
  const before = requireFact(db, id);
  if (before.confidence >= confidence && before.updatedAt === now) return before;
  db.run('UPDATE facts SET confidence = ?, updated_at = ?, version = version + 1 WHERE id = ?', [
    Math.max(before.confidence, confidence),
    now,
    id,
  ]);
  if (confidence > before.confidence) {
    // It holds again: whatever contradicted it has nothing to give back, and is no longer the newer of the two.
    db.run(`DELETE FROM links WHERE to_uid = (SELECT uid FROM facts WHERE id = ?) AND ${isContradiction}`, [id]);
  }
  return requireFact(db, id);
}

const isContradiction = `relation = 'contradicts' AND from_kind = 'fact' AND to_kind = 'fact' AND amount > 0`;

/** A contradicted fact keeps what confidence it is left; the link says which fact took how much, and takes it once. */
function contradict(db: SqlConnection, by: Fact, { fact, confidenceLeft, linkUid }: Judgement, now: string): void {
  if (confidenceLeft === undefined || confidenceLeft >= fact.confidence) return;
  const { changes } = db.run(
    `INSERT INTO links (uid, from_kind, from_uid, to_kind, to_uid, relation, amount, created_at)
     SELECT ?, 'fact', a.uid, 'fact', b.uid, 'contradicts', ?, ? FROM facts a, facts b WHERE a.id = ? AND b.id = ?
     ON CONFLICT (from_kind, from_uid, to_kind, to_uid, relation) DO UPDATE SET amount = excluded.amount WHERE links.amount = 0`,
    [linkUid, Math.round((fact.confidence - confidenceLeft) * 100) / 100, now, by.id, fact.id],
  );
  if (changes === 0) return;
  const sql = 'UPDATE facts SET confidence = ?, updated_at = ?, version = version + 1 WHERE id = ?';
  db.run(sql, [confidenceLeft, now, fact.id]);
}

/** A fact that is taken back gives back the confidence that it took. */
function giveBack(db: SqlConnection, id: number, now: string): void {
  const from = `from_uid = (SELECT uid FROM facts WHERE id = ?) AND ${isContradiction}`;
  for (const link of db.all(`SELECT to_uid, amount FROM links WHERE ${from}`, [id])) {
    db.run(
      `UPDATE facts SET confidence = min(1.0, round(coalesce(confidence, 1.0) + ?, 2)), updated_at = ?,
         version = version + 1 WHERE uid = ? AND coalesce(deprecated, 0) = 0`,
      [number(link, 'amount'), now, text(link, 'to_uid')],
    );
  }
  db.run(`UPDATE links SET amount = 0 WHERE ${from}`, [id]);
}

function listForContext(
  db: SqlConnection,
  { userId, projectId, limit }: Parameters<FactStore['listForContext']>[0],
): { facts: Fact[]; total: number } {
  const live = 'f.user_id = ? AND coalesce(f.deprecated, 0) = 0';
  const order = 'coalesce(f.confidence, 1.0) DESC, f.updated_at DESC, f.id DESC';
  const best = (condition: string, params: SqlValue[]): Fact[] =>
    db
      .all(`${select} WHERE ${live} AND ${condition} ORDER BY ${order} LIMIT ?`, [userId, ...params, limit])
      .map(factFromRow);
  const own = projectId === null ? [] : best('f.project_id = ?', [projectId]);
  const scope = scopeCondition({ projectId }, 'f.project_id');
  const total = `SELECT count(*) AS n FROM facts f WHERE ${live} AND ${scope.sql}`;
  return {
    facts: [...own, ...best('f.project_id IS NULL', [])],
    total: count(db, total, [userId, ...scope.params]),
  };
}

function listFacts(db: SqlConnection, filter: FactFilter): { facts: Fact[]; total: number } {
  const scope = scopeCondition(filter.scope, 'f.project_id');
  const live = filter.includeDeprecated ? '1' : 'coalesce(f.deprecated, 0) = 0';
  const where = `f.user_id = ? AND ${scope.sql} AND ${live}`;
  const params = [filter.userId, ...scope.params];
  const rows = db.all(
    `${select} WHERE ${where} ORDER BY (f.project_id IS NOT NULL AND f.project_id IS ?) DESC,
     coalesce(f.confidence, 1.0) DESC, f.created_at DESC, f.id DESC LIMIT ?`,
    [...params, ownProject(filter.scope), filter.limit],
  );
  return { facts: rows.map(factFromRow), total: count(db, `SELECT count(*) AS n FROM facts f WHERE ${where}`, params) };
}

/** Those of the project and of none, in the order of the ids. */
function factsInScope(db: SqlConnection, ids: readonly number[], projectId: string | null): Fact[] {
  if (ids.length === 0) return [];
  const scope = scopeCondition({ projectId }, 'f.project_id');
  const rows = db.all(`${select} WHERE f.id IN (SELECT value FROM json_each(?)) AND ${scope.sql}`, [
    JSON.stringify(ids),
    ...scope.params,
  ]);
  const facts = new Map(rows.map((row) => [number(row, 'id'), row]));
  return ids.flatMap((id) => {
    const row = facts.get(id);
    return row === undefined ? [] : [factFromRow(row)];
  });
}

function requireFact(db: SqlConnection, id: number): Fact {
  return factFromRow(db.get(`${select} WHERE f.id = ?`, [id]) ?? {});
}

function findFact(db: SqlConnection, id: number): Fact | undefined {
  const row = db.get(`${select} WHERE f.id = ?`, [id]);
  return row === undefined ? undefined : factFromRow(row);
}

function factFromRow(row: SqlRow): Fact {
  return {
    id: number(row, 'id'),
    userId: text(row, 'user_id'),
    category: text(row, 'category'),
    fact: text(row, 'fact'),
    confidence: numberOr(row, 'confidence', 1),
    tags: tagsFromColumn(textOrNull(row, 'tags')),
    sourceSession: textOrNull(row, 'source_session'),
    sourceRef: textOrNull(row, 'source_ref'),
    projectId: textOrNull(row, 'project_id'),
    projectName: textOrNull(row, 'project_name'),
    agentName: textOrNull(row, 'agent_name'),
    deprecated: flag(row, 'deprecated'),
    deprecationReason: textOrNull(row, 'deprecation_reason'),
    createdAt: textOr(row, 'created_at', ''),
    updatedAt: textOr(row, 'updated_at', ''),
    version: number(row, 'version'),
  };
}

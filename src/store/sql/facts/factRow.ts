/** Maps rows with their joins to facts; shared by reads and writes of facts. */
import type { DecisionDetails, Fact } from '../../../memory/facts/facts.ts';
import { evidenceFrom } from '../../../memory/facts/evidence.ts';
import { factCategories, factTypes, typeOfCategory, visibilities } from '../../../memory/shared/vocabulary.ts';
import type { FactType } from '../../../memory/shared/vocabulary.ts';
import { originFrom } from '../shared/originColumn.ts';
import { flag, number, numberOr, oneOf, text, textOr, textOrNull } from '../connection/rowReader.ts';
import type { SqlConnection, SqlRow, SqlValue } from '../connection/sqlConnection.ts';
import { authorOf, olderUids } from '../index/liveFacts.ts';
import { tagsFromColumn } from '../shared/textLists.ts';
import { projectNameOf } from '../shared/projectScope.ts';

/** The newest of the links tells which fact it replaced. */
const selectFrom = `SELECT f.*, ${projectNameOf('f')} AS project_name, a.name AS agent_name, ${authorOf('f')} AS author,
    (SELECT l.to_uid FROM links l WHERE l.from_kind = 'fact' AND l.from_uid = f.uid AND l.relation = 'supersedes'
      ORDER BY l.id DESC LIMIT 1) AS supersedes_uid
  FROM facts f
  LEFT JOIN agents a ON a.id = f.agent_id`;

/** `rest` begins with WHERE; facts have the alias `f`. The parameters of `withClause` come first. */
export async function selectFacts(
  db: SqlConnection,
  rest: string,
  params: readonly SqlValue[],
  withClause = '',
): Promise<Fact[]> {
  const rows = await db.all(`${withClause}${selectFrom} ${rest}`, params);
  const older = await countOlder(db, rows);
  return rows.map((row) => factFromRow(row, older.get(textOr(row, 'uid', '')) ?? 0));
}

/** How many facts each one replaced, by uid. Most replaced none, and preparing a recursion costs more than the rest. */
async function countOlder(db: SqlConnection, rows: readonly SqlRow[]): Promise<ReadonlyMap<string, number>> {
  const uids = rows.filter((row) => row['supersedes_uid'] !== null).map((row) => textOr(row, 'uid', ''));
  if (uids.length === 0) return new Map();
  const sql = `SELECT j.value AS uid, (SELECT count(*) FROM (${olderUids('j.value')}) AS older) AS n FROM json_each(?) j`;
  const counts = await db.all(sql, [JSON.stringify(uids)]);
  return new Map(counts.map((row) => [text(row, 'uid'), number(row, 'n')]));
}

/** The fact must exist. */
export async function requireFact(db: SqlConnection, id: number): Promise<Fact> {
  const fact = await findFact(db, id);
  if (fact === undefined) throw new Error(`There is no fact ${String(id)}.`);
  return fact;
}

/** By number or uid. */
export async function findFact(db: SqlConnection, ref: number | string): Promise<Fact | undefined> {
  const [fact] = await selectFacts(db, `WHERE f.${typeof ref === 'number' ? 'id' : 'uid'} = ?`, [ref]);
  return fact;
}

/** For the RETURNING of an INSERT: with `*`, a row for `newFactFromRow`. */
export const returnedFact = `${projectNameOf('facts')} AS project_name,
  (SELECT a.name FROM agents a WHERE a.id = facts.agent_id) AS agent_name, ${authorOf('facts')} AS author,
  NULL AS supersedes_uid`;

/** A new fact replaces none yet. */
export const newFactFromRow = (row: SqlRow): Fact => factFromRow(row, 0);

function factFromRow(row: SqlRow, supersedesCount: number): Fact {
  return {
    id: number(row, 'id'),
    uid: textOr(row, 'uid', ''),
    userId: text(row, 'user_id'),
    category: text(row, 'category'),
    type: typeFromRow(row),
    fact: text(row, 'fact'),
    confidence: numberOr(row, 'confidence', 1),
    tags: tagsFromColumn(textOrNull(row, 'tags')),
    sourceSession: textOrNull(row, 'source_session'),
    sourceRef: textOrNull(row, 'source_ref'),
    citedLines: textOrNull(row, 'cited_lines'),
    evidence: evidenceFrom(textOrNull(row, 'evidence')),
    expiresAt: textOrNull(row, 'expires_at'),
    visibility: oneOf(row, 'visibility', visibilities, 'private'),
    author: textOrNull(row, 'author'),
    decision: decisionFromRow(row),
    supersedesUid: textOrNull(row, 'supersedes_uid'),
    supersedesCount,
    origin: originFrom(row),
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

/** For rows with `memory_type` and `category`. */
export function typeFromRow(row: SqlRow): FactType {
  const category = factCategories.find((known) => known === row['category']);
  return oneOf(row, 'memory_type', factTypes, category === undefined ? 'observation' : typeOfCategory[category]);
}

/** Null unless the row has the details of a decision. */
export function decisionFromRow(row: SqlRow): DecisionDetails | null {
  const decidedBy = textOrNull(row, 'decided_by');
  if (decidedBy === null) return null;
  return {
    decidedBy,
    assistedBy: tagsFromColumn(textOrNull(row, 'assisted_by')),
    rationale: textOr(row, 'rationale', ''),
    alternatives: tagsFromColumn(textOrNull(row, 'alternatives')),
  };
}

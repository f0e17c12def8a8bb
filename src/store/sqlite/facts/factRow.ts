/** Maps rows with their joins to facts; shared by reads and writes of facts. */
import type { DecisionDetails, Fact } from '../../../memory/facts/facts.ts';
import { factCategories, factTypes, typeOfCategory, visibilities } from '../../../memory/shared/vocabulary.ts';
import type { FactType } from '../../../memory/shared/vocabulary.ts';
import { originFrom } from '../shared/originColumn.ts';
import { flag, number, numberOr, oneOf, text, textOr, textOrNull } from '../engine/rowReader.ts';
import type { SqlConnection, SqlRow } from '../engine/sqlConnection.ts';
import { olderUids } from '../index/liveFacts.ts';
import { tagsFromColumn } from '../shared/textLists.ts';

/** Alias `f`; must be followed by a WHERE clause. Most facts replaced none, and starting a recursion costs more. */
export const selectFacts = `SELECT f.*, p.name AS project_name, a.name AS agent_name, replaced.to_uid AS supersedes_uid,
    CASE WHEN replaced.id IS NULL THEN 0 ELSE (SELECT count(*) FROM (${olderUids('f.uid')}) AS older) END AS supersedes_count
  FROM facts f
  LEFT JOIN projects p ON p.id = f.project_id LEFT JOIN agents a ON a.id = f.agent_id
  LEFT JOIN links replaced ON replaced.id = (SELECT max(l.id) FROM links l
    WHERE l.from_kind = 'fact' AND l.from_uid = f.uid AND l.relation = 'supersedes')`;

const selectById = `${selectFacts} WHERE f.id = ?`;
const selectByUid = `${selectFacts} WHERE f.uid = ?`;

/** The fact must exist. */
export async function requireFact(db: SqlConnection, id: number): Promise<Fact> {
  return factFromRow((await db.get(selectById, [id])) ?? {});
}

/** By number or uid. */
export async function findFact(db: SqlConnection, ref: number | string): Promise<Fact | undefined> {
  const row = await db.get(typeof ref === 'number' ? selectById : selectByUid, [ref]);
  return row === undefined ? undefined : factFromRow(row);
}

export function factFromRow(row: SqlRow): Fact {
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
    expiresAt: textOrNull(row, 'expires_at'),
    visibility: oneOf(row, 'visibility', visibilities, 'private'),
    decision: decisionFromRow(row),
    supersedesUid: textOrNull(row, 'supersedes_uid'),
    supersedesCount: number(row, 'supersedes_count'),
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

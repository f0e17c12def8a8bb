/** Maps rows with their joins to facts; shared by reads and writes of facts. */
import type { Fact } from '../../../memory/facts/facts.ts';
import { originFrom } from '../shared/originColumn.ts';
import { flag, number, numberOr, text, textOr, textOrNull } from '../engine/rowReader.ts';
import type { SqlConnection, SqlRow } from '../engine/sqlConnection.ts';
import { tagsFromColumn } from '../shared/textLists.ts';

/** Alias `f`; must be followed by a WHERE clause. */
export const selectFacts = `SELECT f.*, p.name AS project_name, a.name AS agent_name FROM facts f
  LEFT JOIN projects p ON p.id = f.project_id LEFT JOIN agents a ON a.id = f.agent_id`;

/** The fact must exist. */
export function requireFact(db: SqlConnection, id: number): Fact {
  return factFromRow(db.get(`${selectFacts} WHERE f.id = ?`, [id]) ?? {});
}

export function findFact(db: SqlConnection, id: number): Fact | undefined {
  const row = db.get(`${selectFacts} WHERE f.id = ?`, [id]);
  return row === undefined ? undefined : factFromRow(row);
}

export function factFromRow(row: SqlRow): Fact {
  return {
    id: number(row, 'id'),
    userId: text(row, 'user_id'),
    category: text(row, 'category'),
    fact: text(row, 'fact'),
    confidence: numberOr(row, 'confidence', 1),
    tags: tagsFromColumn(textOrNull(row, 'tags')),
    sourceSession: textOrNull(row, 'source_session'),
    sourceRef: textOrNull(row, 'source_ref'),
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

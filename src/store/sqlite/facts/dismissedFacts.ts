/** What somebody dismissed does not come back because another machine learned it, too: for a sync and an import. */
import { stateOf } from '../../../memory/facts/evidence.ts';
import type { LearnedState } from '../../../memory/shared/vocabulary.ts';
import { flag, number, text, textOrNull } from '../engine/rowReader.ts';
import type { SqlConnection, SqlRow } from '../engine/sqlConnection.ts';
import { originFrom } from '../shared/originColumn.ts';

/** Why such a fact is retired. */
export const dismissedElsewhere = 'The same was dismissed on another machine.';

/** The numbers of learned facts that say what this row of facts says, if one of those is dismissed. */
export async function learnedThoughDismissed(db: SqlConnection, row: SqlRow): Promise<number[]> {
  const equal = await db.all(
    `SELECT f.id, f.deprecated, f.deprecation_reason, f.origin FROM facts f WHERE f.user_id = ? AND f.content_hash = ?
       AND f.project_id IS NOT DISTINCT FROM ? AND f.evidence IS NOT NULL`,
    [text(row, 'user_id'), textOrNull(row, 'content_hash'), textOrNull(row, 'project_id')],
  );
  if (!equal.some((one) => stateOfRow(one) === 'dismissed')) return [];
  return equal.filter((one) => stateOfRow(one) === 'learned').map((one) => number(one, 'id'));
}

function stateOfRow(row: SqlRow): LearnedState {
  return stateOf({
    deprecated: flag(row, 'deprecated'),
    deprecationReason: textOrNull(row, 'deprecation_reason'),
    origin: originFrom(row),
  });
}

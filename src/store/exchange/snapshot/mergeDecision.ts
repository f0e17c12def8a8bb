/**
 * An imported decision that meets a fact with the same statement. A fact without details gets those of the decision, as
 * when it is stated here. Two decisions with different details are both kept: the store's stays in force, and the
 * imported one is retired under its own name, with its outcomes.
 */
import type { IndexText } from '../../../memory/shared/ports.ts';
import type { SnapshotRow } from '../../../memory/upkeep/snapshot.ts';
import { flag, number, numberOr, oneOf, text, textOrNull } from '../../sql/connection/rowReader.ts';
import { visibilities } from '../../../memory/shared/vocabulary.ts';
import type { SqlConnection, SqlRow } from '../../sql/connection/sqlConnection.ts';
import { confirmFact, hasOtherDetails } from '../../sql/facts/storeFact.ts';
import { decisionFromRow, requireFact, typeFromRow } from '../../sql/facts/factRow.ts';
import { originFrom } from '../../sql/shared/originColumn.ts';
import { tagsFromColumn } from '../../sql/shared/textLists.ts';

/**
 * `completes`: the store's fact has no details. `differs`: it has others. Both are live and state the same. Undefined
 * for anything else, such as a fact that is no decision.
 */
export function meetingOf(imported: SnapshotRow, there: SqlRow): 'completes' | 'differs' | undefined {
  const [given, known] = [decisionFromRow(imported), decisionFromRow(there)];
  const isSame = imported['content_hash'] !== null && imported['content_hash'] === there['content_hash'];
  if (given === null || !isSame || flag(imported, 'deprecated') || flag(there, 'deprecated')) return undefined;
  if (known === null) return 'completes';
  return hasOtherDetails(known, given) ? 'differs' : undefined;
}

/** `id` is the store's fact. */
export async function completeFact(
  db: SqlConnection,
  { indexText, now }: { indexText: IndexText; now: () => Date },
  id: number,
  imported: SnapshotRow,
): Promise<void> {
  await confirmFact(db, indexText, await requireFact(db, id), {
    category: text(imported, 'category'),
    type: typeFromRow(imported),
    decision: decisionFromRow(imported),
    confidence: numberOr(imported, 'confidence', 1),
    tags: tagsFromColumn(textOrNull(imported, 'tags')),
    sourceRef: textOrNull(imported, 'source_ref'),
    citedLines: textOrNull(imported, 'cited_lines'),
    expiresAt: textOrNull(imported, 'expires_at'),
    visibility: oneOf(imported, 'visibility', visibilities, 'private'),
    origin: originFrom(imported),
    now: now().toISOString(),
  });
}

/** The imported decision as it is kept beside the store's one. */
export function retiredCopy(imported: SnapshotRow, there: SqlRow): SnapshotRow {
  const reason = `Decision #${String(number(there, 'id'))} has this title and other details.`;
  return { ...imported, deprecated: 1, deprecation_reason: reason };
}

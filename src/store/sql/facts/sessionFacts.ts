/** Which rows of facts repeat the words of their session, as `goesWithSession` says it in SQL. */
import { evidenceFrom } from '../../../memory/facts/evidence.ts';
import { isHandOff } from '../../../memory/recall/handOffs.ts';
import type { SnapshotRow } from '../../../memory/upkeep/snapshot.ts';
import { textOrNull } from '../connection/rowReader.ts';
import { typeFromRow } from './factRow.ts';
import { tagsFromColumn } from '../shared/textLists.ts';

/** The permanent name of the message that taught the fact of such a row; undefined if none did. */
export function messageOf(row: SnapshotRow): string | undefined {
  const { evidence } = row;
  return typeof evidence === 'string' ? evidenceFrom(evidence)?.message : undefined;
}

/** For a row of an export or of another machine; older ones lack columns. */
export function isOfItsSession(row: SnapshotRow): boolean {
  if (typeof row['evidence'] === 'string') return true;
  const given = { category: null, memory_type: null, tags: null, expires_at: null, ...row };
  const tags = tagsFromColumn(textOrNull(given, 'tags'));
  return isHandOff({ type: typeFromRow(given), tags, expiresAt: textOrNull(given, 'expires_at') });
}

/**
 * The content hashes of a user's pinned statements, so that another spelling of the same statement counts as pinned.
 */
import { statementHash } from '../../../memory/shared/contentHash.ts';
import type { Hash } from '../../../memory/shared/ports.ts';
import { textOrNull } from '../engine/rowReader.ts';
import type { SqlConnection } from '../engine/sqlConnection.ts';
import { listFromBullets } from './textLists.ts';

export async function readPinned(db: SqlConnection, userId: string, hash: Hash): Promise<Set<string>> {
  const row = await db.get('SELECT pinned_facts FROM identity_profile WHERE user_id = ?', [userId]);
  const lines = row === undefined ? [] : listFromBullets(textOrNull(row, 'pinned_facts'));
  return new Set(lines.map((line) => statementHash(hash, line)));
}

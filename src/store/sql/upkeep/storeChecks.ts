/**
 * Whether memories can be found and saved, for the health checks of a server. What saves and searches need goes wrong in
 * many ways, so the checks do the same with the same code, as a user whom nobody else ever sees.
 */
import { BigMindError } from '../../../memory/shared/errors.ts';
import type { Passage } from '../../../memory/recall/recall.ts';
import type { MaintenanceStore } from '../../../memory/shared/maintenance.ts';
import { memoryKinds } from '../../../memory/shared/vocabulary.ts';
import type { SqlConnection, SqlEngine } from '../connection/sqlConnection.ts';
import { indexNewMemory } from '../index/memoryIndex.ts';
import { createSqlRecall } from '../recall/sqlRecall.ts';
import { noteAudit, byUser } from '../shared/auditRows.ts';
import type { StorePorts } from '../shared/storePorts.ts';

/** Also who holds the lock of these writes, so that they do not wait for those of users. */
const nobody = 'health check';
const words = 'health check';

export function createStoreChecks(
  engine: SqlEngine,
  { indexText, newId, now }: StorePorts,
): Pick<MaintenanceStore, 'checkReads' | 'checkWrites'> {
  const search = (db: SqlConnection, userId: string): Promise<Passage[]> => {
    const recall = createSqlRecall({ read: async (work) => work(db) }, indexText, now);
    const terms = indexText(words).split(' ');
    return recall.read(async (reader) => {
      const filter = { userId, scope: 'all' } as const;
      const found = await reader.find({ ...filter, terms, limit: 1 });
      // Without a memory to find, a search reads less.
      await reader.statistics(terms);
      await reader.newest(filter, 1);
      // Of each kind, so that the tables of all are read.
      const none = memoryKinds.map((kind) => ({ kind, id: '0' }));
      return await reader.passages([...found, ...none], 0);
    });
  };
  return {
    async checkReads() {
      // A server whose tokens a restore brought back refuses every call.
      await engine.callFunction?.('bigmind_find_token', '');
      await engine.read((db) => search(db, nobody));
    },
    async checkWrites() {
      const rolledBack = new BigMindError('internal', 'What a health check saved is rolled back.');
      const checking = engine.write(async (db) => {
        const at = now().toISOString();
        const userId = newId();
        const user = `INSERT INTO users (id, username, role, created_at, last_seen) VALUES (?, ?, 'member', ?, ?)`;
        await db.run(user, [userId, `${nobody} ${userId}`, at, at]);
        const [id, uid] = [unusedNumber(newId()), newId()];
        const fact = `INSERT INTO facts (id, uid, user_id, category, fact, content_hash, created_at, updated_at)
          VALUES (?, ?, ?, 'codebase', ?, ?, ?, ?)`;
        await db.run(fact, [id, uid, userId, words, uid, at, at]);
        await indexNewMemory(db, indexText, 'fact', id);
        await noteAudit(db, { at, by: byUser(userId), action: 'store', kind: 'fact', uid });
        if ((await search(db, userId)).length === 0) throw notFound();
        throw rolledBack;
      }, nobody);
      await checking.catch((thrown: unknown) => {
        if (thrown !== rolledBack) throw thrown;
      });
    },
  };
}

/** Below zero: a number that the store gives would be missing afterwards, because numbers are not rolled back. */
function unusedNumber(id: string): number {
  return -1 - Number.parseInt(id.replaceAll(/[^0-9a-f]/giu, '').slice(0, 12), 16);
}

function notFound(): BigMindError {
  return new BigMindError('store_corrupt', 'A search does not find what was just saved.', {
    remedy: 'Run `bigmind doctor`, and `bigmind rebuild` if it says so.',
  });
}

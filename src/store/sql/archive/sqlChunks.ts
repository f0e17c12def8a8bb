/** Kept exchanges, in the order in which they were kept in their session. */
import type { Chunk, ChunkStore, NewChunk } from '../../../memory/archive/chunks.ts';
import type { IndexText } from '../../../memory/shared/ports.ts';
import { chunkRoles } from '../../../memory/shared/vocabulary.ts';
import { insertRow, number, oneOf, text, textOr, textOrNull } from '../connection/rowReader.ts';
import type { SqlConnection, SqlEngine, SqlRow } from '../connection/sqlConnection.ts';
import { count } from '../index/memoryDocuments.ts';
import { indexNewMemory, refreshDocument } from '../index/memoryIndex.ts';
import { deletingStep } from '../index/vacuumSteps.ts';
import { noteAudit, noteVacuum, requireNotErased } from '../shared/auditRows.ts';
import { originFrom } from '../shared/originColumn.ts';
import { tagsColumn, tagsFromColumn } from '../shared/textLists.ts';

/** Old databases have invalid times, which never count as old. */
const older = `FROM conversation_chunks WHERE user_id = ? AND created_at < ? AND created_at LIKE '____-__-__T%'`;

export function createSqlChunks(engine: SqlEngine, indexText: IndexText, now: () => Date): ChunkStore {
  return {
    append: (chunk) =>
      engine.write(async (db) => {
        await requireNotErased(db, chunk.userId);
        const appended = await appendChunk(db, indexText, chunk);
        const { userId, agentId, sessionId, uid } = chunk;
        const by = { userId, agentId, sessionId, projectId: null };
        if (appended.status === 'stored')
          await noteAudit(db, { at: now().toISOString(), by, action: 'store', kind: 'chunk', uid });
        return appended;
      }, chunk.userId),
    listBySession: (sessionId, limit) =>
      engine.read(async (db) => {
        const where = 'FROM conversation_chunks WHERE session_id = ?';
        const rows = await db.all(`SELECT * ${where} ORDER BY seq, id LIMIT ?`, [sessionId, limit]);
        return { chunks: rows.map(chunkFromRow), total: await count(db, `SELECT count(*) AS n ${where}`, [sessionId]) };
      }),
    countOlder: (userId, before) =>
      engine.read(async (db) => {
        const row = await db.get(
          `SELECT count(*) AS n, min(created_at) AS oldest, coalesce(sum(length(content)), 0) AS characters ${older}`,
          [userId, before],
        );
        return {
          total: number(row ?? {}, 'n'),
          oldest: textOrNull(row ?? {}, 'oldest'),
          characters: number(row ?? {}, 'characters'),
        };
      }),
    deleteOlder: (userId, before, by) =>
      deletingStep(engine, async (db, max) => {
        const sql = `SELECT id ${older} ORDER BY created_at, id LIMIT ?`;
        const ids = (await db.all(sql, [userId, before, max])).map((row) => number(row, 'id'));
        for (const id of ids) {
          await db.run('DELETE FROM conversation_chunks WHERE id = ?', [id]);
          await db.run(`DELETE FROM offers WHERE kind = 'chunk' AND memory_id = ?`, [String(id)]);
          await refreshDocument(db, indexText, 'chunk', id);
        }
        await noteVacuum(db, { userId, kind: 'chunk', count: ids.length, at: now().toISOString(), by });
        return ids.length;
      }),
  };
}

async function appendChunk(
  db: SqlConnection,
  indexText: IndexText,
  chunk: NewChunk,
): Promise<{ status: 'stored' | 'duplicate'; chunk: Chunk }> {
  const same = await db.get(
    'SELECT * FROM conversation_chunks WHERE session_id = ? AND content_hash = ? ORDER BY id LIMIT 1',
    [chunk.sessionId, chunk.contentHash],
  );
  if (same !== undefined) return { status: 'duplicate', chunk: chunkFromRow(same) };
  const inserted = await insertRow(
    db,
    `INSERT INTO conversation_chunks (session_id, user_id, role, content, flag_reason, seq, created_at,
                                      uid, agent_id, speaker, tags, source_ref, content_hash, origin)
     VALUES (?, ?, ?, ?, ?, (SELECT coalesce(max(seq), 0) + 1 FROM conversation_chunks WHERE session_id = ?),
             ?, ?, ?, ?, ?, ?, ?, ?)`,
    [
      chunk.sessionId,
      chunk.userId,
      chunk.role,
      chunk.content,
      chunk.flagReason,
      chunk.sessionId,
      chunk.createdAt,
      chunk.uid,
      chunk.agentId,
      chunk.speaker,
      tagsColumn(chunk.tags),
      chunk.sourceRef,
      chunk.contentHash,
      chunk.origin ?? null,
    ],
  );
  await indexNewMemory(db, indexText, 'chunk', inserted);
  const row = (await db.get('SELECT * FROM conversation_chunks WHERE id = ?', [inserted])) ?? {};
  return { status: 'stored', chunk: chunkFromRow(row) };
}

function chunkFromRow(row: SqlRow): Chunk {
  return {
    id: number(row, 'id'),
    sessionId: text(row, 'session_id'),
    userId: text(row, 'user_id'),
    role: oneOf(row, 'role', chunkRoles, 'system'),
    content: text(row, 'content'),
    flagReason: textOrNull(row, 'flag_reason'),
    seq: number(row, 'seq'),
    speaker: textOrNull(row, 'speaker'),
    tags: tagsFromColumn(textOrNull(row, 'tags')),
    sourceRef: textOrNull(row, 'source_ref'),
    origin: originFrom(row),
    createdAt: textOr(row, 'created_at', ''),
  };
}

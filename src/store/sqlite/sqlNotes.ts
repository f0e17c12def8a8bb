/**
 * Notes of other assistants as facts. They are told apart by what they say alone: also a fact that was deprecated since
 * keeps the same note out, or each import would bring it back, and so does one that was erased. How far a file was read stands where it does for transcripts.
 */
import type { NewFact } from '../../memory/factStore.ts';
import type { NotesStore } from '../../memory/notes.ts';
import type { Hash, IndexText } from '../../memory/ports.ts';
import { usernameOf } from './erasedMessages.ts';
import { byUser, noteAudit, requireSomebody } from './auditRows.ts';
import { insertFact } from './factChanges.ts';
import type { SqlConnection, SqliteEngine } from './sqlConnection.ts';
import { hasTombstone, statementMark } from './tombstones.ts';
import { noteTranscriptFile } from './transcriptFiles.ts';

export function createSqlNotes(engine: SqliteEngine, indexText: IndexText, hash: Hash): NotesStore {
  return {
    add: ({ userId, facts, file, now }) =>
      engine.write((db) => {
        requireSomebody(db, userId);
        let stored = 0;
        const username = usernameOf(db, userId);
        for (const fact of facts) {
          if (wasSaid(db, fact) || hasTombstone(db, statementMark(hash, username, fact.contentHash))) continue;
          insertFact(db, indexText, fact);
          stored += 1;
        }
        const by = {
          ...byUser(userId),
          agentId: facts[0]?.agentId ?? null,
          projectId: facts[0]?.saidInProject ?? null,
        };
        if (stored > 0) noteAudit(db, { at: now, by, action: 'import', kind: 'fact', count: stored });
        if (file !== null) noteTranscriptFile(db, { userId, now, ...file });
        return { stored, known: facts.length - stored };
      }),
  };
}

function wasSaid(db: SqlConnection, { userId, contentHash, projectId }: NewFact): boolean {
  const sql = 'SELECT 1 FROM facts WHERE user_id = ? AND content_hash = ? AND project_id IS ? LIMIT 1';
  return db.get(sql, [userId, contentHash, projectId]) !== undefined;
}

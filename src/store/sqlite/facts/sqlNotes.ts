/**
 * Notes of other assistants as facts. They are told apart by what they say alone: also a fact that was deprecated since
 * keeps the same note out, or each import would bring it back, and so does one that was erased. A note that tells the state
 * of something supersedes what an older one told of it. How far a file was read stands where it does for transcripts.
 */
import type { NewFact } from '../../../memory/facts/factStore.ts';
import type { NotedFact, NotesStore } from '../../../memory/facts/notes.ts';
import type { Hash, IndexText } from '../../../memory/shared/ports.ts';
import { usernameOf } from '../shared/erasedMessages.ts';
import { byUser, noteAudit, requireSomebody } from '../shared/auditRows.ts';
import { noteFact, sayerOf } from './factAudit.ts';
import { deprecateFact, insertFact } from './factChanges.ts';
import { requireFact } from './factRow.ts';
import { number, text, textOr } from '../engine/rowReader.ts';
import { tagsFromColumn } from '../shared/textLists.ts';
import type { SqlConnection, SqliteEngine } from '../engine/sqlConnection.ts';
import { hasTombstone, statementMark } from '../shared/tombstones.ts';
import { noteTranscriptFile } from '../shared/transcriptFiles.ts';

export function createSqlNotes(engine: SqliteEngine, indexText: IndexText, hash: Hash): NotesStore {
  return {
    add: ({ userId, facts, file, now }) =>
      engine.write((db) => {
        requireSomebody(db, userId);
        let stored = 0;
        const username = usernameOf(db, userId);
        const states = new KnownStates(db);
        for (const fact of facts) {
          if (wasSaid(db, fact) || hasTombstone(db, statementMark(hash, username, fact.contentHash))) continue;
          const older = states.of(fact);
          if (older.some(({ createdAt }) => createdAt > fact.now)) continue;
          const id = insertFact(db, indexText, fact);
          for (const before of older) {
            deprecateFact(db, indexText, { ...before, reason: `superseded by #${String(id)}`, now });
            noteFact(db, 'supersede', before.id, { by: sayerOf(fact), now });
          }
          states.replace(fact, id);
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

interface KnownState {
  id: number;
  version: number;
  createdAt: string;
}

/** Live facts that tell the state of something and nobody changed by hand, read once for each project and format. */
class KnownStates {
  readonly #db: SqlConnection;
  readonly #known = new Map<string, Map<string, KnownState[]>>();

  constructor(db: SqlConnection) {
    this.#db = db;
  }

  of(fact: NotedFact): readonly KnownState[] {
    return fact.replaces === undefined ? [] : (this.#bySubject(fact, fact.replaces[0]).get(fact.replaces[1]) ?? []);
  }

  replace(fact: NotedFact, id: number): void {
    if (fact.replaces === undefined) return;
    const { version } = requireFact(this.#db, id);
    this.#bySubject(fact, fact.replaces[0]).set(fact.replaces[1], [{ id, version, createdAt: fact.now }]);
  }

  #bySubject({ userId, projectId }: NotedFact, format: string): Map<string, KnownState[]> {
    const key = `${format}\n${projectId ?? ''}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const bySubject = new Map<string, KnownState[]>();
    const sql = `
      SELECT id, version, created_at, tags FROM facts
      WHERE user_id = ? AND project_id IS ? AND coalesce(deprecated, 0) = 0 AND coalesce(origin, 'agent') <> 'person'
        AND instr(tags, ?) > 0`;
    for (const row of this.#db.all(sql, [userId, projectId, JSON.stringify(format)])) {
      const state = { id: number(row, 'id'), version: number(row, 'version'), createdAt: text(row, 'created_at') };
      for (const tag of tagsFromColumn(textOr(row, 'tags', ''))) {
        const others = bySubject.get(tag);
        if (others === undefined) bySubject.set(tag, [state]);
        else others.push(state);
      }
    }
    this.#known.set(key, bySubject);
    return bySubject;
  }
}

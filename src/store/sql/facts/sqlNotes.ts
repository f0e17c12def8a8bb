/**
 * Imports notes of other assistants as facts. A note whose statement is known, deprecated or erased is not stored
 * again, or each import would bring it back. The exception is a fact that an edit of the file superseded: it returns
 * when the file states it again. A note about the state of something supersedes the older state, and an edited note its
 * older version. The position in a file is stored as for transcripts.
 */
import type { KnownNote } from '../../../memory/facts/noteEdits.ts';
import type { NotedFact, NotesFile, NotesStore } from '../../../memory/facts/notes.ts';
import { statementKey } from '../../../memory/shared/contentHash.ts';
import type { Hash, IndexText } from '../../../memory/shared/ports.ts';
import { isNotDeprecated } from '../index/liveFacts.ts';
import { usernameOf } from '../shared/erasedMessages.ts';
import { byUser, noteImported, wasCommitted, requireNotErased } from '../shared/auditRows.ts';
import { noteFact, factAuthor } from './factAudit.ts';
import { deprecateFact, linkSuccessor } from './factChanges.ts';
import { insertFact, activeDuplicate } from './storeFact.ts';
import { requireFact } from './factRow.ts';
import { flag, number, text, textOr } from '../connection/rowReader.ts';
import { readPinned, saysSame } from '../shared/sameStatements.ts';
import { tagsFromColumn } from '../shared/textLists.ts';
import type { SqlConnection, SqlEngine } from '../connection/sqlConnection.ts';
import { hasTombstone, statementMark } from '../shared/tombstones.ts';
import { noteTranscriptFile } from '../shared/transcriptFiles.ts';

export function createSqlNotes(engine: SqlEngine, indexText: IndexText, hash: Hash): NotesStore {
  return {
    add: ({ userId, facts, edits, file, noted, newId, now }) =>
      engine
        .write(async (db) => {
          await requireNotErased(db, userId);
          let stored = 0;
          const username = await usernameOf(db, userId);
          const states = new KnownStates(db);
          const known = edits === null ? [] : await knownOf(db, userId, edits, await readPinned(db, userId, hash));
          const edited = edits?.superseded(known);
          const supersede = async (old: number, successor: number, fact: NotedFact): Promise<void> => {
            const { version, deprecated } = await requireFact(db, old);
            if (deprecated) return;
            await deprecateFact(db, indexText, {
              id: old,
              version,
              reason: `superseded by #${String(successor)}`,
              now,
              by: undefined,
            });
            await linkSuccessor(db, { uid: newId(), successor, old, now });
            await noteFact(db, 'supersede', old, { by: factAuthor(fact), now });
          };
          for (const fact of facts) {
            const before = edited?.get(statementKey(fact.fact)) ?? [];
            const twin = await activeDuplicate(db, fact);
            if (twin !== undefined) {
              for (const { id } of before) await supersede(id, twin, fact);
              continue;
            }
            if (
              (await wasRetired(db, fact, edits)) ||
              (await hasTombstone(db, statementMark(hash, username, fact.contentHash)))
            )
              continue;
            const olderStates = await states.of(fact);
            if (olderStates.some(({ createdAt }) => createdAt > fact.now)) continue;
            const { id } = (await insertFact(db, indexText, fact)).fact;
            for (const old of [...olderStates, ...before]) await supersede(old.id, id, fact);
            await states.replace(fact, id);
            stored += 1;
          }
          const by = {
            ...byUser(userId),
            agentId: facts[0]?.agentId ?? null,
            projectId: facts[0]?.statedInProject ?? null,
          };
          if (stored > 0) await noteImported(db, { at: now, by, action: 'import', kind: 'fact', count: stored }, noted);
          if (file !== null) await noteTranscriptFile(db, { userId, now, ...file });
          return { stored, known: facts.length - stored };
        })
        .then((outcome) => wasCommitted(outcome, noted)),
  };
}

/** Whether the statement is stored as a fact that was deprecated other than by an edit of the same file. */
async function wasRetired(
  db: SqlConnection,
  { userId, contentHash, projectId, fact }: NotedFact,
  edits: Pick<NotesFile, 'path'> | null,
): Promise<boolean> {
  const supersededByEdit = `
    SELECT 1 FROM links l JOIN facts s ON s.uid = l.from_uid
    WHERE l.relation = 'supersedes' AND l.from_kind = 'fact' AND l.to_kind = 'fact' AND l.to_uid = f.uid
      AND coalesce(s.origin, 'agent') <> 'person' AND substr(s.source_ref, 1, length(?4)) = ?4`;
  const sql = `
    SELECT f.fact FROM facts f WHERE f.user_id = ?1 AND f.content_hash = ?2 AND f.project_id IS NOT DISTINCT FROM ?3
      AND (CAST(?4 AS TEXT) IS NULL OR NOT EXISTS (${supersededByEdit}))`;
  const retired = await db.all(sql, [userId, contentHash, projectId, edits === null ? null : linesOf(edits)]);
  return saysSame(retired, 'facts', { fact }) !== undefined;
}

/** Live facts of the user that came from the file. */
async function knownOf(
  db: SqlConnection,
  userId: string,
  edits: NotesFile,
  pinned: ReadonlySet<string>,
): Promise<KnownNote[]> {
  const sql = `
    SELECT id, fact, content_hash, coalesce(origin, 'agent') = 'person' AS is_by_person FROM facts
    WHERE user_id = ?1 AND ${isNotDeprecated('facts')} AND substr(source_ref, 1, length(?2)) = ?2 ORDER BY id`;
  return (await db.all(sql, [userId, linesOf(edits)])).map((row) => ({
    id: number(row, 'id'),
    fact: text(row, 'fact'),
    isKept: flag(row, 'is_by_person') || pinned.has(textOr(row, 'content_hash', '')),
  }));
}

/** How the `source_ref` of each fact from a file begins. */
function linesOf({ path }: Pick<NotesFile, 'path'>): string {
  return `${path}#L`;
}

interface KnownState {
  id: number;
  createdAt: string;
}

/** Live facts about the state of something that no person changed, read once per project and format. */
class KnownStates {
  readonly #db: SqlConnection;
  readonly #known = new Map<string, Map<string, KnownState[]>>();

  constructor(db: SqlConnection) {
    this.#db = db;
  }

  async of(fact: NotedFact): Promise<readonly KnownState[]> {
    return fact.replaces === undefined
      ? []
      : ((await this.#bySubject(fact, fact.replaces[0])).get(fact.replaces[1]) ?? []);
  }

  async replace(fact: NotedFact, id: number): Promise<void> {
    if (fact.replaces === undefined) return;
    (await this.#bySubject(fact, fact.replaces[0])).set(fact.replaces[1], [{ id, createdAt: fact.now }]);
  }

  async #bySubject({ userId, projectId }: NotedFact, format: string): Promise<Map<string, KnownState[]>> {
    const key = `${format}\n${projectId ?? ''}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const bySubject = new Map<string, KnownState[]>();
    const sql = `
      SELECT id, created_at, tags FROM facts
      WHERE user_id = ? AND project_id IS NOT DISTINCT FROM ? AND ${isNotDeprecated('facts')} AND coalesce(origin, 'agent') <> 'person'
        AND instr(tags, ?) > 0`;
    for (const row of await this.#db.all(sql, [userId, projectId, JSON.stringify(format)])) {
      const state = { id: number(row, 'id'), createdAt: text(row, 'created_at') };
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

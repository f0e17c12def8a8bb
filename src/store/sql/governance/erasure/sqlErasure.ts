/** Erases one memory over SQL. One transaction checks it and deletes it with everything derived from it. */
import { listedCharacters } from '../../../../memory/recall/catalogue.ts';
import type {
  ErasableRef,
  ErasurePreview,
  ErasureQuery,
  ErasureRefusal,
  ErasureStore,
} from '../../../../memory/governance/erasure.ts';
import type { Hash, IndexText } from '../../../../memory/shared/ports.ts';
import { byUser, noteAudit, uidOf } from '../../shared/auditRows.ts';
import { readWhole } from '../../recall/catalogueRows.ts';
import { takeBackRepeats } from '../../learn/repeatedFacts.ts';
import { countGoing, countStaying, factsOfMessage, factsOfSession, keyOf, stateOf } from './erasableParts.ts';
import { eraseFact, forgetLinks, pinsOf } from './eraseFact.ts';
import { markErased } from './erasureMarks.ts';
import { mayEraseKnowledge } from '../../shared/knowledgeRights.ts';
import { refreshDocument, refreshSessionsWithout } from '../../index/memoryIndex.ts';
import { dropEmptied } from '../../archive/oldMessages.ts';
import { number, text, textOrNull } from '../../connection/rowReader.ts';
import { markCopies } from './sqlErasureCleanup.ts';
import { forgetQuoting } from '../../recall/sqlTurns.ts';
import { forgetSynced } from '../../shared/tombstones.ts';
import { scrubbing } from '../../index/scrubbing.ts';
import type { SqlConnection, SqlEngine, SqlRow } from '../../connection/sqlConnection.ts';
import { mapInTurn } from '../../connection/inTurn.ts';

interface ErasurePorts {
  indexText: IndexText;
  hash: Hash;
}

export function createSqlErasure(engine: SqlEngine, ports: ErasurePorts): ErasureStore {
  return {
    preview: (query) => engine.read((db) => preview(db, ports, query)),
    erase: ({ expected, now, by, ...query }) =>
      engine.write(async (db) => {
        const { kind, id } = query.ref;
        const noted = {
          at: now,
          by: by ?? byUser(query.userId),
          action: 'erase',
          kind,
          uid: (await uidOf(db, kind, id)) ?? null,
        } as const;
        const shown = await preview(db, ports, query);
        if (shown === 'not_allowed') await noteAudit(db, { ...noted, level: 'refusal' });
        if (typeof shown === 'string') return shown;
        if (shown.expected !== expected) return 'conflict';
        await scrubbing(db, async () => {
          await eraseMemory(db, ports, query.ref, now);
          await markCopies(db, now);
        });
        await noteAudit(db, noted);
        return { erased: shown.goes };
      }),
  };
}

async function preview(
  db: SqlConnection,
  { hash }: ErasurePorts,
  query: ErasureQuery,
): Promise<ErasurePreview | ErasureRefusal> {
  const { ref } = query;
  const found = await readErasable(db, ref);
  if (found === undefined) return 'not_found';
  if (!(await mayErase(db, query, found))) return 'not_allowed';
  const pins = await mapInTurn(await factsErasedWith(db, ref), async (id) => (await pinsOf(db, hash, id)).gone);
  const pinned = pins.reduce((sum, gone) => sum + gone, 0);
  const goes = await countGoing(db, ref, pinned);
  return {
    ...ref,
    title: textOrNull(found, 'title'),
    text: beginningOf(text(found, 'text')),
    goes,
    stays: await countStaying(db, ref),
    // Includes the uid: after a restore, or in another store, the number may belong to another memory.
    expected: `${(await uidOf(db, ref.kind, ref.id)) ?? ''} ${await stateOf(db, ref, text(found, 'version'), goes)}`,
  };
}

/** The fact itself, or the facts that go with a session or a message. */
async function factsErasedWith(db: SqlConnection, { kind, id }: ErasableRef): Promise<number[]> {
  if (kind === 'fact') return [Number(id)];
  if (kind !== 'session' && kind !== 'message') return [];
  const from = kind === 'session' ? factsOfSession : factsOfMessage;
  return (await db.all(`SELECT id FROM ${from}`, [id])).map((row) => number(row, 'id'));
}

/** Counts characters, so that none is cut in half. */
function beginningOf(whole: string): string {
  return Array.from(whole.slice(0, 2 * listedCharacters))
    .slice(0, listedCharacters)
    .join('');
}

async function readErasable(db: SqlConnection, { kind, id }: ErasableRef): Promise<SqlRow | undefined> {
  if (kind !== 'hypothesis') return (await readWhole(db, kind, id))?.row;
  if (!/^\d{1,15}$/u.test(id)) return undefined;
  const sql = 'SELECT user_id, NULL AS title, hypothesis AS text, version FROM hypotheses WHERE id = ?';
  return db.get(sql, [Number(id)]);
}

async function mayErase(db: SqlConnection, { userId, ref, mode }: ErasureQuery, found: SqlRow): Promise<boolean> {
  if (ref.kind === 'knowledge') return mayEraseKnowledge(db, { userId, entryId: Number(ref.id), mode });
  return textOrNull(found, 'user_id') === userId;
}

export async function eraseMemory(
  db: SqlConnection,
  ports: ErasurePorts,
  ref: ErasableRef,
  now: string,
): Promise<void> {
  const key = keyOf(ref);
  await markErased(db, ref, { hash: ports.hash, now });
  await forgetQuotes(db, ref);
  await forgetSyncedParts(db, ref);
  switch (ref.kind) {
    case 'fact':
      await eraseFact(db, ports, Number(ref.id), now);
      return;
    case 'session':
      await eraseSession(db, ports, ref.id, now);
      break;
    case 'knowledge':
      await forgetLinks(db, 'knowledge', Number(key));
      await db.run(
        'DELETE FROM knowledge_reviews WHERE knowledge_uid = (SELECT uid FROM global_knowledge WHERE id = ?)',
        [key],
      );
      await db.run('DELETE FROM global_knowledge WHERE id = ?', [key]);
      break;
    case 'chunk':
      await forgetLinks(db, 'chunk', Number(key));
      await db.run('DELETE FROM conversation_chunks WHERE id = ?', [key]);
      break;
    case 'message':
      for (const fact of await factsErasedWith(db, ref))
        await eraseMemory(db, ports, { kind: 'fact', id: String(fact) }, now);
      await eraseMessage(db, ports.indexText, key);
      break;
    case 'hypothesis':
      await db.run('DELETE FROM hypotheses WHERE id = ?', [key]);
      return;
  }
  await db.run('DELETE FROM offers WHERE kind = ? AND memory_id = ?', [ref.kind, String(key)]);
  await refreshDocument(db, ports.indexText, ref.kind, key);
}

async function forgetSyncedParts(db: SqlConnection, { kind, id }: ErasableRef): Promise<void> {
  const uid = await uidOf(db, kind, id);
  if (uid === undefined) return;
  const parts: Partial<Record<ErasableRef['kind'], string>> = {
    fact: ' UNION SELECT uid FROM outcomes WHERE decision_uid = ?',
    knowledge: ' UNION SELECT uid FROM knowledge_reviews WHERE knowledge_uid = ?',
    session: ` UNION SELECT uid FROM messages WHERE session_id = ? UNION SELECT uid FROM conversation_chunks WHERE session_id = ?
      UNION SELECT 'import ' || external_id FROM sessions WHERE id = ?`,
  };
  const uids = `SELECT ? AS uid${parts[kind] ?? ''}`;
  await forgetSynced(
    db,
    uids,
    Array.from(uids.matchAll(/\?/gu), () => uid),
  );
}

/** Deletes what quotes or names the memory: texts sent to a model, and its entry in the list of muted memories. */
async function forgetQuotes(db: SqlConnection, { kind, id }: ErasableRef): Promise<void> {
  await forgetQuoting(db, kind === 'knowledge' ? null : await ownerOf(db, kind, id));
  const names = [await uidOf(db, kind, id)];
  if (kind === 'session') {
    await db.run('DELETE FROM hook_runs WHERE session_id = ?', [id]);
    const chunks = await db.all('SELECT uid FROM conversation_chunks WHERE session_id = ?', [id]);
    names.push(...chunks.map((row) => textOrNull(row, 'uid') ?? undefined));
  }
  for (const name of names) await db.run('DELETE FROM muted_memories WHERE memory_uid = ?', [name ?? null]);
}

const ownedTables = {
  fact: 'facts',
  chunk: 'conversation_chunks',
  session: 'sessions',
  message: 'messages',
  hypothesis: 'hypotheses',
} as const;

/** Null if an old database stores no owner. */
async function ownerOf(db: SqlConnection, kind: keyof typeof ownedTables, id: string): Promise<string | null> {
  const row = await db.get(`SELECT user_id FROM ${ownedTables[kind]} WHERE id = ?`, [
    kind === 'session' ? id : Number(id),
  ]);
  return row === undefined ? null : textOrNull(row, 'user_id');
}

async function eraseMessage(db: SqlConnection, indexText: IndexText, key: string | number): Promise<void> {
  const row = await db.get('SELECT heap_id, session_id FROM messages WHERE id = ?', [key]);
  if (row === undefined) return;
  await db.run('DELETE FROM messages WHERE id = ?', [key]);
  await refreshSessionsWithout(db, indexText, [text(row, 'session_id')]);
  await dropEmptied(db, [textOrNull(row, 'heap_id')]);
}

/** Together with the facts that repeat its words. Other facts stay. */
async function eraseSession(db: SqlConnection, ports: ErasurePorts, id: string, now: string): Promise<void> {
  const { indexText } = ports;
  for (const fact of await factsErasedWith(db, { kind: 'session', id })) {
    await eraseMemory(db, ports, { kind: 'fact', id: String(fact) }, now);
  }
  await takeBackRepeats(db, id);
  for (const [kind, table] of [
    ['chunk', 'conversation_chunks'],
    ['message', 'messages'],
  ] as const) {
    const ids = (await db.all(`SELECT id FROM ${table} WHERE session_id = ?`, [id])).map((row) => number(row, 'id'));
    for (const one of ids) {
      if (kind === 'chunk') await forgetLinks(db, kind, one);
      await db.run(`DELETE FROM ${table} WHERE id = ?`, [one]);
      await refreshDocument(db, indexText, kind, one);
    }
  }
  for (const [table, column] of [
    ['facts', 'source_session'],
    ['global_knowledge', 'source_session'],
    ['hypotheses', 'session_id'],
  ] as const) {
    await db.run(`UPDATE ${table} SET ${column} = NULL, version = version + 1 WHERE ${column} = ?`, [id]);
  }
  // The remaining memories keep their text, so their documents only lose the session.
  await db.run(`UPDATE memory_documents SET session_id = NULL WHERE session_id = ? AND kind IN ('fact', 'knowledge')`, [
    id,
  ]);
  await db.run('DELETE FROM offers WHERE session_id = ?', [id]);
  const heaps = (await db.all('SELECT id FROM heaps WHERE session_id = ?', [id])).map((row) => text(row, 'id'));
  await dropEmptied(db, heaps);
  await db.run('DELETE FROM session_summaries WHERE id = ?', [id]);
  await db.run('DELETE FROM sessions WHERE id = ?', [id]);
}

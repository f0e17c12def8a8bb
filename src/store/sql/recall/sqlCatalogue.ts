/** The catalogue: the order of all memories that match a filter, cached until the store changes, and one page of it. */
import { amongNumbers } from '../connection/among.ts';
import type {
  CatalogueChoices,
  CatalogueQuery,
  CatalogueStore,
  Choice,
  ListedMemory,
  ListedRef,
  MemoryDetail,
} from '../../../memory/recall/catalogue.ts';
import type { Hash } from '../../../memory/shared/ports.ts';
import { refKey } from '../../../memory/shared/memoryRef.ts';
import type { MemoryRef } from '../../../memory/shared/memoryRef.ts';
import type { MemoryKind } from '../../../memory/shared/vocabulary.ts';
import { isLiveAt } from '../index/liveFacts.ts';
import type { ListedRead, WholeRow } from './catalogueRows.ts';
import { number, text } from '../connection/rowReader.ts';
import type { SqlConnection, SqlEngine } from '../connection/sqlConnection.ts';
import { ReadCache } from '../connection/readCache.ts';
import { count } from '../index/memoryDocuments.ts';
import { mayEraseKnowledge, mayReview } from '../shared/knowledgeRights.ts';
import { readPinned } from '../shared/sameStatements.ts';
import { readPlaces } from './catalogueFilter.ts';
import { detailFromRow, kindFromRow, readListed, readWhole } from './catalogueRows.ts';
import { mapInTurn } from '../connection/inTurn.ts';

export function createSqlCatalogue(engine: SqlEngine, hash: Hash, now: () => Date): CatalogueStore {
  const readAt = (): string => now().toISOString();
  const places = new ReadCache<string[]>();
  const choices = new ReadCache<CatalogueChoices>();
  const readRefs = async (db: SqlConnection, query: CatalogueQuery): ReturnType<CatalogueStore['refs']> => {
    const { offset, limit, ...filter } = query;
    const at = readAt();
    // A fact that expires changes the list, although the store does not change.
    const key = `${String(await countExpired(db, at))} ${JSON.stringify(filter)}`;
    const all = await places.get(db, key, () => readPlaces(db, query, at));
    return { refs: await refsOf(db, all.slice(offset, offset + limit)), total: all.length };
  };
  return {
    list: (query) =>
      engine.read(async (db) => {
        const { refs, total } = await readRefs(db, query);
        const read = { pinned: await readPinned(db, query.userId, hash), now: readAt() };
        return { memories: await readNamed(db, refs.filter(isMemory), read), total };
      }),
    refs: (query) => engine.read((db) => readRefs(db, query)),
    listNamed: (userId, refs) =>
      engine.read(async (db) => {
        const read = { pinned: await readPinned(db, userId, hash), now: readAt() };
        return readNamed(db, refs, read, seenBy(db, userId));
      }),
    get: (userId, ref) => engine.read((db) => readDetail(db, userId, ref, { hash, now: readAt() })),
    choices: (userId) =>
      engine.read(async (db) => {
        const at = readAt();
        return choices.get(db, `${String(await countExpired(db, at))} ${userId}`, () => readChoices(db, userId, at));
      }),
  };
}

async function countExpired(db: SqlConnection, now: string): Promise<number> {
  return count(db, 'SELECT count(*) AS n FROM facts WHERE expires_at <= ?', [now]);
}

/** One query for each kind. */
async function readNamed(
  db: SqlConnection,
  refs: readonly MemoryRef[],
  read: ListedRead,
  isSeen: (kind: MemoryKind, whole: WholeRow) => boolean | Promise<boolean> = () => true,
): Promise<ListedMemory[]> {
  const ids = new Map<MemoryKind, string[]>();
  for (const { kind, id } of refs) ids.set(kind, [...(ids.get(kind) ?? []), id]);
  const memories = (
    await mapInTurn([...ids], ([kind, wanted]) => readListed(db, kind, wanted, read, (whole) => isSeen(kind, whole)))
  ).flat();
  const byKey = new Map(memories.map((memory) => [refKey(memory), memory]));
  // An orphaned document, which `inspect` reports. A list must not fail because of it.
  return refs.flatMap((ref) => byKey.get(refKey(ref)) ?? []);
}

function isMemory(ref: ListedRef): ref is MemoryRef {
  return ref.kind !== 'hypothesis';
}

async function refsOf(db: SqlConnection, places: readonly string[]): Promise<ListedRef[]> {
  const documents = places.filter((place) => /^\d/u.test(place));
  const sql = `SELECT id, kind, memory_id FROM memory_documents WHERE id ${amongNumbers()}`;
  const rows = await db.all(sql, [JSON.stringify(documents.map(Number))]);
  const byDocument = new Map(rows.map((row) => [text(row, 'id'), row]));
  return places.flatMap((place): ListedRef[] => {
    if (place.startsWith('h')) return [{ kind: 'hypothesis', id: place.slice(1) }];
    if (place.startsWith('f')) return [{ kind: 'fact', id: place.slice(1) }];
    if (place.startsWith('k')) return [{ kind: 'knowledge', id: place.slice(1) }];
    const row = byDocument.get(place);
    const kind = row === undefined ? undefined : kindFromRow(row);
    return row === undefined || kind === undefined ? [] : [{ kind, id: text(row, 'memory_id') }];
  });
}

async function readDetail(
  db: SqlConnection,
  userId: string,
  { kind, id }: MemoryRef,
  { hash, now }: { hash: Hash; now: string },
): Promise<MemoryDetail | undefined> {
  const whole = await readWhole(db, kind, id);
  if (whole === undefined || !(await seenBy(db, userId)(kind, whole))) return undefined;
  const mayChange =
    kind === 'knowledge'
      ? await mayEraseKnowledge(db, { userId, entryId: Number(id), mode: 'personal' })
      : kind !== 'entry' && whole.userId === userId;
  return detailFromRow(db, kind, whole, { by: userId, pinned: await readPinned(db, userId, hash), now, mayChange });
}

/** Whether a user may see a memory: their own memories, facts that others share, and of knowledge the shared entries,
 * or all for a reviewer. */
function seenBy(db: SqlConnection, userId: string): (kind: MemoryKind, whole: WholeRow) => Promise<boolean> {
  let isReviewer: boolean | undefined;
  return async (kind, { row, userId: owner }) => {
    if (owner === userId) return true;
    if (kind === 'fact') return row['visibility'] === 'workspace';
    if (kind !== 'knowledge') return false;
    isReviewer ??= await mayReview(db, userId);
    return isReviewer || (await isShared(db, number(row, 'id')));
  };
}

/** Approved entries are shared, and so are retired ones that had been approved. */
async function isShared(db: SqlConnection, knowledgeId: number): Promise<boolean> {
  const shared = `status = 'approved' OR (status = 'deprecated' AND approved_by IS NOT NULL)`;
  return (await db.get(`SELECT 1 FROM global_knowledge WHERE id = ? AND (${shared})`, [knowledgeId])) !== undefined;
}

async function readChoices(db: SqlConnection, userId: string, now: string): Promise<CatalogueChoices> {
  const chosen = async (from: string, params: string[]): Promise<Choice[]> =>
    (
      await db.all(
        `SELECT name, sum(n) AS memories FROM (${from}) AS tallies GROUP BY name HAVING sum(n) > 0 ORDER BY memories DESC, name`,
        params,
      )
    ).map((row) => ({ name: text(row, 'name'), memories: number(row, 'memories') }));
  const projects = `SELECT p.name, c.documents AS n FROM memory_counts c JOIN own_projects p
    ON p.project_id = c.project_id AND p.user_id = c.user_id WHERE c.user_id = ?`;
  const own = (table: string, condition: string): string =>
    `SELECT agent_id, count(*) AS n FROM ${table} WHERE user_id = ?1 AND ${condition} GROUP BY agent_id`;
  const parts = [
    own('facts', isLiveAt('facts', '?2')),
    own('conversation_chunks', 'TRUE'),
    own('sessions', `id IN (SELECT memory_id FROM memory_documents WHERE kind = 'session')`),
    `SELECT s.agent_id, count(*) AS n FROM sessions s JOIN messages m ON m.session_id = s.id WHERE s.user_id = ?1 GROUP BY s.agent_id`,
  ];
  const agents = `SELECT a.name, c.n FROM (${parts.join(' UNION ALL ')}) c JOIN agents a ON a.id = c.agent_id`;
  return {
    projects: await chosen(projects, [userId]),
    agents: await chosen(agents, [userId, now]),
  };
}

/**
 * Finds the entities of documents that are new or changed, in small transactions apart from the write of the memory: a
 * save waits for nothing, and a store of an older version opens at once. A changed memory gets a new document, which
 * was not scanned, and the mentions of the old one went with it. Rules may not see texts outside of the transaction:
 * an erased name could otherwise return.
 */
import { amongNumbers } from '../connection/among.ts';
import type { EntityName, MentionRole } from '../../../memory/graph/graphStore.ts';
import { entityKey, kindOfName } from '../../../memory/graph/entities.ts';
import { isNoStatement } from '../../../memory/shared/intake.ts';
import { findEntities } from '../../../memory/graph/findEntities.ts';
import type { FoundRelation } from '../../../memory/graph/findRelations.ts';
import { findRelations } from '../../../memory/graph/findRelations.ts';
import type { MemoryKind } from '../../../memory/shared/vocabulary.ts';
import { memoryKinds } from '../../../memory/shared/vocabulary.ts';
import { settledKinds } from '../../../memory/graph/settling.ts';
import { number, oneOf, text, textOrNull } from '../connection/rowReader.ts';
import type { SqlConnection, SqlEngine } from '../connection/sqlConnection.ts';
import { readDocuments } from '../index/memoryDocuments.ts';
import { tagsFromColumn } from '../shared/textLists.ts';
import type { MentionSettling } from './settleMentions.ts';

/** Documents that one transaction scans: some milliseconds, in which other writers wait. */
const maxDocuments = 20;
/** Characters of a document that are searched; the rest of a long conversation repeats names. */
const maxText = 20_000;

interface Scanned {
  scanned: number;
  waiting: boolean;
  isOwnWaiting: boolean;
}

export async function scanDocuments(engine: SqlEngine, userId: string, settling: MentionSettling): Promise<Scanned> {
  const owner = await engine.read((db) => nextOwner(db, userId));
  if (owner === undefined) return { scanned: 0, waiting: false, isOwnWaiting: false };
  const { scanned, isSettled, next } = await engine.write(
    async (db) => ({ ...(await scanOf(db, owner)), next: await nextOwner(db, userId) }),
    owner ?? undefined,
  );
  if (!isSettled) settling.addOpen(owner);
  if (next !== owner) await settling.settleOpen(owner);
  return { scanned, waiting: next !== undefined, isOwnWaiting: next === userId };
}

/** Null: the documents that everybody may find. Undefined: all are scanned. */
async function nextOwner(db: SqlConnection, userId: string): Promise<string | null | undefined> {
  const own = await db.get('SELECT user_id FROM memory_documents WHERE is_scanned = 0 AND user_id = ? LIMIT 1', [
    userId,
  ]);
  const row = own ?? (await db.get('SELECT user_id FROM memory_documents WHERE is_scanned = 0 LIMIT 1'));
  return row === undefined ? undefined : textOrNull(row, 'user_id');
}

async function scanOf(db: SqlConnection, owner: string | null): Promise<{ scanned: number; isSettled: boolean }> {
  const rows = await db.all(
    `SELECT id, kind, memory_id FROM memory_documents
     WHERE is_scanned = 0 AND user_id ${owner === null ? 'IS NULL' : '= ?'} ORDER BY id DESC LIMIT ?`,
    [...(owner === null ? [] : [owner]), maxDocuments],
  );
  let isSettled = true;
  for (const kind of memoryKinds) {
    const ids = new Map<string, number>();
    for (const row of rows)
      if (oneOf(row, 'kind', memoryKinds, 'message') === kind) ids.set(text(row, 'memory_id'), number(row, 'id'));
    if (ids.size > 0 && (await scanKind(db, kind, ids)).some(isSpelled)) isSettled = false;
  }
  await db.run(`UPDATE memory_documents SET is_scanned = 1 WHERE id ${amongNumbers()}`, [
    JSON.stringify(rows.map((row) => number(row, 'id'))),
  ]);
  return { scanned: rows.length, isSettled };
}

function isSpelled({ kind }: EntityName): boolean {
  return settledKinds.some((one) => one === kind);
}

interface FoundMention extends EntityName {
  documentId: number;
  role: MentionRole;
}

/** `ids`: the documents by memory. */
async function scanKind(
  db: SqlConnection,
  kind: MemoryKind,
  ids: ReadonlyMap<string, number>,
): Promise<readonly FoundMention[]> {
  const named = kind === 'fact' ? await namedInFacts(db, [...ids.keys()]) : new Map<string, NamedEntity[]>();
  const mentions: FoundMention[] = [];
  const relations: (FoundRelation & { documentId: number })[] = [];
  for (const { memoryId, body } of await readDocuments(db, kind, [...ids.keys()])) {
    const documentId = ids.get(memoryId) ?? 0;
    const said = body.slice(0, maxText);
    const entities = together(findEntities(said), named.get(memoryId) ?? []);
    mentions.push(...entities.map((entity) => ({ ...entity, documentId })));
    relations.push(...findRelations(said, entities).map((relation) => ({ ...relation, documentId })));
  }
  await insertRows(
    db,
    { table: 'mentions', columns: ['document_id', 'entity', 'kind', 'name', 'role'] },
    mentions.map((one) => [one.documentId, one.key, one.kind, one.name, one.role]),
  );
  await insertRows(
    db,
    { table: 'relations', columns: ['document_id', 'from_entity', 'relation', 'to_entity'] },
    relations.map((one) => [one.documentId, one.from, one.relation, one.to]),
  );
  return mentions;
}

type NamedEntity = EntityName & { role: MentionRole };

/** A rule knows the kind of a name better than its form tells, and the text has its case. Tags have lost theirs. */
function together(inText: readonly EntityName[], stated: readonly NamedEntity[]): NamedEntity[] {
  const found = new Map(inText.map((entity): [string, NamedEntity] => [entity.key, { ...entity, role: 'text' }]));
  for (const entity of stated) {
    const { name, kind } = found.get(entity.key) ?? entity;
    found.set(entity.key, { ...entity, name, ...(entity.kind === 'concept' && { kind }) });
  }
  return [...found.values()];
}

/** The entities that a fact states: its tags, and who decided. */
async function namedInFacts(db: SqlConnection, ids: readonly string[]): Promise<Map<string, NamedEntity[]>> {
  const rows = await db.all(
    `SELECT id, tags, decided_by, assisted_by FROM facts
     WHERE id ${amongNumbers()}`,
    [JSON.stringify(ids)],
  );
  return new Map(
    rows.map((row) => {
      const decidedBy = textOrNull(row, 'decided_by');
      const entities = [
        ...tagsFromColumn(textOrNull(row, 'tags')).map((name) => named(name, 'stated')),
        ...tagsFromColumn(textOrNull(row, 'assisted_by')).map((name) => ({
          ...named(name, 'assisted_by'),
          kind: 'service' as const,
        })),
        ...(decidedBy === null ? [] : [{ ...named(decidedBy, 'decided_by'), kind: 'person' as const }]),
      ];
      return [text(row, 'id'), entities.filter(({ key }) => key !== '')];
    }),
  );
}

/** Without a key if nothing is left of the name but marks of removed secrets. */
function named(name: string, role: MentionRole): NamedEntity {
  return { key: isNoStatement(name) ? '' : entityKey(name), name, kind: kindOfName(name), role };
}

async function insertRows(
  db: SqlConnection,
  { table, columns }: { table: 'mentions' | 'relations'; columns: readonly string[] },
  rows: readonly (readonly (string | number)[])[],
): Promise<void> {
  const into = `INSERT INTO ${table} (${columns.join(', ')})`;
  if (db.dialect !== 'postgres') {
    const sql = `${into} VALUES (${columns.map(() => '?').join(', ')})`;
    for (const row of rows) await db.run(sql, row);
    return;
  }
  if (rows.length === 0) return;
  const values = columns.map((column, place) =>
    column === 'document_id' ? `CAST(row ->> ${String(place)} AS BIGINT)` : `row ->> ${String(place)}`,
  );
  await db.run(`${into} SELECT ${values.join(', ')} FROM jsonb_array_elements(CAST(? AS jsonb)) AS rows(row)`, [
    JSON.stringify(rows),
  ]);
}

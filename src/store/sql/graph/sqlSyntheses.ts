/** Syntheses of entities over SQL. A version rests on documents, and is deleted with the first of them. */
import { amongKeys, amongNumbers } from '../connection/among.ts';
import type { SourceText, Synthesis, SynthesisContent } from '../../../memory/graph/synthesis/synthesis.ts';
import { keptVersions, sourceKinds } from '../../../memory/graph/synthesis/synthesis.ts';
import type { SynthesisPlace, SynthesisStore, SynthesisWrite } from '../../../memory/graph/synthesis/synthesisStore.ts';
import { refKey } from '../../../memory/shared/memoryRef.ts';
import type { MemoryKind } from '../../../memory/shared/vocabulary.ts';
import { memoryKinds } from '../../../memory/shared/vocabulary.ts';
import { fingerprint } from '../../../util/fingerprint.ts';
import { groupBy } from '../../../util/groupBy.ts';
import { insertRow, number, numberOr, oneOf, text, textOr, textOrNull } from '../connection/rowReader.ts';
import { usersIn } from '../governance/sqlIdentity.ts';
import type { SqlConnection, SqlEngine, SqlRow, SqlValue } from '../connection/sqlConnection.ts';
import { isNotDeprecated, workspaceFacts } from '../index/liveFacts.ts';
import { readDocuments } from '../index/memoryDocuments.ts';
import { requireNotErased } from '../shared/auditRows.ts';
import { createSqlRuns } from '../background/backgroundRuns.ts';
import { originFrom } from '../shared/originColumn.ts';
import { dueEntities, mayBeSource, nothingToSay, sourceQuery } from './dueEntities.ts';
import { newestMentions } from './mentionRows.ts';

export function createSqlSyntheses(engine: SqlEngine): SynthesisStore {
  return {
    due: (query) => dueEntities(engine, query),
    sources: (place, limit, now) => engine.read((db) => sourcesOf(db, place, { limit, now })),
    removeUnfit: async (userId, isFit) => {
      const unfit = await engine.read((db) => unfitOf(db, userId, isFit));
      if (unfit.length > 0) await engine.write((db) => removeSyntheses(db, userId, unfit), userId);
    },
    store: (write) => engine.write((db) => storeSynthesis(db, write), write.userId),
    current: (userId, projectIds, entities) => engine.read((db) => current(db, userId, { projectIds, entities })),
    versions: (place) => engine.read((db) => versionsOf(db, place)),
    newest: () =>
      engine.read(async (db) => {
        const [sql, params] = db.dialect === 'postgres' ? newestOfOwners : ([newestOfAll, []] as const);
        return String((await db.get(sql, params))?.['id'] ?? 0);
      }),
    users: () => engine.read(usersIn),
    changedFor: (after) => engine.read((db) => changedFor(db, after)),
    runs: createSqlRuns(engine, 'sleep'),
  };
}

const newestOfAll = 'SELECT max(id) AS id FROM memory_documents';

/**
 * With row security, the newest of all would be looked for among what everybody stored since the caller last did. The
 * index of owners has no numbers, so this reads all documents of the caller, but not the messages, which are most. The
 * sum keeps PostgreSQL from the index of the numbers.
 */
const newestOfOwners = [
  `SELECT max(newest) AS id FROM (
     SELECT max(d.id + 0) AS newest FROM memory_documents d WHERE d.kind ${amongKeys()}
       AND d.user_id = ANY ((SELECT bigmind_owners())::text[])
     UNION ALL SELECT max(d.id + 0) FROM memory_documents d WHERE d.shared) AS found`,
  [JSON.stringify(sourceKinds)],
] as const;

/** For everybody, row security leaves nothing out, so the newest of all is the first row that it looks at. */
async function changedFor(
  db: SqlConnection,
  after: number | undefined,
): Promise<{ newest: number; userIds: (string | null)[] }> {
  const newest = numberOr((await db.get(newestOfAll)) ?? {}, 'id', 0);
  if (after === undefined) return { newest, userIds: [] };
  const shared = `d.kind = 'fact' AND d.memory_id IN (${workspaceFacts})`;
  const rows = await db.all(
    `SELECT DISTINCT CASE WHEN ${shared} THEN NULL ELSE d.user_id END AS user_id FROM memory_documents d WHERE d.id > ?`,
    [after],
  );
  return { newest, userIds: rows.map((row) => textOrNull(row, 'user_id')) };
}

async function sourcesOf(
  db: SqlConnection,
  { userId, entity, projectId }: SynthesisPlace,
  { limit, now }: { limit: number; now: string },
): Promise<SourceText[]> {
  const { sql, params } = newestMentions(sourceQuery(userId, now), [entity], mayBeSource);
  const rows = await db.all(
    `SELECT DISTINCT memory_kind, memory_id, created_at, document_id FROM (${sql}) AS found
     WHERE project_id IS NOT DISTINCT FROM ? ORDER BY created_at DESC NULLS LAST, document_id DESC LIMIT ?`,
    [...params, projectId, limit],
  );
  const order = rows.map((row) => `${text(row, 'memory_kind')} ${text(row, 'memory_id')}`);
  const found = new Map<string, SourceText>();
  for (const [kind, ofKind] of groupBy(rows, (row) => oneOf(row, 'memory_kind', memoryKinds, 'fact')))
    for (const source of await sourceTexts(
      db,
      kind,
      ofKind.map((row) => text(row, 'memory_id')),
    ))
      found.set(refKey(source.ref), source);
  return order.flatMap((key) => found.get(key) ?? []);
}

async function sourceTexts(db: SqlConnection, kind: MemoryKind, ids: readonly string[]): Promise<SourceText[]> {
  if (kind === 'fact') return factTexts(db, ids);
  return (await readDocuments(db, kind, ids)).map(({ memoryId, title, body, createdAt }) => {
    const text = [title, body].filter((part) => part !== '').join('\n');
    return { ref: { kind, id: memoryId }, text, fingerprint: fingerprint(text), createdAt: createdAt ?? '' };
  });
}

/** Without the rejected alternatives and the tags of its document: they are no statements. */
async function factTexts(db: SqlConnection, ids: readonly string[]): Promise<SourceText[]> {
  const rows = await db.all(
    `SELECT f.id, f.fact, f.rationale, f.created_at FROM facts f
     WHERE f.id ${amongNumbers()} AND ${isNotDeprecated('f')}`,
    [JSON.stringify(ids)],
  );
  return rows.map((row) => {
    const whole = [text(row, 'fact'), textOrNull(row, 'rationale')].filter((part) => part !== null).join('\n');
    const ref = { kind: 'fact', id: text(row, 'id') } as const;
    return { ref, text: whole, fingerprint: fingerprint(whole), createdAt: textOr(row, 'created_at', '') };
  });
}

async function storeSynthesis(db: SqlConnection, write: SynthesisWrite): Promise<'stored' | 'changed'> {
  const { userId, entity, projectId, writtenBy, origin, memories, throughDocument, tokens, sources, now } = write;
  await requireNotErased(db, userId);
  const documents = await unchangedDocuments(db, sources);
  if (documents === undefined) return 'changed';
  const content: SynthesisContent = { sentences: write.sentences, conflicts: write.conflicts };
  await db.run(
    'UPDATE syntheses SET is_current = 0 WHERE user_id = ? AND entity = ? AND project_id IS NOT DISTINCT FROM ?',
    [userId, entity, projectId],
  );
  const id = await insertRow(
    db,
    `INSERT INTO syntheses (user_id, project_id, entity, content, written_by, origin, memories, through_document,
                            is_current, tokens, created_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    [
      ...[userId, projectId, entity, JSON.stringify(content), writtenBy, origin, memories, throughDocument],
      ...[isEmpty(content) ? nothingToSay : 1, tokens, now],
    ],
  );
  for (const document of documents)
    await db.run('INSERT INTO synthesis_sources (synthesis_id, document_id) VALUES (?, ?)', [id, document]);
  await db.run(
    `DELETE FROM syntheses WHERE id IN (SELECT id FROM syntheses
       WHERE user_id = ? AND entity = ? AND project_id IS NOT DISTINCT FROM ? ORDER BY id DESC LIMIT 1000 OFFSET ?)`,
    [userId, entity, projectId, keptVersions + 1],
  );
  return 'stored';
}

function isEmpty({ sentences, conflicts }: SynthesisContent): boolean {
  return sentences.length + conflicts.length === 0;
}

async function unfitOf(
  db: SqlConnection,
  userId: string,
  isFit: (content: SynthesisContent) => boolean,
): Promise<number[]> {
  const rows = await db.all(
    `SELECT id, content FROM syntheses WHERE user_id = ? AND is_current = 1 AND written_by = 'rule'`,
    [userId],
  );
  return rows.filter((row) => !isFit(contentFrom(text(row, 'content')))).map((row) => number(row, 'id'));
}

async function removeSyntheses(db: SqlConnection, userId: string, ids: readonly number[]): Promise<void> {
  await db.run(`DELETE FROM syntheses WHERE user_id = ? AND id ${amongNumbers()}`, [userId, JSON.stringify(ids)]);
}

/** The documents of the sources; undefined if one is gone or says something else now. */
async function unchangedDocuments(db: SqlConnection, sources: readonly SourceText[]): Promise<number[] | undefined> {
  const documents: number[] = [];
  for (const [kind, ofKind] of groupBy(sources, ({ ref }) => ref.kind)) {
    const ids = ofKind.map(({ ref }) => ref.id);
    const now = new Map((await sourceTexts(db, kind, ids)).map((one) => [one.ref.id, one.fingerprint]));
    if (ofKind.some((one) => now.get(one.ref.id) !== one.fingerprint)) return undefined;
    const rows = await db.all(`SELECT id FROM memory_documents WHERE kind = ? AND memory_id ${amongKeys()}`, [
      kind,
      JSON.stringify(ids),
    ]);
    if (rows.length < new Set(ids).size) return undefined;
    documents.push(...rows.map((row) => number(row, 'id')));
  }
  return documents;
}

async function current(
  db: SqlConnection,
  userId: string,
  { projectIds, entities }: { projectIds: readonly (string | null)[] | 'all'; entities: readonly string[] },
): Promise<Synthesis[]> {
  const params: SqlValue[] = [userId, JSON.stringify(entities)];
  let within = 'TRUE';
  if (projectIds !== 'all') {
    within = `(s.project_id ${amongKeys()}${projectIds.includes(null) ? ' OR s.project_id IS NULL' : ''})`;
    params.push(JSON.stringify(projectIds.filter((id) => id !== null)));
  }
  const rows = await db.all(
    `SELECT * FROM syntheses s WHERE s.user_id = ? AND s.entity ${amongKeys()} AND ${within}
       AND s.is_current = 1 AND NOT EXISTS (${expiring}) ORDER BY s.id DESC`,
    params,
  );
  return rows.map(synthesisFromRow);
}

/** A source that got an expiry since. */
const expiring = `SELECT 1 FROM synthesis_sources o JOIN memory_documents d ON d.id = o.document_id
  JOIN facts f ON d.kind = 'fact' AND CAST(f.id AS TEXT) = d.memory_id
  WHERE o.synthesis_id = s.id AND f.expires_at IS NOT NULL`;

async function versionsOf(db: SqlConnection, { userId, entity, projectId }: SynthesisPlace): Promise<Synthesis[]> {
  const rows = await db.all(
    `SELECT * FROM syntheses WHERE user_id = ? AND entity = ? AND project_id IS NOT DISTINCT FROM ? AND is_current <> ?
     ORDER BY id DESC`,
    [userId, entity, projectId, nothingToSay],
  );
  return rows.map(synthesisFromRow);
}

function synthesisFromRow(row: SqlRow): Synthesis {
  const content = contentFrom(text(row, 'content'));
  return {
    ...content,
    id: number(row, 'id'),
    entity: text(row, 'entity'),
    projectId: textOrNull(row, 'project_id'),
    writtenBy: text(row, 'written_by'),
    origin: originFrom(row) ?? 'agent',
    memories: number(row, 'memories'),
    tokens: number(row, 'tokens'),
    createdAt: text(row, 'created_at'),
  };
}

/** Written by this module only. */
function contentFrom(json: string): SynthesisContent {
  const { sentences = [], conflicts = [] } = JSON.parse(json) as Partial<SynthesisContent>;
  return { sentences, conflicts };
}

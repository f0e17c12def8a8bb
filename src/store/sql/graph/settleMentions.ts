/**
 * Gives mentions that spell one name differently the same entity, by the rules of `settling.ts`. It runs after the last
 * document of an owner was scanned, because any of them may name the path that tells what a shorter one means. Reads in
 * steps of some milliseconds; each write is one entity in at most 500 documents.
 */
import { amongKeys, amongNumbers } from '../connection/among.ts';
import { entityKinds } from '../../../memory/graph/entities.ts';
import type { KnownProject, Move, SpelledMention } from '../../../memory/graph/settling.ts';
import { Settling, settledKinds } from '../../../memory/graph/settling.ts';
import { yieldToOthers } from '../../../util/yieldToOthers.ts';
import { number, oneOf, text, textOrNull } from '../connection/rowReader.ts';
import type { SqlConnection, SqlEngine, SqlRow, SqlValue } from '../connection/sqlConnection.ts';
import { workspaceFacts } from '../index/liveFacts.ts';
import { tagsFromColumn } from '../shared/textLists.ts';

/** Documents of one step. */
const stepSize = 1_000;
/** Documents that are compared, the newest; older ones keep their entities. */
const maxDocuments = 50_000;
/** Messages whose files are known, the newest. */
const maxMessages = 50_000;
/** Documents of one write. */
const maxMoved = 500;

/** Whose mentions this process has to compare. An owner is null for the documents that everybody may find. */
export class MentionSettling {
  readonly #engine: SqlEngine;
  /** With names that a scan found since they were compared. */
  readonly #open = new Set<string | null>();
  readonly #settled = new Set<string | null>();

  constructor(engine: SqlEngine) {
    this.#engine = engine;
  }

  addOpen(owner: string | null): void {
    this.#open.add(owner);
  }

  /** After the last document of an owner was scanned. */
  async settleOpen(owner: string | null): Promise<void> {
    if (!this.#open.has(owner)) return;
    await settleMentions(this.#engine, owner);
    this.#open.delete(owner);
    this.#settled.add(owner);
  }

  /** Also what another process, or an older version, left as it was. */
  async settleOnce(owner: string): Promise<void> {
    if (!this.#settled.has(owner)) this.#open.add(owner);
    await this.settleOpen(owner);
  }
}

async function settleMentions(engine: SqlEngine, owner: string | null): Promise<void> {
  const settling = await engine.read((db) => newSettling(db, owner));
  await eachStep(engine, owner, (mentions) => {
    mentions.forEach((mention) => settling.addMention(mention));
  });
  await eachStep(engine, owner, async (mentions) => {
    for (const move of settling.movesOf(mentions)) await applyMove(engine, owner, move);
  });
  const kinds = await engine.read((db) => wrongKinds(db, owner));
  if (kinds.length > 0) await engine.write((db) => correctKinds(db, owner, kinds), owner ?? undefined);
}

async function newSettling(db: SqlConnection, owner: string | null): Promise<Settling> {
  const merged = await db.all('SELECT alias, entity FROM entity_aliases WHERE user_id = ?', [owner]);
  const projects = await db.all(
    'SELECT id, key, name FROM projects WHERE id IN (SELECT project_id FROM memory_documents WHERE user_id = ?)',
    [owner],
  );
  const settling = new Settling(
    merged.flatMap((row) => [text(row, 'alias'), text(row, 'entity')]),
    projects.map((row): KnownProject => ({ id: text(row, 'id'), key: text(row, 'key'), name: text(row, 'name') })),
  );
  const written = await db.all(
    `SELECT DISTINCT m.session_id, s.project_id, m.files FROM messages m JOIN sessions s ON s.id = m.session_id
     WHERE m.id > (SELECT max(id) FROM messages) - ? AND m.files IS NOT NULL AND s.user_id = ?`,
    [maxMessages, owner],
  );
  for (const row of written)
    settling.addWritten(
      text(row, 'session_id'),
      textOrNull(row, 'project_id'),
      tagsFromColumn(textOrNull(row, 'files')),
    );
  return settling;
}

/** Calls `work` with the mentions of whole documents, the newest first. */
async function eachStep(
  engine: SqlEngine,
  owner: string | null,
  work: (mentions: readonly SpelledMention[]) => void | Promise<void>,
): Promise<void> {
  let before = Number.MAX_SAFE_INTEGER;
  for (let read = 0; read < maxDocuments; read += stepSize) {
    if (read > 0) await yieldToOthers(0);
    const upTo = before;
    const { rows, from } = await engine.read(async (db) => {
      const start = await startOfStep(db, owner, upTo);
      return { rows: await mentionsBetween(db, owner, { from: start ?? 0, before: upTo }), from: start };
    });
    if (rows.length > 0) await work(rows.map(mentionFromRow));
    if (from === undefined) return;
    before = from;
  }
}

/** Undefined for the last step. */
async function startOfStep(db: SqlConnection, owner: string | null, before: number): Promise<number | undefined> {
  const { sql, params } = ofOwner(owner);
  const row = await db.get(
    `SELECT d.id FROM memory_documents d WHERE d.id < ? AND ${sql} ORDER BY d.id DESC LIMIT 1 OFFSET ?`,
    [before, ...params, stepSize],
  );
  return row === undefined ? undefined : number(row, 'id');
}

function mentionsBetween(
  db: SqlConnection,
  owner: string | null,
  { from, before }: { from: number; before: number },
): Promise<SqlRow[]> {
  const { sql, params } = ofOwner(owner);
  return db.all(
    `SELECT m.document_id, m.entity, m.kind, m.name,
       CASE WHEN ${isShared} THEN NULL ELSE d.project_id END AS project_id,
       CASE WHEN ${isShared} THEN NULL ELSE d.session_id END AS session_id
     FROM memory_documents d CROSS JOIN mentions m ON m.document_id = d.id
     WHERE d.id >= ? AND d.id < ? AND ${sql} AND m.kind ${amongKeys()}
     ORDER BY m.document_id DESC`,
    [from, before, ...params, JSON.stringify(settledKinds)],
  );
}

/** Who finds a shared fact learns no path from other memories of its owner. */
const isShared = `d.kind = 'fact' AND d.memory_id IN (${workspaceFacts})`;

function ofOwner(owner: string | null): { sql: string; params: SqlValue[] } {
  return owner === null ? { sql: 'd.user_id IS NULL', params: [] } : { sql: 'd.user_id = ?', params: [owner] };
}

function mentionFromRow(row: SqlRow): SpelledMention {
  return {
    documentId: number(row, 'document_id'),
    entity: text(row, 'entity'),
    kind: oneOf(row, 'kind', entityKinds, 'concept'),
    name: text(row, 'name'),
    projectId: textOrNull(row, 'project_id'),
    sessionId: textOrNull(row, 'session_id'),
  };
}

/** A document that mentions both keeps the one that it has. */
async function applyMove(engine: SqlEngine, owner: string | null, { from, to, documents }: Move): Promise<void> {
  for (let at = 0; at < documents.length; at += maxMoved) {
    const ids = JSON.stringify(documents.slice(at, at + maxMoved));
    const among = `document_id ${amongNumbers()}`;
    await engine.write(async (db) => {
      await db.run(
        `INSERT INTO mentions (document_id, entity, kind, name, role)
         SELECT document_id, ?, kind, name, role FROM mentions WHERE entity = ? AND ${among} ON CONFLICT DO NOTHING`,
        [to, from, ids],
      );
      await db.run(`DELETE FROM mentions WHERE entity = ? AND ${among}`, [from, ids]);
      for (const [end, other] of [
        ['from_entity', 'to_entity'],
        ['to_entity', 'from_entity'],
      ] as const) {
        await db.run(
          `INSERT INTO relations (document_id, relation, ${end}, ${other})
           SELECT document_id, relation, ?, ${other} FROM relations
           WHERE ${end} = ? AND ${other} <> ? AND ${among} ON CONFLICT DO NOTHING`,
          [to, from, to, ids],
        );
        await db.run(`DELETE FROM relations WHERE ${end} = ? AND ${among}`, [from, ids]);
      }
      await forgetEmptied(db, owner, from);
    }, owner ?? undefined);
  }
}

/** Nothing mentions the entity by this key any more, so nobody could find its syntheses. */
async function forgetEmptied(db: SqlConnection, owner: string | null, entity: string): Promise<void> {
  await db.run(
    `DELETE FROM syntheses WHERE user_id = ? AND entity = ? AND NOT EXISTS (
       SELECT 1 FROM mentions m JOIN memory_documents d ON d.id = m.document_id
       WHERE m.entity = syntheses.entity AND d.user_id = syntheses.user_id
         AND d.project_id IS NOT DISTINCT FROM syntheses.project_id)
     AND NOT EXISTS (SELECT 1 FROM entity_aliases a WHERE a.user_id = syntheses.user_id AND a.entity = syntheses.entity)`,
    [owner, entity],
  );
}

interface WrongKind {
  entity: string;
  kind: 'package' | 'symbol';
}

/** A function or a class is no package because a package in another case has its name: most mentions decide. */
async function wrongKinds(db: SqlConnection, owner: string | null): Promise<WrongKind[]> {
  const { sql, params } = ofOwner(owner);
  const of = `FROM mentions m JOIN memory_documents d ON d.id = m.document_id WHERE ${sql}`;
  const rows = await db.all(
    `SELECT m.entity, sum(CASE m.kind WHEN 'symbol' THEN 1 ELSE 0 END) AS symbols,
       sum(CASE m.kind WHEN 'package' THEN 1 ELSE 0 END) AS packages ${of}
     AND m.entity IN (SELECT m.entity ${of} AND m.kind = 'package') GROUP BY m.entity
     HAVING sum(CASE m.kind WHEN 'symbol' THEN 1 ELSE 0 END) > 0`,
    [...params, ...params],
  );
  return rows.map((row) => ({
    entity: text(row, 'entity'),
    kind: number(row, 'packages') > number(row, 'symbols') ? 'package' : 'symbol',
  }));
}

async function correctKinds(db: SqlConnection, owner: string | null, wrong: readonly WrongKind[]): Promise<void> {
  const { sql, params } = ofOwner(owner);
  for (const { entity, kind } of wrong)
    await db.run(
      `UPDATE mentions SET kind = ? WHERE entity = ? AND kind IN ('package', 'symbol')
         AND document_id IN (SELECT d.id FROM memory_documents d WHERE ${sql})`,
      [kind, entity, ...params],
    );
}

/**
 * What two machines stored for the same thing under two names. One of them stays, by a rule that looks at the records
 * only: every machine comes to the same result, whichever it had first. The others are retired, not deleted.
 */
import { duplicateReason as reason } from '../../../memory/facts/evidence.ts';
import { number, text, textOrNull } from '../../sql/connection/rowReader.ts';
import type { SqlRow } from '../../sql/connection/sqlConnection.ts';
import { dismissedElsewhere, learnedThoughDismissed } from '../../sql/facts/dismissedFacts.ts';
import { isHandOff, isNotDeprecated } from '../../sql/index/liveFacts.ts';
import type { MergeContext } from './mergeContext.ts';
import { sameStatements } from '../../sql/shared/sameStatements.ts';
import { recordTableOf } from './recordTables.ts';

const newerHandOff = 'A session on another machine left newer next steps.';

/** Looks at what the bundle wrote only. */
export async function settleEqual(context: MergeContext): Promise<void> {
  await settleFacts(context);
  await settleDismissed(context);
  await settleHandOffs(context);
  await settleHypotheses(context);
  await settleKnowledge(context);
  await settleChunks(context);
  if (context.written.has('entity_aliases')) await settleAliases(context);
  if (context.written.has('links')) await breakCycles(context);
}

/** The rows of a table that the bundle wrote, as a SELECT over `r`; `?1` is the user. */
async function writtenRows(
  { db, written, ports }: MergeContext,
  table: 'facts' | 'hypotheses' | 'global_knowledge' | 'conversation_chunks',
  condition: string,
): Promise<SqlRow[]> {
  const keys = written.get(table) ?? [];
  if (keys.length === 0) return [];
  const key = recordTableOf(table).key;
  return db.all(
    `SELECT r.* FROM json_each(?2) k CROSS JOIN ${table} r ON ${key} = k.value WHERE ?1 IS NOT NULL AND ${condition}`,
    [ports.userId, JSON.stringify(keys)],
  );
}

async function settleFacts(context: MergeContext): Promise<void> {
  const { db, ports } = context;
  const live = isNotDeprecated('f');
  for (const row of await writtenRows(context, 'facts', `r.content_hash IS NOT NULL AND ${isNotDeprecated('r')}`)) {
    const equal = await db.all(
      `SELECT f.id, f.uid, f.fact FROM facts f WHERE f.user_id = ? AND f.content_hash = ? AND f.project_id IS NOT DISTINCT FROM ? AND ${live}
       ORDER BY f.decided_by IS NULL, f.uid`,
      [ports.userId, textOrNull(row, 'content_hash'), textOrNull(row, 'project_id')],
    );
    const [kept, ...others] = sameStatements(equal, 'facts', row);
    for (const other of others) {
      await retireFact(context, other, reason);
      await muteToo(context, text(other, 'uid'), text(kept ?? {}, 'uid'));
    }
  }
}

/** What a person dismissed on one machine does not come back because another one learned it, too. */
async function settleDismissed(context: MergeContext): Promise<void> {
  for (const row of await writtenRows(context, 'facts', 'r.evidence IS NOT NULL AND r.content_hash IS NOT NULL'))
    for (const id of await learnedThoughDismissed(context.db, context.ports.indexText, number(row, 'id')))
      await retireFact(context, { id }, dismissedElsewhere);
}

async function retireFact(context: MergeContext, fact: SqlRow, why: string): Promise<void> {
  const id = number(fact, 'id');
  await context.db.run('UPDATE facts SET deprecated = 1, deprecation_reason = ?, version = version + 1 WHERE id = ?', [
    why,
    id,
  ]);
  context.touch('facts', id);
}

/** What a person thinks of a memory holds under the name that is left; what is kept out of chats stays out. */
async function muteToo({ db, ports }: MergeContext, from: string, to: string): Promise<void> {
  await db.run(
    `INSERT INTO muted_memories (uid, user_id, kind, memory_uid, created_at, feedback)
     SELECT ?, user_id, kind, ?, created_at, feedback FROM muted_memories WHERE user_id = ? AND kind = 'fact' AND memory_uid = ?
     ON CONFLICT (user_id, kind, memory_uid) DO UPDATE SET feedback = NULL WHERE excluded.feedback IS NULL`,
    [ports.newId(), to, ports.userId, from],
  );
}

/** A project has one live hand-off: the one that was left or renewed last supersedes the others. */
async function settleHandOffs(context: MergeContext): Promise<void> {
  const { db, ports } = context;
  const isLive = `${isHandOff('f')} AND ${isNotDeprecated('f')}`;
  for (const row of await writtenRows(context, 'facts', `${isHandOff('r')} AND ${isNotDeprecated('r')}`)) {
    const [newest, ...older] = await db.all(
      `SELECT f.id, f.uid, f.created_at FROM facts f WHERE f.user_id = ? AND f.project_id IS NOT DISTINCT FROM ? AND ${isLive}
       ORDER BY coalesce(f.updated_at, f.created_at) DESC, f.uid DESC`,
      [ports.userId, textOrNull(row, 'project_id')],
    );
    for (const other of older) {
      await retireFact(context, other, newerHandOff);
      const values = [ports.newId(), text(newest ?? {}, 'uid'), text(other, 'uid'), text(newest ?? {}, 'created_at')];
      await db.run(
        `INSERT INTO links (uid, from_kind, from_uid, to_kind, to_uid, relation, amount, created_at)
         VALUES (?, 'fact', ?, 'fact', ?, 'supersedes', NULL, ?) ON CONFLICT DO NOTHING`,
        values,
      );
    }
  }
}

async function settleHypotheses(context: MergeContext): Promise<void> {
  const { db, ports } = context;
  for (const row of await writtenRows(context, 'hypotheses', `r.content_hash IS NOT NULL AND r.status = 'open'`)) {
    const equal = await db.all(
      `SELECT id, hypothesis FROM hypotheses WHERE user_id = ? AND content_hash = ? AND project_id IS NOT DISTINCT FROM ? AND status = 'open'
       ORDER BY uid`,
      [ports.userId, textOrNull(row, 'content_hash'), textOrNull(row, 'project_id')],
    );
    const [, ...others] = sameStatements(equal, 'hypotheses', row);
    for (const other of others)
      await db.run(
        `UPDATE hypotheses SET status = 'abandoned', resolution = ?, resolved_at = created_at, version = version + 1 WHERE id = ?`,
        [reason, number(other, 'id')],
      );
  }
}

async function settleKnowledge(context: MergeContext): Promise<void> {
  const { db } = context;
  const live = (alias: string): string => `coalesce(${alias}.status, 'pending') <> 'deprecated'`;
  const rows = await writtenRows(context, 'global_knowledge', `r.content_hash IS NOT NULL AND ${live('r')}`);
  for (const row of rows) {
    const equal = await db.all(
      `SELECT g.id, g.title, g.content FROM global_knowledge g WHERE g.content_hash = ? AND ${live('g')}
       ORDER BY coalesce(g.status, '') <> 'approved', g.uid`,
      [textOrNull(row, 'content_hash')],
    );
    const [, ...others] = sameStatements(equal, 'global_knowledge', row);
    for (const other of others) {
      const id = number(other, 'id');
      await db.run(
        `UPDATE global_knowledge SET status = 'deprecated', review_notes = ?, version = version + 1 WHERE id = ?`,
        [reason, id],
      );
      context.touch('global_knowledge', id);
    }
  }
}

/** A quotation that an import kept on both machines is there once. Nothing is lost with the other one. */
async function settleChunks(context: MergeContext): Promise<void> {
  const { db } = context;
  for (const row of await writtenRows(context, 'conversation_chunks', 'r.content_hash IS NOT NULL')) {
    const [, ...others] = await db.all(
      'SELECT id, uid FROM conversation_chunks WHERE session_id = ? AND content_hash = ? ORDER BY uid',
      [textOrNull(row, 'session_id'), textOrNull(row, 'content_hash')],
    );
    for (const other of others) {
      const isNamed = await db.get('SELECT 1 FROM links WHERE to_uid = ? OR from_uid = ?', [
        text(other, 'uid'),
        text(other, 'uid'),
      ]);
      if (isNamed !== undefined) continue;
      await db.run('DELETE FROM conversation_chunks WHERE id = ?', [number(other, 'id')]);
      context.touch('conversation_chunks', number(other, 'id'));
    }
  }
}

/** Each alias names an entity that is no alias itself. Of a circle, the first name is the entity. */
async function settleAliases({ db, ports }: MergeContext): Promise<void> {
  const rows = await db.all('SELECT alias, entity FROM entity_aliases WHERE user_id = ?', [ports.userId]);
  const entities = new Map(rows.map((row) => [text(row, 'alias'), text(row, 'entity')]));
  for (const [alias, entity] of entities) {
    const settled = endOf(entities, alias);
    if (settled === entity) continue;
    const where = 'WHERE user_id = ? AND alias = ?';
    if (settled === alias) await db.run(`DELETE FROM entity_aliases ${where}`, [ports.userId, alias]);
    else await db.run(`UPDATE entity_aliases SET entity = ? ${where}`, [settled, ports.userId, alias]);
  }
}

function endOf(entities: ReadonlyMap<string, string>, alias: string): string {
  const path: string[] = [];
  for (let name: string | undefined = alias; name !== undefined; name = entities.get(name)) {
    const seen = path.indexOf(name);
    if (seen >= 0) return path.slice(seen).sort()[0] ?? name;
    path.push(name);
  }
  return path.at(-1) ?? alias;
}

/** Facts never supersede each other in a circle: its last link by name is taken back. */
async function breakCycles({ db }: MergeContext): Promise<void> {
  for (;;) {
    const rows = await db.all(
      `SELECT id, from_uid, to_uid FROM links WHERE relation = 'supersedes' AND from_kind = 'fact' AND to_kind = 'fact'
       ORDER BY from_uid, to_uid`,
    );
    const cycle = cycleIn(
      rows.map((row) => ({ id: number(row, 'id'), from: text(row, 'from_uid'), to: text(row, 'to_uid') })),
    );
    const last = cycle.sort((one, other) => (`${one.from} ${one.to}` < `${other.from} ${other.to}` ? -1 : 1)).at(-1);
    if (last === undefined) return;
    await db.run('DELETE FROM links WHERE id = ?', [last.id]);
  }
}

interface Arrow {
  id: number;
  from: string;
  to: string;
}

/** The links of the first circle, by name; empty if there is none. */
function cycleIn(arrows: readonly Arrow[]): Arrow[] {
  const byFrom = new Map<string, Arrow[]>();
  for (const arrow of arrows) byFrom.set(arrow.from, [...(byFrom.get(arrow.from) ?? []), arrow]);
  const done = new Set<string>();
  const walk = (name: string, path: readonly Arrow[]): Arrow[] => {
    const start = path.findIndex(({ from }) => from === name);
    if (start >= 0) return path.slice(start);
    if (done.has(name)) return [];
    for (const arrow of byFrom.get(name) ?? []) {
      const found = walk(arrow.to, [...path, arrow]);
      if (found.length > 0) return found;
    }
    done.add(name);
    return [];
  };
  for (const name of [...byFrom.keys()].sort()) {
    const found = walk(name, []);
    if (found.length > 0) return found;
  }
  return [];
}

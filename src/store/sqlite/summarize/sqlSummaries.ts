/**
 * Which sessions a language model may summarize, and its summaries. Several windows check at the same time. A window
 * claims a session before it calls the model, by storing the turns that it covers; only one window can store that.
 */
import type { IndexText } from '../../../memory/shared/ports.ts';
import type { SummaryStore, SummaryToStore, WaitingFilter } from '../../../memory/summarize/summaries.ts';
import { noteSummarized } from '../shared/auditRows.ts';
import { count } from '../index/memoryDocuments.ts';
import { refreshDocument } from '../index/memoryIndex.ts';
import { number, numberOr, text } from '../engine/rowReader.ts';
import type { SqlConnection, SqliteEngine, SqlValue } from '../engine/sqlConnection.ts';
import { bulletsFromList, topicsColumn } from '../shared/textLists.ts';

/** A language model may replace summaries by rules, and its own once the session has continued. */
const maySummarizeSql = `(s.told_by IS NULL OR s.told_by IN ('rule', 'language model'))`;

export function createSqlSummaries(engine: SqliteEngine, indexText: IndexText): SummaryStore {
  return {
    waiting: (filter) =>
      engine.read(async (db) => {
        const { where, params } = conditionOf(filter);
        const rows = await db.all(
          `SELECT s.id, s.told_through, s.summarised_through FROM sessions s WHERE ${where}
           ORDER BY coalesce(s.last_active_at, s.started_at) DESC, s.rowid DESC LIMIT ?`,
          [...params, filter.limit],
        );
        return {
          sessions: rows.map((row) => ({
            id: text(row, 'id'),
            through: number(row, 'told_through'),
            before: numberOr(row, 'summarised_through', -1),
          })),
          total: await count(db, `SELECT count(*) AS n FROM sessions s WHERE ${where}`, params),
        };
      }),
    claim: ({ id, through, before }) =>
      engine.write(async (db) => {
        const free = `s.id = ? AND coalesce(s.summarised_through, -1) = ? AND ${maySummarizeSql}`;
        const { changes } = await db.run(`UPDATE sessions AS s SET summarised_through = ? WHERE ${free}`, [
          through,
          id,
          before,
        ]);
        return changes > 0;
      }),
    release: ({ id, through, before }) =>
      engine.write(async (db) => {
        const sql = 'UPDATE sessions SET summarised_through = nullif(?, -1) WHERE id = ? AND summarised_through = ?';
        await db.run(sql, [before, id, through]);
      }),
    storeSummary: (summary) =>
      engine.write(async (db) => {
        const outcome = await storeSummary(db, indexText, summary);
        const done = { at: summary.now, agentId: null, sessionId: summary.id, count: null, detail: 'language model' };
        if (outcome === 'summarized') await noteSummarized(db, { ...done, action: 'tell', kind: 'session' });
        return outcome;
      }),
  };
}

function conditionOf(filter: WaitingFilter): { where: string; params: SqlValue[] } {
  const { userId, projectId, silentBefore, since, texts } = filter;
  const active = 'coalesce(s.last_active_at, s.started_at)';
  return {
    where: `s.user_id = ? AND s.project_id IS NOT DISTINCT FROM ? AND ${maySummarizeSql}
      AND s.told_through > coalesce(s.summarised_through, -1)
      AND ${active} >= ? AND (s.ended_at IS NOT NULL OR ${active} < ?)
      AND (SELECT count(*) FROM (SELECT 1 FROM messages WHERE session_id = s.id AND type = 'text'
             AND role IN ('user', 'assistant') LIMIT ?) AS texts) = ?`,
    params: [userId, projectId, since, silentBefore, texts, texts],
  };
}

/** Files, importance and fields that the model left out stay as they are; a null outcome removes the stored one. */
async function storeSummary(
  db: SqlConnection,
  indexText: IndexText,
  toStore: SummaryToStore,
): Promise<'summarized' | 'kept'> {
  const { headline, topics, outcome, summary, keyFacts } = toStore.summary;
  const { changes } = await db.run(
    `UPDATE sessions AS s SET one_liner = ?, topics = coalesce(?, topics), outcome = CASE WHEN ? THEN outcome ELSE ? END, has_tier2 = 1,
       told_by = 'language model', version = version + 1
     WHERE s.id = ? AND s.summarised_through = ? AND ${maySummarizeSql}`,
    [headline, topicsColumn(topics), outcome === undefined ? 1 : 0, outcome ?? null, toStore.id, toStore.through],
  );
  if (changes === 0) return 'kept';
  await db.run(
    `INSERT INTO session_summaries (id, summary, key_facts, code_refs, created_at) VALUES (?, ?, ?, NULL, ?)
     ON CONFLICT (id) DO UPDATE SET summary = excluded.summary, key_facts = excluded.key_facts`,
    [toStore.id, summary, bulletsFromList(keyFacts), toStore.now],
  );
  await refreshDocument(db, indexText, 'session', toStore.id);
  return 'summarized';
}

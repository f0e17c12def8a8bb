/**
 * The data that rules read of a session, and how their summary is stored. Text by an agent, a person or a language
 * model is never changed; only missing fields are filled in.
 */
import type { SessionToSummarize, SummarizedByRule } from '../../../memory/archive/recording.ts';
import type { IndexText } from '../../../memory/shared/ports.ts';
import { summarySources } from '../../../memory/shared/vocabulary.ts';
import { isWebTool } from '../../../memory/trust/origin.ts';
import { insertRow, number, numberOr, text, textOrNull } from '../connection/rowReader.ts';
import type { SqlConnection, SqlRow } from '../connection/sqlConnection.ts';
import { indexNewMemory, refreshDocument } from '../index/memoryIndex.ts';
import { bulletsFromList, tagsColumn, tagsFromColumn, topicsColumn } from '../shared/textLists.ts';
import { workOfSession } from '../shared/workColumns.ts';

/** SQL: whether session `s` has messages that no summary covers. */
export const isUnsummarized = `coalesce(s.told_through, -1) < (SELECT max(seq) FROM messages WHERE session_id = s.id)`;
/** SQL: whether an assistant said something in session `s`; rules need requests and answers. */
export const hasAnswer = `EXISTS (SELECT 1 FROM messages WHERE session_id = s.id AND role = 'assistant' AND type = 'text')`;

/** Longer messages are read in part, because a rule needs no more than a person would skim. */
const readCharacters = 20_000;

export async function readForSummary(
  db: SqlConnection,
  sessionId: string,
  max: { first: number; last: number },
): Promise<SessionToSummarize> {
  const session = (await db.get('SELECT told_through FROM sessions WHERE id = ?', [sessionId])) ?? {
    told_through: null,
  };
  const source = `FROM messages WHERE session_id = ?1 AND (type = 'text' AND role IN ('user', 'assistant') OR files IS NOT NULL)`;
  const rows = await db.all(
    `SELECT id, seq, role, type, substr(content, 1, ${String(readCharacters)}) AS content, created_at, files FROM messages
     WHERE id IN (SELECT id FROM (SELECT id ${source} ORDER BY seq LIMIT ?2) AS first)
        OR id IN (SELECT id FROM (SELECT id ${source} ORDER BY seq DESC LIMIT ?3) AS last) ORDER BY seq`,
    [sessionId, max.first, max.last],
  );
  const end =
    (await db.get('SELECT coalesce(max(seq), -1) AS seq FROM messages WHERE session_id = ?', [sessionId])) ?? {};
  return {
    messages: rows.map(summaryMessageFrom),
    work: await workOfSession(db, sessionId),
    through: number(end, 'seq'),
    summarizedThrough: numberOr(session, 'told_through', -1),
  };
}

function summaryMessageFrom(row: SqlRow): SessionToSummarize['messages'][number] {
  return {
    id: number(row, 'id'),
    seq: number(row, 'seq'),
    role: text(row, 'role'),
    type: text(row, 'type'),
    content: text(row, 'content'),
    createdAt: text(row, 'created_at'),
    files: tagsFromColumn(textOrNull(row, 'files')),
  };
}

export async function summarizeByRule(
  db: SqlConnection,
  indexText: IndexText,
  summary: SummarizedByRule,
): Promise<number> {
  const session = await db.get('SELECT user_id, told_by, told_through FROM sessions WHERE id = ?', [summary.sessionId]);
  // Erased in the meantime, or already summarized through these turns by another window.
  if (session === undefined || numberOr(session, 'told_through', -1) >= summary.through) return 0;
  await db.run('UPDATE sessions SET told_through = ? WHERE id = ?', [summary.through, summary.sessionId]);
  const kept = await keepExchanges(db, indexText, summary, text(session, 'user_id'));
  const before = summarySources.findIndex((summarySource) => summarySource === textOrNull(session, 'told_by'));
  if (before > summarySources.indexOf(summary.summarySource)) await fillIn(db, summary, before);
  else await summarizeAgain(db, summary);
  await refreshDocument(db, indexText, 'session', summary.sessionId);
  return kept;
}

async function summarizeAgain(
  db: SqlConnection,
  { sessionId, summarySource, ruleSummary, now }: SummarizedByRule,
): Promise<void> {
  const { headline, topics, outcome, summary, files, importance } = ruleSummary;
  await db.run(
    `UPDATE sessions SET one_liner = coalesce(nullif(?, ''), one_liner), topics = ?, outcome = ?, importance = ?,
       has_tier2 = max(coalesce(has_tier2, 0), ?), told_by = ?, version = version + 1 WHERE id = ?`,
    [headline, topicsColumn(topics), outcome, importance, summary === '' ? 0 : 1, summarySource, sessionId],
  );
  if (summary === '') return;
  await db.run(
    `INSERT INTO session_summaries (id, summary, key_facts, code_refs, created_at) VALUES (?, ?, NULL, ?, ?)
     ON CONFLICT (id) DO UPDATE SET summary = excluded.summary, code_refs = excluded.code_refs`,
    [sessionId, summary, bulletsFromList(files), now],
  );
}

/**
 * Fills the empty fields of a session with a better summary or only a headline. A language model writes neither files
 * nor importance, so rules keep updating both; those of an agent or a person stay.
 */
async function fillIn(
  db: SqlConnection,
  { sessionId, ruleSummary, now }: SummarizedByRule,
  summarySource: number,
): Promise<void> {
  const { topics, outcome, summary, files, importance } = ruleSummary;
  const isByModel = summarySources[summarySource] === 'language model';
  await db.run(
    `UPDATE sessions SET topics = coalesce(nullif(topics, ''), ?1), outcome = coalesce(nullif(outcome, ''), ?2),
       importance = coalesce(?3, importance), has_tier2 = max(coalesce(has_tier2, 0), ?4), version = version + 1
     WHERE id = ?5 AND (coalesce(topics, '') = '' AND CAST(?1 AS TEXT) IS NOT NULL OR coalesce(outcome, '') = '' AND CAST(?2 AS TEXT) IS NOT NULL
       OR importance IS DISTINCT FROM coalesce(?3, importance) OR coalesce(has_tier2, 0) < ?4)`,
    [topicsColumn(topics), outcome, isByModel ? importance : null, summary === '' ? 0 : 1, sessionId],
  );
  if (summary !== '') {
    const sql = `INSERT INTO session_summaries (id, summary, key_facts, code_refs, created_at) VALUES (?, ?, NULL, NULL, ?)
      ON CONFLICT (id) DO NOTHING`;
    await db.run(sql, [sessionId, summary, now]);
  }
  const refs = isByModel ? 'coalesce(?1, code_refs)' : 'coalesce(code_refs, ?1)';
  await db.run(`UPDATE session_summaries SET code_refs = ${refs} WHERE id = ?2`, [bulletsFromList(files), sessionId]);
}

async function keepExchanges(
  db: SqlConnection,
  indexText: IndexText,
  summary: SummarizedByRule,
  userId: string,
): Promise<number> {
  let kept = 0;
  for (const { messageId, role, reason, content, uid, contentHash } of summary.kept) {
    const same = 'SELECT 1 FROM conversation_chunks WHERE session_id = ? AND content_hash = ?';
    if ((await db.get(same, [summary.sessionId, contentHash])) !== undefined) continue;
    const from = await db.get('SELECT source_ref, created_at FROM messages WHERE id = ?', [messageId]);
    if (from === undefined) continue;
    const inserted = await insertRow(
      db,
      `INSERT INTO conversation_chunks (session_id, user_id, role, content, flag_reason, seq, created_at, uid, agent_id,
                                        tags, source_ref, content_hash, origin)
       VALUES (?1, ?2, ?3, ?4, ?5, (SELECT coalesce(max(seq), 0) + 1 FROM conversation_chunks WHERE session_id = ?1),
               ?6, ?7, ?8, ?9, ?10, ?11, ?12)`,
      [
        summary.sessionId,
        userId,
        role,
        content,
        `${reason}, kept by rule`,
        text(from, 'created_at'),
        uid,
        summary.agentId,
        tagsColumn([reason]),
        textOrNull(from, 'source_ref'),
        contentHash,
        role === 'assistant' && (await followsWebTool(db, messageId)) ? 'web' : 'transcript',
      ],
    );
    await indexNewMemory(db, indexText, 'chunk', inserted);
    kept += 1;
  }
  return kept;
}

/** Whether the same turn read from the web, so that the answer may repeat a stranger's words. */
async function followsWebTool(db: SqlConnection, messageId: number): Promise<boolean> {
  const rows = await db.all(
    `SELECT DISTINCT t.tool FROM messages m JOIN messages t ON t.session_id = m.session_id AND t.seq < m.seq
     WHERE m.id = ? AND t.tool IS NOT NULL AND t.seq > coalesce((SELECT max(u.seq) FROM messages u
       WHERE u.session_id = m.session_id AND u.seq < m.seq AND u.role = 'user' AND u.type = 'text'), -1)`,
    [messageId],
  );
  return rows.some((row) => isWebTool(text(row, 'tool')));
}

/** The format of the columns `messages.work` and `sessions.branch`, and the work of a session from both. */
import type { SessionWork, Work } from '../../../memory/summarize/words/work.ts';
import { maxWorkItem, messageWorkKinds, sessionWorkFrom } from '../../../memory/summarize/words/work.ts';
import { shorten } from '../../../util/text.ts';
import { text, textOrNull } from '../connection/rowReader.ts';
import type { SqlConnection } from '../connection/sqlConnection.ts';

/** Tool calls that are read for the work of a session: half from its beginning, half from its end. */
const maxCalls = 400;

/** Empty for a missing session. Messages that are not the session owner's are ignored. */
export async function workOfSession(db: SqlConnection, sessionId: string): Promise<SessionWork> {
  const calls = `SELECT id, seq, work FROM messages WHERE session_id = ?1 AND work IS NOT NULL
    AND user_id = (SELECT user_id FROM sessions WHERE id = ?1) ORDER BY seq`;
  const rows = await db.all(
    `SELECT id, seq, work FROM (SELECT * FROM (${calls} LIMIT ?2) AS first
       UNION SELECT * FROM (${calls} DESC LIMIT ?2) AS last) AS ends ORDER BY seq, id`,
    [sessionId, maxCalls / 2],
  );
  const session = (await db.get('SELECT branch FROM sessions WHERE id = ?', [sessionId])) ?? { branch: null };
  const works = rows.map((row) => workFromColumn(text(row, 'work')));
  return sessionWorkFrom(works, branchesFromColumn(textOrNull(session, 'branch')));
}

/** Tolerates imported data: values of another shape are ignored, and longer items are cut. */
export function workFromColumn(column: string): Work {
  try {
    const json: unknown = JSON.parse(column);
    if (typeof json !== 'object' || json === null) return {};
    const fields = new Map<string, unknown>(Object.entries(json));
    return Object.fromEntries(messageWorkKinds.map((kind) => [kind, textsIn(fields.get(kind))]));
  } catch {
    // Not JSON: written by another program, or damaged.
    return {};
  }
}

function textsIn(value: unknown): string[] {
  const items = Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
  return items.map((item) => shorten(item, maxWorkItem));
}

/** Null for an empty list. */
export function branchColumn(branches: readonly string[]): string | null {
  return branches.length === 0 ? null : branches.join('\n');
}

export function branchesFromColumn(column: string | null): string[] {
  return (column ?? '').split('\n').filter((branch) => branch !== '');
}

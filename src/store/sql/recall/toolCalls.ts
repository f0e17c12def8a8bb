/** Recorded tool calls with their answers, from the index of a session's messages. */
import { amongKeys } from '../connection/among.ts';
import type { RecordedCall, ToolCallsWanted } from '../../../memory/recall/recall.ts';
import type { MemoryFilter } from '../../../memory/shared/memoryRef.ts';
import { number, text, textOrNull } from '../connection/rowReader.ts';
import type { SqlConnection } from '../connection/sqlConnection.ts';
import { projectNameOf, scopeCondition } from '../shared/projectScope.ts';

/** A read must stay short, however long the sessions are. */
const maxRows = 20_000;

export async function toolCalls(
  db: SqlConnection,
  { userId, scope }: Pick<MemoryFilter, 'userId' | 'scope'>,
  { tools, maxSessions }: ToolCallsWanted,
): Promise<RecordedCall[]> {
  const within = scopeCondition(scope, 's.project_id');
  const rows = await db.all(
    `SELECT m.session_id, m.seq, m.type, m.content, m.created_at, l.project_name FROM
       (SELECT s.id, ${projectNameOf('s')} AS project_name, coalesce(s.last_active_at, s.started_at) AS active
        FROM sessions s WHERE s.user_id = ? AND ${within.sql} ORDER BY active DESC, s.id LIMIT ?) l
     JOIN messages m ON m.session_id = l.id
     WHERE m.type IN ('tool_use', 'tool_result') AND lower(m.tool) ${amongKeys()}
     ORDER BY l.active DESC, l.id, m.seq LIMIT ?`,
    [userId, ...within.params, maxSessions, JSON.stringify(tools), maxRows],
  );
  return rows.map((row) => ({
    sessionId: text(row, 'session_id'),
    seq: number(row, 'seq'),
    isAnswer: text(row, 'type') === 'tool_result',
    content: text(row, 'content'),
    projectName: textOrNull(row, 'project_name'),
    createdAt: text(row, 'created_at'),
  }));
}

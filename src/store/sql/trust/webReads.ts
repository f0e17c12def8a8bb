/**
 * Sessions that read from the web. This is stored with the session, because a vacuum may delete the messages that show
 * it while the session keeps their results.
 */
import { amongKeys } from '../connection/among.ts';
import { isWebTool } from '../../../memory/trust/origin.ts';
import { text } from '../connection/rowReader.ts';
import type { SqlConnection } from '../connection/sqlConnection.ts';

export async function noteWebRead(db: SqlConnection, sessionId: string): Promise<void> {
  await db.run('UPDATE sessions SET read_web = 1 WHERE id = ? AND coalesce(read_web, 0) <> 1', [sessionId]);
}

/**
 * Checks all recorded messages: for stores from before this was noted, and after an import, which may add old messages.
 */
export async function noteWebReads(db: SqlConnection): Promise<void> {
  const tools = (await db.all('SELECT DISTINCT tool FROM messages WHERE tool IS NOT NULL')).map((row) =>
    text(row, 'tool'),
  );
  const web = tools.filter(isWebTool);
  if (web.length === 0) return;
  await db.run(
    `UPDATE sessions SET read_web = 1 WHERE coalesce(read_web, 0) <> 1
       AND id IN (SELECT session_id FROM messages WHERE tool ${amongKeys()})`,
    [JSON.stringify(web)],
  );
}

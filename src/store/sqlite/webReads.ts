/**
 * In which sessions something was read on the web, and what an agent stored right after it. The first is kept with the session, because the messages that show it may be
 * deleted for their age while the session goes on telling what came of them.
 */
import { isWebTool } from '../../memory/origin.ts';
import { profileFieldsGiven } from '../../memory/profileOrigins.ts';
import type { ProfileField } from '../../memory/profileOrigins.ts';
import { number, text, textOrNull } from './rowReader.ts';
import type { SqlConnection } from './sqlConnection.ts';

export function noteWebRead(db: SqlConnection, sessionId: string): void {
  db.run('UPDATE sessions SET read_web = 1 WHERE id = ? AND read_web IS NOT 1', [sessionId]);
}

/** Of all that is recorded: for stores from before it was noted, and after an import, which may bring old messages. */
export function noteWebReads(db: SqlConnection): void {
  const tools = db.all('SELECT DISTINCT tool FROM messages WHERE tool IS NOT NULL').map((row) => text(row, 'tool'));
  const web = tools.filter(isWebTool);
  if (web.length === 0) return;
  db.run(
    `UPDATE sessions SET read_web = 1 WHERE read_web IS NOT 1
       AND id IN (SELECT session_id FROM messages WHERE tool IN (SELECT value FROM json_each(?)))`,
    [JSON.stringify(web)],
  );
}

/** Each names its session so. A profile names none: in which turn an agent changed it, the recorded calls say. */
const kept = {
  facts: 'source_session',
  conversation_chunks: 'session_id',
  hypotheses: 'session_id',
  global_knowledge: 'source_session',
};

/**
 * What an agent stored between reading the web and the end of that turn may be a stranger's words, whether it named a source
 * or not: it becomes the web's. Never what a person wrote or confirmed. `firstSeq` is the first message that is new; the
 * turn that it goes on with is read again, because what was stored since may belong to what was read before.
 */
export function noteWebBorn(db: SqlConnection, sessionId: string, firstSeq: number): void {
  const asked = `session_id = ?1 AND role = 'user' AND type = 'text'
    AND uid NOT IN (SELECT continuation FROM heaps WHERE session_id = ?1 AND continuation IS NOT NULL)`;
  const rows = db.all(
    `SELECT created_at, tool, ${asked} AS asks, iif(type = 'tool_use', substr(content, 1, 10000), NULL) AS given
       FROM messages WHERE session_id = ?1
       AND seq >= coalesce((SELECT max(seq) FROM messages WHERE ${asked} AND seq <= ?2), 0) ORDER BY seq`,
    [sessionId, firstSeq],
  );
  let since: string | undefined;
  const changed = new Set<ProfileField>();
  for (const [place, row] of rows.entries()) {
    const at = text(row, 'created_at');
    const asks = number(row, 'asks') === 1;
    const isLast = place === rows.length - 1;
    const tool = textOrNull(row, 'tool') ?? '';
    if (isWebTool(tool)) since ??= at;
    if (since === undefined) continue;
    for (const field of profileFieldsGiven(tool, textOrNull(row, 'given'))) changed.add(field);
    if (!asks && !isLast) continue;
    // What the last message ends was stored before it, or belongs to what the next reading brings.
    lowerStored(db, sessionId, { since, until: at, inclusive: !asks });
    for (const field of changed) lowerProfile(db, sessionId, field, since);
    changed.clear();
    since = undefined;
  }
}

const originColumns: Record<ProfileField, string> = {
  role: 'role_origin',
  preferences: 'preferences_origin',
  pinnedFacts: 'pinned_origin',
};

/**
 * By the user alone, for clients name a chat to their hooks otherwise than to a server. What an agent wrote there again since
 * is lowered with it: it may say the same, and a person vouches for it with one step. The version is another one then, so
 * that nobody who read the profile before puts the old origin back.
 */
function lowerProfile(db: SqlConnection, sessionId: string, field: ProfileField, since: string): void {
  const column = originColumns[field];
  db.run(
    `UPDATE identity_profile SET ${column} = 'web', version = version + 1 WHERE ${column} = 'agent'
       AND user_id = (SELECT user_id FROM sessions WHERE id = ?) AND updated_at >= ?`,
    [sessionId, since],
  );
}

function lowerStored(
  db: SqlConnection,
  sessionId: string,
  { since, until, inclusive }: { since: string; until: string; inclusive: boolean },
): void {
  for (const [table, session] of Object.entries(kept)) {
    db.run(
      `UPDATE ${table} SET origin = 'web' WHERE ${session} = ? AND origin = 'agent' AND created_at >= ?
         AND created_at ${inclusive ? '<=' : '<'} ?`,
      [sessionId, since, until],
    );
  }
}

/** Hook runs over SQL: the latest ones of each user, and their part in an erasure. */
import { linesFromText, maxHookRuns, refsFromText, textOfLines, textOfRefs } from '../../../memory/shared/turns.ts';
import type { HookRun, TurnStore } from '../../../memory/shared/turns.ts';
import { number, oneOf, text, textOrNull } from '../connection/rowReader.ts';
import { forgetChanges } from '../shared/changeImages.ts';
import type { SqlConnection, SqlEngine, SqlRow } from '../connection/sqlConnection.ts';

export function createSqlTurns(engine: SqlEngine): TurnStore {
  return {
    note: (userId, conversationId, run) => engine.write((db) => noteRun(db, { userId, conversationId }, run), userId),
    list: (userId, limit) =>
      engine.read(async (db) =>
        (await db.all('SELECT * FROM hook_runs WHERE user_id = ? ORDER BY id DESC LIMIT ?', [userId, limit])).map(
          runFromRow,
        ),
      ),
  };
}

async function noteRun(
  db: SqlConnection,
  { userId, conversationId }: { userId: string; conversationId: string | null },
  run: Omit<HookRun, 'sessionId'>,
): Promise<void> {
  const { client, event, outcome, injected, tokens, refs, lines, recorded, tookMs, at } = run;
  const session = `SELECT id FROM sessions WHERE user_id = ? AND external_id = ? AND origin = 'live' ORDER BY started_at DESC LIMIT 1`;
  await db.run(
    `INSERT INTO hook_runs (user_id, session_id, client, event, outcome, injected, tokens, refs, lines, recorded, took_ms, at)
     VALUES (?, (${session}), ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    [
      ...[userId, userId, conversationId, client, event, outcome, injected, tokens],
      ...[textOfRefs(refs), textOfLines(lines), recorded, tookMs, at],
    ],
  );
  const oldest = 'SELECT id FROM hook_runs WHERE user_id = ?1 ORDER BY id DESC LIMIT 1 OFFSET ?2';
  await db.run(`DELETE FROM hook_runs WHERE user_id = ?1 AND id <= (${oldest})`, [userId, maxHookRuns]);
}

function runFromRow(row: SqlRow): HookRun {
  return {
    sessionId: textOrNull(row, 'session_id'),
    client: text(row, 'client'),
    event: text(row, 'event'),
    outcome: oneOf(row, 'outcome', ['done', 'failed'], 'failed'),
    injected: textOrNull(row, 'injected'),
    tokens: number(row, 'tokens'),
    refs: refsFromText(textOrNull(row, 'refs')),
    lines: linesFromText(textOrNull(row, 'lines')),
    recorded: number(row, 'recorded'),
    tookMs: number(row, 'took_ms'),
    at: text(row, 'at'),
  };
}

/**
 * Part of an erasure. Texts sent to a model and the images of changes may quote anything of the user, so all are
 * deleted, whatever was erased. Null means all users, because knowledge is shared.
 */
export async function forgetQuoting(db: SqlConnection, userId: string | null): Promise<void> {
  const own = userId === null ? '' : ' AND user_id = ?';
  await db.run(
    `UPDATE hook_runs SET injected = NULL, refs = NULL, lines = NULL WHERE coalesce(injected, lines) IS NOT NULL${own}`,
    userId === null ? [] : [userId],
  );
  await forgetChanges(db, userId);
}

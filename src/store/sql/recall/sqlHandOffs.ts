/**
 * Hand-offs over SQL. They are facts with a tag and an expiry, so the index of expiries finds the few candidates among
 * all facts.
 */
import type { NewFact } from '../../../memory/facts/factStore.ts';
import type { Fact } from '../../../memory/facts/facts.ts';
import type {
  HandOffOwner,
  HandOffStore,
  RecordedEndFilter,
  RecordedEnd,
} from '../../../memory/recall/handOffStore.ts';
import type { Actor } from '../../../memory/shared/audit.ts';
import type { IndexText, NewId } from '../../../memory/shared/ports.ts';
import { hoursBefore } from '../../../util/time.ts';
import { flag, text, textOrNull } from '../connection/rowReader.ts';
import type { SqlConnection, SqlEngine, SqlRow } from '../connection/sqlConnection.ts';
import { noteFact, factAuthor } from '../facts/factAudit.ts';
import { addFact, deprecateFact, linkSuccessor, supersedeFact } from '../facts/factChanges.ts';
import { requireFact, selectFacts } from '../facts/factRow.ts';
import { isHandOff, isLive, isNotDeprecated } from '../index/liveFacts.ts';
import type { Condition } from '../index/liveFacts.ts';
import { requireNotErased } from '../shared/auditRows.ts';
import { workFromColumn } from '../shared/workColumns.ts';

export function createSqlHandOffs(engine: SqlEngine, indexText: IndexText, now: () => Date): HandOffStore {
  return {
    current: (owner) =>
      engine.read(async (db) => {
        const live = isLive('f', now().toISOString());
        return (await handOffsOf(db, owner, live))[0];
      }),
    change: (owner, decide, newId) =>
      engine.write(async (db) => {
        const at = now().toISOString();
        const open = (await handOffsOf(db, owner, isLive('f', at)))[0];
        const decided = decide(open);
        const { change } = decided;
        if (change === 'keep') return { change, fact: open };
        await requireNotErased(db, owner.userId);
        if (change === 'replace')
          return { change, fact: await replaceHandOffs(db, indexText, { fact: decided.fact, newId, now: at }) };
        await withdrawHandOffs(db, indexText, owner, { ...decided, now: at });
        return { change, fact: open };
      }),
    latestWithoutHandOff: (filter) => engine.read((db) => latestWithoutHandOff(db, filter)),
  };
}

const notDeprecated: Condition = { sql: isNotDeprecated('f'), params: [] };

/** For an alias `f` of facts. The plus keeps SQLite from searching all facts of the user instead of the few that expire. */
function isHandOffOf({ userId, projectId }: HandOffOwner): Condition {
  return {
    sql: `${isHandOff('f')} AND +f.user_id = ? AND f.project_id IS NOT DISTINCT FROM ?`,
    params: [userId, projectId],
  };
}

/** Newest first. */
function handOffsOf(db: SqlConnection, owner: HandOffOwner, state: Condition): Promise<Fact[]> {
  const own = isHandOffOf(owner);
  const newest = `WHERE ${own.sql} AND ${state.sql} ORDER BY f.created_at DESC NULLS LAST, f.id DESC`;
  return selectFacts(db, newest, [...own.params, ...state.params]);
}

async function replaceHandOffs(
  db: SqlConnection,
  indexText: IndexText,
  { fact, newId, now }: { fact: NewFact; newId: NewId; now: string },
): Promise<Fact> {
  const noted = { by: factAuthor(fact), now };
  const others = await handOffsOf(db, fact, notDeprecated);
  const { status, fact: added } = await addFact(db, indexText, fact, judgeNone);
  await noteFact(db, status === 'stored' ? 'store' : 'confirm', added.id, noted);
  for (const { id, version } of others) {
    if (id === added.id) continue;
    await supersedeFact(db, indexText, { id, version, linkUid: newId() }, { fact, judge: judgeNone });
    await noteFact(db, 'supersede', id, noted);
  }
  return requireFact(db, added.id);
}

async function withdrawHandOffs(
  db: SqlConnection,
  indexText: IndexText,
  owner: HandOffOwner,
  { reason, at, by, now }: { reason: string; at: string; by: Actor; now: string },
): Promise<void> {
  for (const { id, version } of await handOffsOf(db, owner, notDeprecated)) {
    await deprecateFact(db, indexText, { id, version, reason, now: at, by });
    await noteFact(db, 'deprecate', id, { by, now });
  }
}

/**
 * For an import, which can bring a second hand-off of a user and project: the one that was left or renewed last
 * supersedes the others.
 */
export async function keepNewestHandOffs(
  db: SqlConnection,
  indexText: IndexText,
  { newId, by, now }: { newId: NewId; by: Actor; now: string },
): Promise<void> {
  const owners = await db.all(
    `SELECT f.user_id, f.project_id FROM facts f WHERE ${isHandOff('f')} AND ${notDeprecated.sql}
     GROUP BY f.user_id, f.project_id HAVING count(*) > 1`,
    [],
  );
  for (const row of owners) {
    const owner = { userId: text(row, 'user_id'), projectId: textOrNull(row, 'project_id') };
    const [newest, ...older] = (await handOffsOf(db, owner, notDeprecated)).sort(lastUpdatedFirst);
    if (newest === undefined) continue;
    for (const { id, version } of older) {
      await linkSuccessor(db, { uid: newId(), successor: newest.id, old: id, now });
      const reason = `superseded by #${String(newest.id)}`;
      await deprecateFact(db, indexText, { id, version, reason, now, by });
      await noteFact(db, 'supersede', id, { by, now });
    }
  }
}

function lastUpdatedFirst(one: Fact, other: Fact): number {
  return one.updatedAt === other.updatedAt ? other.id - one.id : one.updatedAt < other.updatedAt ? 1 : -1;
}

/** Steps neither repeat nor contradict other facts. */
function judgeNone(): [] {
  return [];
}

/** A session that began longer before `since` than this is not considered; chats of days are rare. */
const maxSessionHours = 48;
const activeAt = 'max(coalesce(s.last_active_at, s.started_at), s.started_at)';

async function latestWithoutHandOff(db: SqlConnection, filter: RecordedEndFilter): Promise<RecordedEnd | undefined> {
  const { userId, projectId, exceptSession, silentBefore, since, withImports } = filter;
  const hasMessages = 'EXISTS (SELECT 1 FROM messages m WHERE m.session_id = s.id)';
  // Any session with content takes the place of an older imported one.
  const kept = withImports
    ? `(s.told_by IS NOT NULL OR ${hasMessages})`
    : `s.origin = 'live' AND coalesce(s.told_by, '') NOT IN ('agent', 'person')
       AND (s.ended_at IS NOT NULL OR ${activeAt} < ?7) AND ${hasMessages}`;
  const values = [userId, hoursBefore(new Date(since), maxSessionHours), projectId, exceptSession, since];
  const handedOffAt = await lastHandedOff(db, filter);
  const row = await db.get(
    `SELECT s.id, s.origin, s.agent_id, s.read_web, ${activeAt} AS active_at FROM sessions s
     WHERE s.user_id = ?1 AND s.started_at >= ?2 AND s.project_id IS NOT DISTINCT FROM ?3 AND s.id IS DISTINCT FROM ?4
       AND ${activeAt} >= ?5 AND ${activeAt} > ?6 AND ${kept}
     ORDER BY active_at DESC, s.rowid DESC LIMIT 1`,
    [...values, handedOffAt, ...(withImports ? [] : [silentBefore])],
  );
  return row === undefined ? undefined : await endFrom(db, row, filter);
}

/** Empty if there was none. */
async function lastHandedOff(db: SqlConnection, owner: HandOffOwner): Promise<string> {
  const own = isHandOffOf(owner);
  const isWithdrawn = `NOT (${isNotDeprecated('f')}) AND NOT EXISTS (SELECT 1 FROM links l
    WHERE l.to_kind = 'fact' AND l.to_uid = f.uid AND l.relation = 'supersedes')`;
  const sql = `SELECT max(CASE WHEN ${isWithdrawn} THEN max(f.created_at, f.updated_at) ELSE f.created_at END) AS at
    FROM facts f WHERE ${own.sql}`;
  return textOrNull((await db.get(sql, own.params)) ?? { at: null }, 'at') ?? '';
}

async function endFrom(
  db: SqlConnection,
  row: SqlRow,
  { messages, characters }: RecordedEndFilter,
): Promise<RecordedEnd> {
  const id = text(row, 'id');
  const rows = await db.all(
    `SELECT role, type, work FROM messages WHERE session_id = ? AND type <> 'thought' ORDER BY seq DESC LIMIT ?`,
    [id, messages],
  );
  const answer = await db.get(
    `SELECT substr(content, CASE WHEN length(content) > ?2 THEN length(content) - ?2 + 1 ELSE 1 END) AS content FROM messages
     WHERE session_id = ?1 AND type = 'text' AND role = 'assistant' ORDER BY seq DESC LIMIT 1`,
    [id, characters],
  );
  return {
    id,
    isImported: text(row, 'origin') === 'import',
    agentId: textOrNull(row, 'agent_id'),
    lastActiveAt: text(row, 'active_at'),
    hasReadWeb: flag(row, 'read_web'),
    messages: rows.reverse().map((message) => {
      const work = textOrNull(message, 'work');
      return {
        role: text(message, 'role'),
        type: text(message, 'type'),
        work: work === null ? null : workFromColumn(work),
      };
    }),
    answer: answer === undefined ? '' : text(answer, 'content'),
  };
}

/**
 * When and with which agents a user worked, for calendars, streaks and badges. The times of all sessions are read as
 * one text, because a row for each would cost more than everything computed from them.
 */
import type { ActivityStore, AgentActivity, StoredMeasure, StoredTally } from '../../../memory/activity/activity.ts';
import { ownAgentName } from '../../../memory/shared/identity.ts';
import { timeOfUuid } from '../../../util/timeOrderedUuid.ts';
import { isLiveAt } from '../index/liveFacts.ts';
import { count } from '../index/memoryDocuments.ts';
import { number, text, textOrNull } from '../connection/rowReader.ts';
import type { SqlConnection, SqlEngine } from '../connection/sqlConnection.ts';
import { topicsFromColumn } from '../shared/textLists.ts';
import { filterInTurn, mapInTurn } from '../connection/inTurn.ts';

export function createSqlActivity(engine: SqlEngine, now: () => Date): ActivityStore {
  return {
    sessionTimes: (userId) => engine.read((db) => sessionTimes(db, userId)),
    summary: (userId) =>
      engine.read(async (db) => ({
        sessionTimes: await sessionTimes(db, userId),
        firstMemoryAt: await firstMemoryAt(db, userId),
        topics: await topicsOf(db, userId),
        agents: await agentsOf(db, userId, now().toISOString()),
      })),
    tallies: (userId, needs) => engine.read((db) => readTallies(db, userId, needs)),
  };
}

/** Old databases contain invalid times, even bare numbers. */
const isTime = (column: string): string => `${column} LIKE '____-__-__T%'`;

async function sessionTimes(db: SqlConnection, userId: string): Promise<string[]> {
  const row = await db.get(
    `SELECT group_concat(started_at, ',') AS times FROM sessions WHERE user_id = ? AND ${isTime('started_at')}`,
    [userId],
  );
  const times = textOrNull(row ?? { times: null }, 'times');
  return times === null ? [] : times.split(',');
}

async function firstMemoryAt(db: SqlConnection, userId: string): Promise<string | null> {
  const first = (table: string, owner: string): string =>
    `SELECT min(created_at) AS at FROM ${table} WHERE ${owner} = ?1 AND ${isTime('created_at')}`;
  const firsts = [
    first('facts', 'user_id'),
    first('conversation_chunks', 'user_id'),
    first('global_knowledge', 'promoted_by'),
  ];
  return textOrNull(
    (await db.get(`SELECT min(at) AS at FROM (${firsts.join(' UNION ALL ')}) AS firsts`, [userId])) ?? { at: null },
    'at',
  );
}

async function topicsOf(db: SqlConnection, userId: string): Promise<{ topics: string[]; sessions: number }[]> {
  const sql = `SELECT topics, count(*) AS n FROM sessions WHERE user_id = ? AND coalesce(topics, '') <> '' GROUP BY topics`;
  return (await db.all(sql, [userId])).map((row) => ({
    topics: topicsFromColumn(textOrNull(row, 'topics')),
    sessions: number(row, 'n'),
  }));
}

async function agentsOf(db: SqlConnection, userId: string, now: string): Promise<AgentActivity[]> {
  const wrote = (sessions: string, facts: string, at: string, from: string): string =>
    `SELECT agent_id, ${sessions} AS sessions, ${facts} AS facts, max(CASE WHEN ${isTime(at)} THEN ${at} END) AS at
     FROM ${from} WHERE user_id = ?1 GROUP BY agent_id`;
  const all = [
    wrote('count(*)', '0', 'started_at', 'sessions'),
    wrote('0', `count(CASE WHEN ${isLiveAt('facts', '?3')} THEN 1 END)`, 'created_at', 'facts'),
    wrote('0', '0', 'created_at', 'conversation_chunks'),
  ].join(' UNION ALL ');
  const rows = await db.all(
    `SELECT a.name, a.version, sum(w.sessions) AS sessions, sum(w.facts) AS facts, max(w.at) AS at
     FROM (${all}) w JOIN agents a ON a.id = w.agent_id WHERE a.name <> ?2 GROUP BY a.id, a.name, a.version
     ORDER BY sum(w.sessions) + sum(w.facts) DESC, max(w.at) DESC, a.name`,
    [userId, ownAgentName, now],
  );
  return rows.map((row) => ({
    name: text(row, 'name'),
    version: textOrNull(row, 'version'),
    sessions: number(row, 'sessions'),
    facts: number(row, 'facts'),
    lastSeen: textOrNull(row, 'at'),
  }));
}

/** Totals of a user's sessions and facts, per agent and project. */
interface Work {
  agentId: string | null;
  projectId: string | null;
  /** When the first of them was started or stored. */
  at: string | null;
  sessions: number;
  imports: number;
  summaries: number;
  facts: number;
  deprecations: number;
}

/** Reads each table once, however many badges need it. */
async function workOf(db: SqlConnection, userId: string): Promise<Work[]> {
  const counted = (condition: string): string => `count(CASE WHEN ${condition} THEN 1 END)`;
  const sql = `SELECT agent_id, project_id, min(started_at) AS at, ${counted(`origin = 'live'`)} AS sessions,
      ${counted(`origin = 'import'`)} AS imports, ${counted('has_tier2 = 1')} AS summaries, 0 AS facts, 0 AS deprecations
    FROM sessions WHERE user_id = ?1 GROUP BY agent_id, project_id
    UNION ALL SELECT agent_id, project_id, min(created_at), 0, 0, 0, count(*), ${counted('deprecated = 1')}
    FROM facts WHERE user_id = ?1 GROUP BY agent_id, project_id`;
  return (await db.all(sql, [userId])).map((row) => ({
    agentId: textOrNull(row, 'agent_id'),
    projectId: textOrNull(row, 'project_id'),
    at: textOrNull(row, 'at'),
    sessions: number(row, 'sessions'),
    imports: number(row, 'imports'),
    summaries: number(row, 'summaries'),
    facts: number(row, 'facts'),
    deprecations: number(row, 'deprecations'),
  }));
}

/** The times of each kind of event, ordered where `readTallies` limits them; the user is parameter 1. */
const events = {
  sessions: `SELECT started_at AS at FROM sessions WHERE user_id = ?1 AND origin = 'live' ORDER BY started_at`,
  facts: 'SELECT created_at AS at FROM facts WHERE user_id = ?1 ORDER BY id',
  chunks: 'SELECT created_at AS at FROM conversation_chunks WHERE user_id = ?1 ORDER BY created_at',
  summaries: `SELECT coalesce(ended_at, started_at) AS at FROM sessions WHERE user_id = ?1 AND has_tier2 = 1 ORDER BY started_at`,
  deprecations: 'SELECT updated_at AS at FROM facts WHERE user_id = ?1 AND deprecated = 1 ORDER BY updated_at',
  // Entries that were approved once count, even if retired since.
  knowledge: `SELECT coalesce((SELECT min(r.created_at) FROM knowledge_reviews r WHERE r.knowledge_uid = k.uid AND r.action = 'approve'),
    k.created_at) AS at FROM global_knowledge k WHERE k.promoted_by = ?1 AND (k.status = 'approved' OR k.approved_by IS NOT NULL)`,
  reviews: 'SELECT min(created_at) AS at FROM knowledge_reviews WHERE user_id = ?1 GROUP BY knowledge_uid',
  resolutions: `SELECT resolved_at AS at FROM hypotheses WHERE user_id = ?1 AND status <> 'open'`,
} as const;

/** The counts of one user, for badges. */
export async function readTallies(
  db: SqlConnection,
  userId: string,
  needs: Readonly<Record<StoredMeasure, readonly number[]>>,
): Promise<Record<StoredMeasure, StoredTally>> {
  const work = await workOf(db, userId);
  const sum = (field: 'sessions' | 'imports' | 'summaries' | 'facts' | 'deprecations'): number =>
    work.reduce((total, row) => total + row[field], 0);
  const timesOf = async (name: keyof typeof events, max = -1): Promise<(string | null)[]> =>
    (
      await db.all(`SELECT at FROM (${events[name]}) AS events LIMIT ?2`, [
        userId,
        max < 0 ? Number.MAX_SAFE_INTEGER : max,
      ])
    ).map((row) => textOrNull(row, 'at'));
  const first = async (measure: keyof typeof events & StoredMeasure, have: number): Promise<StoredTally> =>
    tallyOf(
      await timesOf(measure, Math.max(0, ...needs[measure].filter((need) => need <= have))),
      needs[measure],
      have,
    );
  const chunks = await count(db, 'SELECT count(*) AS n FROM conversation_chunks WHERE user_id = ?', [userId]);
  const firstMemories = Math.max(0, ...needs.memories);
  const memories = [...(await timesOf('facts', firstMemories)), ...(await timesOf('chunks', firstMemories))];
  const agents = await filterInTurn(work, async ({ agentId }) => agentId !== (await ownAgentId(db)));
  return {
    sessions: await first('sessions', sum('sessions')),
    memories: tallyOf(memories, needs.memories, sum('facts') + chunks),
    facts: await first('facts', sum('facts')),
    summaries: await first('summaries', sum('summaries')),
    agents: tallyOf(
      firstTimes(agents, ({ agentId }) => agentId),
      needs.agents,
    ),
    projects: tallyOf(
      firstTimes(work, ({ projectId }) => projectId),
      needs.projects,
    ),
    imports: {
      have: sum('imports'),
      reachedAt: await mapInTurn(needs.imports, async (need) => (need === 1 ? await firstImportAt(db, userId) : null)),
    },
    knowledge: tallyOf(await timesOf('knowledge'), needs.knowledge),
    reviews: tallyOf(await timesOf('reviews'), needs.reviews),
    resolutions: tallyOf(await timesOf('resolutions'), needs.resolutions),
    deprecations: await first('deprecations', sum('deprecations')),
  };
}

/** `times` may be limited to the needed ones; `have` counts all. */
function tallyOf(times: readonly (string | null)[], needs: readonly number[], have = times.length): StoredTally {
  const sorted = times.map((time) => time ?? '').sort();
  return { have, reachedAt: needs.map((need) => (have < need ? null : (sorted[need - 1] ?? null))) };
}

/** The earliest time of each agent or project; work without one is skipped. */
function firstTimes(work: readonly Work[], keyOf: (row: Work) => string | null): string[] {
  const firsts = new Map<string, string>();
  for (const row of work) {
    const [key, at] = [keyOf(row), row.at ?? ''];
    const known = key === null ? undefined : firsts.get(key);
    if (key !== null && (known === undefined || at < known)) firsts.set(key, at);
  }
  return [...firsts.values()];
}

async function ownAgentId(db: SqlConnection): Promise<string | null> {
  return textOrNull((await db.get('SELECT id FROM agents WHERE name = ?', [ownAgentName])) ?? { id: null }, 'id');
}

/**
 * The time of the first import; null if there is none. Imported sessions keep their own times, so this comes from the
 * ids of their messages, or from the stored position of the transcript.
 */
async function firstImportAt(db: SqlConnection, userId: string): Promise<string | null> {
  const sql = `SELECT uid FROM messages WHERE user_id = ? AND substr(uid, 15, 1) = '7' ORDER BY uid LIMIT 1`;
  const imported = timeOfUuid(text((await db.get(sql, [userId])) ?? { uid: '' }, 'uid'))?.toISOString() ?? null;
  const read = `SELECT min(updated_at) AS at FROM transcript_files WHERE user_id = ?1
                AND EXISTS (SELECT 1 FROM sessions WHERE user_id = ?1 AND origin = 'import')`;
  const recorded = textOrNull((await db.get(read, [userId])) ?? { at: null }, 'at');
  return [imported, recorded].filter((time) => time !== null).sort()[0] ?? null;
}

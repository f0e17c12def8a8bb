/**
 * When a user worked and with what, for calendars, streaks and badges. The times of a user's sessions come out as one text,
 * because a row for each would cost more than all that is made of them.
 */
import type { ActivityStore, AgentActivity, StoredMeasure, StoredTally } from '../../memory/activity.ts';
import { ownAgentName } from '../../memory/identity.ts';
import { timeOfUuid } from '../../util/timeOrderedUuid.ts';
import { count } from './memoryDocuments.ts';
import { number, text, textOrNull } from './rowReader.ts';
import type { SqlConnection, SqliteEngine } from './sqlConnection.ts';
import { topicsFromColumn } from './textLists.ts';

export function createSqlActivity(engine: SqliteEngine): ActivityStore {
  return {
    sessionTimes: (userId) => engine.read((db) => sessionTimes(db, userId)),
    summary: (userId) =>
      engine.read((db) => ({
        sessionTimes: sessionTimes(db, userId),
        firstMemoryAt: firstMemoryAt(db, userId),
        topics: topicsOf(db, userId),
        agents: agentsOf(db, userId),
      })),
    tallies: (userId, needs) =>
      engine.read((db) => {
        const tally = (measure: StoredMeasure): StoredTally => tallyOf(db, measure, userId, needs[measure]);
        return {
          sessions: tally('sessions'),
          memories: tally('memories'),
          facts: tally('facts'),
          summaries: tally('summaries'),
          agents: tally('agents'),
          projects: tally('projects'),
          imports: { ...tally('imports'), reachedAt: [firstImportAt(db, userId)] },
          knowledge: tally('knowledge'),
          reviews: tally('reviews'),
          resolutions: tally('resolutions'),
          deprecations: tally('deprecations'),
        };
      }),
  };
}

/** Old databases hold times that are none, even bare numbers. */
const isTime = (column: string): string => `${column} LIKE '____-__-__T%'`;

function sessionTimes(db: SqlConnection, userId: string): string[] {
  const row = db.get(
    `SELECT group_concat(started_at, ',') AS times FROM sessions WHERE user_id = ? AND ${isTime('started_at')}`,
    [userId],
  );
  const times = textOrNull(row ?? { times: null }, 'times');
  return times === null ? [] : times.split(',');
}

function firstMemoryAt(db: SqlConnection, userId: string): string | null {
  const first = (table: string, owner: string): string =>
    `SELECT min(created_at) AS at FROM ${table} WHERE ${owner} = ?1 AND ${isTime('created_at')}`;
  const firsts = [
    first('facts', 'user_id'),
    first('conversation_chunks', 'user_id'),
    first('global_knowledge', 'promoted_by'),
  ];
  return textOrNull(
    db.get(`SELECT min(at) AS at FROM (${firsts.join(' UNION ALL ')})`, [userId]) ?? { at: null },
    'at',
  );
}

function topicsOf(db: SqlConnection, userId: string): { topics: string[]; sessions: number }[] {
  const sql = `SELECT topics, count(*) AS n FROM sessions WHERE user_id = ? AND coalesce(topics, '') <> '' GROUP BY topics`;
  return db.all(sql, [userId]).map((row) => ({
    topics: topicsFromColumn(textOrNull(row, 'topics')),
    sessions: number(row, 'n'),
  }));
}

function agentsOf(db: SqlConnection, userId: string): AgentActivity[] {
  const wrote = (sessions: string, facts: string, at: string, from: string): string =>
    `SELECT agent_id, ${sessions} AS sessions, ${facts} AS facts, max(CASE WHEN ${isTime(at)} THEN ${at} END) AS at
     FROM ${from} WHERE user_id = ?1 GROUP BY agent_id`;
  const all = [
    wrote('count(*)', '0', 'started_at', 'sessions'),
    wrote('0', 'count(CASE WHEN coalesce(deprecated, 0) = 0 THEN 1 END)', 'created_at', 'facts'),
    wrote('0', '0', 'created_at', 'conversation_chunks'),
  ].join(' UNION ALL ');
  const rows = db.all(
    `SELECT a.name, a.version, sum(w.sessions) AS sessions, sum(w.facts) AS facts, max(w.at) AS at
     FROM (${all}) w JOIN agents a ON a.id = w.agent_id WHERE a.name <> ?2 GROUP BY a.id
     ORDER BY sum(w.sessions) + sum(w.facts) DESC, max(w.at) DESC, a.name`,
    [userId, ownAgentName],
  );
  return rows.map((row) => ({
    name: text(row, 'name'),
    version: textOrNull(row, 'version'),
    sessions: number(row, 'sessions'),
    facts: number(row, 'facts'),
    lastSeen: textOrNull(row, 'at'),
  }));
}

/** What is counted, each with the time `at` which it came about; the user is parameter 1. */
const events: Record<StoredMeasure, string> = {
  sessions: `SELECT started_at AS at FROM sessions WHERE user_id = ?1 AND origin = 'live'`,
  memories: `SELECT created_at AS at FROM facts WHERE user_id = ?1
             UNION ALL SELECT created_at FROM conversation_chunks WHERE user_id = ?1`,
  facts: 'SELECT created_at AS at FROM facts WHERE user_id = ?1',
  summaries: `SELECT coalesce(ended_at, started_at) AS at FROM sessions WHERE user_id = ?1 AND has_tier2 = 1`,
  agents: firstsOf('agent_id', `(SELECT id FROM agents WHERE name <> '${ownAgentName}')`),
  projects: firstsOf('project_id', '(SELECT id FROM projects)'),
  imports: `SELECT started_at AS at FROM sessions WHERE user_id = ?1 AND origin = 'import'`,
  // What was approved once counts, though it was retired since.
  knowledge: `SELECT coalesce((SELECT min(r.created_at) FROM knowledge_reviews r WHERE r.knowledge_uid = k.uid AND r.action = 'approve'),
                k.created_at) AS at FROM global_knowledge k WHERE k.promoted_by = ?1 AND (k.status = 'approved' OR k.approved_by IS NOT NULL)`,
  reviews: 'SELECT min(created_at) AS at FROM knowledge_reviews WHERE user_id = ?1 GROUP BY knowledge_uid',
  resolutions: `SELECT resolved_at AS at FROM hypotheses WHERE user_id = ?1 AND status <> 'open'`,
  deprecations: 'SELECT updated_at AS at FROM facts WHERE user_id = ?1 AND deprecated = 1',
};

/** When each agent or project was first written for. */
function firstsOf(column: 'agent_id' | 'project_id', known: string): string {
  return `SELECT min(at) AS at FROM (
      SELECT ${column} AS who, min(started_at) AS at FROM sessions WHERE user_id = ?1 GROUP BY who
      UNION ALL SELECT ${column}, min(created_at) FROM facts WHERE user_id = ?1 GROUP BY ${column})
    WHERE who IN ${known} GROUP BY who`;
}

function tallyOf(db: SqlConnection, measure: StoredMeasure, userId: string, needs: readonly number[]): StoredTally {
  const have = count(db, `SELECT count(*) AS n FROM (${events[measure]})`, [userId]);
  const nth = `SELECT at FROM (${events[measure]}) ORDER BY at LIMIT 1 OFFSET ?2`;
  const reachedAt = needs.map((need) => {
    return have < need ? null : textOrNull(db.get(nth, [userId, need - 1]) ?? { at: null }, 'at');
  });
  return { have, reachedAt };
}

/** A conversation keeps its own times when it is imported; the ids of its messages tell when that was. */
function firstImportAt(db: SqlConnection, userId: string): string | null {
  const sql = `SELECT uid FROM messages WHERE user_id = ? AND substr(uid, 15, 1) = '7' ORDER BY uid LIMIT 1`;
  return timeOfUuid(text(db.get(sql, [userId]) ?? { uid: '' }, 'uid'))?.toISOString() ?? null;
}

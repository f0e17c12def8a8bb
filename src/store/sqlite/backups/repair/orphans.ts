/**
 * Makes salvaged rows consistent. A memory whose session or user is unreadable gets a placeholder for it, because the
 * memory is worth more than the missing row. Parts that mean nothing on their own are dropped.
 */
import type { Snapshot, SnapshotRow } from '../../../../memory/upkeep/snapshot.ts';
import type { SqlConnection } from '../../../sql/connection/sqlConnection.ts';
import { filterInTurn } from '../../../sql/connection/inTurn.ts';

type Tables = Snapshot['tables'];

const ownedTables = ['sessions', 'facts', 'conversation_chunks', 'hypotheses', 'messages'] as const;

/**
 * `username` is the user who repairs. If no user is readable and all memories belong to one user, they go to this name.
 */
export async function completed(db: SqlConnection, tables: Tables, username: string): Promise<Tables> {
  const sessions = [...tables.sessions, ...(await missingSessions(db, tables))];
  const users = [...tables.users, ...(await missingUsers(db, { ...tables, sessions }, username))];
  const userIds = new Set(users.map(({ id }) => id));
  const isKnownUser = async ({ user_id: id }: SnapshotRow): Promise<boolean> =>
    userIds.has(id ?? '') || (await isIn(db, 'users', id));
  const eras = await filterInTurn(tables.eras, isKnownUser);
  const eraIds = new Set(eras.map(({ id }) => id));
  const sessionIds = new Set(sessions.map(({ id }) => id));
  return {
    ...tables,
    users,
    sessions,
    eras,
    identity_profile: await filterInTurn(tables.identity_profile, isKnownUser),
    knowledge_reviews: await filterInTurn(tables.knowledge_reviews, isKnownUser),
    heaps: await filterInTurn(
      tables.heaps,
      async ({ era_id: era, session_id: session }) =>
        (eraIds.has(era ?? '') || (await isIn(db, 'eras', era))) &&
        (sessionIds.has(session ?? '') || (await isIn(db, 'sessions', session))),
    ),
  };
}

async function missingSessions(db: SqlConnection, tables: Tables): Promise<SnapshotRow[]> {
  const known = new Set(tables.sessions.map(({ id }) => id));
  const made = new Map<string, SnapshotRow>();
  for (const { session_id: id, user_id: user, created_at: time } of [
    ...tables.conversation_chunks,
    ...tables.messages,
  ]) {
    if (typeof id !== 'string' || known.has(id) || (await isIn(db, 'sessions', id))) continue;
    const moment = typeof time === 'string' ? time : '1970-01-01T00:00:00.000Z';
    const started = made.get(id)?.['started_at'];
    made.set(id, standInSession(id, user ?? null, typeof started === 'string' && started < moment ? started : moment));
  }
  return [...made.values()];
}

function standInSession(id: string, user: string | number | null, moment: string): SnapshotRow {
  return {
    id,
    user_id: user,
    started_at: moment,
    ended_at: moment,
    one_liner: 'A session of which only parts could be recovered',
    topics: null,
    outcome: null,
    importance: null,
    has_tier2: 0,
    external_id: null,
    origin: 'live',
    project_id: null,
    agent_id: null,
    last_active_at: moment,
    told_by: null,
    told_through: null,
    summarised_through: null,
    version: 1,
  };
}

async function missingUsers(db: SqlConnection, tables: Tables, username: string): Promise<SnapshotRow[]> {
  const known = new Set(tables.users.map(({ id }) => id));
  const named = ownedTables.flatMap((table) => tables[table].map(({ user_id: id }) => id));
  const unknown = [...new Set(named)].filter((id) => typeof id === 'string').filter((id) => !known.has(id));
  const missing = await filterInTurn(unknown, async (id) => !(await isIn(db, 'users', id)));
  const isOnly = missing.length === 1 && tables.users.length === 0;
  return missing.map((id) => ({
    id,
    username: isOnly ? username : `recovered-${id.slice(0, 8)}`,
    display_name: null,
    role: null,
    created_at: null,
    last_seen: null,
  }));
}

async function isIn(
  db: SqlConnection,
  table: 'users' | 'sessions' | 'eras',
  id: string | number | null | undefined,
): Promise<boolean> {
  return (await db.get(`SELECT 1 FROM ${table} WHERE id = ?`, [id ?? null])) !== undefined;
}

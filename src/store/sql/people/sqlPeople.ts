/**
 * The directory of a shared store. It reads what a card may show and nothing else: no memory of a person but the titles
 * of their approved knowledge, and topics only of sessions in projects that the person chose.
 */
import { amongKeys } from '../connection/among.ts';
import type { TopicUse } from '../../../memory/activity/topics.ts';
import type {
  DirectoryReader,
  DirectoryTotals,
  Instance,
  InstanceWrite,
  PeopleStore,
  PublicKnowledge,
  StoredActivity,
  StoredPerson,
} from '../../../memory/people/peopleStore.ts';
import type { CardChoice } from '../../../memory/profile/profile.ts';
import { defaultCard } from '../../../memory/profile/profile.ts';
import { userRoles } from '../../../memory/shared/vocabulary.ts';
import { readTallies } from '../activity/sqlActivity.ts';
import { mapInTurn } from '../connection/inTurn.ts';
import { number, oneOf, text, textOrNull } from '../connection/rowReader.ts';
import type { SqlConnection, SqlEngine, SqlRow } from '../connection/sqlConnection.ts';
import { isLive } from '../index/liveFacts.ts';
import { count } from '../index/memoryDocuments.ts';
import { cardFromRow } from '../profile/sqlProfiles.ts';
import { erasedRole, isNotErased, rightTo } from '../shared/accessRights.ts';
import { requireNotErased } from '../shared/auditRows.ts';
import { originFrom } from '../shared/originColumn.ts';
import { topicsFromColumn } from '../shared/textLists.ts';

export function createSqlPeople(engine: SqlEngine): PeopleStore {
  return {
    async register(instance) {
      const state = await engine.read((db) => stateOf(db, instance));
      return state === 'stale' ? engine.write((db) => register(db, instance)) : state;
    },
    read: (reader) =>
      engine.read(async (db) => {
        if (!(await mayRead(db, reader))) return undefined;
        return { totals: await totalsOf(db, reader.now), people: await storedPeople(db, reader) };
      }),
    activityOf: (reader, userIds, needs) =>
      engine.read(async (db) => {
        if (!(await mayRead(db, reader))) return undefined;
        const shown = new Set((await peopleOf(db, reader)).map((row) => text(row, 'id')));
        return mapInTurn(
          userIds.filter((userId) => shown.has(userId)),
          async (userId): Promise<StoredActivity> => ({
            userId,
            days: await daysOf(db, userId),
            tallies: await readTallies(db, userId, needs),
          }),
        );
      }),
  };
}

const isPerson = `coalesce(u.role, '') <> '${erasedRole}'`;

async function mayRead(
  db: SqlConnection,
  { userId, mode }: Pick<DirectoryReader, 'userId' | 'mode'>,
): Promise<boolean> {
  return (await rightTo(db, 'read_directory', userId, mode)) === 'all';
}

/** Who may not read the directory is not in it either. */
async function stateOf(db: SqlConnection, instance: InstanceWrite): Promise<'stale' | 'fresh' | 'not_allowed'> {
  if (!(await mayRead(db, instance))) return 'not_allowed';
  const { userId, name, url, freshSince } = instance;
  const sql = 'SELECT url FROM instances WHERE user_id = ? AND name = ? AND last_seen >= ?';
  const row = await db.get(sql, [userId, name, freshSince]);
  return row !== undefined && textOrNull(row, 'url') === url ? 'fresh' : 'stale';
}

async function register(db: SqlConnection, instance: InstanceWrite): Promise<'registered' | 'not_allowed'> {
  if (!(await mayRead(db, instance))) return 'not_allowed';
  const { id, userId, name, url, now, keptSince } = instance;
  await requireNotErased(db, userId);
  await db.run('DELETE FROM instances WHERE last_seen < ?', [keptSince]);
  await db.run(
    `INSERT INTO instances (id, user_id, name, url, first_seen, last_seen) VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT (user_id, name) DO UPDATE SET url = excluded.url, last_seen = excluded.last_seen`,
    [id, userId, name, url, now, now],
  );
  return 'registered';
}

async function totalsOf(db: SqlConnection, now: string): Promise<DirectoryTotals> {
  const of = (from: string, params: readonly string[] = []): Promise<number> =>
    count(db, `SELECT count(*) AS n FROM ${from}`, params);
  const live = isLive('facts', now);
  const facts = await count(db, `SELECT count(*) AS n FROM facts WHERE ${live.sql}`, live.params);
  return {
    people: await of(`users WHERE ${isNotErased}`),
    sessions: await of('sessions'),
    memories: facts + (await of('conversation_chunks')),
    knowledge: await of(`global_knowledge WHERE status = 'approved'`),
  };
}

async function storedPeople(db: SqlConnection, reader: DirectoryReader): Promise<StoredPerson[]> {
  const people = await peopleOf(db, reader);
  const instances = await instancesOf(db, reader);
  const cards = new Map(people.map((row) => [text(row, 'id'), cardFromRow(row)]));
  const topics = await topicsOf(db, cards);
  const knowledge = await knowledgeOf(db);
  return people.map((row) => {
    const userId = text(row, 'id');
    return {
      userId,
      username: text(row, 'username'),
      displayName: textOrNull(row, 'display_name'),
      teamRole: oneOf(row, 'team_role', userRoles, 'member'),
      role: textOrNull(row, 'role'),
      roleOrigin: originFrom(row, 'role_origin'),
      card: cards.get(userId) ?? defaultCard(),
      instances: instances.get(userId) ?? [],
      topics: topics.get(userId) ?? [],
      knowledge: knowledge.get(userId) ?? [],
    };
  });
}

/** Those who have an instance and did not turn their card off. */
function peopleOf(db: SqlConnection, { seenSince }: DirectoryReader): Promise<SqlRow[]> {
  return db.all(
    `SELECT u.id, u.username, u.display_name, u.role AS team_role, p.role, p.role_origin, p.card_level, p.card_topics, p.card_projects
     FROM users u LEFT JOIN identity_profile p ON p.user_id = u.id
     WHERE ${isPerson} AND coalesce(p.card_level, '') <> 'off'
       AND u.id IN (SELECT user_id FROM instances WHERE last_seen >= ?)
     ORDER BY u.username`,
    [seenSince],
  );
}

async function instancesOf(db: SqlConnection, { seenSince }: DirectoryReader): Promise<Map<string, Instance[]>> {
  const sql = `SELECT user_id, name, url, first_seen, last_seen FROM instances WHERE last_seen >= ?
               ORDER BY last_seen DESC, name`;
  return byUser(await db.all(sql, [seenSince]), (row) => ({
    name: text(row, 'name'),
    url: textOrNull(row, 'url'),
    firstSeen: text(row, 'first_seen'),
    lastSeen: text(row, 'last_seen'),
  }));
}

/**
 * Of sessions in the projects that each person chose. Others who have sessions in a project count for nothing: anybody
 * can say that they work in it.
 */
async function topicsOf(db: SqlConnection, cards: ReadonlyMap<string, CardChoice>): Promise<Map<string, TopicUse[]>> {
  const choosing = [...cards].flatMap(([userId, { projects }]) => (projects.length === 0 ? [] : [userId]));
  const sql = `SELECT s.user_id, p.key, s.topics, count(*) AS n, max(s.started_at) AS at
    FROM sessions s JOIN projects p ON p.id = s.project_id
    WHERE coalesce(s.topics, '') <> '' AND s.user_id ${amongKeys()}
    GROUP BY s.user_id, p.key, s.topics`;
  const rows = choosing.length === 0 ? [] : await db.all(sql, [JSON.stringify(choosing)]);
  const chosen = rows.filter((row) => cards.get(text(row, 'user_id'))?.projects.includes(text(row, 'key')) === true);
  return byUser(chosen, (row) => ({
    topics: topicsFromColumn(textOrNull(row, 'topics')),
    sessions: number(row, 'n'),
    lastAt: textOrNull(row, 'at'),
  }));
}

async function knowledgeOf(db: SqlConnection): Promise<Map<string, PublicKnowledge[]>> {
  const sql = `SELECT promoted_by AS user_id, id, title, origin FROM global_knowledge
    WHERE status = 'approved' AND promoted_by IS NOT NULL ORDER BY id DESC`;
  return byUser(await db.all(sql), (row) => ({
    id: number(row, 'id'),
    title: text(row, 'title'),
    origin: originFrom(row),
  }));
}

async function daysOf(db: SqlConnection, userId: string): Promise<StoredActivity['days']> {
  const sql = `SELECT substr(started_at, 1, 10) AS day, count(*) AS n FROM sessions
    WHERE user_id = ? AND started_at LIKE '____-__-__T%' GROUP BY substr(started_at, 1, 10) ORDER BY day`;
  return (await db.all(sql, [userId])).map((row) => ({ day: text(row, 'day'), sessions: number(row, 'n') }));
}

function byUser<T>(rows: readonly SqlRow[], from: (row: SqlRow) => T): Map<string, T[]> {
  const grouped = new Map<string, T[]>();
  for (const row of rows) {
    const userId = text(row, 'user_id');
    const known = grouped.get(userId);
    if (known === undefined) grouped.set(userId, [from(row)]);
    else known.push(from(row));
  }
  return grouped;
}

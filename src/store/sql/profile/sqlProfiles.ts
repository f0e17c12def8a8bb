/** The identity profile. Its version detects concurrent edits by two clients. */
import type { CardChoice, Profile, ProfileStore, ProfileWrite } from '../../../memory/profile/profile.ts';
import { defaultCard } from '../../../memory/profile/profile.ts';
import type { UndoOutcome } from '../../../memory/governance/changes.ts';
import { statementKey } from '../../../memory/shared/contentHash.ts';
import { limits } from '../../../memory/shared/input.ts';
import { cardLevels, defaultCardLevel } from '../../../memory/shared/vocabulary.ts';
import { keepImages } from '../shared/changeImages.ts';
import type { RowImage, UndoContext, Undoer } from '../shared/changeImages.ts';
import { byUser, noteAudit } from '../shared/auditRows.ts';
import { originFrom } from '../shared/originColumn.ts';
import { number, oneOf, text, textOr, textOrNull } from '../connection/rowReader.ts';
import type { SqlConnection, SqlEngine, SqlRow, SqlValue } from '../connection/sqlConnection.ts';
import {
  bulletsFromList,
  listFromBullets,
  tagsColumn,
  tagsFromColumn,
  topicsColumn,
  topicsFromColumn,
} from '../shared/textLists.ts';

export function createSqlProfiles(engine: SqlEngine): ProfileStore {
  return {
    get: (userId) =>
      engine.read(async (db) => {
        const row = await db.get('SELECT * FROM identity_profile WHERE user_id = ?', [userId]);
        return row === undefined ? undefined : profileFromRow(row);
      }),
    put: (profile) =>
      engine.write(async (db) => {
        const { userId, now, by = byUser(userId) } = profile;
        const before = await fieldsOf(db, userId);
        if (!(await putProfile(db, profile))) return 'conflict';
        await keepImages(db, { by, now }, [
          { kind: 'profile', key: userId, before, after: await fieldsOf(db, userId) },
        ]);
        await noteAudit(db, { at: now, by, action: 'edit', kind: 'profile', uid: userId });
        return 'stored';
      }),
  };
}

async function putProfile(db: SqlConnection, profile: ProfileWrite): Promise<boolean> {
  const { userId, role, preferences, origins, version, now } = profile;
  const said = [origins?.role ?? null, origins?.preferences ?? null, origins?.pinnedFacts ?? null];
  const pinned = bulletsFromList(profile.pinnedFacts);
  const { level, topics, projects } = profile.card ?? defaultCard();
  const card = [level === defaultCardLevel ? null : level, topicsColumn(topics), tagsColumn(projects)];
  const values = [role, preferences, pinned, now, ...said, ...card];
  if (version === 0) {
    const sql = `INSERT INTO identity_profile (id, user_id, role, preferences, pinned_facts, updated_at, role_origin,
                   preferences_origin, pinned_origin, card_level, card_topics, card_projects, version)
                 VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 1) ON CONFLICT DO NOTHING`;
    return (await db.run(sql, [userId, userId, ...values])).changes === 1;
  }
  const sql = `UPDATE identity_profile SET role = ?, preferences = ?, pinned_facts = ?, updated_at = ?, role_origin = ?,
                 preferences_origin = ?, pinned_origin = ?, card_level = ?, card_topics = ?, card_projects = ?, version = version + 1
               WHERE user_id = ? AND version = ?`;
  return (await db.run(sql, [...values, userId, version])).changes === 1;
}

const fieldColumns = [
  ...['role', 'preferences', 'pinned_facts', 'role_origin', 'preferences_origin', 'pinned_origin'],
  ...['card_level', 'card_topics', 'card_projects', 'version'],
].join(', ');

async function fieldsOf(db: SqlConnection, userId: string): Promise<SqlRow | null> {
  return (await db.get(`SELECT ${fieldColumns} FROM identity_profile WHERE user_id = ?`, [userId])) ?? null;
}

export const profileUndoer: Undoer = {
  kinds: ['profile'],
  async undo(db, images, context) {
    for (const image of images) {
      const outcome = await undoProfile(db, image, context);
      if (outcome !== 'undone') return outcome;
    }
    return 'undone';
  },
};

/** Restores the fields that the change affected. Pins that were added or removed since stay so. */
async function undoProfile(
  db: SqlConnection,
  { before, after }: RowImage,
  { userId, by, now }: UndoContext,
): Promise<UndoOutcome> {
  const current = await fieldsOf(db, userId);
  if (current === null || after === null) return 'conflict';
  const state: Record<string, SqlValue> = {};
  for (const [field, origin] of [
    ['role', 'role_origin'],
    ['preferences', 'preferences_origin'],
    // These have no origin: only people write them.
    ['card_level', 'card_level'],
    ['card_topics', 'card_topics'],
    ['card_projects', 'card_projects'],
  ] as const) {
    const valueIn = (image: SqlRow | null, column: string): SqlValue => image?.[column] ?? null;
    const isTouched = [field, origin].some((column) => valueIn(before, column) !== valueIn(after, column));
    if (isTouched && current[field] !== valueIn(after, field)) return 'conflict';
    const source = isTouched ? before : current;
    state[field] = valueIn(source, field);
    state[origin] = valueIn(source, origin);
  }
  const pins = pinsAfterUndo([before, after, current]);
  if (pins === undefined || pins.length > limits.listEntries) return 'conflict';
  const pinned = bulletsFromList(pins);
  const isAsBefore = pinned === (before?.['pinned_facts'] ?? null);
  await db.run(
    `UPDATE identity_profile SET role = ?, preferences = ?, pinned_facts = ?, updated_at = ?, role_origin = ?,
       preferences_origin = ?, pinned_origin = ?, card_level = ?, card_topics = ?, card_projects = ?, version = version + 1
     WHERE user_id = ?`,
    [
      ...[state['role'] ?? null, state['preferences'] ?? null, pinned, now],
      ...[state['role_origin'] ?? null, state['preferences_origin'] ?? null],
      (isAsBefore ? before : current)?.['pinned_origin'] ?? null,
      ...[state['card_level'] ?? null, state['card_topics'] ?? null, state['card_projects'] ?? null],
      userId,
    ],
  );
  await noteAudit(db, { at: now, by, action: 'edit', kind: 'profile', uid: userId });
  return 'undone';
}

/**
 * The current pins without those that the change added, and with those that it removed, in their old places. Undefined if
 * the change only moved a pin and the list changed since.
 */
function pinsAfterUndo(images: readonly [SqlRow | null, SqlRow, SqlRow]): string[] | undefined {
  const [before, after, current] = images.map((row) => listFromBullets(textOrNull(row ?? none, 'pinned_facts')));
  if (before === undefined || after === undefined || current === undefined) return [];
  if (isSameList(before, after)) return current;
  if (isSameList(after, current)) return before;
  if (isSameList(before.toSorted(), after.toSorted())) return undefined;
  const left = current.filter((pin) => before.includes(pin) || !after.includes(pin));
  const known = new Set(left.map(statementKey));
  return before.reduce((pins, pin, place) => {
    return after.includes(pin) || known.has(statementKey(pin)) ? pins : pins.toSpliced(place, 0, pin);
  }, left);
}

const none: SqlRow = { pinned_facts: null };

function isSameList(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((pin, place) => pin === other[place]);
}

function profileFromRow(row: SqlRow): Profile {
  return {
    userId: text(row, 'user_id'),
    role: textOrNull(row, 'role'),
    preferences: textOrNull(row, 'preferences'),
    pinnedFacts: listFromBullets(textOrNull(row, 'pinned_facts')),
    origins: {
      role: originFrom(row, 'role_origin'),
      preferences: originFrom(row, 'preferences_origin'),
      pinnedFacts: originFrom(row, 'pinned_origin'),
    },
    card: cardFromRow(row),
    updatedAt: textOr(row, 'updated_at', ''),
    version: number(row, 'version'),
  };
}

/** Null columns mean the default. */
export function cardFromRow(row: SqlRow): CardChoice {
  return {
    level: oneOf(row, 'card_level', cardLevels, defaultCardLevel),
    topics: topicsFromColumn(textOrNull(row, 'card_topics')),
    projects: tagsFromColumn(textOrNull(row, 'card_projects')),
  };
}

/** The identity profile. Its version guards against two clients that edit it at the same time. */
import type { Profile, ProfileStore, ProfileWrite } from '../../../memory/profile/profile.ts';
import { byUser, noteAudit } from '../shared/auditRows.ts';
import { originFrom } from '../shared/originColumn.ts';
import { number, text, textOr, textOrNull } from '../engine/rowReader.ts';
import type { SqlConnection, SqliteEngine, SqlRow } from '../engine/sqlConnection.ts';
import { bulletsFromList, listFromBullets } from '../shared/textLists.ts';

export function createSqlProfiles(engine: SqliteEngine): ProfileStore {
  return {
    get: (userId) =>
      engine.read((db) => {
        const row = db.get('SELECT * FROM identity_profile WHERE user_id = ?', [userId]);
        return row === undefined ? undefined : profileFromRow(row);
      }),
    put: (profile) =>
      engine.write((db) => {
        if (!putProfile(db, profile)) return 'conflict';
        const { userId, now, by = byUser(userId) } = profile;
        noteAudit(db, { at: now, by, action: 'edit', kind: 'profile', uid: userId });
        return 'stored';
      }),
  };
}

function putProfile(db: SqlConnection, profile: ProfileWrite): boolean {
  const { userId, role, preferences, origins, version, now } = profile;
  const said = [origins?.role ?? null, origins?.preferences ?? null, origins?.pinnedFacts ?? null];
  const pinned = bulletsFromList(profile.pinnedFacts);
  if (version === 0) {
    const sql = `INSERT INTO identity_profile (id, user_id, role, preferences, pinned_facts, updated_at, role_origin,
                   preferences_origin, pinned_origin, version) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, 1) ON CONFLICT DO NOTHING`;
    return db.run(sql, [userId, userId, role, preferences, pinned, now, ...said]).changes === 1;
  }
  const sql = `UPDATE identity_profile SET role = ?, preferences = ?, pinned_facts = ?, updated_at = ?, role_origin = ?,
               preferences_origin = ?, pinned_origin = ?, version = version + 1 WHERE user_id = ? AND version = ?`;
  return db.run(sql, [role, preferences, pinned, now, ...said, userId, version]).changes === 1;
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
    updatedAt: textOr(row, 'updated_at', ''),
    version: number(row, 'version'),
  };
}

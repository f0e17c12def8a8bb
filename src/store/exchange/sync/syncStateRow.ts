/** How this store takes part in a sync, as one row, and whether it may. */
import { BigMindError } from '../../../memory/shared/errors.ts';
import type { Position } from '../../../memory/sync/bundles.ts';
import type { SyncPlace, SyncState } from '../../../memory/sync/syncStore.ts';
import { isRecord } from '../../../memory/upkeep/snapshot.ts';
import { text } from '../../sql/connection/rowReader.ts';
import type { SqlConnection } from '../../sql/connection/sqlConnection.ts';
import { effectiveMode, isNotErased } from '../../sql/shared/accessRights.ts';

export async function readSyncState(db: SqlConnection): Promise<SyncState | undefined> {
  const row = await db.get('SELECT value FROM sync_state WHERE id = 1');
  return row === undefined ? undefined : stateFrom(text(row, 'value'));
}

/** Rejects with `conflict` if another run changed the state since `before` was read. */
export async function replaceSyncState(
  db: SqlConnection,
  before: SyncState | undefined,
  after: SyncState,
): Promise<void> {
  const value = JSON.stringify(after);
  const { changes } =
    before === undefined
      ? await db.run('INSERT INTO sync_state (id, value) VALUES (1, ?) ON CONFLICT DO NOTHING', [value])
      : await db.run('UPDATE sync_state SET value = ? WHERE id = 1 AND value = ?', [value, JSON.stringify(before)]);
  if (changes === 1) return;
  throw new BigMindError('conflict', 'Another sync of this memory is running.', {
    remedy: 'Wait until it ends, and try again. Nothing was lost.',
  });
}

/** Rejects with `not_allowed` where a sync makes no sense: a server or an admin brings a team together. */
export async function onlyUser(db: SqlConnection): Promise<{ userId: string; username: string }> {
  const why = await whyNoSync(db);
  if (why !== undefined) throw refusal(why);
  const user = await db.get(`SELECT id, username FROM users WHERE ${isNotErased}`);
  if (user === undefined) throw refusal('This memory has no user yet.');
  return { userId: text(user, 'id'), username: text(user, 'username') };
}

/** Undefined where a sync makes sense. */
export async function whyNoSync(db: SqlConnection): Promise<string | undefined> {
  if (db.dialect === 'postgres') return 'This memory is on a server, which all machines use directly.';
  if ((await effectiveMode(db)) === 'team') return 'This is the memory of a team.';
  const users = await db.all(`SELECT 1 FROM users WHERE ${isNotErased} LIMIT 2`);
  return users.length > 1 ? 'Several people use this memory.' : undefined;
}

function refusal(what: string): BigMindError {
  return new BigMindError('not_allowed', `${what} A sync is for one person with several machines.`, {
    remedy: 'Nothing was changed. For several people, use a server.',
  });
}

/** With its fields in one order, so that the same state is the same text. */
function stateFrom(value: string): SyncState {
  const given: unknown = JSON.parse(value);
  const place = isRecord(given) ? placeFrom(given['place']) : undefined;
  if (!isRecord(given) || place === undefined) throw damaged();
  return {
    machine: String(given['machine']),
    name: String(given['name']),
    place,
    keyId: String(given['keyId']),
    written: positionFrom(given['written']),
    recent: textsFrom(given['recent']),
    outbox: textsFrom(given['outbox']),
    positions: mapped(given['positions'], positionFrom),
    names: mapped(given['names'], String),
    lastSync: typeof given['lastSync'] === 'string' ? given['lastSync'] : null,
  };
}

function placeFrom(value: unknown): SyncPlace | undefined {
  if (!isRecord(value)) return undefined;
  if (value['kind'] === 'folder') return { kind: 'folder', folder: String(value['folder']) };
  return value['kind'] === 'git' ? { kind: 'git', url: String(value['url']) } : undefined;
}

function positionFrom(value: unknown): Position {
  if (!isRecord(value)) throw damaged();
  return { sequence: Number(value['sequence']), hash: String(value['hash']) };
}

function textsFrom(value: unknown): string[] {
  return Array.isArray(value) ? value.map(String) : [];
}

function mapped<T>(value: unknown, of: (one: unknown) => T): Record<string, T> {
  return isRecord(value) ? Object.fromEntries(Object.entries(value).map(([key, one]) => [key, of(one)])) : {};
}

function damaged(): BigMindError {
  return new BigMindError('store_corrupt', 'What this memory knows about its sync is damaged.', {
    remedy: 'Turn the sync off here and set it up again. Memories are not affected.',
  });
}

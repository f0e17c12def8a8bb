/**
 * Before-images: the content of each row of a change before and after it. They are written in the transaction of the
 * change if the user can undo it. They expire, are in no export, and are deleted by every erasure.
 */
import { undoHours, type UndoOutcome, type UndoRequest } from '../../../memory/governance/changes.ts';
import type { Actor } from '../../../memory/shared/audit.ts';
import type { Hash, IndexText, NewId } from '../../../memory/shared/ports.ts';
import { text, textOrNull } from '../connection/rowReader.ts';
import type { SqlConnection, SqlRow } from '../connection/sqlConnection.ts';

const imageKinds = [
  'fact',
  'confidence',
  'use',
  'link',
  'outcome',
  'draft',
  'knowledge',
  'profile',
  'mute',
  'alias',
  'session',
  'hypothesis',
  'conflict',
  'project',
] as const;
type ImageKind = (typeof imageKinds)[number];

/** The reason stored with a memory that was created by an undone change and is now deprecated or abandoned. */
export const undoneReason = 'Undone by the person who made it.';

/** Columns by their names in the table; null if the row did not exist before, or no longer exists after. */
export interface RowImage {
  kind: ImageKind;
  /** Identifies the row among those of its kind. */
  key: string;
  before: SqlRow | null;
  after: SqlRow | null;
}

export interface UndoContext extends Pick<UndoRequest, 'userId' | 'mode' | 'now' | 'by' | 'byPerson'> {
  indexText: IndexText;
  newId: NewId;
  hash: Hash;
}

/**
 * How an aggregate restores its rows. `undo` gets the images of one change, the latest first. It may write before it
 * refuses; the caller then rolls back.
 */
export interface Undoer {
  kinds: readonly ImageKind[];
  undo: (db: SqlConnection, images: readonly RowImage[], context: UndoContext) => Promise<UndoOutcome>;
}

/** Does nothing for a change without a change id, which cannot be undone. */
export async function keepImages(
  db: SqlConnection,
  { by, now }: { by?: Actor | undefined; now: string },
  images: readonly RowImage[],
): Promise<void> {
  if (by?.changeId === undefined) return;
  await forgetExpired(db, now);
  const sql = `INSERT INTO changes (change_id, user_id, kind, row_key, before_image, after_image, created_at)
               VALUES (?, ?, ?, ?, ?, ?, ?)`;
  for (const { kind, key, before, after } of images) {
    await db.run(sql, [by.changeId, by.userId, kind, key, column(before), column(after), now]);
  }
}

/** Deletes the images of all users that are too old for an undo. `now`: ISO 8601 in UTC. */
export async function forgetExpired(db: SqlConnection, now: string): Promise<void> {
  await db.run('DELETE FROM changes WHERE created_at < ?', [oldestKept(now)]);
}

export async function hasExpired(db: SqlConnection, now: string): Promise<boolean> {
  return (await db.get('SELECT 1 FROM changes WHERE created_at < ? LIMIT 1', [oldestKept(now)])) !== undefined;
}

function oldestKept(now: string): string {
  return new Date(Date.parse(now) - undoHours * 3_600_000).toISOString();
}

/** The latest first; empty if the change does not belong to this user. */
export async function readImages(db: SqlConnection, userId: string, changeId: string): Promise<RowImage[]> {
  const sql = 'SELECT * FROM changes WHERE change_id = ? AND user_id = ? ORDER BY id DESC';
  return (await db.all(sql, [changeId, userId])).flatMap((row) => {
    const kind = imageKinds.find((known) => known === text(row, 'kind'));
    if (kind === undefined) return [];
    return [{ kind, key: text(row, 'row_key'), before: image(row, 'before_image'), after: image(row, 'after_image') }];
  });
}

/** Deletes the images of one user, or of all users if any of them may contain erased text. */
export async function forgetChanges(db: SqlConnection, userId: string | null): Promise<void> {
  await db.run('DELETE FROM changes WHERE CAST(?1 AS TEXT) IS NULL OR user_id = ?1', [userId]);
}

function column(row: SqlRow | null): string | null {
  return row === null ? null : JSON.stringify(row);
}

function image(row: SqlRow, name: string): SqlRow | null {
  const json = textOrNull(row, name);
  const value: unknown = json === null ? null : JSON.parse(json);
  if (typeof value !== 'object' || value === null) return null;
  return Object.fromEntries(
    Object.entries(value).map(([key, entry]: [string, unknown]) => [
      key,
      typeof entry === 'string' || typeof entry === 'number' ? entry : null,
    ]),
  );
}

/** Whether messages of a recording or an import were erased for good, for one user and one conversation. */
import type { Hash } from '../../../memory/shared/ports.ts';
import { textOr } from '../connection/rowReader.ts';
import type { SqlConnection } from '../connection/sqlConnection.ts';
import {
  conversationMark,
  hasNoTombstones,
  hasTombstone,
  isCovered,
  momentMark,
  placeMark,
  tombstoneUntil,
  userMark,
} from './tombstones.ts';

interface BroughtMessage {
  uid: string;
  role: string;
  type: string;
  createdAt: string | null;
}

/** Null if nothing was ever erased. */
type Until = { user: string | null | undefined; conversation: string | null | undefined } | null;

export class ErasedMessages {
  readonly #db: SqlConnection;
  readonly #hash: Hash;
  readonly #username: string;
  readonly #conversation: string;
  readonly #until: Until;

  private constructor(db: SqlConnection, hash: Hash, of: { username: string; conversation: string; until: Until }) {
    this.#db = db;
    this.#hash = hash;
    this.#conversation = of.conversation;
    this.#username = of.username;
    this.#until = of.until;
  }

  static async open(
    db: SqlConnection,
    hash: Hash,
    { userId, conversation }: { userId: string; conversation: string },
  ): Promise<ErasedMessages> {
    const username = await usernameOf(db, userId);
    const until = (await hasNoTombstones(db))
      ? null
      : {
          user: await tombstoneUntil(db, userMark(hash, username)),
          conversation: await tombstoneUntil(db, conversationMark(hash, username, conversation)),
        };
    return new ErasedMessages(db, hash, { username, conversation, until });
  }

  /** For a message of a recording: found by its uid, or by its time if the client rewrote the file. */
  async hasRecorded({ uid, role, type, createdAt }: BroughtMessage, startedAt: string | null): Promise<boolean> {
    if (this.#until === null) return false;
    if (this.#isPast(createdAt ?? startedAt) || (await hasTombstone(this.#db, uid))) return true;
    if (createdAt === null) return false;
    const mark = { username: this.#username, conversation: this.#conversation, role, type, createdAt };
    return hasTombstone(this.#db, momentMark(this.#hash, mark));
  }

  /** For a message of an import file: found by its place in the conversation. */
  async hasPlaced(seq: number, time: string): Promise<boolean> {
    if (this.#until === null) return false;
    if (this.#isPast(time)) return true;
    return hasTombstone(this.#db, placeMark(this.#hash, this.#username, this.#conversation, seq));
  }

  #isPast(time: string | null): boolean {
    return this.#until !== null && Object.values(this.#until).some((until) => isCovered(until, time));
  }
}

export async function usernameOf(db: SqlConnection, userId: string): Promise<string> {
  return textOr(
    (await db.get('SELECT username FROM users WHERE id = ?', [userId])) ?? { username: null },
    'username',
    '',
  );
}

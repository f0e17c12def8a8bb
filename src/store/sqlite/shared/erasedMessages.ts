/** Whether messages of a recording or an import were erased for good, for one user and one conversation. */
import type { Hash } from '../../../memory/shared/ports.ts';
import { textOr } from '../engine/rowReader.ts';
import type { SqlConnection } from '../engine/sqlConnection.ts';
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

export interface BroughtMessage {
  uid: string;
  role: string;
  type: string;
  createdAt: string | null;
}

export class ErasedMessages {
  readonly #db: SqlConnection;
  readonly #hash: Hash;
  readonly #username: string;
  readonly #conversation: string;
  /** Null if nothing was ever erased. */
  readonly #until: { user: string | null | undefined; conversation: string | null | undefined } | null;

  constructor(db: SqlConnection, hash: Hash, of: { userId: string; conversation: string }) {
    this.#db = db;
    this.#hash = hash;
    this.#conversation = of.conversation;
    this.#username = usernameOf(db, of.userId);
    this.#until = hasNoTombstones(db)
      ? null
      : {
          user: tombstoneUntil(db, userMark(hash, this.#username)),
          conversation: tombstoneUntil(db, conversationMark(hash, this.#username, of.conversation)),
        };
  }

  /** For a message of a recording: found by its uid, or by its time if the client rewrote the file. */
  hasRecorded({ uid, role, type, createdAt }: BroughtMessage, startedAt: string | null): boolean {
    if (this.#until === null) return false;
    if (this.#isPast(createdAt ?? startedAt) || hasTombstone(this.#db, uid)) return true;
    if (createdAt === null) return false;
    const mark = { username: this.#username, conversation: this.#conversation, role, type, createdAt };
    return hasTombstone(this.#db, momentMark(this.#hash, mark));
  }

  /** For a message of an import file: found by its place in the conversation. */
  hasPlaced(seq: number, time: string): boolean {
    if (this.#until === null) return false;
    if (this.#isPast(time)) return true;
    return hasTombstone(this.#db, placeMark(this.#hash, this.#username, this.#conversation, seq));
  }

  #isPast(time: string | null): boolean {
    return this.#until !== null && Object.values(this.#until).some((until) => isCovered(until, time));
  }
}

export function usernameOf(db: SqlConnection, userId: string): string {
  return textOr(db.get('SELECT username FROM users WHERE id = ?', [userId]) ?? { username: null }, 'username', '');
}

/**
 * Undo. For a caller with a change id, the store keeps before-images in the transaction of each write. One change can
 * consist of several writes, such as a fact and the pin with the same text; undo restores all of them at once.
 */
import { actorOf } from '../shared/audit.ts';
import type { Actor } from '../shared/audit.ts';
import { BigMindError, noAdminYet, unconfirmedApproval } from '../shared/errors.ts';
import type { Caller } from '../shared/identity.ts';
import type { Clock, NewId } from '../shared/ports.ts';
import type { Mode } from '../shared/vocabulary.ts';

/** How long a change can be undone, in hours. */
export const undoHours = 24;

export interface UndoRequest {
  userId: string;
  /** In the order they were made. */
  changeIds: readonly string[];
  /** The mode that the process was started with. */
  mode: Mode;
  /** ISO 8601 in UTC. */
  now: string;
  by: Actor;
  /** Whether a person undoes it, and not an assistant for them. */
  byPerson?: boolean;
}

/**
 * `not_found`: a change is another user's, already undone, older than `undoHours`, or removed by an erasure.
 * `conflict`: a row changed again. `not_allowed`: the user may no longer review knowledge. `no_admin`: no user may yet.
 * `unconfirmed`: knowledge would be approved for others again, and no person undoes it.
 * `duplicateOf`: another live memory now says the same as the one to restore.
 */
export type UndoOutcome =
  | 'undone'
  | 'not_found'
  | 'conflict'
  | 'not_allowed'
  | 'unconfirmed'
  | 'no_admin'
  | { duplicateOf: number; kind: 'fact' | 'knowledge' | 'hypothesis' };

export interface ChangeStore {
  /** Whether writes with this change id changed anything that can be undone. */
  has(userId: string, changeId: string): Promise<boolean>;
  /** Deletes what is too old for an undo. `now`: ISO 8601 in UTC. */
  forgetExpired(now: string): Promise<void>;
  /** Undoes all changes in one transaction, the last first, or none. */
  undo(request: UndoRequest): Promise<UndoOutcome>;
}

export type ChangingCaller = Caller & { changeId: string };

/** Gives writes a change id and undoes them. */
export class Changes {
  readonly #store: ChangeStore;
  readonly #ports: { clock: Clock; newId: NewId };
  readonly #mode: Mode;

  constructor(store: ChangeStore, ports: { clock: Clock; newId: NewId }, mode: Mode) {
    this.#store = store;
    this.#ports = ports;
    this.#mode = mode;
  }

  /** The caller with a new change id for the following writes. */
  begin(caller: Caller): ChangingCaller {
    return { ...caller, changeId: this.#ports.newId() };
  }

  /** The id to undo the caller's change with; null if nothing changed that can be undone. */
  async undoableId({ user, changeId }: ChangingCaller): Promise<string | null> {
    return (await this.#store.has(user.id, changeId)) ? changeId : null;
  }

  /** Undoes the caller's own changes, given in the order they were made: all of them, or none. */
  async undo(caller: Caller, changeIds: readonly string[]): Promise<void> {
    const outcome = await this.#store.undo({
      userId: caller.user.id,
      changeIds,
      mode: this.#mode,
      now: this.#ports.clock.now().toISOString(),
      by: actorOf(caller),
      byPerson: caller.origin === 'person',
    });
    if (outcome !== 'undone') throw refusalFrom(outcome);
  }
}

function refusalFrom(outcome: Exclude<UndoOutcome, 'undone'>): BigMindError {
  switch (outcome) {
    case 'not_found':
      return new BigMindError('not_found', 'You can no longer undo this change.', {
        remedy: `A change can be undone once, by the user who made it, within ${String(undoHours)} hours. Nothing was changed.`,
      });
    case 'conflict':
      return new BigMindError('conflict', 'What you want to undo was changed again in the meantime.', {
        remedy: 'Open the memory and edit it. Nothing was undone.',
      });
    case 'not_allowed':
      return new BigMindError('not_allowed', 'You may no longer review this knowledge.', {
        remedy: 'Ask a curator or an admin to review it. Nothing was undone.',
      });
    case 'unconfirmed':
      return unconfirmedApproval('what is approved again');
    case 'no_admin':
      return noAdminYet();
    default:
      return new BigMindError('conflict', `The ${outcome.kind} #${String(outcome.duplicateOf)} already says that.`, {
        remedy: `Change or deprecate #${String(outcome.duplicateOf)} first. Nothing was undone.`,
        details: { duplicateOf: outcome.duplicateOf },
      });
  }
}

/**
 * Erases a whole scope: a user's data of a project, or all data of a user. The user first sees what is erased and what
 * remains. It starts with one transaction that hides all of it; then rows are deleted in steps between which others can
 * write. If a process dies, a mark remains and the next process that opens the store continues.
 *
 * Users may erase their own data; in a team, an admin may also erase what a member left behind. Knowledge that a team
 * approved stays, without the user's name.
 */
import type { DeletedStep } from '../shared/background/deletedSteps.ts';
import { inSteps } from '../shared/background/deletedSteps.ts';
import { BigMindError } from '../shared/errors.ts';
import type { Caller } from '../shared/identity.ts';
import type { MaintenanceStore } from '../shared/maintenance.ts';
import type { Clock } from '../shared/ports.ts';
import type { ErasableScope, Mode } from '../shared/vocabulary.ts';
import type { CopiesReport, ErasedPart, PartCount } from './erasure.ts';
import type { Identities } from './identities.ts';

export interface ScopeRef {
  kind: ErasableScope;
  /** For a project its key, or its name if that is unique; for a user the name. */
  id: string;
}

/** Memories of each kind that the preview quotes; it only counts the others. */
export const headlinesPerPart = 5;

/** The beginnings of the latest memories of a part; stored text that must be quoted wherever it is shown. */
interface PartHeadlines {
  what: ErasedPart;
  texts: string[];
}

export interface ScopePreview {
  kind: ErasableScope;
  /** A project's key or a user's name. */
  id: string;
  goes: PartCount[];
  /** For a project, memories from its sessions that belong elsewhere; for a user, knowledge that a team approved. */
  stays: PartCount[];
  headlines: PartHeadlines[];
  /** Facts of the project that other users share, and that remain; 0 for a user. */
  ofOthers: number;
  /** Pass this to `erase`; it identifies the state that was shown. */
  expected: string;
}

/** What a user can erase: each project with its facts, sessions and hypotheses, and everything. */
export interface Erasable {
  projects: { key: string; name: string; goes: PartCount[] }[];
  /** Empty if the user has no data. */
  everything: PartCount[];
}

export interface ScopeQuery {
  userId: string;
  agentId: string;
  ref: ScopeRef;
  /** The mode that the process was started with. */
  mode: Mode;
}

export type ScopeRefusal = 'not_found' | 'ambiguous' | 'not_allowed' | 'last_admin';

export interface ScopeErasureStore {
  list(userId: string): Promise<Erasable>;
  preview(query: ScopeQuery): Promise<ScopePreview | ScopeRefusal>;
  /** In one transaction: checks rights and state, writes the tombstones, and hides everything from all users. */
  begin(
    query: ScopeQuery & { expected: string; now: string },
  ): Promise<{ erased: PartCount[] } | ScopeRefusal | 'conflict'>;
  /** Deletes a batch of hidden rows, whichever erasure hid them. */
  deleteNextBatch(): Promise<DeletedStep>;
  /**
   * The id under which the last user of this name was erased; null if there was none. A user who returns has another
   * id.
   */
  formerId(username: string): Promise<string | null>;
}

/** What remains to be done after the rows of an erasure are deleted. */
export interface ErasureCleanup {
  /** Empties the write-ahead log; `held` if another process is reading it. */
  forgetLog(): Promise<'done' | 'held'>;
  /** What `scrubCopies` would do; changes nothing. */
  findCopies(): Promise<CopiesReport>;
  /** Removes erased data from every copy of the store. */
  scrubCopies(): Promise<CopiesReport>;
  /**
   * Continues the erasures that other processes left unfinished, including copies. This can take minutes and stops
   * between two copies once `isOver` returns true. For long-lived processes.
   */
  finishLeft(isOver: () => boolean): Promise<void>;
}

/** `later` if this process could not clean the copies, so that a long-lived process will. */
export interface FinishedErasure {
  log: 'done' | 'held';
  copies: CopiesReport;
  later: boolean;
}

/** Runs after the rows are erased and never fails. A long-lived process does what fails here. */
export async function finishErasure(cleanup: ErasureCleanup): Promise<FinishedErasure> {
  const copies = await cleanup.scrubCopies().catch(() => undefined);
  const log = await cleanup.forgetLog().catch(() => 'held' as const);
  return { log, copies: copies ?? { cleaned: [], removed: [], left: [] }, later: copies === undefined };
}

interface ScopeErasureParts {
  identities: Identities;
  maintenance: MaintenanceStore;
  clock: Clock;
}

/** Lists, previews and erases the scopes of a caller. */
export class ScopeErasure {
  readonly #store: ScopeErasureStore;
  readonly #parts: ScopeErasureParts;
  readonly #mode: Mode;

  constructor(store: ScopeErasureStore, parts: ScopeErasureParts, mode: Mode) {
    this.#store = store;
    this.#parts = parts;
    this.#mode = mode;
  }

  /** The caller's own scopes, to choose from. The preview checks the rights and says what remains. */
  list(caller: Caller): Promise<Erasable> {
    return this.#store.list(caller.user.id);
  }

  /** Distinguishes a user who starts again after an erasure from a replaced store; null for most. */
  formerId(caller: Caller): Promise<string | null> {
    return this.#store.formerId(caller.user.username);
  }

  /** What would be erased and what would remain; changes nothing. */
  async preview(caller: Caller, ref: ScopeRef): Promise<ScopePreview> {
    const outcome = await this.#store.preview(this.#queryOf(caller, ref));
    if (typeof outcome === 'string') throw await this.#refusalOf(outcome, ref);
    return outcome;
  }

  /** `expected` comes from the preview. `onProgress` gets the number of rows deleted so far. */
  async erase(
    caller: Caller,
    ref: ScopeRef,
    expected: string,
    onProgress?: (deleted: number) => void,
  ): Promise<{ erased: PartCount[] }> {
    const now = this.#parts.clock.now().toISOString();
    const outcome = await this.#store.begin({ ...this.#queryOf(caller, ref), expected, now });
    if (outcome === 'conflict') {
      throw new BigMindError('conflict', `The ${ref.kind} ${ref.id} changed since you saw it.`, {
        remedy: 'Nothing was erased. Check again what would be erased, then decide again.',
      });
    }
    if (typeof outcome === 'string') throw await this.#refusalOf(outcome, ref);
    await inSteps(() => this.#store.deleteNextBatch(), onProgress);
    while ((await this.#parts.maintenance.forgetWords()) === 'more');
    return outcome;
  }

  #queryOf(caller: Caller, ref: ScopeRef): ScopeQuery {
    return { userId: caller.user.id, agentId: caller.agent.id, ref, mode: this.#mode };
  }

  async #refusalOf(refusal: ScopeRefusal, { kind, id }: ScopeRef): Promise<BigMindError> {
    switch (refusal) {
      case 'not_found':
        return new BigMindError('not_found', `There are no memories of a ${kind} "${id}".`, {
          remedy: 'It may have been erased already. Nothing was erased.',
        });
      case 'ambiguous':
        return new BigMindError('invalid_input', `Several projects are called "${id}".`, {
          remedy: 'Use its key instead, such as github.com/owner/name or the full folder. Nothing was erased.',
        });
      case 'last_admin':
        return new BigMindError('not_allowed', `${id} is the only admin of this team. Nothing was erased.`, {
          remedy: { code: 'appoint_admin' },
        });
      case 'not_allowed':
        return this.#parts.identities.refusalOf('erase_user');
    }
  }
}

/** The headlines for a count, and how many more items there are. */
export function headlinesOf(
  { headlines }: Pick<ScopePreview, 'headlines'>,
  { what, count }: PartCount,
): { texts: readonly string[]; more: number } {
  const texts = headlines.find((one) => one.what === what)?.texts ?? [];
  return { texts, more: texts.length === 0 ? 0 : Math.max(0, count - texts.length) };
}

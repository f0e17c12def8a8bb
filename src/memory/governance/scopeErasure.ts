/**
 * Erases a whole scope: a user's data of a project, or all data of a user. The user first sees what is erased and what
 * remains. It starts with one transaction that hides all of it; then rows are deleted in steps between which others can
 * write. If a process dies, a mark remains and the next process that opens the store continues.
 *
 * Users may erase their own data; in a team, an admin may also erase what a member left behind. Knowledge that a team
 * approved stays, without the user's name.
 */
import type { DeletedStep } from '../shared/deletedSteps.ts';
import { inSteps } from '../shared/deletedSteps.ts';
import { BigMindError } from '../shared/errors.ts';
import type { Caller } from '../shared/identity.ts';
import type { MaintenanceStore } from '../shared/maintenance.ts';
import type { Clock } from '../shared/ports.ts';
import type { ErasableScope, Mode } from '../shared/vocabulary.ts';
import type { CopiesReport, ErasedPart, PartCount } from './erasure.ts';
import type { Identities } from './identities.ts';

export interface ScopeRef {
  kind: ErasableScope;
  /** Of a project its key, or its name where only one is called so; of a user their name. */
  id: string;
}

/** Memories of each kind that are told before they go; of the others only how many there are. */
export const toldPerPart = 5;

/** The beginnings of the latest of them; stored text, to be quoted wherever it is shown. */
export interface PartHeadlines {
  what: ErasedPart;
  texts: string[];
}

export interface ScopePreview {
  kind: ErasableScope;
  /** A project's key, a user's name. */
  id: string;
  goes: PartCount[];
  /** Of a project what came from its sessions and belongs elsewhere; of a user knowledge that a team agreed on. */
  stays: PartCount[];
  headlines: PartHeadlines[];
  /** Facts, hypotheses and sessions with a headline that others keep of the project, and that stay; 0 for a user. */
  ofOthers: number;
  /** To be handed to `erase`: says in which state all this was. */
  expected: string;
}

/** What of somebody's could be erased: each project with the most telling counts, and all of it. */
export interface Erasable {
  projects: { key: string; name: string; goes: PartCount[] }[];
  /** Empty for somebody of whom nothing is kept. */
  everything: PartCount[];
}

export interface ScopeQuery {
  userId: string;
  agentId: string;
  ref: ScopeRef;
  /** What the process was started with. */
  mode: Mode;
}

export type ScopeRefusal = 'not_found' | 'ambiguous' | 'not_allowed' | 'last_admin';

export interface ScopeErasureStore {
  list(userId: string): Promise<Erasable>;
  preview(query: ScopeQuery): Promise<ScopePreview | ScopeRefusal>;
  /** In one transaction: looks at rights and state, lays the tombstones, and takes everything out of everybody's sight. */
  begin(
    query: ScopeQuery & { expected: string; now: string },
  ): Promise<{ erased: PartCount[] } | ScopeRefusal | 'conflict'>;
  /** Deletes some of what erasures took out of sight, whoever began them. */
  goOn(): Promise<DeletedStep>;
  /** The id under which somebody of this name was erased last; null where nobody was. Who comes again has another one. */
  formerId(username: string): Promise<string | null>;
}

export interface ErasureRest {
  /** Makes the write-ahead log forget; `held` when another process reads it at this moment. */
  forgetLog(): Promise<'done' | 'held'>;
  /** What a look at the copies of the store says that `scrubCopies` would do. */
  findCopies(): Promise<CopiesReport>;
  /** Brings every copy of the store into line with what was erased. */
  scrubCopies(): Promise<CopiesReport>;
  /**
   * Goes on in the background with what other processes left, copies included, which can take minutes; gives up between
   * two copies once `isOver`. For processes that live long.
   */
  finishLeft(isOver: () => boolean): Promise<void>;
}

/** `later` when a long-lived process will go through the copies, because this one could not. */
export interface FinishedErasure {
  log: 'done' | 'held';
  copies: CopiesReport;
  later: boolean;
}

/** After rows were erased, so it never fails. What it cannot do now, a process that lives long does. */
export async function finishErasure(rest: ErasureRest): Promise<FinishedErasure> {
  const copies = await rest.scrubCopies().catch(() => undefined);
  const log = await rest.forgetLog().catch(() => 'held' as const);
  return { log, copies: copies ?? { cleaned: [], removed: [], left: [] }, later: copies === undefined };
}

interface ScopeErasureParts {
  identities: Identities;
  maintenance: MaintenanceStore;
  clock: Clock;
}

export class ScopeErasure {
  readonly #store: ScopeErasureStore;
  readonly #parts: ScopeErasureParts;
  readonly #mode: Mode;

  constructor(store: ScopeErasureStore, parts: ScopeErasureParts, mode: Mode) {
    this.#store = store;
    this.#parts = parts;
    this.#mode = mode;
  }

  /** The caller's own, to choose from; whether they may erase it and what stays, the preview says. */
  list(caller: Caller): Promise<Erasable> {
    return this.#store.list(caller.user.id);
  }

  /** Tells an erased memory that was begun anew from another one that came into its place; null for most. */
  formerId(caller: Caller): Promise<string | null> {
    return this.#store.formerId(caller.user.username);
  }

  /** What would go and what would stay; nothing is changed. */
  async preview(caller: Caller, ref: ScopeRef): Promise<ScopePreview> {
    const outcome = await this.#store.preview(this.#queryOf(caller, ref));
    if (typeof outcome === 'string') throw await this.#refusalOf(outcome, ref);
    return outcome;
  }

  /** `expected` comes from the preview. `onProgress` is told how many rows are gone so far. */
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
    await inSteps(() => this.#store.goOn(), onProgress);
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
        return new BigMindError('not_allowed', 'Only an admin can erase another user.', {
          remedy: `Nothing was erased. Ask one of: ${await this.#parts.identities.reviewers()}.`,
        });
    }
  }
}

/** What stands below a count: the texts told, and how many more there are. */
export function toldOf(
  { headlines }: Pick<ScopePreview, 'headlines'>,
  { what, count }: PartCount,
): { texts: readonly string[]; more: number } {
  const texts = headlines.find((one) => one.what === what)?.texts ?? [];
  return { texts, more: texts.length === 0 ? 0 : Math.max(0, count - texts.length) };
}

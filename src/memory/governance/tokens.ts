/**
 * Tokens of agents that use a shared server. A token belongs to one user and one agent, so both follow from it and
 * never from what a call claims. The store has only the hash of a token, so a reader of the store cannot use it.
 */
import { oneLine } from '../../util/text.ts';
import type { Actor } from '../shared/audit.ts';
import { actorOf } from '../shared/audit.ts';
import { BigMindError } from '../shared/errors.ts';
import type { Caller } from '../shared/identity.ts';
import { ownAgentName } from '../shared/identity.ts';
import { refused, requireText } from '../shared/input.ts';
import { Intake } from '../shared/intake.ts';
import type { Ports } from '../shared/ports.ts';
import type { Mode } from '../shared/vocabulary.ts';

/** A token as lists show it; times are ISO 8601 in UTC. */
export interface AgentToken {
  /** Public: twelve hexadecimal digits, which are also in the token itself. */
  id: string;
  username: string;
  agent: string;
  isReadOnly: boolean;
  createdAt: string;
  /** Null if it never expires. */
  expiresAt: string | null;
  /** Accurate to an hour; null if it was never used. */
  lastUsedAt: string | null;
  revokedAt: string | null;
}

interface NewToken extends Pick<AgentToken, 'id' | 'username' | 'agent' | 'isReadOnly' | 'expiresAt'> {
  tokenHash: string;
  /** The id of the user, if the store does not know the name yet. */
  freshUserId: string;
}

export interface TokenChange {
  userId: string;
  /** The mode that the process was started with. */
  mode: Mode;
  by: Actor;
  now: string;
}

export interface TokenStore {
  /**
   * Creates the user as a member if the store does not know the name. A token of another user is refused: `personal` if
   * the store has no admin.
   */
  add(token: NewToken, change: TokenChange): Promise<'added' | 'not_admin' | 'personal'>;
  /** Newest first: the user's own tokens, and those of everyone for an admin. */
  list(userId: string, mode: Mode): Promise<AgentToken[]>;
  /** `unchanged` if it was revoked before; `not_found` also for a token that the user may not manage. */
  revoke(id: string, change: TokenChange): Promise<'revoked' | 'unchanged' | 'not_found'>;
  /** Also an expired or a revoked one. */
  find(tokenHash: string): Promise<AgentToken | undefined>;
  noteUse(id: string, now: string): Promise<void>;
}

interface TokenDraft {
  /** The name of the agent, at most 200 characters. */
  agent: string;
  /** Absent for the caller. */
  username?: string | undefined;
  isReadOnly?: boolean;
  /** In hours from now, at most ten years; absent if the token never expires. */
  expiresInHours?: number | undefined;
  /** Random, 256 bits, in letters, digits, `-` and `_`. */
  secret: string;
}

/** Why a token opens nothing. */
export type TokenRefusal = 'unknown' | 'expired' | 'revoked';

const maxName = 200;
/** Characters of an id by which a token can be named. */
const minPrefix = 4;
/** How many of the tokens whose ids begin alike an error lists. */
const maxAlike = 5;
const maxHours = 87_600;
/** In milliseconds; the last use is written this often at most, so that a call rarely writes. */
const usePrecision = 3_600_000;

/** Creates, lists, revokes and checks tokens. */
export class Tokens {
  readonly #store: TokenStore;
  readonly #ports: Ports;
  readonly #mode: Mode;
  readonly #refusal: () => Promise<BigMindError>;

  /** `refusal` is the error for a user who may not manage the tokens of others. */
  constructor(store: TokenStore, ports: Ports, mode: Mode, refusal: () => Promise<BigMindError>) {
    this.#store = store;
    this.#ports = ports;
    this.#mode = mode;
    this.#refusal = refusal;
  }

  /**
   * Resolves with the token itself, which nothing shows again. Rejects with `not_allowed` for a token of another user,
   * except by an admin.
   */
  async add(caller: Caller, draft: TokenDraft): Promise<{ id: string; token: string; expiresAt: string | null }> {
    const { newId, hash } = this.#ports;
    const id = newId().replaceAll('-', '').slice(0, 12);
    const token = `bmt_${id}_${draft.secret}`;
    const expiresAt = this.#expiryOf(draft);
    const row: NewToken = {
      id,
      username: draft.username === undefined ? caller.user.username : requireText('user', draft.username, maxName),
      agent: this.#agentNamed(draft.agent),
      isReadOnly: draft.isReadOnly ?? false,
      expiresAt,
      tokenHash: hash(token),
      freshUserId: newId(),
    };
    switch (await this.#store.add(row, this.#changeBy(caller))) {
      case 'added':
        return { id, token, expiresAt };
      case 'not_admin':
        throw await this.#refusal();
      case 'personal':
        throw new BigMindError(
          'not_allowed',
          'Only an admin creates tokens for others, and this memory has none yet.',
          {
            remedy: { code: 'appoint_first_admin' },
          },
        );
    }
  }

  /** The caller's tokens, newest first; those of everyone for an admin. */
  list(caller: Caller): Promise<AgentToken[]> {
    return this.#store.list(caller.user.id, this.#mode);
  }

  /**
   * `id` may be its first characters, at least four. Rejects with `not_found` if there is none, or if the caller may not
   * revoke it, and with `invalid_input` if several begin like this.
   */
  async revoke(caller: Caller, id: string): Promise<'revoked' | 'unchanged'> {
    const outcome = await this.#store.revoke(await this.#idFrom(caller, id), this.#changeBy(caller));
    if (outcome !== 'not_found') return outcome;
    throw new BigMindError('not_found', `There is no token with the id "${id.slice(0, 60)}".`, {
      remedy: 'List the tokens to see their ids.',
    });
  }

  /** The valid token with this text, or why there is none. */
  async check(token: string): Promise<AgentToken | TokenRefusal> {
    const known = await this.#store.find(this.#ports.hash(token));
    if (known === undefined) return 'unknown';
    if (known.revokedAt !== null) return 'revoked';
    const now = this.#ports.clock.now();
    if (known.expiresAt !== null && known.expiresAt <= now.toISOString()) return 'expired';
    this.#noteUse(known, now);
    return known;
  }

  /** Does not wait for the write, because the call must not fail or wait for it. */
  #noteUse({ id, lastUsedAt }: AgentToken, now: Date): void {
    if (lastUsedAt !== null && now.getTime() - Date.parse(lastUsedAt) < usePrecision) return;
    // A store that cannot be written reports that to the writes that matter.
    void this.#store.noteUse(id, now.toISOString()).catch(() => undefined);
  }

  async #idFrom(caller: Caller, typed: string): Promise<string> {
    const id = typed.trim().toLowerCase();
    const alike = (await this.list(caller)).filter((token) => id.length >= minPrefix && token.id.startsWith(id));
    if (alike.length > 1 && !alike.some((token) => token.id === id)) {
      const listed = alike.slice(0, maxAlike).map((token) => `${token.id} (${token.agent} of ${token.username})`);
      const all = [...listed, ...(alike.length > maxAlike ? ['others'] : [])].join(', ');
      throw new BigMindError('invalid_input', `More than one token starts with "${id}": ${all}.`, {
        remedy: 'Give more characters of one of them.',
      });
    }
    return alike.length === 1 ? (alike[0]?.id ?? id) : id;
  }

  #changeBy(caller: Caller): TokenChange {
    const now = this.#ports.clock.now().toISOString();
    return { userId: caller.user.id, mode: this.#mode, by: actorOf(caller), now };
  }

  #agentNamed(given: string): string {
    const name = oneLine(new Intake(this.#ports.redact).name('agent', given, maxName));
    if (name.toLowerCase() !== ownAgentName) return name;
    throw refused('agent', `is "${name}", which is the name of this program`, 'Name the agent that gets the token.');
  }

  #expiryOf({ expiresInHours: hours }: TokenDraft): string | null {
    if (hours === undefined) return null;
    if (hours > 0 && hours <= maxHours) {
      return new Date(this.#ports.clock.now().getTime() + hours * 3_600_000).toISOString();
    }
    throw refused('expires', `is ${String(hours)} hours`, 'Use more than 0 hours and at most ten years.');
  }
}

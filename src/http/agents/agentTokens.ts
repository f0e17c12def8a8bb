/**
 * Recognizes the agents that call a server, by their tokens: those of the store, and fixed ones that the environment
 * of the server names. A token is compared by its hash only.
 */
import { createHash } from 'node:crypto';
import type { TokenRefusal, Tokens } from '../../memory/governance/tokens.ts';

export interface AgentIdentity {
  /** Distinguishes tokens; it never leaves the process. */
  key: string;
  /** Public, for logs. */
  tokenId: string;
  username: string;
  agent: string;
  isReadOnly: boolean;
}

/** A token of the environment; it belongs to the user of the server. */
export interface FixedToken {
  agent: string;
  /** SHA-256 in lower-case hexadecimal digits. */
  tokenHash: string;
}

interface AgentTokensOptions {
  tokens: Pick<Tokens, 'check'>;
  fixed: readonly FixedToken[];
  /** The user of fixed tokens. */
  username: string;
}

/** Of a token of the store; for another text, the store need not be asked. */
const tokenForm = /^bmt_[0-9a-f]{12}_[\w-]{16,200}$/u;

export class AgentTokens {
  readonly #tokens: Pick<Tokens, 'check'>;
  readonly #fixed: ReadonlyMap<string, AgentIdentity>;

  constructor({ tokens, fixed, username }: AgentTokensOptions) {
    this.#tokens = tokens;
    this.#fixed = new Map(
      fixed.map(({ agent, tokenHash: key }) => [
        key,
        { key, tokenId: `environment:${agent}`, username, agent, isReadOnly: false },
      ]),
    );
  }

  /** Whether a text is meant as a token of an agent, whether or not it is valid. */
  isToken(text: string): boolean {
    return text.startsWith('bmt_') || this.#fixed.has(hashOf(text));
  }

  /** Whether the store is read to check it. */
  isOfStore(text: string): boolean {
    return tokenForm.test(text) && !this.#fixed.has(hashOf(text));
  }

  /** Reads the store, so that a token that was just revoked is refused. Rejects if the store cannot be read. */
  async check(text: string): Promise<{ identity: AgentIdentity } | { refusal: TokenRefusal; key: string }> {
    const key = hashOf(text);
    const fixed = this.#fixed.get(key);
    if (fixed !== undefined) return { identity: fixed };
    const known = tokenForm.test(text) ? await this.#tokens.check(text) : 'unknown';
    if (typeof known === 'string') return { refusal: known, key };
    const { id: tokenId, username, agent, isReadOnly } = known;
    return { identity: { key, tokenId, username, agent, isReadOnly } };
  }
}

export function hashOf(token: string): string {
  return createHash('sha256').update(token, 'utf8').digest('hex');
}

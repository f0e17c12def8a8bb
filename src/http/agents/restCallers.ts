/**
 * The callers of REST requests, each resolved once a minute: resolving one writes when it was last seen, and a search
 * must not wait for a write. Rights are read again in the transaction that needs them.
 */
import type { Identities } from '../../memory/governance/identities.ts';
import type { Caller, ProjectRef } from '../../memory/shared/identity.ts';
import { bigMindErrorFrom } from '../../memory/shared/errors.ts';
import { BoundedMap } from '../../util/boundedMap.ts';
import type { AgentIdentity } from './agentTokens.ts';

/** In milliseconds. */
const validFor = 60_000;
const maxCallers = 10_000;

export class RestCallers {
  readonly #identities: Pick<Identities, 'resolve'>;
  readonly #now: () => number;
  readonly #known = new BoundedMap<string, { caller: Promise<Caller>; until: number }>(maxCallers);

  /** `now` in ms, from a clock that is never set back. */
  constructor(identities: Pick<Identities, 'resolve'>, now: () => number = () => performance.now()) {
    this.#identities = identities;
    this.#now = now;
  }

  /** Does the work as the caller, and again with a new one if another store replaced that of the first. */
  async use<T>(
    identity: AgentIdentity,
    project: ProjectRef | undefined,
    work: (caller: Caller) => Promise<T>,
  ): Promise<T> {
    try {
      return await work(await this.#of(identity, project));
    } catch (thrown) {
      if (bigMindErrorFrom(thrown).code !== 'store_replaced') throw thrown;
      this.#known.delete(keyOf(identity, project));
      return work(await this.#of(identity, project));
    }
  }

  #of(identity: AgentIdentity, project: ProjectRef | undefined): Promise<Caller> {
    const key = keyOf(identity, project);
    const known = this.#known.get(key);
    if (known !== undefined && known.until > this.#now()) return known.caller;
    const { username, agent: name } = identity;
    const visitor = { username, agent: { name, version: null }, project, conversationId: null };
    const caller = this.#identities.resolve(visitor);
    this.#known.set(key, { caller, until: this.#now() + validFor });
    // The store may be available again at the next call.
    caller.catch(() => this.#known.delete(key));
    return caller;
  }
}

function keyOf({ key }: AgentIdentity, project: ProjectRef | undefined): string {
  return `${key} ${project?.key ?? ''}`;
}

/**
 * Counts what is cut out before storing, by rule, and notes it in the audit, so that a person can see that something was
 * and of what kind; never what it was. It is noted beside the write and not in its transaction: a rule cuts before anybody
 * knows whether there will be a write, and a count that is lost with a crash is no memory lost.
 */
import type { Actor, AuditStore, NewAuditEntry } from '../shared/audit.ts';
import type { Caller } from '../shared/identity.ts';
import type { Clock, Redact } from '../shared/ports.ts';

export class CutCounter {
  readonly #store: Pick<AuditStore, 'note'>;
  readonly #clock: Clock;
  /** Ids of users and agents by name: a store that was replaced knows the same ones by others. */
  readonly #users = new Map<string, string>();
  readonly #agents = new Map<string, string>();
  #counts = new Map<string, number>();
  #noting: Promise<void> | undefined;

  constructor(store: Pick<AuditStore, 'note'>, clock: Clock) {
    this.#store = store;
    this.#clock = clock;
  }

  /** The same, counted. */
  counting(redact: Redact): Redact {
    return (text) => {
      const redaction = redact(text);
      for (const rule of redaction.rules ?? []) this.#counts.set(rule, (this.#counts.get(rule) ?? 0) + 1);
      if (this.#counts.size > 0) this.#noting ??= this.#note();
      return redaction;
    };
  }

  /** Told of everybody who speaks here: what is cut is theirs as long as they are the only one. */
  met({ user, agent }: Pick<Caller, 'user' | 'agent'>): void {
    this.#users.set(user.username, user.id);
    this.#agents.set(agent.name, agent.id);
  }

  /** Once all that was counted is noted, as far as it can be. */
  async settled(): Promise<void> {
    while (this.#noting !== undefined) await this.#noting;
  }

  async #note(): Promise<void> {
    // What the same piece of work cuts is noted together.
    await Promise.resolve();
    while (this.#counts.size > 0) {
      const counts = this.#counts;
      this.#counts = new Map();
      const at = this.#clock.now().toISOString();
      const entries = [...counts].map(([rule, count]): NewAuditEntry => ({
        at,
        level: 'change',
        by: this.#speaker(),
        action: 'redact',
        kind: 'store',
        uid: null,
        count,
        detail: rule,
      }));
      // A store that nobody can write to keeps no counts; whoever writes to it is told so by their own write.
      await this.#store.note(entries).catch(() => undefined);
    }
    this.#noting = undefined;
  }

  /** A rule is not told whose text it reads: of several whom it may be, none is named. */
  #speaker(): Actor {
    const only = (ids: ReadonlyMap<string, string>): string | undefined =>
      ids.size === 1 ? ids.values().next().value : undefined;
    return { userId: only(this.#users) ?? '', agentId: only(this.#agents) ?? null, sessionId: null, projectId: null };
  }
}

/**
 * Counts redactions by rule and records them in the audit, so that users see that a secret was removed and of what
 * kind, but never the secret. This does not happen in the transaction of the write: redaction precedes the decision to
 * write, and a count lost in a crash loses no memory.
 */
import type { Actor, AuditStore, NewAuditEntry } from '../shared/audit.ts';
import type { Caller } from '../shared/identity.ts';
import type { Clock, Redact } from '../shared/ports.ts';

/** Wraps a redaction so that its removals are counted and recorded. */
export class CutCounter {
  readonly #store: Pick<AuditStore, 'note'>;
  readonly #clock: Clock;
  /** Ids by name, because a replaced store has other ids for the same users and agents. */
  readonly #users = new Map<string, string>();
  readonly #agents = new Map<string, string>();
  #counts = new Map<string, number>();
  #noting: Promise<void> | undefined;

  constructor(store: Pick<AuditStore, 'note'>, clock: Clock) {
    this.#store = store;
    this.#clock = clock;
  }

  /** The same function, with counting. */
  counting(redact: Redact): Redact {
    return (text) => {
      const redaction = redact(text);
      for (const rule of redaction.rules ?? []) this.#counts.set(rule, (this.#counts.get(rule) ?? 0) + 1);
      if (this.#counts.size > 0) this.#noting ??= this.#note();
      return redaction;
    };
  }

  /** Called for every resolved caller. Redactions are attributed to a user or agent only while it is the only one. */
  met({ user, agent }: Pick<Caller, 'user' | 'agent'>): void {
    this.#users.set(user.username, user.id);
    this.#agents.set(agent.name, agent.id);
  }

  /** Resolves when all counts are recorded or dropped. */
  async settled(): Promise<void> {
    while (this.#noting !== undefined) await this.#noting;
  }

  async #note(): Promise<void> {
    // Combines the redactions of one synchronous piece of work.
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
      // If the store cannot be written, the counts are lost; the caller's own write reports the error.
      await this.#store.note(entries).catch(() => undefined);
    }
    this.#noting = undefined;
  }

  /** Redaction does not know whose text it gets, so none is named if there are several. */
  #speaker(): Actor {
    const only = (ids: ReadonlyMap<string, string>): string | undefined =>
      ids.size === 1 ? ids.values().next().value : undefined;
    return { userId: only(this.#users) ?? '', agentId: only(this.#agents) ?? null, sessionId: null, projectId: null };
  }
}

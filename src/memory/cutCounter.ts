/**
 * Counts what is cut out before storing, by rule, and notes it in the audit, so that a person can see that something was
 * and of what kind; never what it was. It is noted beside the write and not in its transaction: a rule cuts before anybody
 * knows whether there will be a write, and a count that is lost with a crash is no memory lost.
 */
import type { AuditStore, NewAuditEntry } from './audit.ts';
import type { Clock, Redact } from './ports.ts';

export class CutCounter {
  readonly #store: Pick<AuditStore, 'note'>;
  readonly #clock: Clock;
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
        by: { userId: '', agentId: null, sessionId: null, projectId: null },
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
}

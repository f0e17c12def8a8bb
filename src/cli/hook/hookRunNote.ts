/**
 * Records what one run of a hook did, for "Show Last Turn" and for the doctor. If this record cannot be written, the
 * run does not fail: the chat waits for the hook, not for its record.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { HookEvent } from '../../clients/shared/hookEntries.ts';
import type { Caller } from '../../memory/shared/identity.ts';
import type { ModelText } from '../../chat/turnContext.ts';
import { estimateTokens } from '../../util/tokens.ts';
import type { CommandContext } from '../shared/command.ts';

/** Another process may keep the store locked for longer. */
const noteLimitMs = 150;

export class HookRunNote {
  readonly #event: HookEvent;
  readonly #caller: Caller;
  readonly #context: Pick<CommandContext, 'memory' | 'now'>;
  readonly #began: number;
  #injected: ModelText | undefined;
  #recorded = 0;
  #isNoted = false;

  constructor(event: HookEvent, caller: Caller, context: Pick<CommandContext, 'memory' | 'now'>) {
    this.#event = event;
    this.#caller = caller;
    this.#context = context;
    this.#began = context.now().getTime();
  }

  /** What was sent to the model; without a text, only what was left out is noted. */
  injected(sent: ModelText): void {
    this.#injected = sent;
  }

  recorded(messages: number): void {
    this.#recorded += messages;
  }

  /** Only the first outcome counts. Never rejects, and gives up soon, because the client waits for the hook to end. */
  async note(outcome: 'done' | 'failed'): Promise<void> {
    if (this.#isNoted) return;
    this.#isNoted = true;
    await Promise.race([this.#write(outcome), pause(noteLimitMs, undefined, { ref: false })]);
  }

  async #write(outcome: 'done' | 'failed'): Promise<void> {
    const { memory, now } = this.#context;
    const at = now();
    const injected = this.#injected;
    try {
      await memory.turns.note(this.#caller, {
        client: this.#caller.agent.name,
        event: this.#event,
        outcome,
        injected: injected === undefined || injected.text === '' ? null : injected.text,
        tokens: injected === undefined ? 0 : estimateTokens(injected.text),
        refs: injected?.refs ?? [],
        lines: injected?.lines ?? [],
        recorded: this.#recorded,
        tookMs: at.getTime() - this.#began,
        at: at.toISOString(),
      });
    } catch {
      // The store may be read-only or missing; the run itself reports that where it matters.
    }
  }
}

/**
 * Batches of requests, which protocol version 2025-03-26 has: one line is an array of messages, and the answers to its
 * requests are one line, when all are there. The SDK knows single messages only.
 */
import type { JSONRPCMessage, RequestId } from '@modelcontextprotocol/sdk/types.js';

interface Batch {
  waiting: Set<RequestId>;
  answers: JSONRPCMessage[];
}

export class Batches {
  readonly #open = new Map<RequestId, Batch>();

  /** Begins a batch; `refusals` answer what was no message. Returns its answers if nothing is left to wait for. */
  begin(messages: readonly JSONRPCMessage[], refusals: readonly JSONRPCMessage[]): JSONRPCMessage[] | undefined {
    const ids = messages.flatMap((message) => ('method' in message && 'id' in message ? [message.id] : []));
    const batch: Batch = { waiting: new Set(ids), answers: [...refusals] };
    for (const id of ids) this.#open.set(id, batch);
    return answersOf(batch);
  }

  /** Whether the message answers a request of a batch, and all answers of the batch if it is the last one. */
  take(message: JSONRPCMessage): { isTaken: boolean; answers?: JSONRPCMessage[] | undefined } {
    const id = 'method' in message ? undefined : message.id;
    const batch = id === undefined ? undefined : this.#open.get(id);
    if (id === undefined || batch === undefined) return { isTaken: false };
    batch.answers.push(message);
    return { isTaken: true, answers: this.#without(batch, id) };
  }

  /** A cancelled request gets no answer, so its batch no longer waits for it. */
  cancel(message: JSONRPCMessage): JSONRPCMessage[] | undefined {
    if (!('method' in message) || message.method !== 'notifications/cancelled') return undefined;
    const id = message.params?.['requestId'];
    const batch = typeof id === 'string' || typeof id === 'number' ? this.#open.get(id) : undefined;
    return batch === undefined ? undefined : this.#without(batch, id as RequestId);
  }

  #without(batch: Batch, id: RequestId): JSONRPCMessage[] | undefined {
    this.#open.delete(id);
    batch.waiting.delete(id);
    return answersOf(batch);
  }
}

/** Undefined while a request is unanswered, and for notifications only, which have no answers. */
function answersOf({ waiting, answers }: Batch): JSONRPCMessage[] | undefined {
  return waiting.size === 0 && answers.length > 0 ? answers : undefined;
}

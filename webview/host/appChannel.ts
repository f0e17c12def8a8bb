/**
 * JSON-RPC with the chat that shows this page as an MCP App (2026-01-26): numbered requests, and notifications both
 * ways. Only messages of the parent frame are accepted.
 */
import { isObject } from '../../src/protocol/shared/check.ts';

export interface AppChannel {
  /** Rejects if the host refuses, and with `Unanswered` if it does not reply within `timeoutMs` milliseconds. */
  request(method: string, params: object, timeoutMs?: number): Promise<unknown>;
  notify(method: string, params: object): void;
  onNotice(listener: (method: string, params: unknown) => void): void;
}

export class Unanswered extends Error {}

/** A host that does not reply for this long has lost the request. */
export const defaultTimeoutMs = 60_000;

interface Waiting {
  resolve(result: unknown): void;
  reject(error: Error): void;
}

export function openAppChannel(): AppChannel {
  const waiting = new Map<number, Waiting>();
  let lastId = 0;
  let noticed: (method: string, params: unknown) => void = () => undefined;
  // The receiver is the embedding frame, whose origin is unknown. It gets nothing that it could not request itself.
  const post = (message: object): void => window.parent.postMessage({ jsonrpc: '2.0', ...message }, '*');
  const take = (id: unknown): Waiting | undefined => {
    if (typeof id !== 'number') return undefined;
    const found = waiting.get(id);
    waiting.delete(id);
    return found;
  };

  window.addEventListener('message', ({ source, data }: MessageEvent<unknown>) => {
    if (source !== window.parent || !isObject(data)) return;
    const { id, method, params, result, error } = data;
    if (typeof method === 'string') {
      // A request to the page, such as to prepare for its teardown, only needs a reply.
      if (id === undefined) noticed(method, params);
      else post({ id, result: {} });
    } else if (error === undefined) take(id)?.resolve(result);
    else take(id)?.reject(new Error(isObject(error) ? String(error['message']) : 'The chat refused.'));
  });

  return {
    request: (method, params, timeoutMs = defaultTimeoutMs) => {
      lastId += 1;
      const id = lastId;
      return new Promise((resolve, reject) => {
        waiting.set(id, { resolve, reject });
        window.setTimeout(() => take(id)?.reject(new Unanswered()), timeoutMs);
        post({ id, method, params });
      });
    },
    notify: (method, params) => post({ method, params }),
    onNotice: (listener) => {
      noticed = listener;
    },
  };
}

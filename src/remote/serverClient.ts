/**
 * Requests to a team's server with the token of its user. A redirect is never followed, so that no other address
 * gets the token, and every request has a time limit.
 */
import type { BigMindError } from '../memory/shared/errors.ts';
import { readHostMessage, type HostMessage, type PageMessage } from '../protocol/messages.ts';
import { isRecord } from '../util/parsedValues.ts';
import { errorFromAnswer, errorFromFailure, parsedJson, serverRefused } from './serverErrors.ts';

export interface ServerUser {
  user: string;
  /** The agent of the token. */
  agent: string;
  isReadOnly: boolean;
  /** Of BigMind on the server. */
  version: string;
}

interface ServerClientParts {
  /** As `teamServerAddress` returns it. */
  address: string;
  token: string;
  /** The project in which the user works: its Git remote, or a name. */
  project?: string | undefined;
}

/** In milliseconds. A query may take some seconds in a large memory; a delivery is a write of up to 4 MB. */
const timeouts = { check: 5_000, query: 30_000, delivery: 60_000, hook: 900 } as const;

export class ServerClient {
  readonly #parts: ServerClientParts;

  constructor(parts: ServerClientParts) {
    this.#parts = parts;
  }

  get address(): string {
    return this.#parts.address;
  }

  /**
   * Who the token belongs to. Rejects with `server_down` or `server_refused`, as all methods do; here also if the
   * address is not that of a BigMind server, which never gets the token.
   */
  async user(): Promise<ServerUser> {
    await this.#checkHealth();
    const answer = await this.#json('GET', '/extension/user', timeouts.check);
    const { user, agent, isReadOnly, version } = isRecord(answer) ? answer : {};
    if (typeof user !== 'string' || typeof agent !== 'string' || typeof version !== 'string')
      throw this.#misunderstood();
    return { user, agent, version, isReadOnly: isReadOnly === true };
  }

  /** Differs after each change of the memory. */
  async changeToken(): Promise<string> {
    const answer = await this.#json('GET', '/extension/changes', timeouts.check);
    if (isRecord(answer) && typeof answer['token'] === 'string') return answer['token'];
    throw this.#misunderstood();
  }

  /** The reply to a query or command of the page, which may be a failure. */
  async page(message: Extract<PageMessage, { type: 'ask' | 'act' }>): Promise<HostMessage> {
    const reply = readHostMessage(await this.#json('POST', '/extension/page', timeouts.query, JSON.stringify(message)));
    if (reply !== undefined) return reply;
    throw this.#misunderstood();
  }

  /** Delivers a recorded part of a chat, as JSON. Resolves once it is stored. */
  async deliver(delivery: string): Promise<void> {
    await this.#json('POST', '/extension/chats', timeouts.delivery, delivery);
  }

  /** What a chat gets from the memory, for a hook, which waits for less than a second. */
  chatTexts(asked: string): Promise<unknown> {
    return this.#json('POST', '/extension/texts', timeouts.hook, asked);
  }

  async #checkHealth(): Promise<void> {
    const { address } = this.#parts;
    const { status, text } = await this.#send('GET', '/health', timeouts.check, {});
    const body = parsedJson(text);
    const isOurs = isRecord(body) && ['ok', 'unavailable', 'draining'].includes(String(body['status']));
    if (isOurs && status === 200) return;
    if (isOurs || status === 429) throw errorFromAnswer(address, 503, text);
    if (status === 200) throw serverRefused(address, 'address', 'is not a BigMind server');
    throw errorFromAnswer(address, status, text);
  }

  async #json(method: 'GET' | 'POST', path: string, timeoutMs: number, body?: string): Promise<unknown> {
    const { address, token, project } = this.#parts;
    const { status, text } = await this.#send(method, path, timeoutMs, {
      body,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(project !== undefined && { 'x-bigmind-project': encodedProject(project) }),
      },
    });
    if (status !== 200) throw errorFromAnswer(address, status, text);
    const answer = parsedJson(text);
    if (answer === undefined) throw serverRefused(address, 'address', 'is not a BigMind server');
    return answer;
  }

  async #send(
    method: 'GET' | 'POST',
    path: string,
    timeoutMs: number,
    { body, headers = {} }: { body?: string | undefined; headers?: Record<string, string> },
  ): Promise<{ status: number; text: string }> {
    const signal = AbortSignal.timeout(timeoutMs);
    const request = { method, headers, redirect: 'manual', signal, ...(body !== undefined && { body }) } as const;
    try {
      const response = await fetch(`${this.#parts.address}${path}`, request);
      return { status: response.status, text: await response.text() };
    } catch (thrown) {
      throw errorFromFailure(this.#parts.address, thrown);
    }
  }

  #misunderstood(): BigMindError {
    return serverRefused(this.#parts.address, 'version', 'gave an answer that this version does not understand');
  }
}

/** Headers take ASCII only. */
export function encodedProject(named: string): string {
  return /^[\x20-\x24\x26-\x7e]*$/u.test(named) ? named : encodeURIComponent(named);
}

/**
 * What the four model APIs share. A request is read into turns and tools. One reply, text or a tool call, is written in
 * the format of the API, as one JSON value or as an event stream.
 */
import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { JsonObject } from './json.ts';

/** A turn as the model sees it. `result` is the answer of a tool. */
export interface Turn {
  role: 'user' | 'assistant' | 'result';
  text: string;
  /** The result of the client's own tool search. */
  isToolSearch?: boolean;
}

export interface OfferedTool {
  name: string;
  /** Codex groups the tools of a server in a namespace. */
  namespace?: string;
}

export interface ModelRequest {
  system: string;
  turns: readonly Turn[];
  tools: readonly OfferedTool[];
}

export type Reply = { say: string } | { tool: OfferedTool; input: JsonObject };

export interface ModelApi {
  /** Whether this API serves a path, given without its query. */
  matches(path: string): boolean;
  read(body: JsonObject): ModelRequest;
  write(response: ServerResponse, request: { body: JsonObject; path: string }, reply: Reply): void;
}

export function newId(prefix: string): string {
  return `${prefix}${randomUUID().replaceAll('-', '')}`;
}

export function sendJson(response: ServerResponse, value: unknown, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
}

/** One server-sent event; `type` names it if the API names its events. */
export interface StreamEvent {
  type?: string;
  data: unknown;
}

export function sendEvents(response: ServerResponse, events: readonly StreamEvent[]): void {
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' });
  for (const { type, data } of events) {
    const text = typeof data === 'string' ? data : JSON.stringify(data);
    response.write(`${type === undefined ? '' : `event: ${type}\n`}data: ${text}\n\n`);
  }
  response.end();
}

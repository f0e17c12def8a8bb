/**
 * One line for each request. It names the route, not the path, and neither content nor tokens nor queries: a log is read
 * by more people than a memory.
 */
import { plainLine } from '../../memory/trust/quoting.ts';

export const logForms = ['text', 'json'] as const;
export type LogForm = (typeof logForms)[number];

export interface RequestEntry {
  /** ISO 8601 in UTC. */
  time: string;
  method: string;
  /** The route with its parameters as names, such as `/memory/status/{id}`; `other` for any other path. */
  route: string;
  status: number;
  /** Whole milliseconds until the answer began. */
  ms: number;
  /** The id of the request, which its answer has too. */
  request: string;
  /** The public id of the token; null without a valid one, as user and agent. */
  token: string | null;
  user: string | null;
  agent: string | null;
  /** The address of the client; with a trusted proxy, the one that the proxy names. */
  address: string | null;
}

export function logLine(entry: RequestEntry, form: LogForm): string {
  if (form === 'json') return JSON.stringify(entry);
  const { time, method, route, status, ms, request, token, user, agent, address } = entry;
  const who = token === null ? (address ?? '-') : plainLine(`${user ?? '-'} ${agent ?? '-'} (${token})`);
  return `${time} ${method} ${route} ${String(status)} ${String(ms)} ms  ${who}  ${request}`;
}

/**
 * Numbers about requests in the text form of Prometheus (version 0.0.4). They have no content, and no names of people,
 * tokens, agents or projects. Every label has one of few values, so that nobody can make them grow.
 */
import type { TokenRefusal } from '../../../memory/governance/tokens.ts';
import type { StoreLoad } from '../../../memory/shared/maintenance.ts';

/** Where `/metrics` is; only the token of BIGMIND_METRICS_TOKEN reads it. */
export const metricsPath = '/metrics';

export const metricsType = 'text/plain; version=0.0.4; charset=utf-8';

/** In seconds; the limits of calls are among them. */
const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60] as const;
const methods: readonly string[] = ['GET', 'POST', 'DELETE', 'HEAD', 'PUT', 'PATCH', 'OPTIONS'];

const tokenRejections = ['missing', 'unknown', 'expired', 'revoked'] as const satisfies (TokenRefusal | 'missing')[];
type TokenRejection = (typeof tokenRejections)[number];

interface MeasuredRequest {
  method: string;
  /** A template, such as `/memory/status/{id}`, or `other`. */
  route: string;
  status: number;
  /** Until the answer began. */
  ms: number;
}

/** What is read at the moment of the question. */
export interface CurrentState {
  version: string;
  isEnding: boolean;
  mcpSessions: number;
  /** Undefined for a store in a file. */
  load: StoreLoad | undefined;
}

interface Durations {
  /** By bucket, and of those that took longer than all. */
  counts: number[];
  seconds: number;
}

export class Metrics {
  readonly #requests = new Map<string, number>();
  readonly #durations = new Map<string, Durations>();
  readonly #rejections = new Map<TokenRejection, number>(tokenRejections.map((reason) => [reason, 0]));
  #running = 0;

  begun(): void {
    this.#running += 1;
  }

  answered({ method: given, route, status, ms }: MeasuredRequest): void {
    this.#running -= 1;
    const method = methods.includes(given) ? given : 'other';
    add(this.#requests, labels({ method, route, code: String(status) }));
    const key = labels({ method, route }).slice(1, -1);
    const durations = this.#durations.get(key) ?? { counts: [...buckets, Infinity].map(() => 0), seconds: 0 };
    this.#durations.set(key, durations);
    const place = buckets.findIndex((limit) => ms / 1_000 <= limit);
    const bucket = place === -1 ? buckets.length : place;
    durations.counts[bucket] = (durations.counts[bucket] ?? 0) + 1;
    durations.seconds += ms / 1_000;
  }

  tokenRejected(reason: TokenRejection): void {
    add(this.#rejections, reason);
  }

  text({ version, isEnding, mcpSessions, load }: CurrentState): string {
    const lines = [
      ...family('bigmind_build_info', 'gauge', 'The version that runs.', [[labels({ version }), 1]]),
      ...family('bigmind_draining', 'gauge', 'Whether the server is shutting down.', [['', isEnding ? 1 : 0]]),
      ...family('bigmind_http_requests_total', 'counter', 'Requests that were answered.', this.#requests),
      ...this.#histogram(),
      ...family('bigmind_http_requests_running', 'gauge', 'Requests without an answer so far.', [['', this.#running]]),
      ...family(
        'bigmind_token_rejections_total',
        'counter',
        'Requests that were refused for their token.',
        [...this.#rejections].map(([reason, count]) => [labels({ reason }), count] as const),
      ),
      ...family('bigmind_mcp_sessions', 'gauge', 'Open MCP sessions.', [['', mcpSessions]]),
      ...(load === undefined ? [] : loadOf(load)),
    ];
    return `${lines.join('\n')}\n`;
  }

  #histogram(): string[] {
    const name = 'bigmind_http_request_duration_seconds';
    const samples = [...this.#durations].flatMap(([key, { counts, seconds }]) => {
      let sum = 0;
      const limits = counts.map((count, place) => {
        sum += count;
        return `${name}_bucket{${key},le="${String(buckets[place] ?? '+Inf')}"} ${String(sum)}`;
      });
      return [...limits, `${name}_sum{${key}} ${String(seconds)}`, `${name}_count{${key}} ${String(sum)}`];
    });
    return [...heading(name, 'histogram', 'Time until the answer began.'), ...samples];
  }
}

function loadOf({ busy, idle, waitingCalls, waitingWrites }: StoreLoad): string[] {
  return [
    ...family('bigmind_database_connections', 'gauge', 'Connections to the database.', [
      [labels({ state: 'busy' }), busy],
      [labels({ state: 'idle' }), idle],
    ]),
    ...family('bigmind_database_waiting', 'gauge', 'Calls that wait for a connection, or for their turn to write.', [
      [labels({ for: 'connection' }), waitingCalls],
      [labels({ for: 'write' }), waitingWrites],
    ]),
  ];
}

function family(
  name: string,
  type: 'counter' | 'gauge',
  help: string,
  samples: Iterable<readonly [labels: string, value: number]>,
): string[] {
  return [...heading(name, type, help), ...[...samples].map(([of, value]) => `${name}${of} ${String(value)}`)];
}

function heading(name: string, type: string, help: string): string[] {
  return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`];
}

function labels(values: Readonly<Record<string, string>>): string {
  const pairs = Object.entries(values).map(
    ([name, value]) => `${name}="${value.replaceAll(/["\\]/gu, String.raw`\$&`).replaceAll('\n', String.raw`\n`)}"`,
  );
  return `{${pairs.join(',')}}`;
}

function add<Key>(counts: Map<Key, number>, key: Key): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

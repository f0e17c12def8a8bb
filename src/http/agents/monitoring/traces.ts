/**
 * Traces of requests and of their transactions, sent to a collector of OpenTelemetry (OTLP over HTTP, as JSON). They have
 * methods, route templates, codes and times: no content, and no names of people, agents or projects. What the collector
 * does not take in time is dropped, because no call may wait for it or fail by it.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';

interface TracesOptions {
  /** The whole address, such as `http://collector:4318/v1/traces`. */
  endpoint: string;
  /** For the collector, such as a key. */
  headers: Readonly<Record<string, string>>;
  service: string;
  version: string;
  /** Calls `work` once after a delay, unless the returned function is called first; does not keep the process alive. */
  after: (milliseconds: number, work: () => void) => () => void;
  /** Says once that spans are lost, until they arrive again. */
  note: (text: string) => void;
}

type Attributes = Readonly<Record<string, string | number>>;

interface Span {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  attributes: unknown[];
  status: { code: number };
}

/** The span of a request, which has begun. */
interface RequestSpan {
  /** Transactions of `work`, and of what it waits for, belong to the request. */
  run: <T>(work: () => T) => T;
  end: (request: { method: string; route: string; status: number; id: string }) => void;
}

interface Parent {
  traceId: string;
  spanId: string;
}

const kinds = { server: 2, client: 3 };
const statuses = { unset: 0, error: 2 };
const maxWaiting = 2_048;
const batchSize = 512;
const pauseMs = 5_000;
const sendTimeoutMs = 10_000;
const closeTimeoutMs = 1_000;

export class Traces {
  readonly #options: TracesOptions;
  readonly #current = new AsyncLocalStorage<Parent>();
  #waiting: Span[] = [];
  #cancel: (() => void) | undefined;
  #sending: Promise<void> | undefined;
  #isLosing = false;

  constructor(options: TracesOptions) {
    this.#options = options;
  }

  /** `traceparent` as W3C Trace Context has it; undefined if the caller decided that it is not sampled. */
  begin(traceparent: unknown): RequestSpan | undefined {
    const caller = parentFrom(traceparent);
    if (caller?.isSampled === false) return undefined;
    const own = { traceId: caller?.traceId ?? newId(16), spanId: newId(8) };
    const start = now();
    return {
      run: (work) => this.#current.run(own, work),
      end: ({ method, route, status, id }) => {
        const attributes = { 'http.request.method': method, 'http.route': route, 'http.response.status_code': status };
        this.#add({
          ...own,
          ...(caller !== undefined && { parentSpanId: caller.spanId }),
          ...{ name: `${method} ${route}`, kind: kinds.server, startTimeUnixNano: start, endTimeUnixNano: now() },
          attributes: listOf({ ...attributes, 'bigmind.request_id': id }),
          status: { code: status >= 500 ? statuses.error : statuses.unset },
        });
      },
    };
  }

  /** A transaction of the store; outside of a request it is not traced. */
  async transaction<T>(kind: 'read' | 'write', work: () => Promise<T>): Promise<T> {
    const parent = this.#current.getStore();
    if (parent === undefined) return work();
    const own = { traceId: parent.traceId, spanId: newId(8), parentSpanId: parent.spanId };
    const start = now();
    const end = (code: number): void => {
      const attributes = listOf({ 'db.operation.name': kind });
      const times = { startTimeUnixNano: start, endTimeUnixNano: now() };
      this.#add({ ...own, name: `store ${kind}`, kind: kinds.client, ...times, attributes, status: { code } });
    };
    try {
      const result = await work();
      end(statuses.unset);
      return result;
    } catch (thrown) {
      end(statuses.error);
      throw thrown;
    }
  }

  /** Sends what waits, but not for long. */
  async close(): Promise<void> {
    this.#cancel?.();
    await this.#sending;
    await this.#send(closeTimeoutMs);
  }

  #add(span: Span): void {
    if (this.#waiting.length >= maxWaiting) return;
    this.#waiting.push(span);
    if (this.#waiting.length === batchSize) this.#flush();
    this.#cancel ??= this.#options.after(pauseMs, () => this.#flush());
  }

  #flush(): void {
    this.#cancel?.();
    // One batch after the other; those of a slow collector wait, and what does not fit is dropped.
    this.#cancel = this.#sending && this.#options.after(pauseMs, () => this.#flush());
    this.#sending ??= this.#send(sendTimeoutMs).finally(() => (this.#sending = undefined));
  }

  /** Never rejects. */
  async #send(timeoutMs: number): Promise<void> {
    const { endpoint, headers, service, version, note } = this.#options;
    const spans = this.#waiting;
    if (spans.length === 0) return;
    this.#waiting = [];
    const resource = { attributes: listOf({ 'service.name': service, 'service.version': version }) };
    const body = JSON.stringify({ resourceSpans: [{ resource, scopeSpans: [{ scope: { name: 'bigmind' }, spans }] }] });
    let trouble: string | undefined;
    try {
      const { ok, status } = await fetch(endpoint, {
        ...{ method: 'POST', headers: { ...headers, 'content-type': 'application/json' }, body, redirect: 'error' },
        signal: AbortSignal.timeout(timeoutMs),
      });
      if (!ok) trouble = `it answers ${String(status)}`;
    } catch (thrown) {
      trouble = thrown instanceof Error && thrown.name === 'TimeoutError' ? 'it does not answer' : 'it is not reached';
    }
    if (trouble !== undefined && !this.#isLosing)
      note(`bigmind: The collector of traces takes none: ${trouble}. They are dropped until it does.`);
    this.#isLosing = trouble !== undefined;
  }
}

function parentFrom(traceparent: unknown): (Parent & { isSampled: boolean }) | undefined {
  const parts = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/u.exec(
    typeof traceparent === 'string' ? traceparent : '',
  );
  const [, traceId = '', spanId = '', flags = ''] = parts ?? [];
  if (/^0*$/u.test(traceId) || /^0*$/u.test(spanId)) return undefined;
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & 1) === 1 };
}

function newId(bytes: number): string {
  return randomBytes(bytes).toString('hex');
}

/** Nanoseconds since the epoch. */
function now(): string {
  return String(BigInt(Math.round((performance.timeOrigin + performance.now()) * 1_000)) * 1_000n);
}

function listOf(attributes: Attributes): unknown[] {
  return Object.entries(attributes).map(([key, value]) => ({
    key,
    value: typeof value === 'number' ? { intValue: String(value) } : { stringValue: value },
  }));
}

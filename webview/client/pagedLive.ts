/**
 * A long list that a view keeps up to date, page by page: the visible pages, and again after every change. `Live` does
 * the same for a single query. Answers stay on the screen until newer ones arrive. All visible pages are replaced at
 * once, so that no row appears twice or is missing in between.
 */
import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { FailureCard } from '../../src/protocol/failure.ts';
import type { AnswerTo, QueryOf } from '../../src/protocol/queries.ts';
import { Refused, type Client } from './client.ts';
import type { LiveState } from './live.ts';

type PagedType = 'knowledge' | 'sessions' | 'transcript';
type Asked<Type extends PagedType> = Omit<QueryOf<Type>, 'type' | 'offset' | 'limit'>;
type Rows<Row> = readonly Row[];

const pageSize = 100;
/** Pages farther than this from the visible ones are dropped. */
const keptAround = 10;
/** Milliseconds. Dragging the scroll bar through ten thousand rows must not request the pages in between. */
const settleMilliseconds = 40;
const slowAfterMilliseconds = 5_000;

export class PagedLive<Type extends PagedType, Row> implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  readonly #client: () => Client;
  readonly #type: Type;
  readonly #question: () => Asked<Type>;
  readonly #rowsOf: (answer: AnswerTo<Type>) => Rows<Row>;
  #pages = new Map<number, Rows<Row>>();
  readonly #asking = new Map<number, AbortController>();
  #seen = { first: 0, last: 0 };
  #asked: string | undefined;
  /** While all visible pages are being replaced, nothing else is requested. */
  #refreshing: object | undefined;
  /** Something changed after that began. */
  #isOutdated = false;
  #settling: number | undefined;
  #slow: number | undefined;
  #ended: (() => void) | undefined;

  /** Number of rows; undefined until the first answer to the current query. */
  total: number | undefined;
  /** Why there is nothing newer. */
  failure: FailureCard | undefined;
  state: LiveState = 'waiting';

  /** `question` is called at every update of the host; a different query starts over. */
  constructor(
    host: ReactiveControllerHost,
    client: () => Client,
    type: Type,
    question: () => Asked<Type>,
    rowsOf: (answer: AnswerTo<Type>) => Rows<Row>,
  ) {
    this.#host = host;
    this.#client = client;
    this.#type = type;
    this.#question = question;
    this.#rowsOf = rowsOf;
    host.addController(this);
  }

  /** The same as `total`, for code that only checks whether there is an answer. */
  get answer(): number | undefined {
    return this.total;
  }

  /** Undefined until the row is loaded. */
  at(index: number): Row | undefined {
    return this.#pages.get(Math.floor(index / pageSize))?.[index % pageSize];
  }

  /** All loaded rows, in order. */
  *loaded(): Generator<[index: number, row: Row]> {
    for (const page of [...this.#pages.keys()].sort((one, other) => one - other)) {
      for (const [place, row] of (this.#pages.get(page) ?? []).entries()) yield [page * pageSize + place, row];
    }
  }

  /** Sets the visible rows; missing pages are requested once scrolling pauses. */
  see(first: number, last: number): void {
    this.#seen = { first, last };
    window.clearTimeout(this.#settling);
    this.#settling = window.setTimeout(() => void this.#fill(), settleMilliseconds);
  }

  /**
   * Requests the visible pages again; the current rows stay visible meanwhile. Waits for a running refresh, like
   * `Live`.
   */
  async refresh(): Promise<void> {
    if (this.#asked === undefined) return;
    if (this.#refreshing !== undefined) {
      this.#isOutdated = true;
      return;
    }
    this.#stop();
    const wanted = this.#wanted();
    const refreshing = {};
    this.#refreshing = refreshing;
    const pages = await Promise.all(wanted.map((page) => this.#ask(page)));
    if (this.#refreshing !== refreshing) return;
    const isOutdated = this.#isOutdated;
    this.#stop();
    if (pages.every((rows) => rows !== undefined)) {
      this.#pages = new Map(wanted.map((page, place) => [page, pages[place] ?? []]));
    }
    this.#host.requestUpdate();
    await (isOutdated ? this.refresh() : this.#fill());
  }

  /** Shows the expected effect of a command on a row at once. The next answer replaces it. */
  patch(isIt: (row: Row) => boolean, change: (row: Row) => Row): void {
    this.#stop();
    for (const [page, rows] of this.#pages) {
      if (rows.some(isIt))
        this.#pages.set(
          page,
          rows.map((row) => (isIt(row) ? change(row) : row)),
        );
    }
    this.#host.requestUpdate();
  }

  hostDisconnected(): void {
    this.#ended?.();
    this.#ended = undefined;
    this.#stop();
    window.clearTimeout(this.#settling);
    this.#asked = undefined;
  }

  hostUpdate(): void {
    const asked = JSON.stringify(this.#question());
    if (asked === this.#asked) return;
    // The first query may start at the list's previous position; a different one starts at the top.
    if (this.#asked !== undefined) this.#seen = { first: 0, last: 0 };
    this.#asked = asked;
    this.#stop();
    this.#pages = new Map();
    this.total = undefined;
    this.failure = undefined;
    this.state = 'waiting';
    void this.#fill();
  }

  #wanted(): number[] {
    const first = Math.floor(this.#seen.first / pageSize);
    const last = Math.max(first, Math.floor(this.#seen.last / pageSize));
    return Array.from({ length: last - first + 1 }, (_, place) => first + place);
  }

  async #fill(): Promise<void> {
    if (this.#refreshing !== undefined) return;
    const wanted = this.#wanted();
    for (const [page, asking] of this.#asking) if (!wanted.includes(page)) asking.abort();
    for (const page of this.#pages.keys()) {
      if (!wanted.includes(page) && Math.abs(page - (wanted[0] ?? 0)) > keptAround) this.#pages.delete(page);
    }
    const missing = wanted.filter((page) => !this.#pages.has(page) && !this.#asking.has(page));
    await Promise.all(
      missing.map(async (page) => {
        const rows = await this.#ask(page);
        if (rows === undefined) return;
        this.#pages.set(page, rows);
        this.#host.requestUpdate();
      }),
    );
  }

  /** Undefined if it was refused or canceled. */
  async #ask(page: number): Promise<Rows<Row> | undefined> {
    this.#ended ??= this.#client().onChange(() => void this.refresh());
    const asking = new AbortController();
    this.#asking.set(page, asking);
    asking.signal.addEventListener('abort', () => this.#forget(page, asking));
    this.#slow ??= window.setTimeout(() => this.#waitedLong(), slowAfterMilliseconds);
    try {
      // Together they are one query again; TypeScript cannot join a generic type with its fields.
      const question = { ...this.#question(), offset: page * pageSize, limit: pageSize } as unknown as Omit<
        QueryOf<Type>,
        'type'
      >;
      const answer = await this.#client().ask(this.#type, question, asking.signal);
      if (asking.signal.aborted) return undefined;
      this.total = answer.total;
      this.failure = undefined;
      this.state = 'shown';
      return this.#rowsOf(answer);
    } catch (thrown) {
      if (asking.signal.aborted) return undefined;
      if (!(thrown instanceof Refused)) throw thrown;
      this.failure = thrown.failure;
      this.state = 'failed';
      this.#host.requestUpdate();
      return undefined;
    } finally {
      this.#forget(page, asking);
    }
  }

  #forget(page: number, asking: AbortController): void {
    if (this.#asking.get(page) === asking) this.#asking.delete(page);
    if (this.#asking.size > 0) return;
    window.clearTimeout(this.#slow);
    this.#slow = undefined;
  }

  #stop(): void {
    this.#refreshing = undefined;
    this.#isOutdated = false;
    for (const asking of [...this.#asking.values()]) asking.abort();
  }

  #waitedLong(): void {
    if (this.state !== 'waiting') return;
    this.state = 'slow';
    this.#host.requestUpdate();
  }
}

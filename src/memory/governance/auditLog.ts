/**
 * The audit entries that services write in addition to those of their changes, and the queries of the audit. Reads are
 * logged in batches after their answers, so no caller waits for them. They are dropped silently if the store is locked
 * for too long, too many entries wait, or the process ends first; unless each read must be recorded before it is
 * answered. Old rows move from the store to one file a day.
 */
import { hoursBefore } from '../../util/time.ts';
import type {
  AuditFiles,
  AuditRow,
  AuditScope,
  AuditStore,
  NewAuditEntry,
  NotedRead,
  NotedReads,
  Refusals,
} from '../shared/audit.ts';
import { actorOf, maxDetailLength } from '../shared/audit.ts';
import type { Caller } from '../shared/identity.ts';
import { BigMindError } from '../shared/errors.ts';
import { refused, requireEnd, requireOneOf, requireStart, requireWholeBetween } from '../shared/input.ts';
import type { Clock, Redact } from '../shared/ports.ts';
import { auditDayLimits } from '../shared/settingLimits.ts';
import type { AuditAction, AuditKind } from '../shared/vocabulary.ts';
import { auditActions, auditKinds, auditLevels, erasableKinds } from '../shared/vocabulary.ts';
import type { ErasableRef } from './erasure.ts';
import { groupBy } from '../../util/groupBy.ts';

export interface AuditOptions {
  /**
   * Calls `work` once after a delay and returns a function that cancels it. Without it, reads are only written before a
   * query of the audit and on `close`.
   */
  after?: (milliseconds: number, work: () => void) => () => void;
  /** The archive files; without them old rows stay in the store, without the words of searches. */
  files?: AuditFiles;
  /** Whether a read that cannot be recorded is refused. */
  isStrict?: boolean;
  /** How many days rows stay in the store, within `auditDayLimits`; its default when absent. */
  days?: number;
  /** Called after old rows were archived, once a day. */
  afterArchive?: () => Promise<unknown>;
}

export interface AuditInput {
  /** Inclusive; a bare date begins with the local day. */
  since?: string;
  /** Exclusive; a bare date includes the whole local day. */
  until?: string;
  user?: string;
  agent?: string;
  action?: string;
  /** Any of these. */
  actions?: readonly AuditAction[];
  kind?: string;
  level?: string;
  /** A uid, or `#12` for a memory by its number and `kind`; without a kind, a fact. */
  memory?: string;
  session?: string;
  /** 1 to 1,000; 50 when absent. */
  limit?: number | undefined;
  offset?: number | undefined;
  /** False skips the archives; then `more` says whether there are archives of the requested days. */
  archives?: boolean;
}

export interface AuditList {
  rows: AuditRow[];
  /** The number of matching rows in the store; archived rows follow them and are not counted. */
  total: number;
  /** Whether the archives may contain more matches. */
  more: boolean;
  /** Whether the list contains only the reader's own rows, because they may not see others. */
  isOwn: boolean;
}

const maxPending = 200;
const maxRows = 1_000;
const maxHistoryLength = 10;
/** Reads are written in batches, and archiving waits until the process has started up. */
const writeDelayMs = 250;
const firstArchiveDelayMs = 60_000;
const archiveIntervalMs = 24 * 3_600_000;
const closeTimeoutMs = 300;
/** A read that repeats within this many milliseconds is recorded once: a page that refreshes is not another read. */
const repeatWindowMs = 600_000;
const archiveBatchSize = 500;

/** Adds audit entries, answers queries about them, and archives old ones. */
export class AuditLog implements NotedReads, Refusals {
  readonly #store: AuditStore;
  readonly #ports: { clock: Clock; redact: Redact };
  readonly #options: AuditOptions;
  readonly #looks = new Map<string, number>();
  #pending: NewAuditEntry[] = [];
  #writing: Promise<void> = Promise.resolve();
  #isClosed = false;
  #cancelWriting: (() => void) | undefined;
  #cancelArchive: (() => void) | undefined;

  constructor(store: AuditStore, ports: { clock: Clock; redact: Redact }, options: AuditOptions = {}) {
    this.#store = store;
    this.#ports = ports;
    this.#options = options;
  }

  /** From now on, once a day, moves old rows into files and deletes what a retention lets go. Again it does nothing. */
  startUpkeep(): void {
    if (this.#isClosed) return;
    this.#cancelArchive ??= this.#options.after?.(firstArchiveDelayMs, () => void this.#archiveDaily());
  }

  async noteRead(caller: Caller, read: NotedRead): Promise<void> {
    this.startUpkeep();
    const now = this.#ports.clock.now();
    const entry = this.#entryFrom(caller, read, now);
    if (this.#options.isStrict === true) return this.#noteOrRefuse(entry, now.getTime());
    if (this.#pending.length >= maxPending || this.#isAgain(entry, now.getTime())) return;
    this.#recorded(entry, now.getTime());
    this.#pending.push(entry);
    this.#cancelWriting ??= this.#options.after?.(writeDelayMs, () => void this.flush());
  }

  /** Records a refused action. The refusal applies even if it cannot be recorded. */
  async refusal(caller: Caller, refusal: { action: AuditAction; kind: AuditKind; id: string }): Promise<void> {
    const at = this.#ports.clock.now().toISOString();
    const entry = { at, level: 'refusal', by: actorOf(caller), uid: null, count: null, detail: null } as const;
    await this.#store.note([{ ...entry, ...refusal }]).catch(() => undefined);
  }

  /** Records a backup of the store by its file name. The backup is kept even if it cannot be recorded. */
  async backup(caller: Caller, name: string): Promise<void> {
    const at = this.#ports.clock.now().toISOString();
    const entry = { at, level: 'change', by: actorOf(caller), uid: null, count: null } as const;
    await this.#store.note([{ ...entry, action: 'backup', kind: 'store', detail: name }]).catch(() => undefined);
  }

  /** Writes the pending entries; drops them if the store refuses. */
  async flush(): Promise<void> {
    this.#cancelWriting?.();
    this.#cancelWriting = undefined;
    // One write after the other, in the order of the calls.
    this.#writing = this.#writing.then(async () => {
      const entries = this.#pending;
      this.#pending = [];
      if (entries.length > 0) await this.#store.note(entries).catch(() => undefined);
    });
    await this.#writing;
  }

  /**
   * Newest first: the rows of the store, then of the archives. Readers without further rights see only their own rows.
   */
  async list(caller: Caller, input: AuditInput): Promise<AuditList> {
    await this.flush();
    const limit = requireWholeBetween('limit', input.limit ?? 50, 1, maxRows);
    const offset = requireWholeBetween('offset', input.offset ?? 0, 0, 1_000_000);
    const filter = await this.#filterFrom(input);
    const { rows, total, isOwn } = await this.#store.list({ ...filter, limit, offset }, caller.user.id);
    await this.noteRead(caller, { action: 'read_audit', kind: 'audit', count: rows.length });
    const wanted = limit - rows.length;
    const skipped = Math.max(0, offset - total);
    if (wanted === 0 || input.archives === false)
      return { rows, total, isOwn, more: this.#daysWithin(filter).length > 0 };
    const { found, more } = await this.#archived(caller, filter, skipped + wanted);
    return { rows: [...rows, ...found.slice(skipped)], total, isOwn, more };
  }

  /** The users and agents to filter by, and what is recorded. */
  scope(caller: Caller): Promise<AuditScope> {
    return this.#store.scope(caller.user.id);
  }

  /**
   * Changes and refusals of one memory that are still in the store, newest first, at most ten. Records this read, but
   * does not list reads.
   */
  async history(caller: Caller, { kind, id }: ErasableRef): Promise<AuditRow[]> {
    await this.noteRead(caller, { action: 'open', kind, id });
    const uid = await this.#store.uidOf(kind, id);
    if (uid === undefined) return [];
    const asked = { uid, kind, limit: maxHistoryLength, offset: 0 };
    const [changes, refusals] = await Promise.all([
      this.#store.list({ ...asked, level: 'change' }, caller.user.id),
      this.#store.list({ ...asked, level: 'refusal' }, caller.user.id),
    ]);
    const rows = [...changes.rows, ...refusals.rows].sort((one, other) => (one.at < other.at ? 1 : -1));
    return rows.slice(0, maxHistoryLength);
  }

  /**
   * Moves rows older than the limit to the archive files; without files, removes the words of searches from them. Safe in
   * several processes at once. Returns the number of rows.
   */
  async archive(): Promise<number> {
    const { files, days = auditDayLimits.default } = this.#options;
    const before = hoursBefore(this.#ports.clock.now(), days * 24);
    let moved = 0;
    for (;;) {
      const step =
        files === undefined
          ? await this.#store.forgetWords(before, archiveBatchSize)
          : await this.#store.archive(before, archiveBatchSize, (rows) => {
              for (const [day, ofDay] of groupBy(rows, ({ at }) => at.slice(0, 10))) files.append(day, ofDay);
            });
      moved += step;
      if (step < archiveBatchSize) return moved;
    }
  }

  /** Writes the pending entries, but waits only briefly for the store. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#cancelArchive?.();
    const { after } = this.#options;
    const tooLong = after === undefined ? [] : [new Promise<void>((resolve) => after(closeTimeoutMs, resolve))];
    await Promise.race([this.flush(), ...tooLong]);
  }

  async #archiveDaily(): Promise<void> {
    // A failure leaves the rows in the store; the next day's run moves them.
    await this.archive().catch(() => undefined);
    // Likewise.
    await this.#options.afterArchive?.().catch(() => undefined);
    if (this.#isClosed) return;
    this.#cancelArchive = this.#options.after?.(archiveIntervalMs, () => void this.#archiveDaily());
  }

  #entryFrom(caller: Caller, { action, kind, id, count, words }: NotedRead, now: Date): NewAuditEntry {
    const said = words === undefined ? null : this.#ports.redact(words).text;
    return {
      at: now.toISOString(),
      level: 'read',
      by: actorOf(caller),
      action,
      kind,
      uid: kind === 'session' && id !== undefined ? id : null,
      count: count ?? null,
      detail: said === null ? null : Array.from(said).slice(0, maxDetailLength).join(''),
      id,
    };
  }

  async #noteOrRefuse(entry: NewAuditEntry, now: number): Promise<void> {
    if (this.#isAgain(entry, now)) return;
    try {
      await this.#store.note([entry]);
    } catch (cause) {
      throw new BigMindError('not_allowed', 'This read was refused, because the audit could not record it.', {
        remedy: { code: 'run_doctor' },
        cause,
      });
    }
    this.#recorded(entry, now);
  }

  #isAgain(entry: NewAuditEntry, now: number): boolean {
    const last = this.#looks.get(keyOf(entry));
    return last !== undefined && now - last < repeatWindowMs && now >= last;
  }

  #recorded(entry: NewAuditEntry, now: number): void {
    if (this.#looks.size >= maxPending) this.#looks.clear();
    this.#looks.set(keyOf(entry), now);
  }

  async #filterFrom(input: AuditInput): Promise<Filter> {
    const { user, agent, session: sessionId } = input;
    const { timeZone } = this.#ports.clock;
    const since = input.since === undefined ? undefined : requireStart('since', input.since, timeZone);
    const until = input.until === undefined ? undefined : requireEnd('until', input.until, timeZone);
    const kind = input.kind === undefined ? undefined : requireOneOf('kind', input.kind, auditKinds);
    const uid = await this.#uidFrom(input.memory, kind);
    return {
      since,
      until,
      user,
      agent,
      ...(input.action !== undefined && { action: requireOneOf('action', input.action, auditActions) }),
      actions: input.actions,
      kind,
      ...(input.level !== undefined && { level: requireOneOf('level', input.level, auditLevels) }),
      uid,
      sessionId,
    };
  }

  async #uidFrom(memory: string | undefined, kind: AuditKind = 'fact'): Promise<string | undefined> {
    if (memory === undefined || !/^#?\d{1,15}$/u.test(memory)) return memory;
    const named = erasableKinds.find((candidate) => candidate === kind);
    if (named === undefined) throw refused('memory', 'is a number, but memories of this kind have none', 'Give a uid.');
    const uid = await this.#store.uidOf(named, memory.replace('#', ''));
    if (uid !== undefined) return uid;
    throw new BigMindError('not_found', `There is no ${named} #${memory.replace('#', '')}.`, {
      remedy: 'For an erased one, give the uid.',
    });
  }

  #daysWithin({ since, until }: Filter): string[] {
    const days = this.#options.files?.days() ?? [];
    return days.filter(
      (day) => (since === undefined || `${day}T23:59:59.999Z` >= since) && (until === undefined || day < until),
    );
  }

  async #archived(caller: Caller, filter: Filter, wanted: number): Promise<{ found: AuditRow[]; more: boolean }> {
    const found: AuditRow[] = [];
    const days = this.#daysWithin(filter);
    for (const [place, day] of days.entries()) {
      const rows = await this.#store.named(this.#options.files?.read(day) ?? [], caller.user.id);
      found.push(...rows.filter((row) => isWanted(row, filter)));
      if (found.length >= wanted) {
        return { found: found.slice(0, wanted), more: found.length > wanted || place < days.length - 1 };
      }
    }
    return { found, more: false };
  }
}

function keyOf({ by, action, kind, id, detail }: NewAuditEntry): string {
  return JSON.stringify([by.userId, by.agentId, by.conversationId, action, kind, id, detail]);
}

type Filter = Omit<Parameters<AuditStore['list']>[0], 'limit' | 'offset'>;

function isWanted(row: AuditRow, { since, until, uid, sessionId, actions, ...words }: Filter): boolean {
  const { user, agent, action, kind, level } = words;
  const pairs: [string | undefined, string | null][] = [
    [user, row.user],
    [agent, row.agent],
    [action, row.action],
    [kind, row.kind],
    [level, row.level],
    [uid, row.uid],
    [sessionId, row.sessionId],
  ];
  if (since !== undefined && row.at < since) return false;
  if (until !== undefined && row.at >= until) return false;
  if (actions?.includes(row.action) === false) return false;
  return pairs.every(([wanted, is]) => wanted === undefined || wanted === is);
}

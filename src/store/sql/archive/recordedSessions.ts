/**
 * Assigns recorded messages to sessions. A conversation continues in its open session, or in one that was silent only
 * briefly before the message. Much older messages are history and belong to an imported session of the same
 * conversation. While an agent works there is no silence, however long its turn takes. A new session gets the id of the
 * conversation, if that is a free UUID.
 */
import type { RecordedBatch, RecordedMessage } from '../../../memory/archive/recording.ts';
import { isRequest } from '../../../memory/archive/recordingRun.ts';
import type { NewId } from '../../../memory/shared/ports.ts';
import { numberOr, text, textOrNull } from '../connection/rowReader.ts';
import type { SqlConnection, SqlRow } from '../connection/sqlConnection.ts';
import type { TimeSpan } from '../shared/eraRows.ts';
import { growEraOf, timeSpanWith } from '../shared/eraRows.ts';
import { openAgain } from '../shared/openAgain.ts';
import { hasTombstone } from '../shared/tombstones.ts';
import { branchColumn, branchesFromColumn } from '../shared/workColumns.ts';

export interface RecordedSession {
  readonly id: string;
  readonly userId: string;
  readonly projectId: string | null;
  readonly origin: string;
  readonly startedAt: string;
  /** Null while the session is open. */
  readonly endedAt: string | null;
  readonly summarizedBy: string | null;
  /** The `seq` of its last message, even if a vacuum deleted that message after it was summarized. */
  seq: number;
  /** The time of its last message, which also applies to messages without a time. */
  lastAt: string;
  /** The time of its last activity or message. */
  heardAt: string;
  /** The heap of the next messages; undefined until it is known. */
  heapId: string | undefined;
  /** The Git branches of the session that are informative. */
  readonly branches: string[];
  /** The time range of the messages that this batch adds, by heap. */
  readonly said: Map<string, TimeSpan>;
}

type Surroundings = Pick<RecordedBatch, 'userId' | 'agentId' | 'projectId' | 'startedAt' | 'now'>;

const columns = `SELECT s.id, s.user_id, s.project_id, s.origin, s.started_at, s.ended_at, s.told_by, s.branch,
  coalesce(s.last_active_at, s.started_at) AS active_at,
  max(coalesce((SELECT max(seq) FROM messages WHERE session_id = s.id), 0), coalesce(s.told_through, 0)) AS seq FROM sessions s`;

/** Live sessions of a conversation that are considered; older ones are too long ago to continue. */
const maxLive = 20;

export class RecordedSessions {
  readonly #db: SqlConnection;
  readonly #newId: NewId;
  readonly #userId: string;
  readonly #conversation: string;
  readonly #used = new Map<string, RecordedSession>();
  /** Latest start first. */
  #live: RecordedSession[] | undefined;
  #history: RecordedSession | undefined;
  #last: RecordedSession | undefined;
  #made = 0;

  constructor(db: SqlConnection, newId: NewId, of: { userId: string; conversation: string }) {
    this.#db = db;
    this.#newId = newId;
    this.#userId = of.userId;
    this.#conversation = of.conversation;
  }

  /** The open session of the conversation, else the live one that started last, else the imported one. */
  async latest(): Promise<RecordedSession | undefined> {
    return (
      (await this.#find(`s.origin = 'live'`, 's.ended_at IS NULL DESC, s.started_at DESC', 1))[0] ??
      (await this.#findImported())
    );
  }

  /** The session of one message; created if necessary. */
  async of(message: RecordedMessage, batch: RecordedBatch): Promise<RecordedSession> {
    const session =
      batch.origin === 'import' ? await this.#ofImport(message, batch) : await this.#ofLive(message, batch);
    this.#used.set(session.id, session);
    this.#last = session;
    if (message.createdAt !== null && message.createdAt > session.heardAt) session.heardAt = message.createdAt;
    noteBranch(session, message.branch);
    return session;
  }

  /** Updates the times of the sessions and eras that got messages. Returns how many sessions were created. */
  async close(batch: RecordedBatch): Promise<number> {
    const { origin, now } = batch;
    for (const session of this.#used.values()) {
      for (const [heapId, stretch] of session.said) await growEraOf(this.#db, this.#newId, heapId, stretch);
      const whole = [...session.said.values()].reduce((one, { from, to }) => timeSpanWith(timeSpanWith(one, from), to));
      // Importing an old conversation does not continue it.
      const heardAt = session.origin === 'live' && origin === 'live' ? now : whole.to;
      await this.#db.run(
        `UPDATE sessions SET last_active_at = max(coalesce(last_active_at, started_at), ?1), ended_at = max(ended_at, ?2),
           started_at = CASE origin WHEN 'import' THEN min(started_at, ?3) ELSE started_at END, branch = ?5 WHERE id = ?4`,
        [heardAt, whole.to, whole.from, session.id, branchColumn(session.branches)],
      );
      if (this.#isOpenAgain(session, whole.to, batch)) await openAgain(this.#db, session.id);
    }
    return this.#made;
  }

  async #ofImport(message: RecordedMessage, batch: RecordedBatch): Promise<RecordedSession> {
    return (this.#history ??=
      (await this.latest()) ?? (await this.#make('import', batch.startedAt ?? message.createdAt ?? batch.now, batch)));
  }

  async #ofLive(message: RecordedMessage, batch: RecordedBatch): Promise<RecordedSession> {
    const { createdAt } = message;
    // A message without a time belongs to the session of the message before it.
    if (createdAt === null && this.#last !== undefined) return this.#last;
    const time = createdAt ?? batch.now;
    const live = (this.#live ??= await this.#find(`s.origin = 'live'`, 's.started_at DESC', maxLive));
    const silence = Date.parse(batch.now) - Date.parse(batch.silentBefore);
    const near = live
      .map((session) => ({ session, away: awayFrom(session, time) }))
      .filter(({ away }) => away <= silence);
    const nearest = near.toSorted((one, other) => one.away - other.away)[0];
    const before = this.#goneOnWith(message, time, live);
    if (before !== undefined && nearest?.away !== 0) return before;
    if (nearest !== undefined) return nearest.session;
    if (time < batch.silentBefore)
      return (this.#history ??= (await this.#findImported()) ?? (await this.#make('import', time, batch)));
    const made = await this.#make('live', time < batch.now ? time : batch.now, batch);
    live.unshift(made);
    return made;
  }

  /** The session that a message continues: all messages of a turn do, however long a tool took. */
  #goneOnWith(message: RecordedMessage, time: string, live: readonly RecordedSession[]): RecordedSession | undefined {
    if (isRequest(message)) return undefined;
    // A summary continues the session that it summarizes, and may come without other messages.
    const compacted =
      message.begins === 'POST_COMPACTING' ? live.find(({ startedAt }) => startedAt <= time) : undefined;
    return this.#last ?? compacted;
  }

  /**
   * Whether an ended session continues: it has a recent message from after its end, and at most a rule has summarized
   * it.
   */
  #isOpenAgain(session: RecordedSession, saidAt: string, { origin, silentBefore }: RecordedBatch): boolean {
    const isLast = origin === 'live' && this.#live?.[0] === session;
    const isSummarized = session.summarizedBy !== null && session.summarizedBy !== 'rule';
    return isLast && !isSummarized && session.endedAt !== null && saidAt > session.endedAt && saidAt >= silentBefore;
  }

  async #findImported(): Promise<RecordedSession | undefined> {
    return (await this.#find(`s.origin = 'import'`, 's.started_at DESC', 1))[0];
  }

  async #find(condition: string, order: string, max: number): Promise<RecordedSession[]> {
    const sql = `${columns} WHERE s.user_id = ?1 AND s.external_id = ?2 AND ${condition} ORDER BY ${order}, s.rowid DESC LIMIT ?3`;
    return (await this.#db.all(sql, [this.#userId, this.#conversation, max])).map((row) => {
      const found = sessionFrom(row);
      return this.#used.get(found.id) ?? found;
    });
  }

  async #make(origin: 'live' | 'import', startedAt: string, batch: Surroundings): Promise<RecordedSession> {
    const wanted = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/iu.test(this.#conversation)
      ? this.#conversation.toLowerCase()
      : undefined;
    const isFree =
      wanted !== undefined &&
      !(await hasTombstone(this.#db, wanted)) &&
      (await this.#db.get('SELECT 1 FROM sessions WHERE id = ?', [wanted])) === undefined;
    const id = isFree ? wanted : this.#newId();
    await this.#db.run(
      `INSERT INTO sessions (id, user_id, started_at, ended_at, one_liner, external_id, origin, project_id, agent_id,
                             last_active_at) VALUES (?, ?, ?, ?, '', ?, ?, ?, ?, ?)`,
      [
        id,
        this.#userId,
        startedAt,
        origin === 'import' ? startedAt : null,
        this.#conversation,
        origin,
        batch.projectId,
        batch.agentId,
        startedAt,
      ],
    );
    this.#made += 1;
    return sessionFrom((await this.#db.get(`${columns} WHERE s.id = ?`, [id])) ?? {});
  }
}

/** Maximum number of branches stored per session. */
const maxBranches = 5;

function noteBranch({ branches }: RecordedSession, branch: string | null): void {
  if (branch !== null && branches.length < maxBranches && !branches.includes(branch)) branches.push(branch);
}

/** Milliseconds between a time and a session; 0 within it. An open session has no end. */
function awayFrom({ startedAt, endedAt, heardAt }: RecordedSession, time: string): number {
  const began = Date.parse(startedAt) - Date.parse(time);
  const ended = endedAt === null ? 0 : Date.parse(time) - Date.parse(endedAt > heardAt ? endedAt : heardAt);
  return Math.max(began, ended, 0);
}

function sessionFrom(row: SqlRow): RecordedSession {
  return {
    id: text(row, 'id'),
    userId: text(row, 'user_id'),
    projectId: textOrNull(row, 'project_id'),
    origin: text(row, 'origin'),
    startedAt: text(row, 'started_at'),
    endedAt: textOrNull(row, 'ended_at'),
    summarizedBy: textOrNull(row, 'told_by'),
    seq: numberOr(row, 'seq', 0),
    lastAt: text(row, 'active_at'),
    heardAt: text(row, 'active_at'),
    heapId: undefined,
    branches: branchesFromColumn(textOrNull(row, 'branch')),
    said: new Map(),
  };
}

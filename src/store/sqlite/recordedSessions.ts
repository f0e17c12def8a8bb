/**
 * Which session a recorded message belongs to. A conversation goes on in its open session, or in the one that ended
 * last if it has not been silent for long; what was said long before that session began is history, and lies with an
 * imported session of the same conversation. A session that has to be made gets the conversation's own id.
 */
import type { NewId } from '../../memory/ports.ts';
import type { RecordedBatch, RecordedMessage } from '../../memory/recording.ts';
import { growEraOf, stretchWith } from './eraRows.ts';
import type { Stretch } from './eraRows.ts';
import { numberOr, text, textOrNull } from './rowReader.ts';
import type { SqlConnection, SqlRow } from './sqlConnection.ts';

export interface RecordedSession {
  readonly id: string;
  readonly userId: string;
  readonly projectId: string | null;
  readonly origin: string;
  readonly startedAt: string;
  /** The place of its last message, also when a vacuum deleted that one after it was told. */
  seq: number;
  /** When its last message was said; a message without a time was said then, too. */
  lastAt: string;
  /** The heap of the messages to come, once it is known. */
  heapId: string | undefined;
  /** From when to when the messages that this batch adds to a heap were said. */
  readonly said: Map<string, Stretch>;
}

type Surroundings = Pick<RecordedBatch, 'userId' | 'agentId' | 'projectId' | 'startedAt' | 'now'>;

const columns = `SELECT s.id, s.user_id, s.project_id, s.origin, s.started_at, s.ended_at,
  coalesce(s.last_active_at, s.started_at) AS active_at,
  max(coalesce((SELECT max(seq) FROM messages WHERE session_id = s.id), 0), coalesce(s.told_through, 0)) AS seq FROM sessions s`;

export class RecordedSessions {
  readonly #db: SqlConnection;
  readonly #newId: NewId;
  readonly #userId: string;
  readonly #conversation: string;
  readonly #used = new Map<string, RecordedSession>();
  /** Null when there is none yet. */
  #live: RecordedSession | null | undefined;
  #history: RecordedSession | undefined;
  #last: RecordedSession | undefined;
  #made = 0;

  constructor(db: SqlConnection, newId: NewId, of: { userId: string; conversation: string }) {
    this.#db = db;
    this.#newId = newId;
    this.#userId = of.userId;
    this.#conversation = of.conversation;
  }

  /** The conversation's open session, else the live one that began last, else its imported one. */
  latest(): RecordedSession | undefined {
    return this.#find(`s.origin = 'live'`, 's.ended_at IS NULL DESC, s.started_at DESC') ?? this.#findImported();
  }

  /** The session of one message, made if it has to be. */
  of(message: RecordedMessage, batch: RecordedBatch): RecordedSession {
    const session = batch.origin === 'import' ? this.#ofImport(message, batch) : this.#ofLive(message, batch);
    this.#used.set(session.id, session);
    this.#last = session;
    return session;
  }

  /** Notes how far the sessions and eras of the messages reach now. Answers with how many sessions were made. */
  close({ origin, now }: RecordedBatch): number {
    for (const session of this.#used.values()) {
      for (const [heapId, stretch] of session.said) growEraOf(this.#db, this.#newId, heapId, stretch);
      const whole = [...session.said.values()].reduce((one, { from, to }) => stretchWith(stretchWith(one, from), to));
      // Whoever imports an old conversation has not gone on with it.
      const heardAt = session.origin === 'live' && origin === 'live' ? now : whole.to;
      this.#db.run(
        `UPDATE sessions SET last_active_at = max(coalesce(last_active_at, started_at), ?1), ended_at = max(ended_at, ?2),
           started_at = CASE origin WHEN 'import' THEN min(started_at, ?3) ELSE started_at END WHERE id = ?4`,
        [heardAt, whole.to, whole.from, session.id],
      );
    }
    return this.#made;
  }

  #ofImport(message: RecordedMessage, batch: RecordedBatch): RecordedSession {
    return (this.#history ??=
      this.latest() ?? this.#make('import', batch.startedAt ?? message.createdAt ?? batch.now, batch));
  }

  #ofLive({ createdAt }: RecordedMessage, batch: RecordedBatch): RecordedSession {
    // What bears no time was said where the transcript has it.
    if (createdAt === null && this.#last !== undefined) return this.#last;
    this.#live ??= this.#findLive(batch.silentBefore) ?? null;
    const began = Math.min(Date.parse(this.#live?.startedAt ?? batch.now), Date.parse(batch.now));
    const silence = Date.parse(batch.now) - Date.parse(batch.silentBefore);
    const isHistory = createdAt !== null && Date.parse(createdAt) < began - silence;
    if (!isHistory) return (this.#live ??= this.#make('live', batch.now, batch));
    return (this.#history ??= this.#findImported() ?? this.#make('import', createdAt, batch));
  }

  #findLive(silentBefore: string): RecordedSession | undefined {
    const open = this.#find(`s.origin = 'live' AND s.ended_at IS NULL`, 's.started_at DESC');
    if (open !== undefined) return open;
    const still = 's.ended_at >= ?3 OR coalesce(s.last_active_at, s.ended_at) >= ?3';
    return this.#find(`s.origin = 'live' AND (${still})`, 's.started_at DESC', silentBefore);
  }

  #findImported(): RecordedSession | undefined {
    return this.#find(`s.origin = 'import'`, 's.started_at DESC');
  }

  #find(condition: string, order: string, ...more: string[]): RecordedSession | undefined {
    const sql = `${columns} WHERE s.user_id = ?1 AND s.external_id = ?2 AND (${condition}) ORDER BY ${order}, s.rowid DESC LIMIT 1`;
    const row = this.#db.get(sql, [this.#userId, this.#conversation, ...more]);
    if (row === undefined) return undefined;
    const found = sessionFrom(row);
    return this.#used.get(found.id) ?? found;
  }

  #make(origin: 'live' | 'import', startedAt: string, batch: Surroundings): RecordedSession {
    const wanted = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/iu.test(this.#conversation)
      ? this.#conversation.toLowerCase()
      : undefined;
    const isFree = wanted !== undefined && this.#db.get('SELECT 1 FROM sessions WHERE id = ?', [wanted]) === undefined;
    const id = isFree ? wanted : this.#newId();
    this.#db.run(
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
    return sessionFrom(this.#db.get(`${columns} WHERE s.id = ?`, [id]) ?? {});
  }
}

function sessionFrom(row: SqlRow): RecordedSession {
  return {
    id: text(row, 'id'),
    userId: text(row, 'user_id'),
    projectId: textOrNull(row, 'project_id'),
    origin: text(row, 'origin'),
    startedAt: text(row, 'started_at'),
    seq: numberOr(row, 'seq', 0),
    lastAt: text(row, 'active_at'),
    heapId: undefined,
    said: new Map(),
  };
}

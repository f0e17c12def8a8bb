/**
 * Which session a recorded message belongs to. A conversation goes on in its open session, or in the one that ended
 * last if it has not been silent for long; what was said long before that session began is history, and lies with an
 * imported session of the same conversation. A session that has to be made gets the conversation's own id.
 */
import type { NewId } from '../../memory/ports.ts';
import type { RecordedBatch, RecordedMessage } from '../../memory/recording.ts';
import { numberOr, text, textOrNull } from './rowReader.ts';
import type { SqlConnection, SqlRow } from './sqlConnection.ts';

export interface RecordedSession {
  readonly id: string;
  readonly userId: string;
  readonly projectId: string | null;
  readonly origin: string;
  readonly startedAt: string;
  /** The place of its last message. */
  seq: number;
  /** When its last message was said. */
  lastAt: string;
  /** Once it is known. */
  heapId: string | undefined;
}

type Surroundings = Pick<RecordedBatch, 'userId' | 'agentId' | 'projectId' | 'startedAt' | 'now'>;

const columns = `SELECT s.id, s.user_id, s.project_id, s.origin, s.started_at, s.ended_at,
  coalesce(s.last_active_at, s.started_at) AS active_at,
  (SELECT max(seq) FROM messages WHERE session_id = s.id) AS seq FROM sessions s`;

export class RecordedSessions {
  readonly #db: SqlConnection;
  readonly #newId: NewId;
  readonly #userId: string;
  readonly #conversation: string;
  readonly #used = new Map<string, RecordedSession>();
  #live: RecordedSession | undefined;
  #history: RecordedSession | undefined;
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
    return session;
  }

  /** Notes when the used sessions were active last. Answers with how many were made. */
  close(now: string): number {
    for (const { id, origin, lastAt } of this.#used.values()) {
      if (origin === 'import') {
        const sql = `UPDATE sessions SET ended_at = max(coalesce(ended_at, ''), ?1), last_active_at = max(coalesce(last_active_at, ''), ?1)
                     WHERE id = ?2`;
        this.#db.run(sql, [lastAt, id]);
      } else {
        const sql = `UPDATE sessions SET last_active_at = ?1, ended_at = CASE WHEN ended_at IS NULL THEN NULL ELSE max(ended_at, ?2) END
                     WHERE id = ?3`;
        this.#db.run(sql, [now, lastAt, id]);
      }
    }
    return this.#made;
  }

  #ofImport(message: RecordedMessage, batch: RecordedBatch): RecordedSession {
    return (this.#history ??=
      this.latest() ?? this.#make('import', batch.startedAt ?? message.createdAt ?? batch.now, batch));
  }

  #ofLive(message: RecordedMessage, batch: RecordedBatch): RecordedSession {
    this.#live ??= this.#findLive(batch.silentBefore) ?? this.#make('live', batch.now, batch);
    const began = this.#live.startedAt < batch.now ? this.#live.startedAt : batch.now;
    const silence = Date.parse(batch.now) - Date.parse(batch.silentBefore);
    const isHistory = message.createdAt !== null && Date.parse(message.createdAt) < Date.parse(began) - silence;
    if (!isHistory) return this.#live;
    return (this.#history ??= this.#findImported() ?? this.#make('import', message.createdAt ?? batch.now, batch));
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
  };
}

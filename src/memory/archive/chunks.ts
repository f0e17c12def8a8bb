/** Exchanges that are kept word for word, as "chunks" in the store: the few that are worth it, never every turn. */
import { hoursBefore } from '../../util/time.ts';
import type { Sessions } from '../sessions/sessions.ts';
import type { Actor } from '../shared/audit.ts';
import { actorOf } from '../shared/audit.ts';
import { quotationHash } from '../shared/contentHash.ts';
import type { DeletedStep } from '../shared/background/deletedSteps.ts';
import { inSteps } from '../shared/background/deletedSteps.ts';
import type { Caller } from '../shared/identity.ts';
import { limits, requireOneOf, requireTime, requireWholeBetween } from '../shared/input.ts';
import { Intake } from '../shared/intake.ts';
import type { Ports } from '../shared/ports.ts';
import type { ChunkRole, Origin } from '../shared/vocabulary.ts';
import { chunkRoles } from '../shared/vocabulary.ts';
import { originOf } from '../trust/origin.ts';

export interface Chunk {
  id: number;
  sessionId: string;
  userId: string;
  role: ChunkRole;
  content: string;
  flagReason: string | null;
  /** Position in the session, from 1. */
  seq: number;
  speaker: string | null;
  tags: string[];
  sourceRef: string | null;
  /** Null for chunks older than the origin column. */
  origin: Origin | null;
  createdAt: string;
}

export interface NewChunk {
  sessionId: string;
  userId: string;
  agentId: string;
  role: ChunkRole;
  content: string;
  flagReason: string | null;
  speaker: string | null;
  tags: string[];
  sourceRef: string | null;
  /** Unknown if absent. */
  origin?: Origin;
  contentHash: string;
  uid: string;
  createdAt: string;
}

/** Chunks of one user from before a time. */
export interface OldChunks {
  total: number;
  /** ISO 8601; null if there are none. */
  oldest: string | null;
  /** Total length of their text. */
  characters: number;
}

export interface ChunkStore {
  /** Appends with the next `seq`, or returns the chunk of the same session with the same content hash. */
  append(chunk: NewChunk): Promise<{ status: 'stored' | 'duplicate'; chunk: Chunk }>;
  /** In order of `seq`. */
  listBySession(sessionId: string, limit: number): Promise<{ chunks: Chunk[]; total: number }>;
  countOlder(userId: string, before: string): Promise<OldChunks>;
  /** Deletes some of them, oldest first, with everything derived from them. */
  deleteOlder(userId: string, before: string, by?: Actor): Promise<DeletedStep>;
}

interface ChunkInput {
  content: string;
  role?: string | undefined;
  flagReason?: string | undefined;
  speaker?: string | undefined;
  tags?: readonly string[];
  sourceRef?: string | undefined;
  sessionId?: string | undefined;
  /** When it was said, ISO 8601; now if absent. */
  createdAt?: string | undefined;
}

interface FlaggedChunk {
  status: 'stored' | 'duplicate';
  chunk: Chunk;
  redacted: number;
}

/** Days; younger chunks are kept by default. */
export const defaultVacuumAge = 90;

/** Flags exchanges, lists them and deletes old ones. */
export class Chunks {
  readonly #store: ChunkStore;
  readonly #ports: Ports;
  readonly #sessions: Sessions;

  constructor(store: ChunkStore, ports: Ports, sessions: Sessions) {
    this.#store = store;
    this.#ports = ports;
    this.#sessions = sessions;
  }

  /** Keeps an exchange of at most 100,000 characters in the session it belongs to. */
  async append(caller: Caller, input: ChunkInput): Promise<FlaggedChunk> {
    const role = requireOneOf('role', input.role ?? 'assistant', chunkRoles);
    const intake = new Intake(this.#ports.redact);
    const content = intake.statement('content', input.content, limits.chunk);
    const flagReason = intake.optional('flag_reason', input.flagReason, limits.shortText);
    const speaker = intake.optional('speaker', input.speaker, 200);
    const tags = intake.list('tags', input.tags, 100);
    const sourceRef = intake.optional('source_ref', input.sourceRef, limits.shortText);
    const session = await this.#sessions.current(caller, input.sessionId);
    const outcome = await this.#store.append({
      sessionId: session.id,
      userId: caller.user.id,
      agentId: caller.agent.id,
      role,
      content,
      flagReason,
      speaker,
      tags,
      sourceRef,
      origin: originOf(caller, sourceRef),
      contentHash: quotationHash(this.#ports.hash, content),
      uid: this.#ports.newId(),
      createdAt: timeFrom(input.createdAt) ?? this.#ports.clock.now().toISOString(),
    });
    return { ...outcome, redacted: intake.removed };
  }

  /** The chunks that `vacuum` would delete; changes nothing. `olderThanDays` is 1 to 3650. */
  async findOld(caller: Caller, olderThanDays: number): Promise<OldChunks & { before: string }> {
    const days = requireWholeBetween('older_than_days', olderThanDays, 1, 3650);
    const before = hoursBefore(this.#ports.clock.now(), days * 24);
    return { ...(await this.#store.countOlder(caller.user.id, before)), before };
  }

  /**
   * Deletes the caller's own chunks from before a time; sessions, their summaries and everything else stay. The user
   * must have confirmed it. Returns the number deleted; `onProgress` gets the sum after each step.
   */
  vacuum(caller: Caller, before: string, onProgress?: (deleted: number) => void): Promise<number> {
    return inSteps(() => this.#store.deleteOlder(caller.user.id, before, actorOf(caller)), onProgress);
  }

  listBySession(sessionId: string, limit: number): Promise<{ chunks: Chunk[]; total: number }> {
    return this.#store.listBySession(sessionId, limit);
  }
}

function timeFrom(value: string | undefined): string | undefined {
  return value === undefined || value.trim() === '' ? undefined : requireTime('created_at', value);
}

/**
 * Chunks (Tier 3): the few exchanges that were flagged as worth keeping word for word, never every turn.
 */
import { quotationHash } from './contentHash.ts';
import type { Caller } from './identity.ts';
import { limits, requireOneOf } from './input.ts';
import { Intake } from './intake.ts';
import type { Ports } from './ports.ts';
import type { Sessions } from './sessions.ts';

export const chunkRoles = ['user', 'assistant', 'system'] as const;
export type ChunkRole = (typeof chunkRoles)[number];

export interface Chunk {
  id: number;
  sessionId: string;
  userId: string;
  role: ChunkRole;
  content: string;
  flagReason: string | null;
  /** Position in its session, from 1. */
  seq: number;
  speaker: string | null;
  tags: string[];
  sourceRef: string | null;
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
  contentHash: string;
  uid: string;
  createdAt: string;
}

export interface ChunkStore {
  /** Appends with the next `seq`, or answers with the chunk of the same session and content hash. */
  append(chunk: NewChunk): Promise<{ status: 'stored' | 'duplicate'; chunk: Chunk }>;
  /** In order of `seq`. */
  listBySession(sessionId: string, limit: number): Promise<{ chunks: Chunk[]; total: number }>;
}

export interface ChunkInput {
  content: string;
  role?: string;
  flagReason?: string;
  speaker?: string;
  tags?: readonly string[];
  sourceRef?: string;
  sessionId?: string;
}

export interface FlaggedChunk {
  status: 'stored' | 'duplicate';
  chunk: Chunk;
  redacted: number;
}

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
    const content = intake.text('content', input.content, limits.chunk);
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
      contentHash: quotationHash(this.#ports.hash, content),
      uid: this.#ports.newId(),
      createdAt: this.#ports.clock.now().toISOString(),
    });
    return { ...outcome, redacted: intake.removed };
  }

  listBySession(sessionId: string, limit: number): Promise<{ chunks: Chunk[]; total: number }> {
    return this.#store.listBySession(sessionId, limit);
  }
}

/** Conversations for the archive, as an import would produce them. */
import { hash, moment } from '../support.ts';
import type { ArchiveBatch } from '../../../src/memory/archive/archive.ts';
import type { Caller } from '../../../src/memory/shared/identity.ts';

export interface Turn {
  content: string;
  /** Defaults to the position in the list, from 1. */
  seq?: number;
  role?: string;
  speaker?: string | null;
}

/** One conversation without a project; `name` is also the id of its session. */
export function archiveOf(caller: Caller, name: string, turns: readonly (string | Turn)[]): ArchiveBatch {
  const messages = turns.map((turn, place) => {
    const {
      content,
      seq = place + 1,
      role = 'user',
      speaker = null,
    } = typeof turn === 'string' ? { content: turn } : turn;
    return {
      externalSessionId: name,
      session: { id: name, startedAt: moment, oneLiner: name },
      uid: `${name} ${String(seq)}`,
      seq,
      role,
      type: 'text' as const,
      speaker,
      content,
      sourceRef: null,
      createdAt: null,
      contentHash: hash(content),
    };
  });
  return { userId: caller.user.id, agentId: caller.agent.id, projectId: null, now: moment, messages };
}

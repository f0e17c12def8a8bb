/**
 * Records which memories were offered in which session, so that an assistant gets each of them once. An offer is not a
 * memory: it is deleted with the session or with the offered memory.
 */
import { hoursBefore } from '../../util/time.ts';
import type { Caller } from '../shared/identity.ts';
import type { MemoryRef } from '../shared/memoryRef.ts';
import type { Clock } from '../shared/ports.ts';
import { fingerprint } from '../../util/fingerprint.ts';

/** Something that is sent once per session: a memory, or another item such as the context block. */
export interface OfferRef {
  /** A `MemoryKind` or another word. */
  kind: string;
  id: string;
}

/** The kind that records that a chat got its context block. */
export const contextKind = 'context';
/** The id recorded under that kind while the context block is compacted away and was not sent again. */
export const lostContextId = 'lost';

/** Records that a chat got what earlier sessions concluded about its matter. */
export const briefingSent = { kind: 'briefing', id: 'first' } as const;

/** Records that a chat got a statement of the project's files. Its line in the file may change, its words do not. */
export function statementSent(said: string): OfferRef {
  return { kind: 'statement', id: fingerprint(said) };
}

/** The kind of commits and decision records that a chat got; the id is that of the commit, or the path. */
export const commitKind = 'commit';

/** A sub-agent sees nothing of what its chat got, and the chat nothing of what it got, so that both are recorded apart. */
export function kindFor(kind: string, subAgent: string | undefined): string {
  return subAgent === undefined ? kind : `${kind} for ${fingerprint(subAgent)}`;
}

/** The kind that records that the assistant was asked to save what the chat taught. It is never forgotten. */
export const askedKind = 'asked';

export interface OfferClaim {
  sessionId: string;
  /** May contain duplicates; each is claimed once. */
  refs: readonly OfferRef[];
  /** ISO 8601 in UTC. */
  now: string;
  /** Minutes after which a memory may be offered again in the same session; never when absent. */
  again?: number;
}

export interface OfferStore {
  /**
   * Records these offers. Returns, in the given order, those that were not yet offered in this session, or not within
   * `again` minutes. Of two concurrent hooks for one prompt, one gets them. Empty for an unknown session.
   */
  claim(claim: OfferClaim): Promise<OfferRef[]>;
  /** Deletes all offers of the session but `askedKind`, as after a compaction, so that everything may be offered again. */
  forget(sessionId: string): Promise<void>;
  /**
   * Whether the chat's model got the context block, in any of the chat's sessions, and it was not compacted away since.
   */
  holdsContext(caller: { user: { id: string }; conversationId: string | null }): Promise<boolean>;
  /** What was sent in the session, in no particular order. */
  sent(sessionId: string): Promise<OfferRef[]>;
  /** Whether this was sent in the session. */
  has(sessionId: string, ref: OfferRef): Promise<boolean>;
  /** Deletes one record; false if there was none. Of two concurrent callers, one gets true. */
  take(sessionId: string, ref: OfferRef): Promise<boolean>;
  /** Notes that an assistant opened these memories, with every offer of them in the user's sessions since then. */
  noteUse(use: { userId: string; refs: readonly OfferRef[]; since: string; now: string }): Promise<void>;
  /** What the user's chats got since then; see `OfferCounts`. */
  counts(userId: string, since: string): Promise<OfferCounts>;
}

/** How often memories were sent to chats unasked, and what came of it. */
export interface OfferCounts {
  /** Memories, each once for a session. */
  offered: number;
  /** Those that an assistant opened then, and those that a person rated as useful. */
  used: number;
  /** Memories that a person muted or rated as not useful. */
  dismissed: number;
}

/** The kinds that are a memory, or name a session; what a session said counts with its name. */
export const countedKinds = ['fact', 'chunk', 'knowledge', 'related', 'statement'] as const;

/** Hours after an offer in which opening the memory counts as its use. */
const useHours = 12;

/**
 * Notes that an assistant opened memories. A tool does not know in which chat it was called, so all that were offered
 * lately count. Never rejects: the answer matters more than the note.
 */
export async function noteOpened(
  { offers, clock }: { offers: OfferStore; clock: Clock },
  { user }: Caller,
  opened: readonly MemoryRef[],
): Promise<void> {
  if (opened.length === 0) return;
  const now = clock.now();
  const refs = opened.map(({ kind, id }) => ({ kind: kind === 'session' ? 'related' : kind, id }));
  const use = { userId: user.id, refs, since: hoursBefore(now, useHours), now: now.toISOString() };
  await offers.noteUse(use).catch(() => undefined);
}

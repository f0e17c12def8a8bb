/**
 * Which memories were offered in which session, so that an assistant gets each of them once. An offer is not a memory:
 * it is deleted with the session or with the offered memory.
 */

/** Names what is said once in a session: a memory, or something else of a kind of its own, such as the context block. */
export interface OfferRef {
  /** A `MemoryKind`, or any other word. */
  kind: string;
  id: string;
}

/** The kind under which it is noted that a chat was given its context block. */
export const contextKind = 'context';
/** Noted under that kind while the context is compacted away and was not given again. */
export const lostContextId = 'lost';

export interface OfferClaim {
  sessionId: string;
  /** May name one thing twice; it is claimed once. */
  refs: readonly OfferRef[];
  /** ISO 8601 in UTC. */
  now: string;
  /** Minutes after which a memory may be offered again in the same session; never when absent. */
  again?: number;
}

export interface OfferStore {
  /**
   * Notes that these are offered now, and answers with those of them that were not offered in this session yet, or long
   * enough ago, in the order given. Of two hooks that ask for the same prompt at once, one gets them. None for a session that is not there.
   */
  claim(claim: OfferClaim): Promise<OfferRef[]>;
  /** What was offered is no longer before the assistant, as after a compaction: all of it may be offered again. */
  forget(sessionId: string): Promise<void>;
  /** Whether the context block was put before this chat's model, in any of its sessions, and not compacted away since. */
  holdsContext(caller: { user: { id: string }; conversationId: string | null }): Promise<boolean>;
  /** Takes one note back; false when there was none. Of two that ask at once, one gets true. */
  take(sessionId: string, ref: OfferRef): Promise<boolean>;
}

/** What the page is answered from, and what differs between the hosts that show it. */
import type { Memory } from '../../memory/memory.ts';
import type { BigMindError } from '../../memory/shared/errors.ts';
import type { Caller } from '../../memory/shared/identity.ts';
import type { FailureCard } from '../../protocol/failure.ts';
import type { ViewAction } from '../../protocol/overview.ts';
import type { Search } from '../../search/search.ts';

/** Whose memory, and how it is searched. */
export interface PageReading {
  memory: Memory;
  search: Search;
  caller: Caller;
}

/** What differs between the hosts. */
export interface PageHost {
  /** Does work with the memory, as `MemoryAccess.use` does; rejects with the error of the work or of the opening. */
  use<T>(work: (reading: PageReading) => Promise<T>): Promise<T>;
  /** Where the store is, for people; it may change with a setting. */
  readonly location: string;
  /** What the host can do when a button is pressed. */
  readonly actions: readonly ViewAction[];
  /** What a person may do about a failure here, and the actions that help. */
  adviceOn(error: BigMindError): Pick<FailureCard, 'remedy' | 'actions'>;
  /** Told of defects, for a log. */
  note(text: string): void;
}

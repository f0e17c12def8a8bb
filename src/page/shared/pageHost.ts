/** What the page's handlers work with, and what differs between the hosts that show the page. */
import type { EditableFiles } from '../../memory/entries/editableFiles.ts';
import type { Memory } from '../../memory/memory.ts';
import type { BigMindError } from '../../memory/shared/errors.ts';
import type { Caller } from '../../memory/shared/identity.ts';
import type { PageCommand } from '../../protocol/commands.ts';
import type { FailureCard } from '../../protocol/failure.ts';
import type { ViewAction } from '../../protocol/overview.ts';
import type { Search } from '../../search/search.ts';

/** Whose memory is used, and how it is searched. */
export interface PageReading {
  memory: Memory;
  search: Search;
  caller: Caller;
}

/** How many conversations were found, and the programs that they are of, those with most first. */
export interface PastFound {
  conversations: number;
  programs: readonly string[];
}

/** What differs between the hosts. */
export interface PageHost {
  /** Runs work with the memory, like `MemoryAccess.use`. Rejects with the error of the work or of opening the store. */
  use<T>(work: (reading: PageReading) => Promise<T>): Promise<T>;
  /** Location of the store, as displayed; it may change with a setting. */
  readonly location: string;
  /** The actions that this host can run for a button. */
  readonly actions: readonly ViewAction[];
  /** The memory files of the computer's user; absent if somebody else may use this host. */
  readonly files?: EditableFiles | undefined;
  /** Whether this host and its store are in a browser alone; absent for no. */
  readonly isInBrowser?: boolean;
  /** Whether a command may be an agent's, and not the user's click; absent if none can be. */
  mayBeOfAgent?: (command: PageCommand) => boolean;
  /** Whether chats of this window, or of an assistant on this computer, are recorded; absent if that is not known. */
  isRecording?: (() => boolean) | undefined;
  /** Conversations of other programs on this computer, which may take seconds; absent where there are none to import. */
  findPast?: () => Promise<PastFound>;
  /** What the user can do about a failure in this host, and the actions that help. */
  adviceOn(error: BigMindError): Pick<FailureCard, 'remedy' | 'actions'>;
  /** Logs a defect. */
  note(text: string): void;
}

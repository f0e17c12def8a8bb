/**
 * Recording: turns a transcript into memories. Its messages go to the archive, each once, however often and in how many
 * windows the file is read. Then rules summarize its sessions, and exchanges worth keeping become chunks. A summary by
 * a model or a person is kept. Text that BigMind itself put into the conversation is left out, or it would be
 * remembered again and again.
 */
import { hoursBefore } from '../../util/time.ts';
import type { SessionOrigin } from '../sessions/sessions.ts';
import type { Caller } from '../shared/identity.ts';
import type { Ports } from '../shared/ports.ts';
import type { TranscriptPosition } from '../shared/transcriptPosition.ts';
import type { MessageType, SummarySource, TranscriptRole } from '../shared/vocabulary.ts';
import type { KeptExchange } from '../summarize/rules/worthKeeping.ts';
import type { RuleSummary } from '../summarize/ruleSummary.ts';
import type { SummaryMessage } from '../summarize/words/utterances.ts';
import type { SessionWork, Work } from '../summarize/words/work.ts';
import { RecordingRun } from './recordingRun.ts';
import { summarizeByRule } from './summarizeByRule.ts';
import type { HeapType, TranscriptFormat, TranscriptHead, TranscriptItem } from './transcript.ts';

/** A message on its way from a transcript into the archive. */
export interface RecordedMessage {
  /** Made of user, conversation and key, so that the same message has the same one at every reading. */
  uid: string;
  role: TranscriptRole;
  type: MessageType;
  content: string;
  contentHash: string;
  sourceRef: string;
  /** ISO 8601; null when the transcript does not tell. */
  createdAt: string | null;
  tool: string | null;
  files: readonly string[];
  work: Work | null;
  /** The git branch that it was said on, where that says something; null else. */
  branch: string | null;
  begins: Exclude<HeapType, 'FRESH'> | null;
}

export interface RecordedBatch {
  userId: string;
  agentId: string;
  projectId: string | null;
  /** As the client names it. */
  conversation: string;
  format: TranscriptFormat;
  /** `live` for a conversation that goes on in the open session, `import` for one of the past. */
  origin: SessionOrigin;
  /** When the conversation began, as far as the transcript tells; ISO 8601. */
  startedAt: string | null;
  messages: readonly RecordedMessage[];
  /** What the batch before it in the same reading answered with; absent for the first. */
  known?: KnownTurns | undefined;
  /** When the first message was said, where reading goes on in the middle of a file; ISO 8601. Absent at a beginning. */
  goesOnAt?: string | undefined;
  /** The file was read before, and is another one now: its client wrote it anew, with other names for old messages. */
  isRewritten: boolean;
  /** What was said before this is too old to be recorded; ISO 8601, absent where the archive is kept for ever. */
  keptSince?: string | undefined;
  /** A conversation silent since before this goes on in a new session; ISO 8601. */
  silentBefore: string;
  /** The file and how far this batch brings it; null when that is not to be noted. */
  file: ReadFile | null;
  now: string;
}

export interface ReadFile {
  path: string;
  position: TranscriptPosition;
  /**
   * Where the last turn of the reading begins. When that turn is there already under other names, reading goes on there,
   * because only by its request is the rest of it known again. Null where reading cannot go on in the middle.
   */
  turn: TranscriptPosition | null;
}

/** The requests of a conversation that a transcript may bring again under other names. */
export interface KnownTurns {
  /** The id of the last message that was looked at. */
  through: number;
  /** Requests that no request of this reading is, by the hash of what they say. */
  asked: Map<string, { id: number; createdAt: string; isOtherFormat: boolean }[]>;
  /** Whether reading stands in a turn that is there already. */
  inTurn: boolean;
}

export interface RecordedReport {
  /** Sessions that got messages. */
  sessions: string[];
  /** Sessions of the conversation in which something was said that nobody has told yet, whenever it was stored. */
  untold: string[];
  /** Sessions that did not exist before. */
  opened: number;
  stored: number;
  duplicates: number;
  /** Messages that were erased for good, and stay so. */
  erased: number;
  known: KnownTurns;
}

/** What is stored of a session told by rule. */
export interface SummarizedByRule {
  sessionId: string;
  summarySource: SummarySource;
  ruleSummary: Pick<RuleSummary, 'headline' | 'topics' | 'outcome' | 'summary' | 'files' | 'importance'>;
  /** Exchanges of turns that were not told before. */
  kept: readonly (KeptExchange & { uid: string; contentHash: string })[];
  agentId: string;
  /** The place of the last message that was read for it. */
  through: number;
  now: string;
}

export interface SessionToSummarize {
  messages: (SummaryMessage & { seq: number })[];
  work: SessionWork;
  /** The place of the last message, and of the last that was told before; -1 for none. */
  through: number;
  summarizedThrough: number;
}

/** A file that was read, and how far. */
export interface NotedFile {
  path: string;
  position: TranscriptPosition;
}

export interface LiveFiles {
  userId: string;
  /** ISO 8601. */
  since: string;
  limit: number;
}

export interface RecordingStore {
  /** Stores a batch, which may be empty, in one transaction. A message whose uid is there already is a duplicate. */
  append(batch: RecordedBatch): Promise<RecordedReport>;
  /** How far a user's file was read; undefined for a new one. */
  position(userId: string, path: string): Promise<TranscriptPosition | undefined>;
  /**
   * Notes that a hook told of this transcript, which may not be there yet: what nobody reads of it in time is read later.
   * Writes nothing when that was noted after `since` (ISO 8601). An erasure of the conversation's project forgets the file.
   */
  expect(file: {
    userId: string;
    path: string;
    conversation?: string | null;
    projectId?: string | null;
    now: string;
    since: string;
  }): Promise<void>;
  /** Files that a hook told of and that were read or told of since a time, the newest first, with how far they were read. */
  liveFiles(query: LiveFiles): Promise<NotedFile[]>;
  /** Begins another heap for the messages to come, because the conversation is about to be compacted. */
  beginHeap(heap: { userId: string; conversation: string; now: string }): Promise<void>;
  /** A session's user and assistant texts and its writing tool calls, the first and the last ones when there are many. */
  readForSummary(sessionId: string, most: { first: number; last: number }): Promise<SessionToSummarize>;
  /** In one transaction; what a better teller told stays. Answers with how many of the kept exchanges were added. */
  tell(told: SummarizedByRule): Promise<number>;
}

export interface RecordingReport {
  /** The conversation as the client names it; null when the transcript named none. */
  conversation: string | null;
  sessions: string[];
  opened: number;
  stored: number;
  duplicates: number;
  /** Messages that were erased for good, and stay so. */
  erased: number;
  /** Exchanges worth finding again that became chunks. */
  kept: number;
  /** Secrets and private passages that were cut out before storing. */
  redacted: number;
  /** Damage, by line; at most 100. */
  unreadable: { lineNumber: number; reason: string }[];
  /** Whether the transcript was read to its end. */
  isWhole: boolean;
}

export interface RecordingOptions {
  format: TranscriptFormat;
  origin: SessionOrigin;
  /** The file that is read, to go on from where it was left; null when it is read from the beginning each time. */
  path: string | null;
  /** The conversation, where somebody knows it better than the transcript, which may be a copy of another one. */
  conversation?: string;
  /** The folder that the conversation is led in, where somebody knows it besides the transcript; absolute. */
  folder?: string | undefined;
  /** Where the reader was told to go on; absent for the beginning. */
  from?: TranscriptPosition | undefined;
  /** Who speaks in a conversation; asked once, with what the transcript says of it. */
  callerOf: (head: TranscriptHead) => Promise<Caller>;
  /**
   * Asked after each batch that another reading need not repeat; reading ends early when it answers false, and goes on
   * from there another time.
   */
  goesOn?: (report: RecordingReport) => boolean;
}

const maxLiveFiles = 20;
/** A transcript is noted again after so long, because a chat may be taken up days later. */
const notedAgainHours = 1;

export class Recording {
  readonly #store: RecordingStore;
  readonly #ports: Ports;
  readonly #silenceMinutes: number;
  readonly #archiveDays: number;

  /** `archiveDays` is how long the archive is kept; 0 for ever. */
  constructor(store: RecordingStore, ports: Ports, silenceMinutes: number, archiveDays = 0) {
    this.#store = store;
    this.#ports = ports;
    this.#silenceMinutes = silenceMinutes;
    this.#archiveDays = archiveDays;
  }

  position(caller: Caller, path: string): Promise<TranscriptPosition | undefined> {
    return this.#store.position(caller.user.id, path);
  }

  /** A hook told of the transcript at `path`: its chat is recorded even if this is the last that is heard of it. */
  expect(caller: Caller, path: string): Promise<void> {
    const now = this.#ports.clock.now();
    return this.#store.expect({
      userId: caller.user.id,
      path,
      conversation: caller.conversationId,
      projectId: caller.project?.id ?? null,
      now: now.toISOString(),
      since: hoursBefore(now, notedAgainHours),
    });
  }

  /** Transcripts of the caller's chats that hooks told of in the last hours, at most 20, the newest first. */
  liveFiles(caller: Caller, hours: number): Promise<NotedFile[]> {
    const since = hoursBefore(this.#ports.clock.now(), hours);
    return this.#store.liveFiles({ userId: caller.user.id, since, limit: maxLiveFiles });
  }

  /** What is said from now on in the caller's conversation lies in another heap than what was compacted away. */
  async compacts(caller: Caller): Promise<void> {
    if (caller.conversationId === null) return;
    const now = this.#ports.clock.now().toISOString();
    await this.#store.beginHeap({ userId: caller.user.id, conversation: caller.conversationId, now });
  }

  /**
   * Records what a reader answers with, and tells the conversation's sessions that are not told so far. Messages before the first head belong to
   * nobody and are left out. Rejects with the reader's error once all before it is stored, or with the store's; what was
   * stored until then stays.
   */
  async record(
    items: AsyncIterable<TranscriptItem> | Iterable<TranscriptItem>,
    options: RecordingOptions,
  ): Promise<RecordingReport> {
    const run = new RecordingRun(this.#store, this.#ports, options, {
      silentBefore: this.#silentBefore(),
      keptSince: this.#archiveDays === 0 ? undefined : hoursBefore(this.#ports.clock.now(), this.#archiveDays * 24),
    });
    let failure: { cause: unknown } | undefined;
    const noteFailure = (cause: unknown): void => {
      failure = { cause };
    };
    for await (const item of untilFailure(items, noteFailure)) {
      await run.take(item);
      if (run.isFull) await run.flush();
      if (!run.report.isWhole) break;
    }
    await run.end();
    for (const sessionId of run.untold) {
      if (run.caller === undefined) break;
      const about = { sessionId, title: run.title, agentId: run.caller.agent.id };
      run.report.kept += await summarizeByRule(this.#store, this.#ports, about);
    }
    if (failure !== undefined) throw failure.cause;
    return run.report;
  }

  #silentBefore(): string {
    return new Date(this.#ports.clock.now().getTime() - this.#silenceMinutes * 60_000).toISOString();
  }
}

/** What a reader answers with until it fails; an error of whoever takes the items is none of its own. */
async function* untilFailure(
  items: AsyncIterable<TranscriptItem> | Iterable<TranscriptItem>,
  failed: (cause: unknown) => void,
): AsyncGenerator<TranscriptItem> {
  try {
    yield* items;
  } catch (cause) {
    failed(cause);
  }
}

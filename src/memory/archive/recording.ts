/**
 * Recording: turns a transcript into memories. Each message is archived once, however often and in how many windows the
 * file is read. Rules then summarize its sessions, and exchanges worth keeping become chunks. A summary by an agent, a
 * model or a person is kept. Text that BigMind itself added to the conversation is left out, or it would be remembered
 * again and again.
 */
import { hoursBefore, minutesBefore } from '../../util/time.ts';
import type { SessionOrigin } from '../sessions/sessions.ts';
import type { NotedImport } from '../shared/audit.ts';
import type { Caller } from '../shared/identity.ts';
import type { Ports } from '../shared/ports.ts';
import type { TranscriptPosition } from '../shared/transcriptPosition.ts';
import type { MessageType, SummarySource, TranscriptRole } from '../shared/vocabulary.ts';
import type { KeptExchange } from '../summarize/rules/worthKeeping.ts';
import type { RuleSummary } from '../summarize/ruleSummary.ts';
import type { SummaryMessage } from '../summarize/words/utterances.ts';
import type { SessionWork, Work } from '../summarize/words/work.ts';
import { deliveredItems, projectForOthers, readingOffsets, type DeliveredMessages, type Outbox } from './outbox.ts';
import { RecordingRun } from './recordingRun.ts';
import { summarizeByRule } from './summarizeByRule.ts';
import type { SummarizedSession } from './summarizeByRule.ts';
import type { TranscriptHead, TranscriptItem } from './transcript.ts';
import type { HeapType } from '../shared/vocabulary.ts';

/** A message of a transcript to be added to the archive. */
export interface RecordedMessage {
  /** Derived from user, conversation and key, so that a message gets the same one in every reading. */
  uid: string;
  role: TranscriptRole;
  type: MessageType;
  content: string;
  contentHash: string;
  sourceRef: string;
  /** ISO 8601; null if the transcript does not state it. */
  createdAt: string | null;
  /** The transcript states no time, so `createdAt` is only that of the conversation or the file. */
  isUndated?: true;
  tool: string | null;
  files: readonly string[];
  work: Work | null;
  /** The git branch at the time, if its name is informative; otherwise null. */
  branch: string | null;
  begins: Exclude<HeapType, 'FRESH'> | null;
  /** The conversation from which it may be copied. */
  copiedFrom?: string | undefined;
}

export interface RecordedBatch {
  userId: string;
  agentId: string;
  projectId: string | null;
  /** As the client names it. */
  conversation: string;
  format: string;
  /** `live` for the caller's own running conversation, `import` for any other. */
  origin: SessionOrigin;
  /** When the conversation began, if the transcript states it; ISO 8601. */
  startedAt: string | null;
  messages: readonly RecordedMessage[];
  /** The import that it belongs to, if that is noted as a whole. */
  noted?: NotedImport | undefined;
  /** The result of the previous batch of the same reading; absent for the first. */
  known?: KnownTurns | undefined;
  /** Time of the first message if reading resumes mid-file; ISO 8601. Absent if it starts at the beginning. */
  resumedAt?: string | undefined;
  /** The file was read before and has been rewritten by its client, possibly with other keys for old messages. */
  isRewritten: boolean;
  /** Older messages are not recorded; ISO 8601. Absent if the archive is kept forever. */
  keptSince?: string | undefined;
  /** A conversation silent since before this continues in a new session; ISO 8601. */
  silentBefore: string;
  /** The file, and the position after this batch; null if that must not be stored. */
  file: ReadFile | null;
  now: string;
}

export interface ReadFile {
  path: string;
  position: TranscriptPosition;
  /**
   * The start of the last turn in the reading. If that turn is stored already under other names, reading resumes here,
   * because only the turn's request identifies the rest of it. Null if no turn has begun, or if the reader cannot
   * resume mid-file.
   */
  turn: TranscriptPosition | null;
}

/** Stored requests of a conversation that a transcript may contain under other names. */
export interface KnownTurns {
  /** The id of the last stored message that was checked. */
  through: number;
  /** Stored requests that no request of this reading has matched, by the hash of their content. */
  asked: Map<string, { id: number; createdAt: string; isOtherFormat: boolean }[]>;
  /** Whether reading is within a turn that is stored already. */
  inTurn: boolean;
  /** Content hashes of the conversations from which messages may be copied. */
  originals: Map<string, ReadonlySet<string>>;
}

export interface RecordedReport {
  /** Sessions that got messages. */
  sessions: string[];
  /** Sessions of the conversation with messages that no summary covers, whenever they were stored. */
  unsummarized: string[];
  /** Sessions that did not exist before. */
  opened: number;
  stored: number;
  duplicates: number;
  /** Messages that were permanently erased before, and are not restored. */
  erased: number;
  known: KnownTurns;
}

/** A rule's summary of a session, to be stored. */
export interface SummarizedByRule {
  sessionId: string;
  summarySource: SummarySource;
  ruleSummary: Pick<RuleSummary, 'headline' | 'topics' | 'outcome' | 'summary' | 'files' | 'importance'>;
  /** Exchanges of turns that no summary covered before. */
  kept: readonly (KeptExchange & { uid: string; contentHash: string })[];
  agentId: string;
  /** The audit names the import as a whole. */
  isImported?: boolean;
  /** The `seq` of the last message that the summary covers. */
  through: number;
  now: string;
}

export interface SessionToSummarize {
  messages: (SummaryMessage & { seq: number })[];
  work: SessionWork;
  /** The `seq` of the last message, and of the last one that a summary covers; -1 for none. */
  through: number;
  summarizedThrough: number;
}

/** A file and the position up to which it was read. */
export interface FilePosition {
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
  /** Stores a batch, which may be empty, in one transaction. A message whose uid is stored already is a duplicate. */
  append(batch: RecordedBatch): Promise<RecordedReport>;
  /** The position in a user's file; undefined for a new one. */
  position(userId: string, path: string): Promise<TranscriptPosition | undefined>;
  /**
   * Marks a transcript, which may not exist yet, as reported by a hook, so that unread messages are recorded later.
   * Writes nothing if it was marked at or after `since` (ISO 8601). An erasure of the conversation's project forgets
   * the file.
   */
  expect(file: {
    userId: string;
    path: string;
    conversation?: string | null;
    projectId?: string | null;
    now: string;
    since: string;
  }): Promise<void>;
  /** Files that hooks reported and that were read or reported since a time, newest first, with their positions. */
  liveFiles(query: LiveFiles): Promise<FilePosition[]>;
  /**
   * A user's sessions with messages that no summary covers, oldest first: recorded ones, and imported ones with an
   * answer of an assistant.
   */
  unsummarized(userId: string): Promise<Pick<SummarizedSession, 'sessionId' | 'agentId'>[]>;
  /** Begins another heap for later messages, because the conversation is about to be compacted. */
  beginHeap(heap: { userId: string; conversation: string; now: string }): Promise<void>;
  /**
   * A session's user and assistant texts and its writing tool calls; only the first and last ones if there are many.
   */
  readForSummary(sessionId: string, max: { first: number; last: number }): Promise<SessionToSummarize>;
  /**
   * Stores a rule's summary in one transaction; a summary by a better source is kept, and only its empty fields are
   * filled. Returns how many of the kept exchanges were added.
   */
  storeSummary(summary: SummarizedByRule): Promise<number>;
}

export interface RecordingReport {
  /** The conversation as the client names it; null if the transcript named none. */
  conversation: string | null;
  sessions: string[];
  opened: number;
  stored: number;
  duplicates: number;
  /** Messages that were permanently erased before, and are not restored. */
  erased: number;
  /** Exchanges worth finding again that became chunks. */
  kept: number;
  /** Secrets and private passages removed before storing. */
  redacted: number;
  /** Damage, by line; at most 100. */
  unreadable: { lineNumber: number; reason: string }[];
  /** Whether the transcript was read to its end. */
  isWhole: boolean;
}

export interface RecordingOptions {
  format: string;
  origin: SessionOrigin;
  /** The file whose position is stored, to resume there; null if it is read from the beginning each time. */
  path: string | null;
  /** The conversation, if it is known from elsewhere: the transcript may be a copy of another conversation. */
  conversation?: string;
  /** The folder of the conversation, if it is known from elsewhere; absolute. */
  folder?: string | undefined;
  /** When the file was last written, for a conversation without any believable time; ISO 8601. */
  modifiedAt?: string;
  /** The import of many files that this is a part of. */
  noted?: NotedImport;
  /** The position that the reader starts from; absent for the beginning. */
  from?: TranscriptPosition | undefined;
  /** The caller of a conversation; called once, with the transcript's first head. */
  callerOf: (head: TranscriptHead) => Promise<Caller>;
  /**
   * Called after each batch that stored messages or need not be read again. If it returns false, reading ends early and
   * resumes there next time.
   */
  shouldContinue?: (report: RecordingReport) => boolean;
}

const maxLiveFiles = 20;
/** Hours until a transcript is marked again, because a chat may be resumed days later. */
const notedAgainHours = 1;

interface RecordingRules {
  silenceMinutes: number;
  /** The retention of the archive; 0 means forever. */
  archiveDays?: number;
  /** Gets the messages instead of the store, which then only knows how far each transcript was read. */
  outbox?: Outbox | undefined;
}

/** Records transcripts, and knows which files to read next and where to resume. */
export class Recording {
  readonly #store: RecordingStore;
  readonly #ports: Ports;
  readonly #silenceMinutes: number;
  readonly #archiveDays: number;
  readonly #outbox: Outbox | undefined;

  constructor(store: RecordingStore, ports: Ports, { silenceMinutes, archiveDays = 0, outbox }: RecordingRules) {
    this.#store = store;
    this.#ports = ports;
    this.#silenceMinutes = silenceMinutes;
    this.#archiveDays = archiveDays;
    this.#outbox = outbox;
  }

  position(caller: Caller, path: string): Promise<TranscriptPosition | undefined> {
    return this.#store.position(caller.user.id, path);
  }

  /** Marks the transcript at `path` as reported by a hook: its chat gets recorded even if no later hook runs. */
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

  /** Transcripts of the caller's chats that hooks reported in the last hours, at most 20, newest first. */
  liveFiles(caller: Caller, hours: number): Promise<FilePosition[]> {
    const since = hoursBefore(this.#ports.clock.now(), hours);
    return this.#store.liveFiles({ userId: caller.user.id, since, limit: maxLiveFiles });
  }

  /**
   * Summarizes the caller's sessions that have messages without a summary, because the process that stored those ended
   * before. Returns how many it summarized while `hasTime` returned true.
   */
  async summarizeLeft(caller: Caller, hasTime: () => boolean = () => true): Promise<number> {
    let count = 0;
    for (const session of await this.#store.unsummarized(caller.user.id)) {
      if (!hasTime()) break;
      await summarizeByRule(this.#store, this.#ports, { ...session, title: null });
      count += 1;
    }
    return count;
  }

  /** Starts a new heap for later messages of the caller's conversation, separate from the compacted ones. */
  async compacts(caller: Caller): Promise<void> {
    if (caller.conversationId === null) return;
    await this.#note('compacted', caller);
    const now = this.#ports.clock.now().toISOString();
    await this.#store.beginHeap({ userId: caller.user.id, conversation: caller.conversationId, now });
  }

  /** Records the messages of a delivery as the caller's; repeated, it stores nothing. */
  recordDelivered(caller: Caller, delivery: DeliveredMessages): Promise<RecordingReport> {
    const { format, origin, conversation, reading } = delivery;
    return this.record(deliveredItems(delivery), {
      ...{ format, origin, conversation, path: null },
      from: { offset: readingOffsets[reading], lastKey: null },
      callerOf: () => Promise.resolve(caller),
    });
  }

  /** The caller's conversation has ended; its session is closed elsewhere. */
  async ends(caller: Caller): Promise<void> {
    await this.#note('ended', caller);
  }

  async #note(type: 'compacted' | 'ended', { conversationId: conversation, agent, project }: Caller): Promise<void> {
    if (conversation === null) return;
    const { name, version } = agent;
    const place = project && projectForOthers(project);
    await this.#outbox?.put({ type, conversation, agent: { name, version }, project: place });
  }

  /**
   * Records the items of a reader, then summarizes the conversation's sessions with messages that no summary covers.
   * Messages before the first head are left out, because they have no owner. Rejects with the reader's error after
   * everything before it is stored, or with the store's; what was stored until then stays.
   */
  async record(
    items: AsyncIterable<TranscriptItem> | Iterable<TranscriptItem>,
    options: RecordingOptions,
  ): Promise<RecordingReport> {
    const run = new RecordingRun(this.#store, this.#ports, options, {
      silentBefore: minutesBefore(this.#ports.clock.now(), this.#silenceMinutes),
      keptSince: this.#archiveDays === 0 ? undefined : hoursBefore(this.#ports.clock.now(), this.#archiveDays * 24),
      outbox: this.#outbox,
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
    for (const sessionId of run.unsummarized) {
      if (run.caller === undefined) break;
      const isImported = options.noted !== undefined;
      const about = { sessionId, title: run.title, agentId: run.caller.agent.id, isImported };
      run.report.kept += await summarizeByRule(this.#store, this.#ports, about);
    }
    if (failure !== undefined) throw failure.cause;
    return run.report;
  }
}

/** Yields a reader's items until it fails. Errors of the consumer are not caught. */
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

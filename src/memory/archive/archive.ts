/**
 * The archive: whole conversations, message by message, verbatim. It is searched but never injected into a context
 * automatically. It is filled by recordings (`recording.ts`) and by imported message files, whose sessions have the
 * origin `import`.
 */
import { oneLine, shorten } from '../../util/text.ts';
import { hoursBefore } from '../../util/time.ts';
import { timeOrderedUuid } from '../../util/timeOrderedUuid.ts';
import type { Actor } from '../shared/audit.ts';
import { actorOf } from '../shared/audit.ts';
import { quotationHash } from '../shared/contentHash.ts';
import type { DeletedStep } from '../shared/background/deletedSteps.ts';
import { inSteps } from '../shared/background/deletedSteps.ts';
import { BigMindError } from '../shared/errors.ts';
import type { NotedImport } from '../shared/audit.ts';
import type { Caller } from '../shared/identity.ts';
import { limits, requireTime, requireWholeBetween } from '../shared/input.ts';
import { Intake } from '../shared/intake.ts';
import type { Ports } from '../shared/ports.ts';
import type { MessageType } from '../shared/vocabulary.ts';
import { believableTime } from './messageTimes.ts';
import type { RecordingStore } from './recording.ts';
import { summarizeByRule } from './summarizeByRule.ts';

/** A message to be added to the archive. */
export interface NewMessage {
  /** The conversation's name in its source file. */
  externalSessionId: string;
  /** Used if this message is the first of its session. */
  session: { id: string; startedAt: string; oneLiner: string };
  uid: string;
  /** Orders the messages of a session; gaps are allowed. */
  seq: number;
  role: string;
  type: MessageType;
  speaker: string | null;
  content: string;
  sourceRef: string | null;
  createdAt: string | null;
  contentHash: string;
}

export interface ArchiveBatch {
  userId: string;
  /** The import that it belongs to. */
  noted?: NotedImport;
  agentId: string;
  projectId: string | null;
  messages: NewMessage[];
  now: string;
}

export interface ArchiveReport {
  /** Sessions that did not exist before. */
  sessions: number;
  stored: number;
  /** The same session, position and content were stored already. */
  duplicates: number;
  /** The position was taken by other content; the older message is kept. */
  conflicts: number;
  /** Permanently erased before, and not restored. */
  erased: number;
}

export interface Message {
  id: number;
  sessionId: string;
  seq: number;
  role: string;
  type: MessageType;
  /** The tool's name, for `tool_use` and `tool_result`. */
  tool: string | null;
  /** Files that a tool was to write. */
  files: string[];
  speaker: string | null;
  content: string;
  sourceRef: string | null;
  createdAt: string;
}

/** One message of a session, by its position or its number. */
type MessagePlace = { seq: number } | { id: number };

/** Messages of one user from before a time that a vacuum would delete. */
export interface OldMessages {
  total: number;
  /** ISO 8601; null if there are none. */
  oldest: string | null;
}

export interface ArchiveStore {
  /**
   * Stores a batch in one transaction. `unsummarized` are the batch's sessions that have an assistant's text and
   * messages that no summary covers.
   */
  append(batch: ArchiveBatch): Promise<ArchiveReport & { unsummarized: string[] }>;
  /** In order of `seq`, after the first `offset`. */
  listBySession(sessionId: string, limit: number, offset?: number): Promise<{ messages: Message[]; total: number }>;
  /** How many messages of the session come before this one. */
  countBefore(sessionId: string, message: MessagePlace): Promise<number>;
  /** The places of messages that contain the text, ignoring case, as offsets of `listBySession`; at most `limit`. */
  findInSession(sessionId: string, text: string, limit: number): Promise<number[]>;
  /** Excludes continuation messages whose heap still has younger messages. */
  countOlder(userId: string, before: string): Promise<OldMessages>;
  /** Deletes some of them, oldest first, with everything derived from them and heaps and eras that become empty. */
  deleteOlder(userId: string, before: string, by?: Actor): Promise<DeletedStep>;
}

/** One line of a conversation file, as documented for `import jsonl`. */
export interface ArchiveLine {
  /** The line's number in its file, for messages about it. */
  lineNumber: number;
  session: string;
  sessionStartedAt?: string | number | undefined;
  seq?: number | undefined;
  role?: string | undefined;
  speaker?: string | undefined;
  content: string;
  createdAt?: string | number | undefined;
  sourceRef?: string | undefined;
}

/** A line that could not be read at all. */
export interface UnreadableLine {
  lineNumber: number;
  unreadable: string;
}

export interface ArchiveImportReport extends ArchiveReport {
  read: number;
  /** Exchanges worth finding again, such as decisions, that became chunks. */
  kept: number;
  /** Secrets and private passages removed before storing. */
  redacted: number;
  /** Lines that were left out, each with the reason; the other lines were stored. */
  refused: { lineNumber: number; reason: string }[];
}

interface ArchiveImportOptions {
  /** The project of the conversations; null for none. */
  projectId: string | null;
  /** Called after each batch with the number of lines read so far. */
  onProgress?: (read: number) => void;
}

const batchSize = 500;

/** Imports message files, lists messages and deletes old ones. */
export class Archive {
  readonly #store: ArchiveStore;
  readonly #recording: Pick<RecordingStore, 'readForSummary' | 'storeSummary'>;
  readonly #ports: Ports;

  constructor(store: ArchiveStore, recording: Pick<RecordingStore, 'readForSummary' | 'storeSummary'>, ports: Ports) {
    this.#store = store;
    this.#recording = recording;
    this.#ports = ports;
  }

  /**
   * Stores whole conversations and, as for recordings, summarizes those with an assistant by rule. Idempotent: messages
   * that are stored already count as duplicates, so a file that has grown can be imported again. An invalid line is
   * reported and left out; the others are kept.
   */
  async importMessages(
    caller: Caller,
    lines: AsyncIterable<ArchiveLine | UnreadableLine> | Iterable<ArchiveLine | UnreadableLine>,
    options: ArchiveImportOptions,
  ): Promise<ArchiveImportReport> {
    const run = new ArchiveImport(caller, this.#ports);
    const noted = { detail: 'jsonl', count: 1, isNoted: false };
    let batch: NewMessage[] = [];
    const unsummarized = new Set<string>();
    const flush = async (): Promise<void> => {
      const stored = await this.#store.append({ ...run.batchOf(batch, options.projectId), noted });
      run.add(stored);
      for (const sessionId of stored.unsummarized) unsummarized.add(sessionId);
      batch = [];
      options.onProgress?.(run.report.read);
    };
    for await (const line of lines) {
      const message = run.messageFrom(line);
      if (message !== undefined) batch.push(message);
      if (batch.length === batchSize) await flush();
    }
    if (batch.length > 0) await flush();
    for (const sessionId of unsummarized) {
      const about = { sessionId, title: null, agentId: caller.agent.id, isImported: true };
      run.report.kept += await summarizeByRule(this.#recording, this.#ports, about);
    }
    return run.report;
  }

  listBySession(sessionId: string, limit: number, offset = 0): Promise<{ messages: Message[]; total: number }> {
    return this.#store.listBySession(sessionId, limit, offset);
  }

  /** How many messages of the session come before this one. */
  countBefore(sessionId: string, message: MessagePlace): Promise<number> {
    return this.#store.countBefore(sessionId, message);
  }

  /** The places of messages that contain the text, ignoring case; at most `limit`. */
  findInSession(sessionId: string, text: string, limit: number): Promise<number[]> {
    return this.#store.findInSession(sessionId, text, limit);
  }

  /** The messages that `vacuum` would delete; changes nothing. `olderThanDays` is 1 to 3650. */
  async findOld(caller: Caller, olderThanDays: number): Promise<OldMessages & { before: string }> {
    const days = requireWholeBetween('archive_older_than_days', olderThanDays, 1, 3650);
    const before = hoursBefore(this.#ports.clock.now(), days * 24);
    return { ...(await this.#store.countOlder(caller.user.id, before)), before };
  }

  /**
   * Deletes the caller's own messages from before a time; sessions, their summaries and their kept exchanges stay. The
   * user must have confirmed it. Returns the number deleted; `onProgress` gets the sum after each step.
   */
  vacuum(caller: Caller, before: string, onProgress?: (deleted: number) => void): Promise<number> {
    return inSteps(() => this.#store.deleteOlder(caller.user.id, before, actorOf(caller)), onProgress);
  }
}

/** The state of one import between lines: its counts, and how each session began. */
class ArchiveImport {
  readonly report: ArchiveImportReport = {
    read: 0,
    kept: 0,
    redacted: 0,
    sessions: 0,
    stored: 0,
    duplicates: 0,
    conflicts: 0,
    erased: 0,
    refused: [],
  };
  readonly #caller: Caller;
  readonly #ports: Ports;
  readonly #now: string;
  readonly #sessions = new Map<string, ImportedSession>();

  constructor(caller: Caller, ports: Ports) {
    this.#caller = caller;
    this.#ports = ports;
    this.#now = ports.clock.now().toISOString();
  }

  batchOf(messages: NewMessage[], projectId: string | null): ArchiveBatch {
    return { userId: this.#caller.user.id, agentId: this.#caller.agent.id, projectId, messages, now: this.#now };
  }

  add(stored: ArchiveReport): void {
    this.report.sessions += stored.sessions;
    this.report.stored += stored.stored;
    this.report.duplicates += stored.duplicates;
    this.report.conflicts += stored.conflicts;
    this.report.erased += stored.erased;
  }

  messageFrom(line: ArchiveLine | UnreadableLine): NewMessage | undefined {
    this.report.read += 1;
    try {
      return this.#accepted(line);
    } catch (thrown) {
      if (!(thrown instanceof BigMindError)) throw thrown;
      this.report.refused.push({ lineNumber: line.lineNumber, reason: thrown.message });
      return undefined;
    }
  }

  #accepted(line: ArchiveLine | UnreadableLine): NewMessage {
    if ('unreadable' in line) throw new BigMindError('bad_import', line.unreadable);
    const intake = new Intake(this.#ports.redact);
    const label = intake.name('session', line.session, 500);
    const text = intake.text('content', line.content, limits.message);
    const said = this.#timeFrom('created_at', line.createdAt);
    const startedAt = this.#timeFrom('session_started_at', line.sessionStartedAt);
    const role = intake.text('role', line.role ?? 'user', 50);
    const speaker = intake.optional('speaker', line.speaker, 200);
    const sourceRef = intake.optional('source_ref', line.sourceRef, limits.shortText);
    // A message without a position takes its line number, so that lines repaired later fall into place.
    const seq = requireWholeBetween('seq', line.seq ?? line.lineNumber, 0, Number.MAX_SAFE_INTEGER);
    const { session, lastAt } = this.#sessionOf(label, startedAt ?? said, text);
    const createdAt = said ?? startedAt ?? lastAt;
    this.#sessions.set(label, { session, lastAt: createdAt });
    this.report.redacted += intake.removed;
    return {
      externalSessionId: label,
      session,
      uid: timeOrderedUuid(this.#ports.clock.now(), this.#ports.newId()),
      seq,
      role,
      type: 'text',
      speaker,
      content: text,
      sourceRef,
      createdAt: createdAt ?? null,
      contentHash: quotationHash(this.#ports.hash, text),
    };
  }

  /** A session whose first lines have no time begins with the first one that has, else now. */
  #sessionOf(label: string, startedAt: string | undefined, firstText: string): ImportedSession {
    const known = this.#sessions.get(label);
    if (known === undefined) {
      const oneLiner = shorten(oneLine(firstText), limits.headline);
      const session = { id: this.#ports.newId(), startedAt: startedAt ?? this.#now, oneLiner };
      return { session, lastAt: undefined };
    }
    if (known.lastAt === undefined && startedAt !== undefined) known.session.startedAt = startedAt;
    return known;
  }

  #timeFrom(field: string, value: string | number | undefined): string | undefined {
    const time = value === undefined || value === '' ? undefined : requireTime(field, value);
    return believableTime(time, this.#ports.clock.now());
  }
}

interface ImportedSession {
  session: NewMessage['session'];
  /** The time of its last line that has one. */
  lastAt: string | undefined;
}

/**
 * Recording: what becomes of a transcript. Its messages go to the archive, each once however often and in how many
 * windows the file is read; then its sessions are told by rule, and exchanges worth keeping become chunks. What a model
 * or a person told of a session stays as they told it. Text that BigMind itself put into the conversation is left out,
 * or it would be remembered again and again.
 */
import { shorten } from '../util/text.ts';
import { quotationHash } from './contentHash.ts';
import type { Caller } from './identity.ts';
import { limits } from './input.ts';
import { Intake } from './intake.ts';
import { withoutOwnText, isOwnTool } from './ownText.ts';
import type { Ports } from './ports.ts';
import type { SessionOrigin } from './sessions.ts';
import { tellingFrom } from './telling/telling.ts';
import type { KeptExchange, Teller, Telling, ToldMessage } from './telling/telling.ts';
import type {
  TranscriptFormat,
  TranscriptHead,
  TranscriptItem,
  TranscriptMessage,
  TranscriptPosition,
  TranscriptRole,
  HeapType,
} from './transcript.ts';
import type { MessageType } from './archive.ts';

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
  /** The batch before it ended in a turn that is there already under other names. */
  inKnownTurn: boolean;
  /** The file was read before, and is another one now: its client wrote it anew, with other names for old messages. */
  isRewritten: boolean;
  /** A conversation that was silent since before this goes on in a new session; ISO 8601. */
  silentBefore: string;
  /** The file and how far this batch brings it; null when nobody will go on with it. */
  file: { path: string; position: TranscriptPosition } | null;
  now: string;
}

export interface RecordedReport {
  /** Sessions that got messages. */
  sessions: string[];
  /** Sessions that did not exist before. */
  opened: number;
  stored: number;
  duplicates: number;
  inKnownTurn: boolean;
}

/** What is stored of a session told by rule. */
export interface ToldByRule {
  sessionId: string;
  teller: Teller;
  telling: Pick<Telling, 'headline' | 'topics' | 'outcome' | 'summary' | 'files' | 'importance'>;
  /** Exchanges of turns that were not told before. */
  kept: readonly (KeptExchange & { uid: string; contentHash: string })[];
  agentId: string;
  /** The place of the last message that was read for it. */
  through: number;
  now: string;
}

export interface ToldSession {
  messages: (ToldMessage & { seq: number })[];
  /** The place of the last message, and of the last that was told before; -1 for none. */
  through: number;
  toldThrough: number;
}

export interface RecordingStore {
  /** Stores a batch in one transaction. A message whose uid is there already is a duplicate. */
  append(batch: RecordedBatch): Promise<RecordedReport>;
  /** How far a user's file was read; undefined for a new one. */
  position(userId: string, path: string): Promise<TranscriptPosition | undefined>;
  /** Begins another heap for the messages to come, because the conversation is about to be compacted. */
  beginHeap(heap: { userId: string; conversation: string; now: string }): Promise<void>;
  /** A session's user and assistant texts and its writing tool calls, the first and the last ones when there are many. */
  readForTelling(sessionId: string, most: { first: number; last: number }): Promise<ToldSession>;
  /** Notes what was told in one transaction; what a better teller told stays, and only the kept exchanges are added. */
  tell(told: ToldByRule): Promise<void>;
}

export interface RecordingReport {
  /** The conversation as the client names it; null when the transcript named none. */
  conversation: string | null;
  sessions: string[];
  opened: number;
  stored: number;
  duplicates: number;
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
  /** Where the reader was told to go on; absent for the beginning. */
  from?: TranscriptPosition | undefined;
  /** Who speaks in a conversation; asked once, with what the transcript says of it. */
  callerOf: (head: TranscriptHead) => Promise<Caller>;
  /** Asked after each batch; reading ends early when it answers false, and goes on from there another time. */
  goesOn?: (report: RecordingReport) => boolean;
}

/** A batch is full with so many messages, or so many characters. */
const batchMessages = 400;
const batchCharacters = 2_000_000;
const toldMost = { first: 60, last: 500 };
const mostUnreadable = 100;

export class Recording {
  readonly #store: RecordingStore;
  readonly #ports: Ports;
  readonly #silenceMinutes: number;

  constructor(store: RecordingStore, ports: Ports, silenceMinutes: number) {
    this.#store = store;
    this.#ports = ports;
    this.#silenceMinutes = silenceMinutes;
  }

  position(caller: Caller, path: string): Promise<TranscriptPosition | undefined> {
    return this.#store.position(caller.user.id, path);
  }

  /** What is said from now on in the caller's conversation lies in another heap than what was compacted away. */
  async compacts(caller: Caller): Promise<void> {
    if (caller.conversationId === null) return;
    const now = this.#ports.clock.now().toISOString();
    await this.#store.beginHeap({ userId: caller.user.id, conversation: caller.conversationId, now });
  }

  /**
   * Records what a reader answers with, and tells the sessions that it touched. Messages before the first head belong to
   * nobody and are left out. Rejects with the reader's error or the store's; what was stored until then stays.
   */
  async record(
    items: AsyncIterable<TranscriptItem> | Iterable<TranscriptItem>,
    options: RecordingOptions,
  ): Promise<RecordingReport> {
    const run = new RecordingRun(this.#store, this.#ports, options, this.#silentBefore());
    for await (const item of items) {
      await run.take(item);
      if (run.isFull) await run.flush();
      if (run.isOver) break;
    }
    await run.end();
    for (const sessionId of run.report.sessions) await this.#tell(sessionId, run);
    return run.report;
  }

  async #tell(sessionId: string, run: RecordingRun): Promise<void> {
    const { messages, through, toldThrough } = await this.#store.readForTelling(sessionId, toldMost);
    if (through <= toldThrough || run.caller === undefined) return;
    const telling = tellingFrom(messages, run.title);
    const fresh = new Set(messages.filter(({ seq }) => seq > toldThrough).map(({ id }) => id));
    const kept = telling.kept.filter(({ messageId }) => fresh.has(messageId));
    await this.#store.tell({
      sessionId,
      teller: 'rule',
      telling,
      kept: kept.map((exchange) => {
        const contentHash = quotationHash(this.#ports.hash, exchange.content);
        return { ...exchange, uid: this.#ports.newId(), contentHash };
      }),
      agentId: run.caller.agent.id,
      through,
      now: this.#ports.clock.now().toISOString(),
    });
  }

  #silentBefore(): string {
    return new Date(this.#ports.clock.now().getTime() - this.#silenceMinutes * 60_000).toISOString();
  }
}

/** One reading of a transcript: what has been gathered and what came of it. */
class RecordingRun {
  readonly report: RecordingReport = {
    conversation: null,
    sessions: [],
    opened: 0,
    stored: 0,
    duplicates: 0,
    redacted: 0,
    unreadable: [],
    isWhole: true,
  };
  caller: Caller | undefined;
  readonly #store: RecordingStore;
  readonly #ports: Ports;
  readonly #options: RecordingOptions;
  readonly #silentBefore: string;
  #head: TranscriptHead | undefined;
  #batch: RecordedMessage[] = [];
  #characters = 0;
  #position: TranscriptPosition | undefined;
  #inKnownTurn = false;
  #isRewritten = false;

  constructor(store: RecordingStore, ports: Ports, options: RecordingOptions, silentBefore: string) {
    this.#store = store;
    this.#ports = ports;
    this.#options = options;
    this.#silentBefore = silentBefore;
  }

  get title(): string | null {
    return this.#head?.title ?? null;
  }

  get isFull(): boolean {
    return this.#batch.length >= batchMessages || this.#characters >= batchCharacters;
  }

  get isOver(): boolean {
    return !this.report.isWhole;
  }

  async take(item: TranscriptItem): Promise<void> {
    if ('head' in item) await this.#meet(item.head);
    else if ('unreadable' in item) {
      if (this.report.unreadable.length < mostUnreadable) this.report.unreadable.push(item.unreadable);
    } else {
      this.#isRewritten ||= item.position.offset < (this.#options.from?.offset ?? 0);
      this.#accept(item.message);
    }
    this.#position = item.position;
  }

  /** Stores what was gathered, also when it is no more than how far the file was read. */
  async flush(): Promise<void> {
    const { caller, report } = this;
    const head = this.#head;
    if (caller === undefined || head === undefined) return;
    const { path, format, origin, goesOn } = this.#options;
    const stored = await this.#store.append({
      userId: caller.user.id,
      agentId: caller.agent.id,
      projectId: caller.project?.id ?? null,
      conversation: head.conversation,
      format,
      origin,
      startedAt: head.startedAt ?? null,
      messages: this.#batch,
      inKnownTurn: this.#inKnownTurn,
      isRewritten: this.#isRewritten,
      silentBefore: this.#silentBefore,
      file: path === null || this.#position === undefined ? null : { path, position: this.#position },
      now: this.#ports.clock.now().toISOString(),
    });
    report.sessions.push(...stored.sessions.filter((id) => !report.sessions.includes(id)));
    report.opened += stored.opened;
    report.stored += stored.stored;
    report.duplicates += stored.duplicates;
    this.#inKnownTurn = stored.inKnownTurn;
    this.#batch = [];
    this.#characters = 0;
    if (goesOn?.(report) === false) report.isWhole = false;
  }

  async end(): Promise<void> {
    if (!this.isOver) await this.flush();
  }

  async #meet(head: TranscriptHead): Promise<void> {
    const conversation = this.#options.conversation ?? head.conversation;
    this.#head = { ...this.#head, ...head, conversation };
    this.report.conversation = conversation;
    this.caller ??= await this.#options.callerOf(head);
  }

  #accept(message: TranscriptMessage): void {
    if (this.caller === undefined || this.#head === undefined) return;
    if (message.tool !== undefined && isOwnTool(message.tool) && message.type === 'tool_result') return;
    const said = withoutOwnText(message.content);
    if (said.trim() === '') return;
    const intake = new Intake(this.#ports.redact);
    const content = intake.text('content', shortened(said), limits.message);
    const files = intake.list('files', (message.files ?? []).slice(0, 200), limits.shortText);
    this.report.redacted += intake.removed;
    const { conversation } = this.#head;
    this.#batch.push({
      uid: uidFrom(this.#ports.hash(`${this.caller.user.id}\n${conversation}\n${message.key}`)),
      role: message.role,
      type: message.type,
      content,
      contentHash: quotationHash(this.#ports.hash, content),
      sourceRef: shorten(`${this.#options.format}:${conversation}#${message.key}`, limits.shortText),
      createdAt: message.createdAt ?? null,
      tool: message.tool ?? null,
      files,
      begins: message.begins ?? null,
    });
    this.#characters += content.length;
  }
}

/** A message longer than any can be keeps its beginning; nobody reads a megabyte again. */
function shortened(text: string): string {
  if (text.length <= limits.message) return text;
  const note = '\n[cut short]';
  return text.slice(0, limits.message - note.length) + note;
}

/** The first 128 bits of a hash in the shape of a UUID of version 8, which is for such. */
function uidFrom(hash: string): string {
  return [
    hash.slice(0, 8),
    hash.slice(8, 12),
    `8${hash.slice(13, 16)}`,
    `a${hash.slice(17, 20)}`,
    hash.slice(20, 32),
  ].join('-');
}

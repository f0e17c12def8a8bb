/**
 * One reading of a transcript into the archive: the messages collected in batches, and the report. Text is validated
 * and redacted here; no content of a transcript makes the reading fail.
 */
import { pathWithin } from '../../util/paths.ts';
import { oneLine, shorten } from '../../util/text.ts';
import { quotationHash } from '../shared/contentHash.ts';
import type { Caller } from '../shared/identity.ts';
import { limits } from '../shared/input.ts';
import { Intake } from '../shared/intake.ts';
import type { Ports } from '../shared/ports.ts';
import type { TranscriptPosition } from '../shared/transcriptPosition.ts';
import { planAskedFor } from '../summarize/planTitle.ts';
import { boundedWork, isInformativeBranch, maxWorkItem } from '../summarize/words/work.ts';
import { believableTime } from './messageTimes.ts';
import { deliveredMessage, projectForOthers, type Outbox } from './outbox.ts';
import { isOwnRequest, isOwnTool, withoutOwnText, withoutOwnTitle } from './ownText.ts';
import type {
  KnownTurns,
  ReadFile,
  RecordedBatch,
  RecordedMessage,
  RecordingOptions,
  RecordingReport,
  RecordingStore,
} from './recording.ts';
import type { TranscriptHead, TranscriptItem, TranscriptMessage } from './transcript.ts';
import { transcriptStart } from './transcript.ts';

/**
 * Messages and characters that make a batch full. Each batch waits for the disk once. An import may take larger
 * batches, because no chat waits for it, as one does for its hook.
 */
const batchMessages = { live: 400, import: 2_000 } as const;
const batchCharacters = 2_000_000;
const maxUnreadable = 100;
/** Characters read beyond the stored length: more than a secret has, so that no half of one is left. */
const secretLength = 5_000;
const maxReadLength = limits.message + secretLength;

/** What a reading follows: how old messages are treated, and where they go if not into the store. */
type RunRules = Pick<RecordedBatch, 'silentBefore' | 'keptSince'> & { outbox?: Outbox | undefined };

/** Takes the items of one transcript; `end` stores the rest and the report is complete. */
export class RecordingRun {
  readonly report: RecordingReport = {
    conversation: null,
    sessions: [],
    opened: 0,
    stored: 0,
    duplicates: 0,
    erased: 0,
    kept: 0,
    redacted: 0,
    unreadable: [],
    isWhole: true,
  };
  /** Sessions of the conversation that need a summary, as last returned by the store. */
  unsummarized: readonly string[] = [];
  caller: Caller | undefined;
  /** The conversation's title in the transcript, redacted. */
  title: string | null = null;
  #branch: string | null = null;
  readonly #store: RecordingStore;
  readonly #ports: Ports;
  readonly #options: RecordingOptions;
  readonly #ages: Omit<RunRules, 'outbox'>;
  readonly #outbox: Outbox | undefined;
  #head: TranscriptHead | undefined;
  /** The folders of the conversation; paths of files are stored relative to them. */
  readonly #folders = new Set<string>();
  #batch: RecordedMessage[] = [];
  /** The names of the batch's messages in the transcript. */
  #keys: string[] = [];
  #characters = 0;
  /** The time of the last message before the batch. */
  #lastTime: string | null = null;
  #position: TranscriptPosition;
  #turn: TranscriptPosition | null = null;
  #known: KnownTurns | undefined;
  #isRewritten = false;
  /** The present turn is a request of ours; the file is then always read from its beginning, where that shows. */
  #isOwnTurn = false;
  #hasOwnTurn = false;

  constructor(store: RecordingStore, ports: Ports, options: RecordingOptions, rules: RunRules) {
    this.#store = store;
    this.#ports = ports;
    this.#options = options;
    const { outbox, ...ages } = rules;
    this.#ages = ages;
    this.#outbox = outbox;
    this.#position = options.from ?? transcriptStart;
    if (options.folder !== undefined) this.#folders.add(options.folder);
  }

  get isFull(): boolean {
    return this.#batch.length >= batchMessages[this.#options.origin] || this.#characters >= batchCharacters;
  }

  async take(item: TranscriptItem): Promise<void> {
    this.#isRewritten ||= item.position.offset < (this.#options.from?.offset ?? 0);
    if ('head' in item) await this.#meet(item.head);
    else if ('message' in item) this.#accept(item.message, item.position);
    else if (this.report.unreadable.length < maxUnreadable) this.report.unreadable.push(item.unreadable);
    this.#position = item.position;
  }

  /** Stores the collected messages, and asks whether to continue. */
  async flush(): Promise<void> {
    const { shouldContinue } = this.#options;
    // The position in a rewritten file is stored only at its end: before, the unread rest would look like new messages.
    const stored = await this.#append(this.#isRewritten ? null : this.#file());
    // Past a batch that the next reading would repeat, reading continues, or it would never get any further.
    const isReadAgain = this.#isRewritten || this.#known?.inTurn === true;
    if ((stored > 0 || !isReadAgain) && shouldContinue?.(this.report) === false) this.report.isWhole = false;
  }

  /**
   * Stores the rest, or only the changed position; without a batch, only asks the store which sessions need a summary.
   */
  async end(): Promise<void> {
    const file = this.#file();
    const isNews = file !== null && (file.position.offset !== this.#options.from?.offset || this.#isRewritten);
    if (!this.report.isWhole) return;
    if (this.#batch.length > 0 || isNews) await this.#append(file);
    else if (this.#known === undefined) await this.#append(null);
  }

  /** Returns the number of stored messages. */
  async #append(file: ReadFile | null): Promise<number> {
    const { caller, report } = this;
    const head = this.#head;
    if (caller === undefined || head === undefined) return 0;
    const { format, origin } = this.#options;
    this.#dateFirst();
    const sent = await this.#send(caller, head);
    const { stored, duplicates, erased, opened, sessions, unsummarized, known } = await this.#store.append({
      userId: caller.user.id,
      agentId: caller.agent.id,
      projectId: caller.project?.id ?? null,
      conversation: head.conversation,
      format,
      origin,
      startedAt: this.#believed(head.startedAt),
      messages: this.#outbox === undefined ? this.#batch : [],
      noted: this.#options.noted,
      known: this.#known,
      resumedAt: this.#resumedAt(),
      isRewritten: this.#isRewritten,
      ...this.#ages,
      file,
      now: this.#ports.clock.now().toISOString(),
    });
    report.sessions.push(...sessions.filter((id) => !report.sessions.includes(id)));
    report.opened += opened;
    report.stored += stored + sent;
    report.duplicates += duplicates;
    report.erased += erased;
    this.#known = known;
    this.unsummarized = unsummarized;
    this.#batch = [];
    this.#keys = [];
    this.#characters = 0;
    return stored + sent;
  }

  /** Puts the batch into the outbox, if there is one. Returns the number of messages. */
  async #send({ agent: { name, version }, project }: Caller, head: TranscriptHead): Promise<number> {
    if (this.#outbox === undefined || this.#batch.length === 0) return 0;
    const { format, origin, from } = this.#options;
    await this.#outbox.put({
      type: 'messages',
      conversation: head.conversation,
      agent: { name, version },
      project: project && projectForOthers(project),
      ...{ format, origin, title: this.title },
      reading: this.#isRewritten ? 'rewritten' : (from?.offset ?? 0) > 0 ? 'resumed' : 'whole',
      startedAt: this.#believed(head.startedAt),
      messages: this.#batch.map((message, place) => deliveredMessage(message, this.#keys[place] ?? '')),
    });
    return this.#batch.length;
  }

  #believed(time: string | undefined): string | null {
    return believableTime(time, this.#ports.clock.now()) ?? null;
  }

  /**
   * The first messages of a batch that have no time get that of the message before them, of the conversation, of the
   * message after them or of the file. The store dates the others like the message before them.
   */
  #dateFirst(): void {
    const first = this.#batch.findIndex(({ createdAt }) => createdAt !== null);
    const ofWhole = (): string | null =>
      this.#believed(this.#head?.startedAt) ??
      this.#batch[first]?.createdAt ??
      this.#believed(this.#options.modifiedAt);
    const time = this.#lastTime ?? (this.#isInMiddle ? null : ofWhole());
    for (const message of first === -1 ? this.#batch : this.#batch.slice(0, first)) {
      message.createdAt = time;
      message.isUndated = true;
    }
    this.#lastTime = this.#batch.findLast(({ createdAt }) => createdAt !== null)?.createdAt ?? null;
  }

  /** Reading resumed where an earlier one ended, so the store knows what comes before. */
  get #isInMiddle(): boolean {
    return (this.#options.from?.offset ?? 0) > 0 && !this.#isRewritten;
  }

  #resumedAt(): string | undefined {
    return this.#isInMiddle
      ? (this.#batch.find(({ createdAt }) => createdAt !== null)?.createdAt ?? undefined)
      : undefined;
  }

  #file(): ReadFile | null {
    const { path } = this.#options;
    return path === null || this.#hasOwnTurn ? null : { path, position: this.#position, turn: this.#turn };
  }

  /** The first head names the conversation: a transcript contains only one. */
  async #meet(head: TranscriptHead): Promise<void> {
    const conversation = this.#head?.conversation ?? this.#options.conversation ?? head.conversation;
    this.#head = { ...this.#head, ...head, conversation, startedAt: head.startedAt ?? this.#head?.startedAt };
    this.report.conversation = conversation;
    if (head.folder !== undefined) this.#folders.add(head.folder);
    const intake = new Intake(this.#ports.redact);
    this.title = shortOf(intake, 'title', withoutOwnTitle(head.title ?? '')) ?? this.title;
    if (head.branch !== undefined)
      this.#branch = isInformativeBranch(head.branch) ? shortOf(intake, 'branch', head.branch) : null;
    this.report.redacted += intake.removed;
    this.caller ??= await this.#options.callerOf(head);
  }

  #accept(message: TranscriptMessage, position: TranscriptPosition): void {
    if (this.caller === undefined || this.#head === undefined) return;
    if (isRequest(message)) this.#isOwnTurn = isOwnRequest(withoutOwnText(message.content));
    this.#hasOwnTurn ||= this.#isOwnTurn;
    if (this.#isOwnTurn) return;
    if (message.tool !== undefined && isOwnTool(message.tool) && message.type === 'tool_result') return;
    const said = withoutNul(withoutOwnText(message.content));
    if (said.trim() === '') return;
    const intake = new Intake(this.#ports.redact);
    const content = shortened(intake.text('content', said.slice(0, maxReadLength), maxReadLength));
    const paths = (message.files ?? []).filter(isPath).slice(0, 200);
    const named = paths.map((path) => pathWithin([...this.#folders], path));
    const files = intake.list('files', named, limits.shortText);
    const plan = isRequest(message) ? planAskedFor(content) : undefined;
    const work = plan === undefined ? message.work : { plans: [plan] };
    const { conversation } = this.#head;
    // A reader that always starts at the beginning gives every message the offset 0.
    if (isRequest(message)) this.#turn = position.offset === 0 ? null : this.#position;
    this.#batch.push({
      uid: uidFrom(this.#ports.hash(`${this.caller.user.id}\n${conversation}\n${message.key}`)),
      role: message.role,
      type: message.type,
      content,
      contentHash: quotationHash(this.#ports.hash, content),
      sourceRef: shortOf(intake, 'sourceRef', `${this.#options.format}:${conversation}#${message.key}`) ?? '',
      createdAt: this.#believed(message.createdAt),
      tool: shortOf(intake, 'tool', message.tool ?? ''),
      files,
      work: boundedWork(work, (item) => shortOf(intake, 'work', oneLine(item), maxWorkItem) ?? ''),
      branch: this.#branch,
      begins: message.begins ?? null,
      copiedFrom: message.copiedFrom,
    });
    this.#keys.push(message.key);
    this.#characters += content.length;
    this.report.redacted += intake.removed;
  }
}

/** A user's text begins a turn; a summary that a client wrote in the user's name continues one. */
export function isRequest({
  role,
  type,
  begins,
}: Pick<TranscriptMessage, 'role' | 'type'> & { begins?: unknown }): boolean {
  return role === 'user' && type === 'text' && begins !== 'POST_COMPACTING';
}

/** Redacts before shortening: rules do not recognize half a secret. */
function shortOf(intake: Intake, field: string, text: string, length: number = limits.shortText): string | null {
  const maxLength = length + secretLength;
  const left = intake.optional(field, withoutNul(text).slice(0, maxLength), maxLength);
  return left === null ? null : shorten(left, length);
}

function withoutNul(text: string): string {
  return text.replaceAll('\0', '');
}

/** A shortened path would name another file. */
function isPath(text: string): boolean {
  return withoutNul(text).trim() !== '' && text.length <= limits.shortText;
}

/** A message over the limit keeps only its beginning; no one reads a megabyte again. */
function shortened(text: string): string {
  if (text.length <= limits.message) return text;
  const note = '\n[cut short]';
  return text.slice(0, limits.message - note.length).toWellFormed() + note;
}

/** The first 128 bits of a hash in the form of a UUID of version 8, which is reserved for custom formats. */
function uidFrom(hash: string): string {
  return [
    hash.slice(0, 8),
    hash.slice(8, 12),
    `8${hash.slice(13, 16)}`,
    `a${hash.slice(17, 20)}`,
    hash.slice(20, 32),
  ].join('-');
}

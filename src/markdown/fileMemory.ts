/**
 * What assistants do with the file memory of a project: log statements, and end a session that a gap has ended. The
 * files are the truth, so each call reads them, and writes only what it adds.
 */
import { BigMindError, bigMindErrorFrom } from '../memory/shared/errors.ts';
import { limits } from '../memory/shared/input.ts';
import type { Clock, IndexText, Redact } from '../memory/shared/ports.ts';
import { Intake } from '../memory/shared/intake.ts';
import { quotedLine } from '../memory/trust/quoting.ts';
import { maySendAutomatically } from '../memory/trust/trust.ts';
import { localDay } from '../util/time.ts';
import type { RefreshedBlocks } from './block/memoryBlocks.ts';
import { renderBlock } from './block/renderBlock.ts';
import { editText, refuseConflict } from './files/editText.ts';
import type { Edited } from './files/editText.ts';
import type { MindFiles } from './files/mindFiles.ts';
import { memoryFileName, mindFile, mindFolderName, sessionFileName } from './files/mindFiles.ts';
import type { WrittenEntry, MindContent } from './files/mindProject.ts';
import { hasForeignFiles, readMind } from './files/mindProject.ts';
import { isListed } from './files/projectList.ts';
import type { AddedGotcha, NewGotcha } from './gotchas/globalGotchas.ts';
import { addGlobalGotcha, readGlobalGotchas } from './gotchas/globalGotchas.ts';
import { gotchasOfEntries, stackOfEntries } from './gotchas/gotcha.ts';
import type { GotchaMatch, Work } from './gotchas/matching.ts';
import { createGotchaMatcher } from './gotchas/matching.ts';
import { webMark } from './parsing/entry.ts';
import { conflictLines } from './parsing/conflicts.ts';
import { createCleanReader } from './parsing/cleanReader.ts';
import type { ReadMemory } from './parsing/cleanReader.ts';
import type { WrittenReminder } from './parsing/reminderFile.ts';
import type { ChosenReminder } from './reminders/chosenReminder.ts';
import { chosenFrom } from './reminders/chosenReminder.ts';
import { markReminderDone, remind } from './reminders/editReminders.ts';
import type { DueReminder, Reminder } from './reminders/reminders.ts';
import { dueReminders, dueText, readReminders } from './reminders/reminders.ts';
import { requireWhen } from './reminders/when.ts';
import type { Loop } from './session/loops.ts';
import { loopIn } from './session/loops.ts';
import { lastActivity, noteActivity } from './session/projectState.ts';
import { endSilentSession } from './session/sessionEnd.ts';
import type { EndedSession, KeepNotes } from './session/sessionEnd.ts';
import type { Added } from './writing/addToMemory.ts';
import { addToMemory } from './writing/addToMemory.ts';
import { addToSession, sessionKinds } from './writing/addToSession.ts';
import { statementText } from './writing/statementText.ts';

/** What an assistant logs (Mind Architecture, "During Session"). The first four go to `SESSION.md`. */
export const logTypes = [...sessionKinds, 'decision', 'learning', 'problem', 'progress'] as const;
export type LogType = (typeof logTypes)[number];

export interface FileMemoryParts {
  files: MindFiles;
  /** The user's home folder. */
  home: string;
  clock: Clock;
  redact: Redact;
  indexText: IndexText;
  /** Minutes without activity after which a session has ended. */
  silenceMinutes: number;
  /** See the function of this name in `block/memoryBlocks.ts`. */
  refreshBlocks: (project: string) => Promise<RefreshedBlocks | undefined>;
}

export interface Logged {
  /** `known`: the file says it already, word for word, and was not changed. */
  status: 'logged' | 'known';
  /** As it is in the file. */
  text: string;
  /** From the project folder, with forward slashes. */
  file: string;
  /** From 1. */
  line: number;
  /** How many secrets were removed. */
  redacted: number;
  loop: Loop | undefined;
  /** Whether the line is read as what it was logged as; a question, for example, is not. */
  isRead: boolean;
}

/** The memory of a project as a chat or a person sees it now. */
export interface MemoryView {
  content: MindContent;
  reminders: Reminder[];
  /** Those of a day that has come; in a new session also those for it. */
  due: DueReminder[];
  /** The block that instruction files contain; see `block/renderBlock.ts`. */
  markdown: string;
  /** Milliseconds since 1970; undefined if nothing is known. */
  lastActivity: number | undefined;
}

export class FileMemory {
  readonly #parts: FileMemoryParts;
  readonly #read: ReadMemory;
  /** Sessions that ended since they were reported, by project. */
  readonly #ended = new Map<string, EndedSession>();
  /** Projects that were recalled. */
  readonly #recalled = new Set<string>();

  constructor(parts: FileMemoryParts) {
    this.#parts = parts;
    this.#read = createCleanReader(parts.indexText, parts.redact);
  }

  /**
   * The project's folder without links. Rejects with `not_found` without a folder, and unless the user started file
   * memory there.
   */
  async project(folder: string | undefined): Promise<string> {
    const project = folder === undefined ? undefined : await this.listedProject(folder);
    if (project !== undefined) return project;
    throw await this.#notStarted(folder);
  }

  async #notStarted(folder: string | undefined): Promise<BigMindError> {
    const { files, home } = this.#parts;
    const isForeign = folder !== undefined && (await hasForeignFiles(files, folder, home).catch(() => false));
    const where = folder === undefined ? 'outside a project' : `in ${folder}`;
    const what = isForeign ? `${where}: its files are not on the user's list of projects` : where;
    const command = isForeign ? 'bigmind mind add' : 'bigmind mind init';
    return new BigMindError('not_found', `File memory was not started ${what}.`, {
      remedy: `The user can start it with "${command}" in that folder, or in VS Code. Nothing was written.`,
      details: { folder: folder ?? null },
    });
  }

  /** The folder without links; undefined unless the user started file memory there. */
  async listedProject(folder: string): Promise<string | undefined> {
    const { files, home } = this.#parts;
    return (await isListed(files, home, folder)) ? files.realPath(folder) : undefined;
  }

  /** Rejects with `not_found` if the files of a listed project are gone. */
  async content(project: string): Promise<MindContent> {
    const content = await readMind(this.#parts.files, project, this.#read);
    if (content !== undefined) return content;
    throw new BigMindError('not_found', `The memory files of ${project} are gone.`, {
      remedy: { code: 'restore_memory_files' },
      details: { folder: project },
    });
  }

  /** `isNew`: a session has just begun. Rejects as `content`. */
  async view(project: string, { isNew }: { isNew: boolean }): Promise<MemoryView> {
    const { files } = this.#parts;
    const content = await this.content(project);
    // The content says which file cannot be read.
    const reminders = await readReminders(files, project, this.#parts).catch(() => []);
    const due = dueReminders(reminders, this.#today()).filter(({ day }) => isNew || day !== null);
    const { text: markdown } = renderBlock(content, due.filter((one) => !one.isFromWeb).map(dueText));
    return { content, reminders, due, markdown, lastActivity: await lastActivity(files, project) };
  }

  /** Brings the blocks in instruction files up to date, and returns the paths of those that were written. */
  async refreshBlocks(project: string): Promise<string[]> {
    const refreshed = await this.#parts.refreshBlocks(project);
    return (refreshed?.results ?? []).filter(({ change }) => change === 'updated').map(({ file }) => file);
  }

  /**
   * Writes a reminder. A secret in it is removed. Rejects with `invalid_input`, naming the forms, if `when` is not
   * understood, and as `log` does.
   */
  async remind(
    project: string,
    { message, when, isFromWeb }: { message: string; when: string; isFromWeb: boolean },
  ): Promise<{ reminder: Reminder; redacted: number }> {
    const { files, redact } = this.#parts;
    const intake = new Intake(redact);
    const text = intake.statement('message', message, limits.shortText);
    if (!maySendAutomatically({ origin: null, texts: [text] })) throw readsLikeOrders();
    const day = requireWhen(intake.text('when', when, limits.shortText), this.#today());
    await this.content(project);
    const written = await remind(files, project, { text, isFromWeb, when: day }, this.#parts.clock);
    const reminder = (await readReminders(files, project, this.#parts)).find(({ line }) => line === written.line);
    return { reminder: reminder ?? { ...written, index: null, when: undefined }, redacted: intake.removed };
  }

  /** Rejects with `not_found` without a pending reminder of this number, and with `conflict` if another one has it now. */
  completeReminder(project: string, chosen: ChosenReminder): Promise<WrittenReminder> {
    return markReminderDone(this.#parts.files, project, chosen, this.#parts);
  }

  /** Ticks off reminders for the next session; with `sent`, only those whose beginning is in this text. */
  async completeNextSession(project: string, sent?: string): Promise<void> {
    const { files } = this.#parts;
    const pending = (await readReminders(files, project, this.#parts)).filter(({ isDone }) => !isDone);
    const isSent = (text: string): boolean =>
      sent === undefined || sent.includes(quotedLine(text).slice(0, maxSentPart));
    const waiting = pending.filter(({ when, text }) => when?.kind === 'nextSession' && isSent(text));
    // From the last one up, so that the numbers of the others stay.
    for (const reminder of waiting.toReversed()) await this.completeReminder(project, chosenFrom(reminder));
  }

  /**
   * The gotchas that match a piece of work, best first: those of the project, if the user started file memory there, and
   * those of all projects. `unreadable` says which file cannot be read, and why.
   */
  async gotchasFor(folder: string | undefined, work: Work): Promise<{ matches: GotchaMatch[]; unreadable: string[] }> {
    const { files, home, indexText } = this.#parts;
    const isOwn = folder !== undefined && (await isListed(files, home, folder));
    const content = isOwn ? await readMind(files, folder, this.#read) : undefined;
    const own = (content?.entries ?? []).filter(({ isFromWeb }) => !isFromWeb);
    const placed = own.map((entry) => ({ ...entry, place: `${entry.file}:${String(entry.line)}` }));
    const unreadable = (content?.unreadable ?? []).map(({ error }) => error.message);
    const global = await readGlobalGotchas(files, home).catch((thrown: unknown) => {
      unreadable.push(bigMindErrorFrom(thrown).message);
      return { gotchas: [] };
    });
    const stack = work.stack ?? stackOfEntries(placed);
    const match = createGotchaMatcher(indexText);
    return { matches: match({ ...work, stack }, [...gotchasOfEntries(placed), ...global.gotchas]), unreadable };
  }

  /** Adds a gotcha of all projects. Rejects as `log` does, and with `invalid_input` if the file is no list of gotchas. */
  addGotcha(gotcha: NewGotcha): Promise<AddedGotcha> {
    const { files, home, clock, redact } = this.#parts;
    if (!maySendAutomatically({ origin: null, texts: [gotcha.title, gotcha.description, gotcha.workaround] }))
      throw readsLikeOrders();
    return addGlobalGotcha(files, { home, now: clock.now(), redact }, gotcha);
  }

  /**
   * Writes a statement into its file. A secret in it is removed. Rejects with `invalid_input` if nothing is left, if it
   * is too long, or if it reads like instructions to a model, which the file would give to every chat.
   */
  async log(
    project: string,
    { type, message, isFromWeb }: { type: LogType; message: string; isFromWeb: boolean },
  ): Promise<Logged> {
    const intake = new Intake(this.#parts.redact);
    const text = statementText(intake.statement('message', message, maxInput));
    if (!maySendAutomatically({ origin: null, texts: [text] })) throw readsLikeOrders();
    const { entries } = await this.content(project);
    const loop = type === 'problem' || type === 'blocker' ? undefined : loopIn(text, entries, this.#parts.indexText);
    const name = isOneOf(sessionKinds, type) ? sessionFileName : memoryFileName;
    const file = `${mindFolderName}/${name}`;
    const known = entries.find((entry) => entry.file === file && isSame(entry, { type, text }));
    const redacted = intake.removed;
    await this.noteActivity(project);
    const logged = { text, file, redacted, loop, isRead: true };
    if (known !== undefined) return { ...logged, status: 'known', line: known.line };
    const { line, isRead } = await this.#edit(project, name, (markdown) =>
      this.#added(markdown, mindFile(project, name), { type, text: isFromWeb ? `${text} ${webMark}` : text }),
    );
    return { ...logged, status: 'logged', line, isRead };
  }

  #added(
    markdown: string,
    file: string,
    { type, text }: { type: LogType; text: string },
  ): Edited<{ line: number; isRead: boolean }> {
    refuseConflict(file, conflictLines(markdown));
    const added: Added = isOneOf(sessionKinds, type)
      ? addToSession(markdown, type, text)
      : addToMemory(markdown, { kind: type, text, day: this.#today() });
    const isRead = this.#read(added.text).entries.some(
      (entry) => entry.line === added.line && kindOf(type) === entry.kind,
    );
    return { text: added.text, result: { line: added.line, isRead } };
  }

  /**
   * Ends the session in `SESSION.md` if nothing happened for `silenceMinutes`; see `endSilentSession`. Rejects as it
   * does.
   */
  async beginSession(project: string, keep: KeepNotes): Promise<void> {
    const ended = await endSilentSession({ ...this.#parts, read: this.#read }, project, keep);
    if (ended !== undefined) this.#ended.set(project, ended);
  }

  /** The session that ended since the last call; each is reported once. */
  takeEnded(project: string): EndedSession | undefined {
    const ended = this.#ended.get(project);
    this.#ended.delete(project);
    return ended;
  }

  /** Whether this is the first call for a project in this process, which usually is a new chat. */
  isFirstRecall(project: string): boolean {
    const isFirst = !this.#recalled.has(project);
    this.#recalled.add(project);
    return isFirst;
  }

  /** Something happens in the project's session. Never rejects: a disk that refuses it reports that at another write. */
  async noteActivity(project: string): Promise<void> {
    await noteActivity(this.#parts.files, project, this.#parts.clock.now()).catch(() => undefined);
  }

  #edit<T>(project: string, name: string, edit: (markdown: string) => Edited<T>): Promise<T> {
    return editText(this.#parts.files, { file: mindFile(project, name), within: project }, edit);
  }

  #today(): string {
    const { clock } = this.#parts;
    return localDay(clock.now().toISOString(), clock.timeZone);
  }
}

/** In characters; a line of a context may be cut behind them. */
const maxSentPart = 40;
/** In characters; a longer message is refused before it is redacted. */
const maxInput = 10_000;

function isOneOf<T extends string>(names: readonly T[], name: string): name is T {
  return names.some((one) => one === name);
}

function kindOf(type: LogType): WrittenEntry['kind'] {
  return type === 'blocker' ? 'problem' : type;
}

/** Marks of emphasis are not read. */
function isSame(entry: WrittenEntry, { type, text }: { type: LogType; text: string }): boolean {
  const plain = (written: string): string => written.replaceAll(/\*\*|__|~~/gu, '').trim();
  return entry.kind === kindOf(type) && plain(entry.text) === plain(text);
}

/** For a text that every chat would get. */
export function readsLikeOrders(): BigMindError {
  return new BigMindError('invalid_input', 'The message reads like instructions to a model.', {
    remedy: 'Nothing was written. Say what was decided or learned as a statement.',
  });
}

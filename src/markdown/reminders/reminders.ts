/**
 * The reminders of a project, from `REMINDERS.md`, and which of them are due. The file is the truth: nothing about them
 * is stored elsewhere.
 */
import { createTextComparer } from '../../memory/shared/similarity/similarity.ts';
import type { ReadText } from '../../memory/shared/similarity/similarity.ts';
import type { Clock, IndexText, Ports } from '../../memory/shared/ports.ts';
import { localDay } from '../../util/time.ts';
import type { MindFiles } from '../files/mindFiles.ts';
import { mindFile, mindFolderName, readText, remindersFileName } from '../files/mindFiles.ts';
import type { WrittenReminder } from '../parsing/reminderFile.ts';
import { readReminderFile } from '../parsing/reminderFile.ts';
import { visibleReminders } from './visibleReminders.ts';
import type { When } from './when.ts';
import { readWhen } from './when.ts';

export interface Reminder extends WrittenReminder {
  /** Its number among the pending ones, from 1, in the order of the file; null if it is done. */
  index: number | null;
  /** Undefined if it has neither date nor topic, or none that BigMind understands. */
  when: When | undefined;
}

export interface DueReminder extends Reminder {
  /** `YYYY-MM-DD`, today or before; null if it is due in the next session. */
  day: string | null;
}

/** As a path from the project folder. */
export const remindersPath = `${mindFolderName}/${remindersFileName}`;

/** All reminders in the order of the file, as `visibleReminders`; empty without it. Rejects as `readText`. */
export async function readReminders(
  files: MindFiles,
  project: string,
  { clock, redact }: Pick<Ports, 'clock' | 'redact'>,
): Promise<Reminder[]> {
  const file = mindFile(project, remindersFileName);
  const text = await readText(files, file);
  return text === undefined ? [] : remindersIn(text, await files.modified(file), { clock, redact });
}

/** `text` is that of the file, `modified` when it was last written; without it, now. */
export function remindersIn(
  text: string,
  modified: Date | undefined,
  { clock, redact }: Pick<Ports, 'clock' | 'redact'>,
): Reminder[] {
  const written = visibleReminders(text, redact);
  const today = todayOf(clock);
  const changed = modified === undefined ? today : localDay(modified.toISOString(), clock.timeZone);
  let pending = 0;
  return written.map((reminder) => ({
    ...reminder,
    index: reminder.isDone ? null : (pending += 1),
    when: whenOf(reminder, earlier(changed, today)),
  }));
}

/** The local day, `YYYY-MM-DD`. */
export function todayOf(clock: Clock): string {
  return localDay(clock.now().toISOString(), clock.timeZone);
}

/** Whether a pending reminder has another day if the file seems to have been changed now instead of then. */
export function isCountedFrom(modified: Date, markdown: string, clock: Clock): boolean {
  const today = todayOf(clock);
  const changed = earlier(localDay(modified.toISOString(), clock.timeZone), today);
  if (changed === today) return false;
  const dayOf = (reminder: WrittenReminder, from: string): string | undefined => {
    const when = whenOf(reminder, from);
    return when?.kind === 'date' ? when.day : undefined;
  };
  return readReminderFile(markdown).some((one) => !one.isDone && dayOf(one, changed) !== dayOf(one, today));
}

/**
 * BigMind writes dates, but a person may write `due: tomorrow`. It counts from the date of the heading above it, or else
 * from the day when the file was last changed.
 */
function whenOf({ due, trigger, date }: WrittenReminder, changed: string): When | undefined {
  const written = due ?? trigger;
  if (written === null) return undefined;
  const from = date ?? changed;
  const when = readWhen(written, from);
  if (when !== undefined || trigger === null) return when;
  // `when: I mention auth` has its first word as its name.
  return (
    readWhen(`when ${trigger}`, from) ??
    (isBareTopic.test(trigger) ? readWhen(whenMentioned(trigger), from) : undefined)
  );
}

/** `trigger: kubernetes`, but no condition: `trigger: when I have time`. */
const isBareTopic =
  /^(?!(?:when|if|once|as|after|before|while|until|by|on|at|in|next|every|whenever|wenn|falls|sobald|nach|vor|bis|am|um|im|jede[nrsm]?|nächste[nrsm]?)\b|[当如每在等])[\p{L}\p{N}][^.!?。！？:]{1,60}$/iu;

const whenMentioned = (topic: string): string => `when I mention ${topic}`;

/** A clock that was wrong when the file was changed must not postpone a reminder. */
function earlier(one: string, other: string): string {
  return one < other ? one : other;
}

/** Whether it has a date or a topic that BigMind does not understand, so that it never comes up. */
export function isUnclear({ isDone, when, due, trigger }: Reminder): boolean {
  return !isDone && when === undefined && (due ?? trigger) !== null;
}

/** Those due on `today`, `YYYY-MM-DD`, or before, the oldest first, and then those of the next session. */
export function dueReminders(reminders: readonly Reminder[], today: string): DueReminder[] {
  const due = reminders.flatMap((reminder): DueReminder[] => {
    const { isDone, when } = reminder;
    if (isDone || when === undefined) return [];
    if (when.kind === 'nextSession') return [{ ...reminder, day: null }];
    return when.kind === 'date' && when.day <= today ? [{ ...reminder, day: when.day }] : [];
  });
  return due.sort((one, other) => (one.day ?? '9999').localeCompare(other.day ?? '9999'));
}

/** As a block has it: with the day on which it was due. */
export function dueText({ text, day }: DueReminder): string {
  return day === null ? text : `${text} (${day})`;
}

/**
 * Pending reminders of a topic that the prompt mentions. Words match as in a search, also with another inflection or a
 * known synonym ("auth", "authentication"); of a topic of several words, each must be there.
 */
export function mentionedReminders(reminders: readonly Reminder[], prompt: string, indexText: IndexText): Reminder[] {
  const waiting = reminders.filter(({ isDone, when }) => !isDone && when?.kind === 'topics');
  if (waiting.length === 0 || prompt.trim() === '') return [];
  const { read } = createTextComparer(indexText);
  const said = wordsOf(read(prompt), indexText(prompt));
  return waiting.filter(
    ({ when }) => when?.kind === 'topics' && when.topics.some((topic) => isMentioned(read(topic), said)),
  );
}

type ReadWord = ReadText['words'][number];

/** Stems, and concepts of words that are no mere verb: all verbs of choosing are one concept. */
interface SaidWords {
  stems: ReadonlySet<string>;
  concepts: ReadonlySet<string>;
}

function wordsOf({ words }: ReadText, indexed: string): SaidWords {
  return {
    stems: new Set([...indexed.split(' '), ...words.map(({ stem }) => stem)]),
    concepts: new Set(words.filter(({ isVerb }) => !isVerb).map(({ concept }) => concept)),
  };
}

function isMentioned({ words }: ReadText, said: SaidWords): boolean {
  return words.length > 0 && words.every((word) => isAmong(said, word));
}

function isAmong({ stems, concepts }: SaidWords, { stem, concept, isVerb }: ReadWord): boolean {
  return stems.has(stem) || (!isVerb && concepts.has(concept));
}

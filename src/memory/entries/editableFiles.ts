/**
 * The reminders and gotchas in memory files of the projects on the user's list, and the user's own gotchas of all
 * projects, for people who edit them. The files are the truth: a change edits lines of a file, and nothing is stored.
 */
import type { ErrorCode } from '../shared/errors.ts';
import type { Remedy } from '../shared/findings.ts';
import type { MemoryFileName } from '../shared/vocabulary.ts';

/** Names an item that was listed. */
export interface ListedItem {
  /** From 1; it tells apart items with the same text. */
  line: number;
  /** Changes with the lines of the item. */
  key: string;
}

export type ReminderTime =
  /** `YYYY-MM-DD`. */
  { kind: 'date'; day: string } | { kind: 'nextSession' } | { kind: 'topics'; topics: readonly string[] };

export interface ListedReminder extends ListedItem {
  /** Without secrets, like all texts here. */
  text: string;
  isDone: boolean;
  /** Null without one, and for one that BigMind does not understand. */
  when: ReminderTime | null;
  /** The same as it is written; null without one. */
  written: string | null;
  isFromWeb: boolean;
  /** False if its text cannot be edited here, for example because a secret is left out. */
  mayEdit: boolean;
}

export interface GotchaText {
  title: string;
  /** What happens. Empty if unknown; a gotcha of a project has none. */
  description: string;
  /** Empty if none is known. */
  workaround: string;
  /** Words by which it is noticed; a gotcha of a project has none. */
  detection: { context: readonly string[]; intent: readonly string[]; code: readonly string[] };
}

export interface ListedGotcha extends ListedItem, GotchaText {
  /** Null for a gotcha of a project. */
  severity: 'info' | 'warning' | 'critical' | null;
  /** 0 to 1, that the line is a gotcha; null for one of all projects. */
  confidence: number | null;
  isFromWeb: boolean;
  /** As for a reminder. */
  mayEdit: boolean;
}

/** Why a file cannot be read or written. */
export interface FileTrouble {
  code: ErrorCode;
  message: string;
  /** Null if none is known. */
  remedy: Remedy | null;
  /** `line` is from 1. Null if it is not about a file that the page may open. */
  place: { file: MemoryFileName; line: number } | null;
}

export interface ListedNotes {
  /** The project's folder; absolute. */
  path: string;
  name: string;
  reminders: readonly ListedReminder[];
  gotchas: readonly ListedGotcha[];
  troubles: readonly FileTrouble[];
}

export interface ListedFiles {
  projects: readonly ListedNotes[];
  /** Those of all projects. */
  shared: { gotchas: readonly ListedGotcha[]; troubles: readonly FileTrouble[] };
  /** Why the list of projects cannot be read. */
  troubles: readonly FileTrouble[];
}

/** A change of one item. `project` is a listed path; null means the gotchas of all projects. */
export type FileEdit =
  | { type: 'addReminder'; project: string; text: string; when: string }
  /** Null leaves a part as it is. */
  | { type: 'editReminder'; project: string; item: ListedItem; text: string | null; when: string | null }
  | { type: 'markReminder'; project: string; item: ListedItem; done: boolean }
  | { type: 'deleteReminder'; project: string; item: ListedItem }
  | { type: 'addGotcha'; project: string | null; gotcha: GotchaText }
  | { type: 'editGotcha'; project: string | null; item: ListedItem; gotcha: GotchaText }
  | { type: 'deleteGotcha'; project: string | null; item: ListedItem };

export interface EditableFiles {
  /** Whether the user started file memory anywhere; cheap. */
  isStarted(): boolean;
  /** Rejects only for a defect: what cannot be read is in `troubles`. */
  list(): Promise<ListedFiles>;
  /**
   * Changes one file. `undo` takes that back; null if the file was like that, or if too much changed. Rejects with `conflict` if the item
   * changed since it was listed, with `not_found` for a project that is not listed, with `invalid_input` for a text or a
   * time that is not valid, and if the file cannot be changed; then nothing was written.
   */
  edit(edit: FileEdit): Promise<{ undo: string | null; redacted: number }>;
  /**
   * Takes back one of the last changes of this process, for 24 hours. Rejects with `conflict` if the lines changed since
   * or a merge is unresolved, with `not_found` if the change is no longer known or its project is no longer listed, and
   * if the file cannot be changed; then nothing was written.
   */
  undo(id: string): Promise<void>;
  /** No change can be undone any longer: what is kept of them quotes the files. */
  forgetChanges(): void;
  /** The path of a file; of a project only if it is listed, else undefined. */
  pathOf(project: string | null, file: MemoryFileName): Promise<string | undefined>;
}

const undoPrefix = 'file:';

/** Whether the id of a change is one of `EditableFiles`, and not of the store. */
export function isFileChange(id: string): boolean {
  return id.startsWith(undoPrefix);
}

export function fileChangeId(id: string): string {
  return undoPrefix + id;
}

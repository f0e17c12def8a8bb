/** The result of an import: counts, and the parts that were left out, each with its file and line. */
import type { RecordingReport } from '../../memory/archive/recording.ts';
import type { NotesReport } from '../../memory/facts/notes.ts';
import type { ProjectRef } from '../../memory/shared/identity.ts';

/** A part that could not be read, or was not stored. */
export interface Damage {
  /** The path of the file, as it can be opened. */
  file: string;
  /** Counted from 1 where reading began; null for the whole file. */
  line: number | null;
  /** A predicate that follows the name of the file or the line. */
  reason: string;
  /** The file is of another kind than the one imported, so nothing of that kind is missing because of it. */
  isOtherKind?: true;
}

export interface ImportReport {
  /**
   * By how much of each was known before: nothing, a part, or everything. A conversation in several files counts
   * once.
   */
  conversations: { new: number; continued: number; unchanged: number };
  messages: { stored: number; duplicates: number; erased: number };
  /** Exchanges worth finding again, such as decisions, that became memories. */
  kept: number;
  /** Files of notes. */
  notes: { read: number; unchanged: number };
  /** The statements in those files. */
  facts: { stored: number; known: number };
  /** Secrets and private passages that were removed before storing. */
  redacted: number;
  /** At most 200; `more` counts the others. */
  damage: { listed: Damage[]; more: number };
  /** The names of projects whose conversations or notes were skipped because of `wanted`; at most 50. */
  otherProjects: string[];
  /** False if the import was aborted. Stored data remains, and the next import resumes from there. */
  isWhole: boolean;
}

const maxDamage = 200;
const maxProjects = 50;
type Had = 'unchanged' | 'continued' | 'new';
const rank = { unchanged: 0, continued: 1, new: 2 } as const satisfies Record<Had, number>;

/** Sums up the results of one file after another. */
export class ImportTally {
  readonly #report: ImportReport = {
    conversations: { new: 0, continued: 0, unchanged: 0 },
    messages: { stored: 0, duplicates: 0, erased: 0 },
    kept: 0,
    notes: { read: 0, unchanged: 0 },
    facts: { stored: 0, known: 0 },
    redacted: 0,
    damage: { listed: [], more: 0 },
    otherProjects: [],
    isWhole: true,
  };
  readonly #conversations = new Map<string, Had>();

  get report(): ImportReport {
    return this.#report;
  }

  breakOff(): void {
    this.#report.isWhole = false;
  }

  leaveOut(damage: Damage): void {
    const { listed } = this.#report.damage;
    if (listed.length < maxDamage) listed.push(damage);
    else this.#report.damage.more += 1;
  }

  /** Records the name of a project that is not imported, and counts nothing else. */
  passOver(project: ProjectRef | undefined): void {
    passOver(this.#report.otherProjects, project);
  }

  addUnchanged(conversation: string): void {
    this.#count(conversation, 'unchanged');
  }

  addRecording(file: string, recorded: RecordingReport): void {
    const { conversation, opened, stored, duplicates, erased, kept, redacted, unreadable } = recorded;
    for (const { lineNumber, reason } of unreadable) this.leaveOut({ file, line: lineNumber, reason });
    this.#report.messages.stored += stored;
    this.#report.messages.duplicates += duplicates;
    this.#report.messages.erased += erased;
    this.#report.kept += kept;
    this.#report.redacted += redacted;
    if (conversation === null || stored + duplicates + erased === 0) return;
    if (stored === 0) this.#count(conversation, 'unchanged');
    else this.#count(conversation, opened > 0 ? 'new' : 'continued');
  }

  addUnchangedNotes(): void {
    this.#report.notes.unchanged += 1;
  }

  addReadNotes(): void {
    this.#report.notes.read += 1;
  }

  addNotes({ stored, known, redacted, refused }: NotesReport): void {
    this.#report.facts.stored += stored;
    this.#report.facts.known += known;
    this.#report.redacted += redacted;
    for (const { sourceRef, reason } of refused) this.leaveOut({ ...placeOf(sourceRef), reason });
  }

  /** Several files may contain one conversation; it counts once, by its highest rank. */
  #count(conversation: string, had: Had): void {
    const before = this.#conversations.get(conversation);
    if (before !== undefined && rank[before] >= rank[had]) return;
    if (before !== undefined) this.#report.conversations[before] -= 1;
    this.#conversations.set(conversation, had);
    this.#report.conversations[had] += 1;
  }
}

export function passOver(projects: string[], project: ProjectRef | undefined): void {
  if (project === undefined || projects.length >= maxProjects || projects.includes(project.name)) return;
  projects.push(project.name);
}

/** `PATH#L12` is line 12 of the file. */
export function placeOf(sourceRef: string): Pick<Damage, 'file' | 'line'> {
  const { file, line } = /^(?<file>.*)#L(?<line>\d+)$/su.exec(sourceRef)?.groups ?? {};
  return file === undefined ? { file: sourceRef, line: null } : { file, line: Number(line) };
}

/** Whether anything of the imported kind is missing. False if only files of other kinds were left out. */
export function isIncomplete({ damage: { listed, more } }: Pick<ImportReport, 'damage'>): boolean {
  return more > 0 || listed.some(({ isOtherKind }) => isOtherKind !== true);
}

/** Whether anything could not be read or was not stored. */
export function isDamaged({ damage }: Pick<ImportReport, 'damage'>): boolean {
  return damage.listed.length > 0;
}

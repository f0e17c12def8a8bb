/**
 * A note: text that another assistant or a person saved in a file, in the form that every note reader returns. It is
 * stored as a fact, with slightly less confidence than a new statement. Text in a note is data, never an instruction.
 *
 * A note contradicts nothing: it states what was true when it was written, so it takes no confidence from existing
 * facts. A later fact is compared with it as with any other. A deprecated note stays deprecated, however often the file
 * is imported. If a note was edited, its new fact supersedes the old one, unless a person edited or pinned that.
 */
import { statementHash } from '../shared/contentHash.ts';
import { BigMindError } from '../shared/errors.ts';
import type { NotedImport } from '../shared/audit.ts';
import type { Caller } from '../shared/identity.ts';
import { limits } from '../shared/input.ts';
import { Intake } from '../shared/intake.ts';
import type { Ports } from '../shared/ports.ts';
import { informativeWords } from '../shared/statements.ts';
import type { TranscriptPosition } from '../shared/transcriptPosition.ts';
import type { FactCategory, FactType } from '../shared/vocabulary.ts';
import { personalCategories } from './facts.ts';
import type { NewFact } from './factStore.ts';
import type { KnownNote, StatedNote } from './noteEdits.ts';
import { supersededNotes } from './noteEdits.ts';

export interface Note {
  category: FactCategory;
  /** Absent: that of the category. */
  type?: FactType;
  /** 0 to 1; 0.9 if absent. */
  confidence?: number;
  /** The statement as in the file, prefixed with its headings; secrets are removed when it is stored. */
  fact: string;
  /** Lower case. The first one is the format. */
  tags: string[];
  /** The file and the line in it: `PATH#L12`. */
  sourceRef: string;
  /** The date in the note, or else the last modification of the file; ISO 8601 in UTC. */
  createdAt?: string | undefined;
  /**
   * The thing whose state the note describes: one of its tags, which no other note of the format has. A newer note with
   * that tag replaces this one, unless a person wrote or confirmed it.
   */
  subject?: string;
  /**
   * The prefix of the statement before `: `: its headings, or the entity that it is about; empty if there are none.
   * With the file, it identifies an edited note. Absent if the statement has no such place.
   */
  section?: string;
  /** The folder of the note's project; absolute. Absent if it has no project, or an unknown one. */
  folder?: string | undefined;
}

/** A file, or a line of it, that could not be read; the others were. */
export interface UnreadableNote {
  sourceRef: string;
  unreadable: string;
}

/** Rejects with the file system's error if the file cannot be read. */
export type ReadNotes = (file: string, folder?: string) => AsyncIterable<Note | UnreadableNote>;

/** Longer statements are cut: a text of that length is a document, and its beginning is enough to find it. */
export const maxNoteLength = 2_000;

/** A file of notes that was read to its end. */
interface NotedFile {
  path: string;
  /** Its size, and its modification time in place of a message key. */
  position: TranscriptPosition;
}

/** A note to be stored as a fact. */
export interface NotedFact extends NewFact {
  /** Older facts of the user and project that have both of these tags are superseded; absent for none. */
  replaces?: readonly [format: string, subject: string];
  /** As in `Note`. */
  section?: string | undefined;
}

/** A whole file of notes, for detecting edits. */
export interface NotesFile {
  /** Facts whose source is a line of this file were stored from it. */
  path: string;
  /**
   * The facts from the file that each statement supersedes, by its content hash. Pure: it runs inside the transaction.
   */
  superseded: (known: readonly KnownNote[]) => ReadonlyMap<string, readonly KnownNote[]>;
}

export interface NotesStore {
  /**
   * Stores statements and the position of the file, in one transaction; `file` is null if more batches follow. A
   * statement is known if the user has or had a fact with it in the project, or if a newer fact replaced it; known
   * facts stay unchanged. A fact that an edit of the same file superseded is stored again if the file states it again.
   */
  add(notes: {
    userId: string;
    facts: readonly NotedFact[];
    /** Null if a part of the file could not be read, so that nothing in it counts as edited. */
    edits: NotesFile | null;
    file: NotedFile | null;
    noted?: NotedImport | undefined;
    newId: () => string;
    now: string;
  }): Promise<{ stored: number; known: number }>;
}

export interface NotesReport {
  stored: number;
  /** Notes whose statement is stored, or was until it was deprecated, erased or replaced by a newer state. */
  known: number;
  /** Secrets and private passages removed before storing. */
  redacted: number;
  /** Notes that cannot become facts, such as one that consists only of a secret. */
  refused: { sourceRef: string; reason: string }[];
}

const defaultConfidence = 0.9;
/** Facts per transaction. */
const batchSize = 500;

/** Stores the notes of other assistants as a caller's facts. */
export class Notes {
  readonly #store: NotesStore;
  readonly #ports: Ports;

  constructor(store: NotesStore, ports: Ports) {
    this.#store = store;
    this.#ports = ports;
  }

  /**
   * Stores all notes of a file as facts of the caller's project; those in personal categories belong to no project.
   * `file` is null if a part of it could not be read; then no older fact is superseded as an edited note. `noted` is the
   * import of many files that this is a part of.
   */
  async store(
    caller: Caller,
    notes: readonly Note[],
    file: NotedFile | null,
    noted?: NotedImport,
  ): Promise<NotesReport> {
    const refused: NotesReport['refused'] = [];
    const intake = new Intake(this.#ports.redact);
    const now = this.#ports.clock.now().toISOString();
    const facts = notes.flatMap((note) => {
      try {
        return [this.#factFrom(note, { caller, intake, now })];
      } catch (thrown) {
        if (!(thrown instanceof BigMindError)) throw thrown;
        refused.push({ sourceRef: note.sourceRef, reason: thrown.message });
        return [];
      }
    });
    const edits = file === null ? null : this.#editsOf(facts);
    const outcome = { stored: 0, known: 0 };
    for (let from = 0; from === 0 || from < facts.length; from += batchSize) {
      const batch = facts.slice(from, from + batchSize);
      const isLast = from + batchSize >= facts.length;
      const { stored, known } = await this.#store.add({
        userId: caller.user.id,
        facts: batch,
        edits,
        file: isLast ? file : null,
        noted,
        newId: this.#ports.newId,
        now,
      });
      outcome.stored += stored;
      outcome.known += known;
    }
    return { ...outcome, redacted: intake.removed, refused };
  }

  /** Null for a file without facts. */
  #editsOf(facts: readonly NotedFact[]): NotesFile | null {
    const path = facts[0]?.sourceRef?.replace(/#L\d+$/u, '');
    if (path === undefined) return null;
    const stated = facts.filter(isPlaced);
    return {
      path,
      superseded: (known) => supersededNotes(known, stated, this.#ports.indexText),
    };
  }

  #factFrom(note: Note, { caller, intake, now }: { caller: Caller; intake: Intake; now: string }): NotedFact {
    const { category, type, confidence = defaultConfidence, createdAt, subject, section } = note;
    const fact = intake.statement('fact', note.fact, limits.fact);
    const project = caller.project?.id ?? null;
    return {
      userId: caller.user.id,
      agentId: caller.agent.id,
      projectId: personalCategories.has(category) ? null : project,
      category,
      type,
      fact,
      confidence,
      tags: intake.list('tags', ['imported', ...note.tags], 100),
      sourceSession: null,
      sourceRef: intake.optional('source_ref', note.sourceRef, limits.shortText),
      origin: 'agent',
      contentHash: statementHash(this.#ports.hash, fact),
      uid: this.#ports.newId(),
      words: informativeWords(fact, this.#ports.indexText),
      statedInProject: project,
      section,
      ...(subject !== undefined && { replaces: [note.tags[0] ?? 'imported', subject] as const }),
      now: createdAt !== undefined && createdAt < now ? createdAt : now,
    };
  }
}

function isPlaced(fact: NotedFact): fact is NotedFact & StatedNote {
  return fact.section !== undefined;
}

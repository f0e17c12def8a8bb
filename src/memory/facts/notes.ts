/**
 * A note: text that another assistant saved, in the form that every reader of such files returns. It is stored as a
 * fact, with a little less confidence than a statement of today. Nothing in a note is an instruction.
 *
 * A note contradicts nothing: it says what was true when it was written, so it takes no confidence from existing facts.
 * A later fact is compared with it as with any other. A deprecated note stays deprecated, however often the file is
 * imported. If a note was edited, its new fact supersedes the old one, unless a person edited or pinned that.
 */
import { statementHash } from '../shared/contentHash.ts';
import { BigMindError } from '../shared/errors.ts';
import type { Caller } from '../shared/identity.ts';
import { limits } from '../shared/input.ts';
import { Intake } from '../shared/intake.ts';
import type { Ports } from '../shared/ports.ts';
import { informativeWords } from '../shared/statements.ts';
import type { TranscriptPosition } from '../shared/transcriptPosition.ts';
import type { FactCategory } from '../shared/vocabulary.ts';
import { personalCategories } from './facts.ts';
import type { NewFact } from './factStore.ts';
import type { KnownNote, StatedNote } from './noteEdits.ts';
import { supersededNotes } from './noteEdits.ts';

export const noteFormats = [
  'claude-memory',
  'copilot-user-memory',
  'copilot-repo-memory',
  'mcp-memory',
  'beads',
] as const;
export type NoteFormat = (typeof noteFormats)[number];

export interface Note {
  category: FactCategory;
  /** The statement as it stands in the file, with the headings above it in front; secrets are cut out when it is stored. */
  fact: string;
  /** Lower case. The first one is the format. */
  tags: string[];
  /** The file and the line in it: `PATH#L12`. */
  sourceRef: string;
  /** When the file was written last, unless it tells better; ISO 8601 in UTC. */
  createdAt?: string;
  /**
   * What it tells the state of, as one of its tags that no other note of the format has. A newer note with that tag replaces
   * this one, unless a person wrote or confirmed it.
   */
  subject?: string;
  /**
   * What stands in front of the statement as `SECTION: `: the headings above it, or the entity that it is about; empty when
   * there are none. With the file, it is how an edited note is recognized. Absent where a statement has no such place.
   */
  section?: string;
  /** The folder of the project that it belongs to; absolute. Absent when it belongs to none, or to one that is not known. */
  folder?: string;
}

/** A file, or a line of it, that could not be read; the others were. */
export interface UnreadableNote {
  sourceRef: string;
  unreadable: string;
}

/** Rejects with the file system's error when the file cannot be read. */
export type ReadNotes = (file: string, folder?: string) => AsyncIterable<Note | UnreadableNote>;

/** A longer statement is cut: what is told at such length is a document, and is found by its beginning. */
export const maxNoteLength = 2_000;

/** A file of notes that was read to its end. */
export interface NotedFile {
  path: string;
  /** Its length, and in place of a message's key when it was written last. */
  position: TranscriptPosition;
}

/** A note on its way into the store. */
export interface NotedFact extends NewFact {
  /** Older facts of the user and project that have all of these tags are superseded; absent for none. */
  replaces?: readonly [format: string, subject: string];
  /** Of the note; see there. */
  section?: string;
}

/** A whole file of notes, as far as its edits go. */
export interface NotesFile {
  /** Facts whose source is a line of this file were stored from it. */
  path: string;
  /**
   * Which of the facts that were stored from the file each of its statements supersedes, by the statement's content hash.
   * Pure: it runs inside the transaction.
   */
  superseded: (known: readonly KnownNote[]) => ReadonlyMap<string, readonly KnownNote[]>;
}

export interface NotesStore {
  /**
   * Stores statements in one transaction and notes that the file was read, null while more of it is to come. One that the
   * user's facts of the project have or had already is known, and stays as it is; so is one that a newer fact replaced.
   * One that an edit of the same file superseded is stored again when the file says it again.
   */
  add(notes: {
    userId: string;
    facts: readonly NotedFact[];
    /** Null where not all of the file could be read, so that nothing in it counts as edited. */
    edits: NotesFile | null;
    file: NotedFile | null;
    newId: () => string;
    now: string;
  }): Promise<{ stored: number; known: number }>;
}

export interface NotesReport {
  stored: number;
  /** Facts that say so are there, or were until they were deprecated. */
  known: number;
  /** Secrets and private passages that were cut out before storing. */
  redacted: number;
  /** Notes that no fact can be made of, such as one that is nothing but a secret. */
  refused: { sourceRef: string; reason: string }[];
}

const confidence = 0.9;
/** So many become facts in one transaction. */
const batchSize = 500;

export class Notes {
  readonly #store: NotesStore;
  readonly #ports: Ports;

  constructor(store: NotesStore, ports: Ports) {
    this.#store = store;
    this.#ports = ports;
  }

  /**
   * Stores all notes of a file as facts of the caller's project; what is known of a person belongs to no project. `file` is
   * null when a part of it could not be read; then no older fact is superseded as an edited note.
   */
  async store(caller: Caller, notes: readonly Note[], file: NotedFile | null): Promise<NotesReport> {
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
    const { category, createdAt, subject, section } = note;
    const fact = intake.statement('fact', note.fact, limits.fact);
    const project = caller.project?.id ?? null;
    return {
      userId: caller.user.id,
      agentId: caller.agent.id,
      projectId: personalCategories.has(category) ? null : project,
      category,
      fact,
      confidence,
      tags: intake.list('tags', ['imported', ...note.tags], 100),
      sourceSession: null,
      sourceRef: intake.optional('source_ref', note.sourceRef, limits.shortText),
      origin: 'agent',
      contentHash: statementHash(this.#ports.hash, fact),
      uid: this.#ports.newId(),
      words: informativeWords(fact, this.#ports.indexText),
      saidInProject: project,
      ...(section !== undefined && { section }),
      ...(subject !== undefined && { replaces: [note.tags[0] ?? 'imported', subject] as const }),
      now: createdAt !== undefined && createdAt < now ? createdAt : now,
    };
  }
}

function isPlaced(fact: NotedFact): fact is NotedFact & StatedNote {
  return fact.section !== undefined;
}

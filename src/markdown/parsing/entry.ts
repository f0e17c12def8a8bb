/** The entries of a project's memory files, `.mind/*.md`, as they are read from the text (Mind Architecture, 1 to 3 and 6). */
import type { NoteKind } from '../../memory/summarize/rules/noteRules.ts';

/** What an assistant logs, and the parts of the files with a heading of their own. */
export type EntryKind = NoteKind | 'experience' | 'assumption' | 'gotcha' | 'state' | 'next';

/** One statement of a file. */
export interface Entry {
  kind: EntryKind;
  /** On one line, without its label, box and emphasis. */
  text: string;
  /** Its first line in the file, from 1. */
  line: number;
  /** The date of the heading above it, `2024-12-12`; null if there is none. */
  date: string | null;
  /** Confidence, 0 to 1, that the statement is of this kind. */
  confidence: number;
  /** Why, as the statement says; null if it does not. */
  reason: string | null;
  /** What was not chosen. */
  alternatives: string[];
  /** Only of a problem; null for other kinds. */
  status: ProblemStatus | null;
  /** What resolved a problem, as far as the file says; null otherwise. */
  resolution: string | null;
  /** Whether its line has `webMark`. */
  isFromWeb: boolean;
}

/** A statement of a memory file. */
export interface EntryWithLines extends Entry {
  /** How many lines it has, with a line that is only `webMark` directly below it. */
  lines: number;
}

/**
 * Behind a statement that an assistant logged after it had read the web. People see it in an editor and remove it from
 * what they trust.
 */
export const webMark = '<!-- from the web -->';

type ProblemStatus = 'open' | 'blocked' | 'resolved';

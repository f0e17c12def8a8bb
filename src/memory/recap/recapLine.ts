/** A line of a recap: the text of one stored memory, which it names. Nothing is rephrased. */
import type { Authors } from '../trust/authors.ts';
import { oneLine, shorten } from '../../util/text.ts';
import type { RecapKind, ResolvedStatus } from '../shared/vocabulary.ts';

/** Characters of the text and of the note of a line. */
const maxText = 200;

export interface RecapLine {
  /** With `id`, the memory that the line is from. A decision and a hand-off are facts. */
  kind: RecapKind;
  id: string;
  /** One line of at most 200 characters, not escaped. */
  text: string;
  /** The outcome of a session, why a decision was reversed, what replaced it, or how a hypothesis was resolved. */
  note: string | null;
  /** The number of the fact that replaced a decision. */
  successor: number | null;
  /** Of a hypothesis. */
  status: ResolvedStatus | null;
  projectName: string | null;
  /** Of a shared fact and of knowledge, the names of its users; see `Authors`. */
  author: string | null;
  approver: string | null;
  /** When it happened: ISO 8601 in UTC. */
  at: string;
}

/** A line, and whether it may be sent to a model unasked. */
export interface Candidate {
  line: RecapLine;
  isSent: boolean;
}

/** `text` and `note` may have any length and line breaks. */
export function lineOf(
  kind: RecapKind,
  id: number | string,
  {
    text,
    note = null,
    at,
    projectName,
    author = null,
    approver = null,
  }: Pick<RecapLine, 'text' | 'at' | 'projectName'> & { note?: string | null } & Authors,
): RecapLine {
  return {
    kind,
    id: String(id),
    text: shorten(oneLine(text), maxText),
    note: note === null || note.trim() === '' ? null : shorten(oneLine(note), maxText),
    successor: null,
    status: null,
    projectName,
    author,
    approver,
    at,
  };
}

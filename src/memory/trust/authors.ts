/** Who vouches for a memory that others see: the one source of these words in every answer, list and context. */
import { shorten } from '../../util/text.ts';
import { marksOf } from './instructionLike.ts';
import { plainLine } from './quoting.ts';

export interface Authors {
  /** The name of the user who wrote a shared fact, or proposed knowledge; null or absent if unknown, and for private memories. */
  author?: string | null;
  /** The name of the user who approved knowledge; null or absent for everything else. */
  approver?: string | null;
}

/** In characters; a user may choose a longer name. */
const maxName = 60;

/** Such as `by ada` and `approved by bob`; empty for a private memory. */
export function authorsOf(memory: Authors): string[] {
  const { author, approved_by: approver } = structuredAuthors(memory);
  return [
    ...(author === undefined ? [] : [`by ${author}`]),
    ...(approver === undefined ? [] : [`approved by ${approver}`]),
  ];
}

/** The same in parentheses, to append to a statement; empty for a private memory. */
export function authorsText(memory: Authors): string {
  const authors = authorsOf(memory);
  return authors.length === 0 ? '' : ` (${authors.join(', ')})`;
}

/** The same for programs. */
export function structuredAuthors({ author = null, approver = null }: Authors): {
  author?: string;
  approved_by?: string;
} {
  return {
    ...(author !== null && { author: nameOf(author) }),
    ...(approver !== null && { approved_by: nameOf(approver) }),
  };
}

/** A person chooses the own name, so it may also be an instruction to whoever reads it. */
function nameOf(name: string): string {
  return marksOf(name).length > 0 ? '(name withheld)' : shorten(plainLine(name), maxName);
}

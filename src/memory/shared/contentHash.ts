/**
 * Defines when two memories are the same. Statements (facts, knowledge) are equal if they differ only in case, spacing
 * or Unicode form. Statements of one hash are still different if case has a meaning in them. Quotations (chunks, messages) are equal only if their text is.
 */
import type { Hash } from './ports.ts';
import { foldedCase } from './similarity/meaningfulCase.ts';

export function statementHash(hash: Hash, statement: string): string {
  return hash(statement.normalize('NFKC').toLowerCase().replace(/\s+/gu, ' ').trim());
}

/** The same for equal statements, and different for statements of one hash such as "use -v" and "use -V". */
export function statementKey(statement: string): string {
  return foldedCase(statement);
}

export function quotationHash(hash: Hash, quotation: string): string {
  return hash(quotation.normalize('NFC').trim());
}

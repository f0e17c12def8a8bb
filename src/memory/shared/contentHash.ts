/**
 * Defines when two memories are the same. Statements (facts, knowledge) are equal if they differ only in case, spacing
 * or Unicode form. Quotations (chunks, messages) are equal only if their text is.
 */
import type { Hash } from './ports.ts';

export function statementHash(hash: Hash, statement: string): string {
  return hash(statement.normalize('NFKC').toLowerCase().replace(/\s+/gu, ' ').trim());
}

export function quotationHash(hash: Hash, quotation: string): string {
  return hash(quotation.normalize('NFC').trim());
}

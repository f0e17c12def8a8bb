/**
 * What makes two memories the same. A statement (fact, knowledge) is the same when only case, spacing or Unicode form
 * differ; a quotation (chunk, message) only when it is the same text.
 */
import type { Hash } from './ports.ts';

export function statementHash(hash: Hash, statement: string): string {
  return hash(statement.normalize('NFKC').toLowerCase().replace(/\s+/gu, ' ').trim());
}

export function quotationHash(hash: Hash, quotation: string): string {
  return hash(quotation.normalize('NFC').trim());
}

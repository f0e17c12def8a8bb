/** Translates errors of PostgreSQL and of its driver into our error codes, by SQLSTATE (PostgreSQL 15, appendix A). */
import { BigMindError } from '../../../memory/shared/errors.ts';

export function storeErrorFrom(error: unknown): BigMindError {
  if (error instanceof BigMindError) return error;
  const state = stateOf(error);
  const message = error instanceof Error ? error.message : String(error);
  if (state === '23503') {
    return new BigMindError('store_replaced', 'A row refers to something that the database no longer has.', {
      remedy: 'Nothing was changed. Try again.',
      cause: error,
    });
  }
  return new BigMindError('internal', `The database refused an operation: ${message}`, {
    remedy: 'Nothing was changed. Run `bigmind doctor` for a diagnosis.',
    cause: error,
  });
}

function stateOf(error: unknown): string {
  return typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
}

/**
 * Uncaught errors in a serving process: they are logged to standard error, and the process continues. One broken call
 * must not affect the others; its transaction rolls back what it started to store.
 */
import { bigMindErrorFrom } from '../../memory/shared/errors.ts';

export function outliveDefects(note: (text: string) => void): void {
  const report = (thrown: unknown): void => {
    const error = bigMindErrorFrom(thrown);
    note(`bigmind: ${error.message}\n${stackOf(error.cause) ?? stackOf(error) ?? ''}`);
  };
  process.on('uncaughtException', report);
  process.on('unhandledRejection', report);
}

/** A thrown value may be anything, even an object whose `stack` throws. */
function stackOf(thrown: unknown): string | undefined {
  try {
    return thrown instanceof Error && typeof thrown.stack === 'string' ? thrown.stack : undefined;
  } catch {
    return undefined;
  }
}

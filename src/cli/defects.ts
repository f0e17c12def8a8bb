/**
 * What nobody caught, in a process that serves: it is told on standard error, and the process goes on. One call that breaks
 * must not take the others with it; what it had begun to store is undone with its transaction.
 */
import { bigMindErrorFrom } from '../memory/errors.ts';

export function outliveDefects(note: (text: string) => void): void {
  const tell = (thrown: unknown): void => {
    const error = bigMindErrorFrom(thrown);
    const cause = error.cause instanceof Error ? error.cause : error;
    note(`bigmind: ${error.message}\n${cause.stack ?? ''}`);
  };
  process.on('uncaughtException', tell);
  process.on('unhandledRejection', tell);
}

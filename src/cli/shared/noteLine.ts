/**
 * The lines that a process writes to standard error. With `--log json`, each of them is JSON, so that the program that
 * collects the log can parse all of it: requests (`http/agents/requestLog.ts`), notes and errors.
 */

/** By the arguments as they were typed, because wrong ones are reported there, too. */
export function hasJsonLog([name, ...rest]: readonly string[]): boolean {
  return (
    name === 'serve' && rest.some((arg, at) => arg === '--log=json' || (arg === '--log' && rest[at + 1] === 'json'))
  );
}

export function jsonNote(text: string, now: Date): string {
  return JSON.stringify({ time: now.toISOString(), note: text });
}

/**
 * The lines that a process writes to standard error. With `--log json`, each of them is JSON, so that the program that
 * collects the log can parse all of it: requests (`http/agents/requestLog.ts`), notes and errors.
 */

/** By the arguments as they were typed, because wrong ones are reported there, too. */
export function hasJsonLog([name, ...rest]: readonly string[]): boolean {
  // The last one counts.
  const forms = rest.flatMap((arg, at) =>
    arg === '--log' ? [rest[at + 1]] : (/^--log=(.*)$/u.exec(arg)?.slice(1) ?? []),
  );
  return name === 'serve' && forms.at(-1) === 'json';
}

export function jsonNote(text: string, now: Date): string {
  return JSON.stringify({ time: now.toISOString(), note: text });
}

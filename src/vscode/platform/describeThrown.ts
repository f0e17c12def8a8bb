/** A thrown value with its stack and causes, for the log. */
export function describeThrown(thrown: unknown): string {
  if (!(thrown instanceof Error)) return String(thrown);
  const cause = thrown.cause === undefined ? '' : `\nCaused by: ${describeThrown(thrown.cause)}`;
  return `${thrown.stack ?? thrown.message}${cause}`;
}

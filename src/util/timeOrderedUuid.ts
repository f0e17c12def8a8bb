/**
 * UUIDs that sort by the time they were made (version 7, RFC 9562), for rows that come in by the hundred thousand: random
 * ones land all over an index, so that each batch rewrites nearly all of it.
 */

/** `random` is a UUID of version 4, whose random bits are kept but for the first 48, which the time takes. */
export function timeOrderedUuid(time: Date, random: string): string {
  const milliseconds = time.getTime().toString(16).padStart(12, '0');
  return `${milliseconds.slice(0, 8)}-${milliseconds.slice(8)}-7${random.slice(15)}`;
}

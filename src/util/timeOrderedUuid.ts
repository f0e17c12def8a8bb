/**
 * UUIDs that sort by the time they were made (version 7, RFC 9562), for rows that come in by the hundred thousand: random
 * ones land all over an index, so that each batch rewrites nearly all of it.
 */

/** `random` is a UUID of version 4, whose random bits are kept but for the first 48, which the time takes. */
export function timeOrderedUuid(time: Date, random: string): string {
  const milliseconds = time.getTime().toString(16).padStart(12, '0');
  return `${milliseconds.slice(0, 8)}-${milliseconds.slice(8)}-7${random.slice(15)}`;
}

/** When such a UUID was made; undefined for one of another version. */
export function timeOfUuid(uuid: string): Date | undefined {
  const digits = /^([0-9a-f]{8})-([0-9a-f]{4})-7/iu.exec(uuid);
  return digits === null ? undefined : new Date(Number.parseInt(`${digits[1] ?? ''}${digits[2] ?? ''}`, 16));
}

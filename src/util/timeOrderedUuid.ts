/**
 * UUIDs that sort by creation time (version 7, RFC 9562), for hundreds of thousands of rows: random ones are spread
 * over the whole index, so that each batch rewrites most of it.
 */

/** `random` is a version 4 UUID; the time replaces its first 48 bits, and the other random bits are kept. */
export function timeOrderedUuid(time: Date, random: string): string {
  const milliseconds = time.getTime().toString(16).padStart(12, '0');
  return `${milliseconds.slice(0, 8)}-${milliseconds.slice(8)}-7${random.slice(15)}`;
}

/** When a version 7 UUID was created; undefined for another version. */
export function timeOfUuid(uuid: string): Date | undefined {
  const digits = /^([0-9a-f]{8})-([0-9a-f]{4})-7/iu.exec(uuid);
  return digits === null ? undefined : new Date(Number.parseInt(`${digits[1] ?? ''}${digits[2] ?? ''}`, 16));
}

/**
 * Eras and heaps, as the recovery specification means them. A heap is what an agent had before it at one time: it begins
 * with a conversation (`FRESH`), after a compaction (`POST_COMPACTING`) or where a conversation branches
 * (`SPLIT_POINT`). An era is a stretch of work on one project without a long pause; every heap lies in one.
 */

/** Days without a message after which work on a project is another era. */
export const eraPause = 14;

/** The number counts the eras of one project from 1 in the order of time. */
export function eraName(project: string | null, number: number): string {
  return `${project ?? 'No project'} (Era ${String(number)})`;
}

/**
 * Eras and heaps, as the recovery specification defines them. A heap is the context of an agent at one time. It begins
 * with a conversation (`FRESH`), after a compaction (`POST_COMPACTING`) or where a conversation branches
 * (`SPLIT_POINT`). An era is a period of work on one project without a long pause; every heap belongs to one.
 */

/** Days without a message after which work on a project counts as a new era. */
export const eraGapDays = 14;

/** `number` counts the eras of one project chronologically, from 1. */
export function eraName(project: string | null, number: number): string {
  return `${project ?? 'No project'} (Era ${String(number)})`;
}

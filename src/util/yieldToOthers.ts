/**
 * A pause between two steps of background work, in which other work of the process and other writers of a store go
 * first. SQLite has no queue for its lock: without a gap, others could find it taken every time.
 */
export function yieldToOthers(milliseconds = 10): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

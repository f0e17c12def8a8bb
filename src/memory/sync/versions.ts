/**
 * Which edits of a record a version contains: for each machine, the number of its last edit. Numbers are hybrid logical
 * clocks: the time of the edit where the record keeps it, and always more than all numbers that the edit has seen. So
 * the latest edit has the largest number even if the clock of a machine is wrong, and every machine orders two edits in
 * the same way. Other versions of BigMind counted from 1, which is the same to all rules here.
 */

/** The number of the last edit by machine; without edits, a machine is missing. */
export type Versions = Readonly<Record<string, number>>;

type Order = 'equal' | 'older' | 'newer' | 'concurrent';

/** `newer`: `one` contains all edits of `other`, and more. */
export function compareVersions(one: Versions, other: Versions): Order {
  const lacks = (left: Versions, right: Versions): boolean =>
    Object.entries(right).some(([machine, clock]) => (left[machine] ?? 0) < clock);
  const [oneLacks, otherLacks] = [lacks(one, other), lacks(other, one)];
  if (oneLacks) return otherLacks ? 'concurrent' : 'older';
  return otherLacks ? 'newer' : 'equal';
}

/** Contains the edits of both. */
export function joinVersions(one: Versions, other: Versions): Versions {
  const joined: Record<string, number> = { ...one };
  for (const [machine, clock] of Object.entries(other)) joined[machine] = Math.max(joined[machine] ?? 0, clock);
  return joined;
}

/** After one more edit on this machine. `editedAt`: ISO 8601 in UTC; null if records of this kind do not keep it. */
export function nextVersions(versions: Versions, machine: string, editedAt: string | null): Versions {
  return { ...versions, [machine]: Math.max(newestEdit(versions).clock + 1, timeOf(editedAt)) };
}

/** No text has a number with more digits. */
const maxTime = 99_999_999_999_999;

/** In milliseconds; 0 for what is no time. */
function timeOf(at: string | null): number {
  const time = at === null ? 0 : Date.parse(at);
  return time > 0 && time <= maxTime ? time : 0;
}

/** The last edit, by which one of two concurrent versions wins; of equal clocks, the larger machine id. */
export function newestEdit(versions: Versions): { clock: number; machine: string } {
  return Object.entries(versions).reduce(
    (newest, [machine, clock]) => (isLater({ clock, machine }, newest) ? { clock, machine } : newest),
    { clock: 0, machine: '' },
  );
}

export function isLater(one: { clock: number; machine: string }, other: { clock: number; machine: string }): boolean {
  return one.clock === other.clock ? one.machine > other.machine : one.clock > other.clock;
}

/** `a1:3 b2:5`, in the order of the machines. */
export function textOfVersions(versions: Versions): string {
  return Object.keys(versions)
    .sort()
    .map((machine) => `${machine}:${String(versions[machine])}`)
    .join(' ');
}

/** Undefined if the text is none of `textOfVersions`. */
export function versionsFromText(text: string): Versions | undefined {
  if (!/^[\da-z]{1,32}:[1-9]\d{0,14}(?: [\da-z]{1,32}:[1-9]\d{0,14})*$/u.test(text)) return undefined;
  return Object.fromEntries(
    text.split(' ').map((part) => {
      const [machine = '', clock = ''] = part.split(':');
      return [machine, Number(clock)];
    }),
  );
}

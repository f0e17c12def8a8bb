/**
 * Which bundles of the other machines can be read next. A machine's bundles are read in their order, without gaps. One
 * that is missing or incomplete lets the later ones of its machine wait, and no others.
 */

/** A bundle as its file name gives it: `machines/MACHINE/000001-HASH.bundle`. */
export interface BundleName {
  machine: string;
  /** From 1. */
  sequence: number;
  /** The beginning of the SHA-256 of the file, in lower-case hexadecimal digits. */
  hash: string;
}

/** How far the bundles of a machine were read. */
export interface Position {
  sequence: number;
  hash: string;
}

export type Positions = Readonly<Record<string, Position>>;

export const hashLength = 16;

const pattern = /^(\d{6})-([\da-f]{16})\.bundle$/u;

export function bundleFileName({ sequence, hash }: BundleName): string {
  return `${String(sequence).padStart(6, '0')}-${hash.slice(0, hashLength)}.bundle`;
}

/** Undefined for other files, such as the conflict copies of a cloud drive. */
export function bundleNameFrom(machine: string, file: string): BundleName | undefined {
  const [, sequence, hash] = pattern.exec(file) ?? [];
  return sequence === undefined || hash === undefined ? undefined : { machine, sequence: Number(sequence), hash };
}

/** Twelve hexadecimal digits. */
export function isMachineId(name: string): boolean {
  return /^[\da-f]{12}$/u.test(name);
}

/** The next bundles of each machine but our own, in order; they end at the first gap. */
export function nextBundles(listed: readonly BundleName[], positions: Positions, own: string): BundleName[] {
  return bundlesByMachine(listed, own).flatMap(([machine, bundles]) => {
    const rest: BundleName[] = [];
    for (let sequence = (positions[machine]?.sequence ?? 0) + 1; ; sequence += 1) {
      const next = bundles.get(sequence);
      if (next === undefined) return rest;
      rest.push(...next);
    }
  });
}

/** The first bundle that is missing, for each machine that has later ones. */
export function gapsIn(
  listed: readonly BundleName[],
  positions: Positions,
  own: string,
): Pick<BundleName, 'machine' | 'sequence'>[] {
  return bundlesByMachine(listed, own).flatMap(([machine, bundles]) => {
    const read = positions[machine]?.sequence ?? 0;
    const last = Math.max(read, ...bundles.keys());
    for (let sequence = read + 1; sequence < last; sequence += 1) {
      if (!bundles.has(sequence)) return [{ machine, sequence }];
    }
    return [];
  });
}

/**
 * Bundles that were read or written and that are missing now, or were replaced: the first of each machine. The last one
 * of a machine confirms all before it, because each bundle names the hash of its predecessor.
 */
export function rewrittenIn(
  listed: readonly BundleName[],
  positions: Positions,
): Pick<BundleName, 'machine' | 'sequence'>[] {
  const all = new Map(bundlesByMachine(listed));
  return Object.entries(positions).flatMap(([machine, { sequence: last, hash }]) => {
    for (let sequence = 1; sequence <= last; sequence += 1) {
      const found = all.get(machine)?.get(sequence) ?? [];
      const isThere = found.some((one) => sequence < last || one.hash === hash.slice(0, hashLength));
      if (!isThere) return [{ machine, sequence }];
    }
    return [];
  });
}

/** Two machines with one name get the beginning of their ids behind it. */
export function shownNames(names: Readonly<Record<string, string>>): Record<string, string> {
  const all = Object.values(names);
  return Object.fromEntries(
    Object.entries(names).map(([machine, name]) => {
      const isShared = all.filter((other) => other === name).length > 1;
      return [machine, isShared ? `${name} (${machine.slice(0, 4)})` : name];
    }),
  );
}

/** By sequence; two bundles with one number come from two copies of a disk. */
function bundlesByMachine(listed: readonly BundleName[], except?: string): [string, Map<number, BundleName[]>][] {
  const found = new Map<string, Map<number, BundleName[]>>();
  for (const bundle of listed.toSorted((one, other) => (one.hash < other.hash ? -1 : 1))) {
    if (bundle.machine === except) continue;
    const of = found.get(bundle.machine) ?? new Map<number, BundleName[]>();
    of.set(bundle.sequence, [...(of.get(bundle.sequence) ?? []), bundle]);
    found.set(bundle.machine, of);
  }
  return [...found].sort(([one], [other]) => (one < other ? -1 : 1));
}

/** Which entries of a file that was read again are the same as before, so that they keep their ids and their index. */

type Statement = Readonly<{ kind: string; text: string }>;

interface MatchedEntries<Old, Read> {
  /** In the order of the file; `old` is undefined for a new one. */
  pairs: { old: Old | undefined; read: Read }[];
  gone: Old[];
}

/** Two entries are the same if kind and text are equal; of several equal ones, the first is the first. */
export function matchEntries<Old extends Statement, Read extends Statement>(
  known: readonly Old[],
  read: readonly Read[],
): MatchedEntries<Old, Read> {
  const left = new Map<string, Old[]>();
  for (const old of known) left.set(keyOf(old), [...(left.get(keyOf(old)) ?? []), old]);
  const pairs = read.map((one) => ({ old: left.get(keyOf(one))?.shift(), read: one }));
  return { pairs, gone: [...left.values()].flat() };
}

function keyOf({ kind, text }: Statement): string {
  return `${kind}\n${text}`;
}

/**
 * Pairs of short engineering texts with the judgement of a reader, on which the similarity of texts is calibrated.
 * Every second pair of each list is held out: it is measured, but no rule or constant is chosen on it.
 */

/**
 * `same`: a colleague would say "we already tried or decided exactly that". `near`: the same subject, but another
 * approach, the opposite, or a question about it. `different`: something else that shares words.
 */
export type PairLabel = 'same' | 'near' | 'different';

export interface LabelledPair {
  one: string;
  other: string;
  label: PairLabel;
}

/** The pairs of one language and subject, by label. */
export type PairList = Readonly<Record<PairLabel, readonly (readonly [one: string, other: string])[]>>;

const labels: readonly PairLabel[] = ['same', 'near', 'different'];

export function labelled(list: PairList): LabelledPair[] {
  return labels.flatMap((label) => list[label].map(([one, other]) => ({ one, other, label })));
}

/** The half on which constants are chosen (the first, third, … pair of each label), and the half held out. */
export function halvesOf(lists: readonly PairList[]): { tuning: LabelledPair[]; heldOut: LabelledPair[] } {
  const placed = lists.flatMap((list) =>
    labels.flatMap((label) => list[label].map(([one, other], place) => ({ pair: { one, other, label }, place }))),
  );
  const halfOf = (rest: number): LabelledPair[] =>
    placed.filter(({ place }) => place % 2 === rest).map(({ pair }) => pair);
  return { tuning: halfOf(0), heldOut: halfOf(1) };
}

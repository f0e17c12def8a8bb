/**
 * Texts with what a rule must find in them, to measure a rule that reads language. The tuning half guides a rule. The
 * held-out half was written when the rule was finished, and the rule did not change for it, so its figures show what to
 * expect of other texts.
 */
import assert from 'node:assert/strict';

/** A text that is followed by nothing holds nothing. */
export type LabelledText = readonly [text: string, ...expected: string[]];

export interface LabelledTexts {
  tuning: readonly LabelledText[];
  heldOut: readonly LabelledText[];
}

/** Counts of texts; in a `wrong` one the rule finds something else than it must. */
export interface Found {
  right: number;
  missed: number;
  wrong: number;
}

/** Defines a test for each text of the tuning half, and one that counts what is found in the held-out half. */
export function itFinds(texts: LabelledTexts, find: (text: string) => readonly string[], inHeldOut: Found): void {
  for (const [text, ...expected] of texts.tuning) {
    const what = expected.length === 0 ? 'nothing' : expected.map((one) => JSON.stringify(one)).join(', ');
    it(`finds ${what} in ${JSON.stringify(text)}`, () => assert.deepEqual(find(text), expected));
  }

  const { right, missed, wrong } = inHeldOut;
  it(`finds ${String(right)} right, ${String(missed)} not and ${String(wrong)} wrong in held-out texts`, () => {
    assert.deepEqual(countFound(texts.heldOut, find), inHeldOut);
  });
}

function countFound(texts: readonly LabelledText[], find: (text: string) => readonly string[]): Found {
  const counts = { right: 0, missed: 0, wrong: 0 };
  for (const [text, ...expected] of texts) {
    const found = find(text);
    if (found.length === 0) counts.missed += Math.sign(expected.length);
    else counts[JSON.stringify(found) === JSON.stringify(expected) ? 'right' : 'wrong'] += 1;
  }
  return counts;
}

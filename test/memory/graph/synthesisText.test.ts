/** What a reader sees of a synthesis whose sources are not all readable. */
import assert from 'node:assert/strict';
import type { SynthesisContent, SynthesisSentence } from '../../../src/memory/graph/synthesis/synthesis.ts';
import { restingOn } from '../../../src/memory/graph/synthesis/synthesisText.ts';

describe('a synthesis', () => {
  const says = (text: string, ...ids: number[]): SynthesisSentence => {
    return { text, sources: ids.map((id) => ({ kind: 'fact', id: String(id) })) };
  };
  const content: SynthesisContent = {
    sentences: [says('one', 1), says('two', 1, 2)],
    conflicts: [{ statements: [says('three', 2), says('four', 1)] }, { statements: [says('five', 2), says('six', 2)] }],
  };
  const readable = (...ids: number[]): ReadonlyMap<string, unknown> =>
    new Map(ids.map((id) => [`fact ${String(id)}`, true]));

  it('shows all that rests on readable memories', () => {
    assert.deepEqual(restingOn(content, readable(1, 2)), content);
  });

  it('hides a statement without a readable source, and a contradiction with less than two statements', () => {
    assert.deepEqual(restingOn(content, readable(2)), {
      sentences: [says('two', 2)],
      conflicts: [{ statements: [says('five', 2), says('six', 2)] }],
    });
  });

  it('is hidden if nothing is left', () => {
    assert.equal(restingOn(content, readable(3)), undefined);
  });
});

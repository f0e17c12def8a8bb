/** The selection in a list, and what a learned fact becomes. */
import assert from 'node:assert/strict';
import type { EvidenceCard } from '../../src/protocol/learn/learned.ts';
import { extendedTo, nothingSelected, toggled } from '../../webview/parts/design/rows/selection.ts';
import { fieldsOfFact } from '../../webview/views/decisions/decisionFields.ts';
import { shownAfter } from '../../webview/views/recall/memoryDraft.ts';
import { aMemory } from './aMemory.ts';

const keys = ['a', 'b', 'c', 'd'];

describe('the selection in a list', () => {
  it('toggles one at a time', () => {
    const two = toggled(toggled(nothingSelected, 'b'), 'd');
    assert.deepEqual([...two.selected], ['b', 'd']);
    assert.deepEqual([...toggled(two, 'b').selected], ['d']);
  });

  it('extends from the last one that was selected alone, in both directions', () => {
    const begun = toggled(nothingSelected, 'b');
    assert.deepEqual([...extendedTo(begun, 'd', keys).selected], ['b', 'c', 'd']);
    assert.deepEqual([...extendedTo(extendedTo(begun, 'd', keys), 'a', keys).selected], ['a', 'b']);
  });

  it('begins a range at the row if nothing was selected', () => {
    assert.deepEqual(extendedTo(nothingSelected, 'c', keys), { selected: new Set(['c']), anchor: 'c' });
  });
});

describe('a learned fact', () => {
  const evidence: EvidenceCard = {
    ...{ type: 'decision', value: 2, source: 'model', model: 'a model', quote: 'Green it is.', by: 'user', seq: 4 },
    ...{ state: 'learned', when: [], about: [], also: [], alsoTotal: 0 },
  };

  it('becomes a decision by the user who said it, with the quote as the reason', () => {
    const said = aMemory({ evidence });
    const { title, decidedBy, rationale } = fieldsOfFact(said, 'Ada');
    assert.deepEqual([title, decidedBy, rationale], ['The lights are green', 'Ada', 'Green it is.']);
    const proposed = aMemory({ evidence: { ...evidence, by: 'assistant' } });
    assert.equal(fieldsOfFact(proposed, 'Ada').decidedBy, '');
  });

  it('is shown as deprecated as soon as it is dismissed', () => {
    const after = shownAfter({ type: 'dismissLearned', ids: [7], reason: 'Dismissed.' });
    assert.deepEqual(after, { status: 'deprecated', deprecationReason: 'Dismissed.' });
  });
});

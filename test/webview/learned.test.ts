/** The list of what was learned: its days, its selection, and how routes name what is opened. */
import assert from 'node:assert/strict';
import type { EvidenceCard } from '../../src/protocol/learn/learned.ts';
import { learnedItem, learnedListItem, openedLearnedFrom } from '../../webview/parts/domain/learnedItem.ts';
import { openedSessionFrom, turnItem } from '../../webview/parts/domain/sessionItem.ts';
import { fieldsOfFact } from '../../webview/views/decisions/decisionFields.ts';
import { allCurrent, isNarrowed, learnedFilterFrom } from '../../webview/views/learned/learnedFilter.ts';
import { byDay, extendedTo, nothingSelected, toggled, within } from '../../webview/views/learned/learnedSelection.ts';
import { shownAfter } from '../../webview/views/recall/memoryDraft.ts';
import { aMemory } from './aMemory.ts';

const ids = [9, 7, 5, 3];

describe('the selection of what was learned', () => {
  it('toggles one at a time', () => {
    const two = toggled(toggled(nothingSelected, 7), 3);
    assert.deepEqual([...two.selected], [7, 3]);
    assert.deepEqual([...toggled(two, 7).selected], [3]);
  });

  it('extends from the last one that was selected alone, in both directions', () => {
    const begun = toggled(nothingSelected, 7);
    assert.deepEqual([...extendedTo(begun, 3, ids).selected], [7, 5, 3]);
    assert.deepEqual([...extendedTo(extendedTo(begun, 3, ids), 9, ids).selected], [9, 7]);
  });

  it('begins a range at the item if nothing was selected', () => {
    assert.deepEqual(extendedTo(nothingSelected, 5, ids), { selected: new Set([5]), anchor: 5 });
  });

  it('forgets items that left the list', () => {
    const all = extendedTo(toggled(nothingSelected, 9), 3, ids);
    assert.deepEqual([...within(all, [7, 3]).selected], [7, 3]);
  });
});

describe('the list of what was learned', () => {
  it('has one group for each day, in order', () => {
    const at = (createdAt: string): { createdAt: string } => ({ createdAt });
    const items = [at('2026-03-02T09'), at('2026-03-02T08'), at('2026-03-01T09'), at('no time')];
    const days = byDay(items, (iso) => (iso.startsWith('2026') ? iso.slice(0, 10) : null));
    assert.deepEqual(
      days.map(([day, ofDay]) => [day, ofDay.length]),
      [
        ['2026-03-02', 2],
        ['2026-03-01', 1],
        [null, 1],
      ],
    );
  });

  it('ignores a filter of another version of the page', () => {
    assert.deepEqual(learnedFilterFrom({ state: 'fresh' }), allCurrent);
    assert.equal(isNarrowed(allCurrent), false);
    assert.equal(isNarrowed({ ...allCurrent, state: 'all' }), true);
  });
});

describe('routes to what was learned', () => {
  it('name the list and one fact of it', () => {
    assert.deepEqual(openedLearnedFrom(learnedListItem), { id: null });
    assert.deepEqual(openedLearnedFrom(learnedItem(12)), { id: '12' });
    for (const other of [null, 'fact:12', 'learned:', 'learned:x']) assert.equal(openedLearnedFrom(other), undefined);
  });

  it('name a session at a turn, whatever its id', () => {
    assert.deepEqual(openedSessionFrom(turnItem('a:b', 7)), { id: 'a:b', at: 7 });
    assert.equal(turnItem('a', null), 'a');
    assert.deepEqual(openedSessionFrom('a1b2'), { id: 'a1b2', at: null });
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

/** The list of knowledge: what a route opens in it, its filter, and which decisions lack a reason. */
import assert from 'node:assert/strict';
import { routeFrom } from '../../src/protocol/route.ts';
import {
  completingItem,
  draftItem,
  listAndItem,
  listedItem,
  openedKnowledgeFrom,
} from '../../webview/parts/domain/knowledgeItem.ts';
import { isUnexplained } from '../../webview/parts/domain/memoryWords.ts';
import { choiceFrom, everything, filterOf, filtersIn } from '../../webview/views/recall/knowledgeFilter.ts';
import { routeToSession } from '../../webview/views/recall/memoryRow.ts';
import { aMemory } from './aMemory.ts';

describe('a route to knowledge', () => {
  it('opens memories, hypotheses and forms, and ignores what it does not know', () => {
    assert.deepEqual(openedKnowledgeFrom('fact:12'), { is: 'memory', ref: { kind: 'fact', id: '12' } });
    assert.deepEqual(openedKnowledgeFrom('session:a:b'), { is: 'memory', ref: { kind: 'session', id: 'a:b' } });
    assert.deepEqual(openedKnowledgeFrom('hypothesis:12'), { is: 'hypothesis', id: 12 });
    assert.deepEqual(openedKnowledgeFrom(draftItem(5)), { is: 'draft', id: '5' });
    assert.deepEqual(openedKnowledgeFrom(completingItem('12')), { is: 'complete', id: '12' });
    for (const form of ['note', 'believe'] as const) assert.deepEqual(openedKnowledgeFrom(form), { is: form });
    assert.deepEqual(openedKnowledgeFrom('new'), { is: 'new', filledIn: {} });
    for (const item of [null, '', 'draft:x', 'draft:1:2', 'hypothesis:', 'fact:', 'place:7'])
      assert.equal(openedKnowledgeFrom(item), undefined, String(item));
  });

  it('may choose what is listed', () => {
    assert.deepEqual(listAndItem(listedItem('decision', 'fact:12')), { list: 'decision', item: 'fact:12' });
    assert.deepEqual(listAndItem(listedItem('learned')), { list: 'learned', item: null });
    assert.deepEqual(listAndItem('fact:12'), { list: undefined, item: 'fact:12' });
    assert.deepEqual(listAndItem(null), { list: undefined, item: null });
    // The id of a session of another program may contain a slash.
    assert.deepEqual(listAndItem('session:a/b'), { list: undefined, item: 'session:a/b' });
  });

  it('replaces those to the former views', () => {
    const former: [view: string, item: string | null, now: string | null][] = [
      ['memories', null, null],
      ['memories', 'fact:12', 'fact:12'],
      ['memories', 'session:a', 'session:a'],
      ['memories', 'learned', 'learned/'],
      ['memories', 'learned:12', 'learned/fact:12'],
      ['decisions', null, 'decision/'],
      ['decisions', 'fact:12', 'decision/fact:12'],
      ['decisions', 'new', 'decision/new'],
      ['decisions', 'complete:12', 'decision/complete:12'],
      ['decisions', 'proposed', 'proposed/'],
      ['decisions', 'draft:5', 'proposed/draft:5'],
      ['journal', null, 'hypothesis/'],
      ['journal', 'hypothesis:3', 'hypothesis/hypothesis:3'],
    ];
    for (const [view, item, now] of former)
      assert.deepEqual(routeFrom({ view, item }), { view: 'knowledge', item: now }, `${view} ${String(item)}`);
  });

  it('stays as it is if it is a current one, and is refused if it is none', () => {
    assert.deepEqual(routeFrom({ view: 'sessions', item: 'a' }), { view: 'sessions', item: 'a' });
    for (const value of [
      undefined,
      null,
      {},
      { view: 'toString', item: null },
      { view: 'memories' },
      { view: 'x', item: null },
    ])
      assert.equal(routeFrom(value), undefined, JSON.stringify(value));
  });
});

describe('the filter of knowledge', () => {
  it('is restored from another version of the page as far as it is known', () => {
    assert.deepEqual(choiceFrom({ list: 'decision' }), { ...everything, list: 'decision' });
    for (const kept of [undefined, null, { list: 'shelved' }, { kinds: ['fact'], state: 'fresh' }])
      assert.deepEqual(choiceFrom(kept), everything);
  });

  it('asks for a type only if the list has one', () => {
    assert.equal(filterOf({ ...everything, list: 'learned' }).type, 'learned');
    assert.equal(filterOf({ ...everything, list: 'proposed' }).type, null);
    assert.deepEqual([filterOf({ ...everything, from: '2026-03-01' }).until, filterOf(everything).since], [null, null]);
  });

  it('counts what is set behind the button', () => {
    assert.equal(filtersIn(everything), 0);
    assert.equal(filtersIn({ ...everything, list: 'decision', project: 'quay', query: 'port' }), 0);
    assert.equal(filtersIn({ ...everything, list: 'message', state: 'all', minConfidence: 0.5 }), 3);
  });
});

describe('a decision without a reason', () => {
  const learned = { type: 'decision', value: 2, state: 'confirmed', sessions: 1 } as const;

  it('is a current fact of this type without details', () => {
    assert.equal(isUnexplained(aMemory({})), true);
    assert.equal(isUnexplained(aMemory({ factType: 'bug' })), false);
    assert.equal(isUnexplained(aMemory({ status: 'deprecated' })), false);
    assert.equal(isUnexplained({ ...aMemory({}), decision: { decidedBy: 'Ada', assistedBy: [] } }), false);
  });

  it('is none before a person confirmed it, and no rejected approach', () => {
    assert.equal(isUnexplained(aMemory({ learned })), true);
    assert.equal(isUnexplained(aMemory({ learned: { ...learned, state: 'learned' } })), false);
    assert.equal(isUnexplained(aMemory({ learned: { ...learned, type: 'rejected' } })), false);
  });
});

describe('what a search found', () => {
  it('opens in its session if it was said there, also among what only contains the words', () => {
    const said = { ...aMemory({ kind: 'message', id: '12', sessionId: 'a' }), hypothesis: null };
    const answer = { found: [], others: [said], commands: [], searched: 1, notice: null };
    assert.deepEqual(routeToSession(answer, 'message:12'), { view: 'sessions', item: 'message:12:a' });
    assert.equal(routeToSession({ ...answer, others: [{ ...said, kind: 'fact' }] }, 'fact:12'), undefined);
  });
});

/** Where a learned item belongs: new, known already, in the place of an older one, or dismissed before. */
import assert from 'node:assert/strict';
import type { Fact } from '../../../src/memory/facts/facts.ts';
import type { VerifiedItem } from '../../../src/memory/learn/evidenceGate.ts';
import type { Placement } from '../../../src/memory/learn/placement.ts';
import { createPlaceItem } from '../../../src/memory/learn/placement.ts';
import { indexText } from '../../../src/search/query/words.ts';
import { aClaim, gate, turnsOf } from './learnBuilders.ts';

const statement = 'The search keeps its answers for an hour, because it is slow.';
const moved = 'Because it is slow, the search keeps its answers for an hour.';
const other = 'The relay retries a message at most three times before it gives up.';
const negated = 'The search does not keep its answers for an hour, because it is slow.';
const monday = '2026-03-02T09:00:00.000Z';
const tuesday = '2026-03-03T09:00:00.000Z';
const wednesday = '2026-03-04T09:00:00.000Z';

function anItem(text: string, more: { sameAs?: number; replaces?: number } = {}): VerifiedItem {
  const known = new Set([1, 2, 3]);
  const [item] = gate([aClaim({ text, quote: 'said', ...more })], turnsOf('said'), { known }).passed;
  assert.ok(item);
  return item;
}

function aLearned(id: number, fact: string, more: Partial<Fact> = {}): Fact {
  return {
    ...{ id, fact, uid: `fact ${String(id)}`, userId: 'ada', category: 'decision', type: 'decision', confidence: 0.6 },
    ...{ tags: [], sourceSession: 'a session', sourceRef: null, citedLines: null, expiresAt: null },
    ...{ evidence: anItem(fact).evidence, visibility: 'private', decision: null, supersedesUid: null },
    ...{ supersedesCount: 0, origin: 'transcript', projectId: null, projectName: null, agentName: null, author: null },
    ...{ deprecated: false, deprecationReason: null, createdAt: monday, updatedAt: monday, version: 1 },
    ...more,
  };
}

const details = { decidedBy: 'Ada', assistedBy: [], rationale: 'It is slow.', alternatives: [] };
const dismissed = (id: number, fact: string, reason: string | null = null): Fact =>
  aLearned(id, fact, { deprecated: true, deprecationReason: reason });
const place = (item: VerifiedItem, known: Fact[], saidAt = tuesday, readWeb = false): Placement =>
  createPlaceItem(indexText)(item, known, { saidAt, readWeb });

describe('A learned item', () => {
  it('is new if no known fact says it', () => {
    assert.deepEqual(place(anItem(statement), []), { as: 'new' });
    assert.deepEqual(place(anItem(statement), [aLearned(1, other)]), { as: 'new' });
  });

  it('of a session that read the web replaces only what came from there', () => {
    const item = { ...anItem(other), replaces: 1 };
    assert.deepEqual(place(item, [aLearned(1, statement)], tuesday, true), { as: 'new' });
    for (const more of [{ origin: 'agent' }, { decision: details }] as const)
      assert.deepEqual(place(item, [aLearned(1, statement, more)]), { as: 'new' });
    const fromWeb = aLearned(1, statement, { origin: 'web' });
    assert.deepEqual(place(item, [fromWeb], tuesday, true), { as: 'new', replaces: 1 });
  });

  it('is not kept out by a fact that was replaced, only by a dismissed one, whatever words say why', () => {
    assert.deepEqual(place(anItem(statement), [dismissed(1, statement, 'superseded by #7')]), { as: 'new' });
    assert.deepEqual(place(anItem(statement), [dismissed(1, statement, 'superseded by a better idea')]), {
      as: 'dismissed',
    });
  });

  it('is the same as a fact with nearly the same words, whoever wrote that', () => {
    for (const fact of [statement, moved, statement.toUpperCase()])
      for (const more of [{}, { origin: 'person', evidence: null }, { origin: 'agent', evidence: null }] as const)
        assert.deepEqual(place(anItem(statement), [aLearned(1, fact, more)]), { as: 'same', id: 1 }, fact);
  });

  it('is not the same as a fact that contradicts it', () => {
    assert.deepEqual(place(anItem(negated), [aLearned(1, statement)]), { as: 'new' });
  });

  it('is not the same as a fact with another number or flag, and not dismissed with it', () => {
    for (const [one, two] of [
      ['The relay retries a message 3 times.', 'The relay retries a message 4 times.'],
      ['Pack the release with tar -C and the folder.', 'Pack the release with tar -c and the folder.'],
      ['The server listens on port 7700 of loopback.', 'The server listens on port 7701 of loopback.'],
    ] as const) {
      assert.deepEqual(place(anItem(two), [aLearned(1, one)]), { as: 'new' });
      assert.deepEqual(place(anItem(two), [dismissed(1, one)]), { as: 'new' });
      assert.deepEqual(place(anItem(one), [aLearned(1, one)]), { as: 'same', id: 1 });
    }
  });

  it('is the same as the fact that the model names', () => {
    const known = [aLearned(1, statement), aLearned(2, other)];
    assert.deepEqual(place(anItem('Answers of a search live 60 minutes.', { sameAs: 1 }), known), {
      as: 'same',
      id: 1,
    });
  });

  it('is not the same as a fact that is retired, even if the model names it', () => {
    const retired = dismissed(1, other, 'superseded by #2');
    assert.deepEqual(place(anItem(statement, { sameAs: 1 }), [retired]), { as: 'new' });
  });

  it('replaces a learned fact that the model names and that was said before', () => {
    for (const saidAt of [monday, tuesday])
      assert.deepEqual(place(anItem(negated, { replaces: 1 }), [aLearned(1, statement)], saidAt), {
        as: 'new',
        replaces: 1,
      });
  });

  it('stays beside what a person wrote or confirmed, what was not learned, and what was said later', () => {
    const stays: Partial<Fact>[] = [
      { origin: 'person' },
      { origin: 'person', evidence: null },
      { origin: 'agent', evidence: null },
      { createdAt: wednesday },
    ];
    for (const more of stays)
      assert.deepEqual(
        place(anItem(negated, { replaces: 1 }), [aLearned(1, statement, more)]),
        { as: 'new' },
        JSON.stringify(more),
      );
  });

  it('replaces nothing that is retired or that it does not know', () => {
    const item = anItem(negated, { replaces: 1 });
    assert.deepEqual(place(item, []), { as: 'new' });
    assert.deepEqual(place(item, [dismissed(1, other, 'superseded by #2')]), { as: 'new' });
  });

  it('does not replace a fact with the same words, but confirms it', () => {
    assert.deepEqual(place(anItem(statement, { replaces: 1 }), [aLearned(1, statement)]), { as: 'same', id: 1 });
  });

  it('is the same as another fact although it cannot replace the one that the model names', () => {
    const known = [aLearned(1, other, { origin: 'person' }), aLearned(2, statement)];
    assert.deepEqual(place(anItem(statement, { replaces: 1 }), known), { as: 'same', id: 2 });
  });

  it('stays out if somebody dismissed it, also in nearly the same words', () => {
    for (const fact of [statement, moved])
      for (const reason of [null, 'Wrong', 'The same was dismissed on another machine.'])
        assert.deepEqual(place(anItem(statement), [dismissed(1, fact, reason)]), { as: 'dismissed' });
  });

  it('stays out even if the model says that it replaces or repeats another fact', () => {
    const known = [dismissed(1, statement), aLearned(2, other)];
    assert.deepEqual(place(anItem(statement, { replaces: 2 }), known), { as: 'dismissed' });
    assert.deepEqual(place(anItem(statement, { sameAs: 2 }), known), { as: 'dismissed' });
  });

  it('comes again if the same was replaced or finished before, or stored twice', () => {
    for (const reason of ['superseded by #2', 'done in session s', 'The same was stored on another machine.'])
      assert.deepEqual(place(anItem(statement), [dismissed(1, statement, reason)]), { as: 'new' }, reason);
  });

  it('stays out if it was said before somebody took the same stored fact back, and comes if it was said later', () => {
    const deprecated = (updatedAt: string): Fact => ({ ...dismissed(1, statement), evidence: null, updatedAt });
    assert.deepEqual(place(anItem(statement), [deprecated(tuesday)]), { as: 'dismissed' });
    assert.deepEqual(place(anItem(statement), [deprecated(monday)]), { as: 'new' });
  });

  it('comes although its opposite was dismissed', () => {
    assert.deepEqual(place(anItem(negated), [dismissed(1, statement)]), { as: 'new' });
  });
});

/** A form about a memory changes only what the user typed. */
import assert from 'node:assert/strict';
import {
  beginDraft,
  commandFrom,
  overtaken,
  rebased,
  shownAfter,
  withTheirs,
  type Draft,
} from '../../webview/views/recall/memoryDraft.ts';
import { aMemory } from './aMemory.ts';

describe('the draft of a memory', () => {
  it('changes only typed fields, and does not round the confidence', () => {
    const memory = aMemory({ confidence: 0.425 });
    assert.equal(commandFrom(beginDraft(memory, 'edit'), memory), undefined);
    const draft = typed(beginDraft(memory, 'edit'), { tags: 'quay, lights' });
    assert.deepEqual(commandFrom(draft, memory), {
      type: 'editFact',
      id: 7,
      version: 3,
      text: null,
      category: null,
      factType: null,
      confidence: null,
      tags: ['quay', 'lights'],
      expires: null,
    });
  });

  it('shows at once that a refreshed fact is no longer faded, and a retired one deprecated', () => {
    const faded = aMemory({ unusedSince: '2026-01-01T10:00:00.000Z' });
    assert.equal({ ...faded, ...shownAfter({ type: 'refreshFact', id: 7 }) }.unusedSince, null);
    const retired = shownAfter({ type: 'deprecateFact', id: 7, reason: 'No longer used.' });
    assert.deepEqual(retired, { status: 'deprecated', deprecationReason: 'No longer used.' });
  });

  it('adopts changes from elsewhere in untouched fields, and does not revert them', () => {
    const draft = typed(beginDraft(aMemory({}), 'edit'), { tags: 'quay' });
    const memory = aMemory({ text: 'The lights are red', version: 4 });
    const now = rebased(draft, memory);
    assert.deepEqual([now.fields.text, overtaken(now, memory)], ['The lights are red', []]);
    const command = commandFrom(now, memory);
    assert.ok(command?.type === 'editFact');
    assert.deepEqual([command.version, command.text, command.tags], [4, null, ['quay']]);
  });

  it('keeps a typed field that also changed elsewhere, and reports the conflict', () => {
    const draft = typed(beginDraft(aMemory({}), 'edit'), { text: 'The lights are blue' });
    const memory = aMemory({ text: 'The lights are red', version: 4 });
    const now = rebased(draft, memory);
    assert.deepEqual([now.fields.text, overtaken(now, memory)], ['The lights are blue', ['text']]);
  });

  it('adopts the conflicting change on request, and keeps other typed fields', () => {
    const draft = typed(beginDraft(aMemory({}), 'edit'), { text: 'The lights are blue', tags: 'quay' });
    const memory = aMemory({ text: 'The lights are red', version: 4 });
    const theirs = withTheirs(rebased(draft, memory), memory);
    assert.deepEqual([theirs.fields.text, overtaken(theirs, memory)], ['The lights are red', []]);
    const command = commandFrom(theirs, memory);
    assert.ok(command?.type === 'editFact');
    assert.deepEqual([command.version, command.text, command.tags], [4, null, ['quay']]);
  });

  it('changes type and expiry, and removes the expiry', () => {
    const memory = aMemory({ factType: 'observation', expiresAt: '2027-03-01T12:00:00.000Z' });
    const commandOf = (fields: Partial<Draft['fields']>): unknown[] => {
      const command = commandFrom(typed(beginDraft(memory, 'edit'), fields), memory);
      assert.ok(command?.type === 'editFact');
      return [command.factType, command.expires];
    };
    assert.deepEqual(commandOf({ factType: 'bug' }), ['bug', null]);
    assert.deepEqual(commandOf({ expires: '' }), [null, 'never']);
    const [, expires] = commandOf({ expires: '2027-05-01' });
    assert.equal(new Date(String(expires)).getTime(), new Date(2027, 4, 2).getTime() - 1, 'at the end of that day');
  });

  it('reports no conflict if the user typed the current text', () => {
    const draft = typed(beginDraft(aMemory({}), 'edit'), { text: 'The lights are red' });
    const memory = aMemory({ text: 'The lights are red', version: 4 });
    assert.deepEqual([overtaken(rebased(draft, memory), memory), commandFrom(draft, memory)], [[], undefined]);
  });
});

function typed(draft: Draft, fields: Partial<Draft['fields']>): Draft {
  return { ...draft, fields: { ...draft.fields, ...fields } };
}

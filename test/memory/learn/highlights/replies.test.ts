import assert from 'node:assert/strict';
import { choiceFrom, isContradiction, isOption, replyFrom } from '../../../../src/memory/learn/highlights/replies.ts';
import type { Reply } from '../../../../src/memory/learn/highlights/replies.ts';

describe('a reply of a user', () => {
  const replies: readonly [said: string, reply: Reply][] = [
    ['yes', 'acceptance'],
    ['Sounds good, go ahead', 'acceptance'],
    ['ja, passt', 'acceptance'],
    ['好的，就这样', 'acceptance'],
    ['方案二', 'acceptance'],
    ['no, cap it at 4', 'correction'],
    ['Nein, höchstens vier', 'correction'],
    ['不对，最多四次', 'correction'],
    ['How does that work?', 'question'],
    ['now rename the column', 'other'],
    ['Java is installed', 'other'],
    ['nothing changed', 'other'],
  ];
  for (const [said, reply] of replies) {
    it(`is of the kind ${reply}: ${said}`, () => assert.equal(replyFrom(said), reply));
  }

  it('contradicts only if it does not ask', () => {
    for (const said of ['no, cap it at 4', 'Nein, vier', '不对，四次']) assert.ok(isContradiction(said), said);
    for (const said of ['no idea?', 'but why', 'notes are fine', 'nobody uses it'])
      assert.ok(!isContradiction(said), said);
  });
});

describe('the choice of an option', () => {
  const choices: readonly [said: string, choice: string | undefined][] = [
    ['option 2', '2'],
    ['yes, option B please', 'b'],
    ['2', '2'],
    ["let's do 2, but smaller", '2'],
    ['B. is fine', 'b'],
    ['Variante 3', '3'],
    ['方案二', '2'],
    ['选 option 1', '1'],
    ['1. rename the column\n2. drop the table', undefined],
    ['a table would be better', undefined],
    ['add 2 rows', undefined],
  ];
  for (const [said, choice] of choices) {
    it(`is ${choice ?? 'none'}: ${said.split('\n')[0] ?? ''}`, () => assert.equal(choiceFrom(said), choice));
  }

  it('matches the number of an item, or a label', () => {
    assert.ok(isOption('2', '2', 'Mark the rows'));
    assert.ok(isOption('b', undefined, 'Option B: mark the rows'));
    assert.ok(isOption('2', undefined, '方案二：打上标记'));
    assert.ok(!isOption('2', '1', 'Mark the 2 rows'));
    assert.ok(!isOption('b', undefined, 'Bold: no'));
  });
});

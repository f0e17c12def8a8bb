import assert from 'node:assert/strict';
import { orderPatterns } from '../../src/memory/trust/orderPatterns.ts';
import { needlesOf, Pieces } from '../../src/util/patternNeedles.ts';

describe('needlesOf', () => {
  const cases: [name: string, pattern: RegExp, needles: string[][]][] = [
    ['a literal sequence', /\bforget that$/u, [['forget that']]],
    ['each literal part', /forget \w+ rules/u, [['forget '], [' rules']]],
    ['one of its alternatives', /(?:ignore|forget) it/u, [['ignore', 'forget'], [' it']]],
    ['nothing of alternatives if one is too short', /(?:ignore|no) it/u, [[' it']]],
    ['nothing optional', /rules? (?:please )?only(?:now)*(?:later){0,2}/u, [['rule'], ['only']]],
    ['what may repeat', /(?:again )+yes+/u, [['again '], ['yes']]],
    ['escaped characters', /\[end\]\s\.{3}\u{61}bcd/u, [['[end]'], ['bcd']]],
    ['nothing of lookarounds', /(?<!never )run(?= this)(?! that)/u, [['run']]],
    ['nothing of a character class', /[abc\]defghi]{3}xyz/u, [['xyz']]],
    ['nothing of an optional surrogate pair', /abc\u{1f600}?😀?def/u, [['abc'], ['def']]],
    ['nothing if case is ignored', /forget/iu, []],
  ];
  for (const [name, pattern, needles] of cases) {
    it(`requires ${name}: ${String(pattern)}`, () => {
      assert.deepEqual(needlesOf(pattern), needles);
    });
  }

  it('requires nothing of a group with unknown syntax', () => {
    assert.deepEqual(needlesOf(new RegExp('abc(?i:forget)def', 'u')), [['abc'], ['def']]);
  });

  it('finds needles in nearly all patterns for instructions to a model', () => {
    const withoutNeedles = orderPatterns.filter(({ pattern }) => needlesOf(pattern).length === 0);
    assert.ok(
      withoutNeedles.length < orderPatterns.length / 8,
      withoutNeedles.map(({ pattern }) => pattern.source).join('\n'),
    );
  });
});

describe('the pieces of a text', () => {
  it('may contain every part of the text', () => {
    const text = 'Führe das aus: 立即执行这个命令 😀 now!';
    for (let start = 0; start < text.length - 3; start += 1) {
      for (let end = start + 3; end <= text.length; end += 1) {
        assert.ok(new Pieces(text).mayHold([[text.slice(start, end)]]), text.slice(start, end));
      }
    }
  });

  it('need one needle of each list', () => {
    const pieces = new Pieces('forget the rules');
    assert.ok(pieces.mayHold([['ignore', 'forget'], ['rules']]));
    assert.ok(!pieces.mayHold([['ignore', 'forget'], ['orders']]));
    assert.ok(pieces.mayHold([]));
  });
});

import assert from 'node:assert/strict';
import { inShellQuotes, percentText, wrapped } from '../../src/util/text.ts';

describe('wrapped', () => {
  const cases: [text: string, lines: string[]][] = [
    ['', ['']],
    ['one', ['one']],
    ['one two three', ['one two', 'three']],
    ['  one\n\ntwo  ', ['one two']],
    ['abcdefghijklmnopqr', ['abcdefgh', 'ijklmnop', 'qr']],
    ['a abcdefghij b', ['a', 'abcdefgh', 'ij b']],
    ['1234567😀9', ['1234567', '😀9']],
  ];
  for (const [text, lines] of cases) {
    it(`breaks ${JSON.stringify(text)} at eight characters into ${JSON.stringify(lines)}`, () => {
      assert.deepEqual(wrapped(text, 8), lines);
    });
  }
});

describe('percentText', () => {
  it('follows the format of the language', () => {
    assert.equal(percentText(0.796, 'en'), '80%');
    assert.equal(percentText(0.796, 'de'), '80\u{a0}%');
  });
});

describe('inShellQuotes', () => {
  it('makes one word of any text', () => {
    assert.equal(inShellQuotes(`Ada's "$HOME"`), `'Ada'\\''s "$HOME"'`);
  });
});

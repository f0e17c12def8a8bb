/** Quoting, tested with random hostile texts. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { asOwnText, withoutOwnText } from '../../src/memory/archive/ownText.ts';
import { inert, plainLine, quotation, quotedLine, visible } from '../../src/memory/trust/quoting.ts';
import { injections, ordinary } from './injections.ts';

const pieces = [
  ...[
    '<',
    '＜',
    '/',
    '</',
    'bigmind-context',
    'BIGMIND-CONTEXT',
    '>',
    'system',
    '|',
    '`',
    '```',
    '~~~',
    '#',
    '\n',
    '\r',
  ],
  ...[
    '\u2028',
    '\u0085',
    '\u200b',
    '\u2060',
    '\u202e',
    '\u{e0041}',
    '\u001b[2J',
    ' ',
    '-',
    '![',
    '](',
    'a',
    '\u200d',
    '👩',
  ],
];
const hostile = fc.oneof(
  fc.array(fc.constantFrom(...pieces), { maxLength: 30 }).map((parts) => parts.join('')),
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.constantFrom(...injections.map(({ text }) => text)),
);

describe('quoting', () => {
  it('neutralizes a tag with lookalike or full-width letters, or another separator', () => {
    for (const text of [
      '</ｂｉｇｍｉｎｄ-context>',
      '<\u0455ystem>',
      '<s\u0443stem>',
      '</b\u0456gmind-context>',
      '<big_mind>',
    ]) {
      assert.doesNotMatch(inert(text), /</u, text);
    }
  });

  it('handles a long run of spaces after the start of a tag in linear time', () => {
    const signs = ['<', '[', '<<', '</'].map((opening) => opening + ' '.repeat(1_000_000));
    for (const text of signs) assert.ok(inert(text).length > 0);
  });

  it('keeps stored text on one line', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        assert.doesNotMatch(quotedLine(text), /[\r\n\v\f\u0085\u2028\u2029]|`{3}|~{3}|(?<!\\)\|/u);
      }),
    );
  });

  it('prefixes every line of a quotation with its sign', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        for (const line of quotation(text)) assert.match(line, /^>(?: [^\r\n\u0085\u2028\u2029]*)?$/u);
      }),
    );
  });

  it('lets no text within the marks open or close them, in any spelling', () => {
    fc.assert(
      fc.property(hostile, hostile, (one, other) => {
        const text = asOwnText(`${one}\n${other}`);
        assert.equal(text.match(/<\/?[\s\u200b-\u200f\u2028-\u202f\u2060]*big.?mind/giu)?.length, 2);
        assert.equal(withoutOwnText(`before\n${text}`).trim(), 'before');
      }),
    );
  });

  it('removes invisible characters, and is idempotent', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const shown = inert(text);
        assert.doesNotMatch(visible(text), /[\u200b\u202a-\u202e\u2060-\u2069\ufeff\u001b]/u);
        assert.equal(inert(shown), shown);
      }),
    );
  });

  it('leaves ordinary text unchanged, except for role tags and images', () => {
    const changed = ordinary.filter((text) => plainLine(text) !== text);
    assert.deepEqual(changed, [
      'Use `<system>` only in the prompt template.',
      '![build](https://img.shields.io/github/actions/status/a/b/ci.yml?branch=main)',
    ]);
  });
});

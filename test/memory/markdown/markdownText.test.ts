/** Stored text in a page: what a reader of Markdown must not take for a link, HTML or a block. */
import assert from 'node:assert/strict';
import { markdownLine, markdownLink, markdownQuotation } from '../../../src/memory/trust/markdownText.ts';

describe('text in a Markdown page', () => {
  const lines: [string, string][] = [
    ['Read [the docs](https://evil.example)', String.raw`Read [the docs\](https://evil.example)`],
    ['![x](https://evil.example/p.png)', String.raw`![x\](https://evil.example/p.png)`],
    [String.raw`[a\](b)`, String.raw`\[a\\\](b)`],
    ['[id]: https://evil.example', String.raw`\[id\]: https://evil.example`],
    ['see [[Other note]]', String.raw`see \[[Other note]]`],
    ['<img src=x onerror=y> <https://evil.example>', String.raw`\<img src=x onerror=y> \<https://evil.example>`],
    ['# Title', String.raw`\# Title`],
    ['- item', String.raw`\- item`],
    ['1. first', String.raw`1\. first`],
    ['> said', String.raw`\> said`],
    ['open ` <b> only', 'open \\` \\<b> only'],
    ['`<b>` and ``a`[b](c)`` stay', '`<b>` and ``a`[b](c)`` stay'],
    [String.raw`at C:\dir\ `, String.raw`at C:\dir\\`],
    ['a < b, items[0], snake_case, Map<K>, **/x', String.raw`a < b, items[0], snake_case, Map\<K>, **/x`],
    ['two\n# lines', 'two # lines'],
  ];
  for (const [text, expected] of lines) {
    it(`is escaped where it would be live: ${JSON.stringify(text)}`, () => {
      assert.equal(markdownLine(text), expected);
    });
  }

  it('is escaped once in a link', () => {
    assert.equal(markdownLink('![a](b) [c] \\', '2026/x.md'), String.raw`[!\[a\](b) \[c\] \\](<2026/x.md>)`);
  });

  it('keeps its lists in a quote, and neither headings, fences, links nor HTML', () => {
    assert.deepEqual(markdownQuotation('- [x](y)\n- # a\n```\n<b>\n~~~\n1. b'), [
      String.raw`> - [x\](y)`,
      String.raw`> - \# a`,
      '> \\`\\`\\`',
      String.raw`> \<b>`,
      String.raw`> \~~~`,
      '> 1. b',
    ]);
  });
});

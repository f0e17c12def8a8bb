/** What the inbox underlines when it shows two entries side by side. */
import assert from 'node:assert/strict';
import { wordRuns } from '../../webview/views/knowledge/inbox/wordRuns.ts';

const marked = (text: string, other: string, language = 'en'): string =>
  wordRuns(text, other, language)
    .map(({ words, isOwn }) => (isOwn ? `[${words}]` : words))
    .join('');

describe('two texts side by side', () => {
  it('mark only words that the other lacks, in any case and order', () => {
    assert.equal(
      marked('Orders live in PostgreSQL 17.', 'In PostgreSQL 16 live orders'),
      'Orders live in PostgreSQL [17].',
    );
  });

  it('mark adjacent words together with the text between them', () => {
    assert.equal(marked('We log JSON lines, always', 'We log, always'), 'We log [JSON lines], always');
    assert.equal(marked('  new words', 'old'), '  [new words]');
  });

  it('lose no character', () => {
    for (const text of ['', '…', ' a\n\nb ', 'x – y — z', '<b>&amp;</b>', '日本語のテキスト', 'a\u202Eb\u0007']) {
      const runs = wordRuns(text, 'b', 'en');
      assert.equal(runs.map(({ words }) => words).join(''), text);
    }
  });

  it('find the words of a script without spaces', () => {
    assert.equal(marked('我们使用数据库', '我们使用缓存', 'zh'), '我们使用[数据库]');
  });
});

/** Finds which of many things a text names. */
import assert from 'node:assert/strict';
import { createNamedFinder } from '../../../src/memory/summarize/words/namedFinder.ts';

describe('the finder of named things', () => {
  const things = [['he', 'she'], ['his'], ['hers', 'e'], ['决定'], ['is this']];
  const find = createNamedFinder(things, (words) => words);

  it('finds each thing with a word in the text, once and in their order', () => {
    assert.deepEqual(find('e, hers and his, and hers again'), [things[0], things[1], things[2]]);
    assert.deepEqual(find('我们决定了'), [things[3]]);
    assert.deepEqual(find('xyz'), []);
    assert.deepEqual(find(''), []);
  });

  it('finds words that overlap, also where a longer one does not go on', () => {
    for (const text of ['ushers', 'hhis', 'his this', 'is thers', 'is thhe', 'sshers', 'h']) {
      const named = things.filter((words) => words.some((word) => text.includes(word)));
      assert.deepEqual(find(text), named, text);
    }
  });

  it('refuses more words than it can tell apart', () => {
    const find = (length: number): string[] =>
      createNamedFinder(['long'], () => ['a'.repeat(length)])('a'.repeat(length));
    assert.deepEqual(find(65_535), ['long']);
    assert.throws(() => find(65_536), RangeError);
  });
});

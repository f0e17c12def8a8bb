import assert from 'node:assert/strict';
import { ownWordsOf } from '../../src/search/query/promptText.ts';
import { cpuMs } from '../support/cpuTime.ts';

describe('the user’s own words in a prompt', () => {
  it('exclude elements that an editor attached, in any case and with attributes', () => {
    const attached = '<attachment id="a">one</attachment><FILE path="b">two</file><ide_selection>three</ide_selection>';
    assert.equal(ownWordsOf(`Why is${attached}the login blank?`).replaceAll(/\s+/gu, ' '), 'Why is the login blank?');
  });

  it('exclude an element up to its first closing tag', () => {
    const prompt = 'a <context><file>x</file> y</context> b <context>z</context> c';
    assert.equal(ownWordsOf(prompt).replaceAll(/\s+/gu, ' '), 'a b c');
  });

  it('include the text after a tag that is never closed', () => {
    assert.equal(ownWordsOf('Where is <file name="a"/> read?'), 'Where is <file name="a"/> read?');
  });

  it('are extracted fast, however many tags a paste opens', () => {
    const kinds = Array.from({ length: 20_000 }, (_, place) => `<ide_${String(place)}>`).join('');
    for (const paste of ['<file '.repeat(30_000), '<file>'.repeat(30_000), kinds]) {
      const start = cpuMs();
      ownWordsOf(paste);
      assert.ok(cpuMs() - start < 500, paste.slice(0, 12));
    }
  });
});

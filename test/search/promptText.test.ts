import assert from 'node:assert/strict';
import { ownWordsOf } from '../../src/search/query/promptText.ts';
import { cpuMs } from '../support/cpuTime.ts';

describe('the own words of a prompt', () => {
  it('are without what an editor attached, in any case and with attributes', () => {
    const attached = '<attachment id="a">one</attachment><FILE path="b">two</file><ide_selection>three</ide_selection>';
    assert.equal(ownWordsOf(`Why is${attached}the login blank?`).replaceAll(/\s+/gu, ' '), 'Why is the login blank?');
  });

  it('end a passage with the first mark of its kind', () => {
    const prompt = 'a <context><file>x</file> y</context> b <context>z</context> c';
    assert.equal(ownWordsOf(prompt).replaceAll(/\s+/gu, ' '), 'a b c');
  });

  it('keep what stands behind a mark that nothing closes', () => {
    assert.equal(ownWordsOf('Where is <file name="a"/> read?'), 'Where is <file name="a"/> read?');
  });

  it('are read at once, however many marks a paste opens', () => {
    const kinds = Array.from({ length: 20_000 }, (_, place) => `<ide_${String(place)}>`).join('');
    for (const paste of ['<file '.repeat(30_000), '<file>'.repeat(30_000), kinds]) {
      const began = cpuMs();
      ownWordsOf(paste);
      assert.ok(cpuMs() - began < 500, paste.slice(0, 12));
    }
  });
});

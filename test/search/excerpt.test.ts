import assert from 'node:assert/strict';
import { excerptAround } from '../../src/search/explanation/excerpt.ts';
import { cpuMs } from '../support/cpuTime.ts';

const hay = (sentences: number, sentence = 'Nothing of note happened on that day.'): string =>
  `${sentence} `.repeat(sentences).trim();

describe('an excerpt', () => {
  it('is the whole text if it fits, and the beginning if no word of the query occurs', () => {
    assert.equal(excerptAround('Short.', 'zeppelin', 100), 'Short.');
    const begun = excerptAround(`First words. ${hay(50)}`, 'zeppelin', 100);
    assert.match(begun, /^First words\. .*…$/u);
  });

  it('covers the place where most words are close together, not the first match', () => {
    const text = `The webhook came up once. ${hay(20)} The webhook failed because the signature was read twice. ${hay(20)} A signature.`;
    const excerpt = excerptAround(text, 'Why did the webhook signature fail?', 160);
    assert.match(excerpt, /^….*webhook failed because the signature was read twice.*…$/u);
  });

  it('gives little weight to a word that the text repeats', () => {
    const text = `${hay(20, 'The deployment went on.')} It stopped at the proxy. ${hay(40, 'The deployment went on.')}`;
    assert.match(excerptAround(text, 'deployment proxy', 120), /stopped at the proxy/u);
  });

  it('matches other forms of a word, and German and Chinese words', () => {
    const german = `${hay(20, 'Es geschah nichts weiter.')} Die Datenbankverbindungen wurden zu früh geschlossen. ${hay(20)}`;
    assert.match(excerptAround(german, 'Warum wird die Datenbankverbindung geschlossen?', 120), /zu früh geschlossen/u);
    const chinese = `${'今天没有发生任何事情。'.repeat(40)}我们把缓存的过期时间改为一小时。${'今天没有发生任何事情。'.repeat(40)}`;
    assert.match(excerptAround(chinese, '缓存过期时间是多少？', 60), /缓存的过期时间改为一小时/u);
  });

  it('does not match a short word inside a longer one', () => {
    const text = `A decision about circuits. ${hay(20, 'Another circuit was civil.')} Then CI was red. ${hay(20)}`;
    assert.match(excerptAround(text, 'is CI red', 100), /Then CI was red/u);
  });

  it('shows the end of a text as fully as its beginning', () => {
    const excerpt = excerptAround(`${hay(20)} At last the zeppelin landed.`, 'zeppelin', 200);
    assert.match(excerpt, /^….*the zeppelin landed\.$/u);
    assert.ok(excerpt.length > 150, excerpt);
  });

  it('never exceeds its length, splits no character, and is fast on long texts', () => {
    const text = '😀 面包 bread\u{1f468}\u200d\u{1f469} '.repeat(40_000);
    const queries = [
      'bread',
      '面包',
      '😀',
      'x'.repeat(10_000),
      'bread 面包 '.repeat(900),
      '"*(){}[]\\^$.|?+',
      '\ud800',
    ];
    const began = cpuMs();
    for (const query of queries) {
      for (const length of [60, 200, 201, 420]) {
        const excerpt = excerptAround(text, query, length);
        assert.ok(excerpt.length <= length && excerpt.isWellFormed() && excerpt.endsWith('…'), query.slice(0, 20));
      }
    }
    assert.ok(cpuMs() - began < 5_000);
  });
});

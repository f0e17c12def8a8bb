/** How the page explains why a memory was found. */
import assert from 'node:assert/strict';
import { factorNames } from '../../src/search/ranking/factors.ts';
import { factorText } from '../../webview/views/recall/whyFound.ts';

describe('the explanation of a result', () => {
  const before = Object.getOwnPropertyDescriptor(globalThis, 'document');
  const setLanguage = (lang: string): void => {
    Object.defineProperty(globalThis, 'document', { value: { documentElement: { lang } }, configurable: true });
  };
  after(() => {
    if (before === undefined) Reflect.deleteProperty(globalThis, 'document');
    else Object.defineProperty(globalThis, 'document', before);
  });

  for (const lang of ['en', 'de', 'zh-cn'])
    for (const name of factorNames)
      it(`says in ${lang} what the factor "${name}" means`, () => {
        for (const times of [0.5, 2]) {
          setLanguage('en');
          const english = factorText(name, times);
          assert.notEqual(english, name);
          setLanguage(lang);
          if (lang !== 'en') assert.notEqual(factorText(name, times), english);
        }
      });

  it('says whether a meaning is closer or less close, and shows an unknown factor by its name', () => {
    setLanguage('en');
    assert.equal(factorText('meaning', 1.2), 'closer in meaning than other results');
    assert.equal(factorText('meaning', 0.8), 'less close in meaning than other results');
    assert.equal(factorText('ofTomorrow', 2), 'ofTomorrow');
  });
});

/** The machinery behind the words of the page; the words themselves are compared in `stores.test.ts`. */
import assert from 'node:assert/strict';
import { translationFor } from '../../webview/l10n/translation.ts';

describe('a translation', () => {
  it('speaks the language of the reader, whatever the region', () => {
    for (const tag of ['de', 'de-AT', 'de-ch', 'zh', 'zh-cn', 'zh-SG', 'zh-Hans-HK', 'en-GB']) {
      const { language } = translationFor(tag);
      assert.equal(language.toLowerCase(), tag.toLowerCase());
    }
  });

  it('speaks English where it has no words of the reader, and keeps the region', () => {
    assert.equal(translationFor('fr').language, 'en-FR');
    assert.equal(translationFor('zh-TW').language, 'en-TW');
    assert.equal(translationFor('zh-Hant').language, 'en-TW');
    assert.equal(new Intl.Locale(translationFor('fr').language).language, 'en');
  });

  it('reads what is no language tag as English', () => {
    for (const tag of ['', 'C', 'en_US.UTF-8', '../..']) assert.equal(translationFor(tag).language, 'en');
  });

  it('puts values in place of their numbers, and lets a missing one be seen', () => {
    const { t } = translationFor('en');
    assert.equal(t('{1} before {0}', 'b', 1234), '1234 before b');
    assert.equal(t('{0} and {1}', '$&'), '$& and {1}');
    assert.equal(t('{0}', '{0} {1}'), '{0} {1}');
  });

  it('counts as the reader does', () => {
    const count = (tag: string, number: number): string =>
      translationFor(tag).tn(number, 'one of {0} in {1}', '{0} of many in {1}', 'it');
    assert.equal(count('en', 1), 'one of 1 in it');
    assert.equal(count('en', 0), '0 of many in it');
    assert.equal(count('en', 1234), '1,234 of many in it');
    assert.equal(count('de', 1234), '1.234 of many in it');
    assert.equal(count('zh-cn', 1), '1 of many in it');
  });

  it('says a sentence in English that nobody has translated', () => {
    assert.equal(translationFor('de').t('constructor'), 'constructor');
  });
});

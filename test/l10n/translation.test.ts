/** The translation code of the web UI; `stores.test.ts` compares the sentences. */
import assert from 'node:assert/strict';
import { translationFor } from '../../webview/l10n/translation.ts';

describe('a translation', () => {
  it('uses the language of the reader, whatever the region', () => {
    for (const tag of ['de', 'de-AT', 'de-ch', 'zh', 'zh-cn', 'zh-SG', 'zh-Hans-HK', 'en-GB']) {
      const { language } = translationFor(tag);
      assert.equal(language.toLowerCase(), tag.toLowerCase());
    }
  });

  it('falls back to English for an unsupported language and keeps the region', () => {
    assert.equal(translationFor('fr').language, 'en-FR');
    assert.equal(translationFor('zh-TW').language, 'en-TW');
    assert.equal(translationFor('zh-Hant').language, 'en-TW');
    assert.equal(new Intl.Locale(translationFor('fr').language).language, 'en');
  });

  it('treats an invalid language tag as English', () => {
    for (const tag of ['', 'C', 'en_US.UTF-8', '../..']) assert.equal(translationFor(tag).language, 'en');
  });

  it('fills in numbered placeholders and leaves a placeholder without a value visible', () => {
    const { t } = translationFor('en');
    assert.equal(t('{1} before {0}', 'b', 1234), '1234 before b');
    assert.equal(t('{0} and {1}', '$&'), '$& and {1}');
    assert.equal(t('{0}', '{0} {1}'), '{0} {1}');
  });

  it('uses the plural forms and number format of the reader', () => {
    const count = (tag: string, number: number): string =>
      translationFor(tag).tn(number, 'one of {0} in {1}', '{0} of many in {1}', 'it');
    assert.equal(count('en', 1), 'one of 1 in it');
    assert.equal(count('en', 0), '0 of many in it');
    assert.equal(count('en', 1234), '1,234 of many in it');
    assert.equal(count('de', 1234), '1.234 of many in it');
    assert.equal(count('zh-cn', 1), '1 of many in it');
  });

  it('returns the English sentence if there is no translation', () => {
    assert.equal(translationFor('de').t('constructor'), 'constructor');
  });
});

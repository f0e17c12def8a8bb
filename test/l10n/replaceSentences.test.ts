/** Corrections of English sentences, which are also the keys of their translations. */
import assert from 'node:assert/strict';
import { replaceInSource, replaceKeys, replaceValues } from '../../scripts/lib/replaceSentences.ts';

const pairs = new Map([
  ['Where was it?', 'Show Locations'],
  ['the rest stays', "the file's other text stays"],
]);

describe('replacing a sentence', () => {
  it('replaces arguments of l10n calls, including split strings, and no other text', () => {
    const source = `vscode.l10n.t('Where was it?'); tn(2, 'one', 'Where ' + 'was it?'); log('Where was it?');`;
    const { text, found } = replaceInSource(source, pairs, false);
    assert.equal(text, `vscode.l10n.t('Show Locations'); tn(2, 'one', 'Show Locations'); log('Where was it?');`);
    assert.deepEqual([...found], ['Where was it?']);
  });

  it('quotes as Prettier does', () => {
    assert.equal(replaceInSource(`t('the rest stays')`, pairs, false).text, `t("the file's other text stays")`);
    const both = new Map([['a', `"b" isn't "c"`]]);
    assert.equal(replaceInSource(`t('a')`, both, false).text, `t('"b" isn\\'t "c"')`);
  });

  it('replaces every literal in a table of sentences', () => {
    assert.equal(replaceInSource(`x = { next: 'Where was it?' }`, pairs, true).text, `x = { next: 'Show Locations' }`);
  });

  it('keeps the translation and its position under the new key', () => {
    const { text } = replaceKeys('{"a":"A","Where was it?":"Orte zeigen","b":"在哪里"}', pairs);
    assert.deepEqual(Object.entries(JSON.parse(text) as object), [
      ['a', 'A'],
      ['Show Locations', 'Orte zeigen'],
      ['b', '在哪里'],
    ]);
  });

  it('keeps the existing translation of the new sentence', () => {
    const { text } = replaceKeys('{"Show Locations":"Orte anzeigen","Where was it?":"Wo?"}', pairs);
    assert.deepEqual(JSON.parse(text), { 'Show Locations': 'Orte anzeigen' });
  });

  it('handles a sentence that takes over the old wording of another changed one', () => {
    const chain = new Map([
      ['What?', 'Show Locations'],
      ['Where?', 'What?'],
    ]);
    assert.deepEqual(JSON.parse(replaceKeys('{"What?":"Was?","Where?":"Wo?"}', chain).text), {
      'Show Locations': 'Was?',
      'What?': 'Wo?',
    });
  });

  it('replaces the texts of the manifest and keeps their keys', () => {
    assert.deepEqual(JSON.parse(replaceValues('{"command.x":"Where was it?"}', pairs).text), {
      'command.x': 'Show Locations',
    });
  });
});

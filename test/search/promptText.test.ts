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

  it('exclude what a program wrote in the name of the user', () => {
    const notification = '<task-notification>\n<task-id>b7</task-id>\n</task-notification>';
    assert.equal(ownWordsOf(`${notification}\nRead the output file to retrieve the result: /tmp/b7.output`), '');
    assert.equal(ownWordsOf(`${notification}\nWhy did the login fail?`), 'Why did the login fail?');
    assert.equal(ownWordsOf('Another Claude session sent a message:\n<agent-message>\nhi\n</agent-message>'), '');
    assert.equal(ownWordsOf('Please write a brief title for the following request:\n\nFix it'), '');
  });

  it('include the text after a tag that is never closed', () => {
    assert.equal(ownWordsOf('Where is <file name="a"/> read?'), 'Where is <file name="a"/> read?');
  });

  it('exclude what programs print, also without timestamps', () => {
    const printed = [
      'ERROR connection refused',
      'warning: unused variable `x`',
      'FAIL src/cart.test.ts',
      'src/cart.ts:12:3 - error TS2345: wrong type',
      'src/cart.ts(12,3): error TS2345: wrong type',
      'main.c:12: undefined reference to `total`',
      'error[E0382]: borrow of moved value',
      'panic: runtime error: index out of range',
      'java.lang.IllegalStateException: no session',
      'Caused by: no route to host',
      '\tat cart.total (/app/cart.js:3:9)',
      'make: *** [all] Error 2',
      'not ok 3 - adds the tax',
      '  12 passing (40ms)',
      '=== FAILURES ===',
      '✗ adds the tax',
      '$ npm run build',
      '+import { cart } from "./cart";',
    ];
    for (const line of printed) assert.equal(ownWordsOf(line), '', line);
    assert.equal(ownWordsOf(`The tax is wrong:\n${printed.join('\n')}`), 'The tax is wrong:');
  });

  it('include sentences about errors, files and versions', () => {
    for (const sentence of [
      'Error messages should name the file',
      'Fail early if the tax is missing',
      'src/cart.ts rounds at 12:30 only',
      'Pass the currency to total()',
      'At checkout (step 2) the cart is empty',
      '3 tests fail since 2.1.0',
      '- add the tax',
      'make the header sticky: it scrolls away',
      'Ok 3 things: tax, tip, total',
    ])
      assert.equal(ownWordsOf(sentence), sentence);
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

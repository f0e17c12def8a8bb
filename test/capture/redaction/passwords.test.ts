import assert from 'node:assert/strict';
import { redact } from '../../../src/capture/redaction/redaction.ts';
import { harmlessTexts } from './harmlessTexts.ts';
import { passwordTexts } from './passwordTexts.ts';

const marked = /⟦(?<secret>[^⟧]+)⟧/gu;

describe('redaction of passwords', () => {
  for (const [kind, texts] of Object.entries(passwordTexts)) {
    describe(`removes exactly the secret of ${kind}`, () => {
      for (const text of texts) {
        it(text.split('\n')[0] ?? '', () => {
          const expected = text.replaceAll(marked, '[removed: password]');
          assert.equal(redact(text.replaceAll(marked, '$1')).text.replaceAll(' in a URL]', ']'), expected);
        });
      }
    });
  }

  it('finds each secret among all other texts, and in any place of a long one', () => {
    const parts = Object.values(passwordTexts).flat();
    const text = parts
      .map((part) => part.replaceAll(marked, '$1'))
      .join('\n\n')
      .repeat(20);
    const left = redact(text).text;
    for (const secret of parts.flatMap((part) =>
      Array.from(part.matchAll(marked), ({ groups }) => groups?.['secret']),
    )) {
      if (secret !== undefined && /\d/u.test(secret)) assert.ok(!left.includes(secret), secret);
    }
  });

  it('checks each place once, however often a text seems to begin a secret', () => {
    const units = [
      'password ',
      '-p ',
      'a,password\n',
      '| password | x\n',
      '密码',
      'login("a",',
      'mysql -p ',
      'LS0tLS1CRUdJTi',
    ];
    for (const unit of units) {
      const text = unit.repeat(Math.ceil(100_000 / unit.length));
      assert.deepEqual(redact(text), { text, removed: 0 });
    }
  });

  for (const [kind, texts] of Object.entries(harmlessTexts)) {
    describe(`keeps ${kind}`, () => {
      for (const text of texts) {
        it(text.split('\n')[0] ?? '', () => {
          assert.deepEqual(redact(text), { text, removed: 0 });
        });
      }
    });
  }
});

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

/** Any input that an assistant passes to a hook is read or refused, and never causes a defect. */
import assert from 'node:assert/strict';
import { isAbsolute } from 'node:path';
import fc from 'fast-check';
import { hookInputFrom } from '../../src/chat/turns/hookInput.ts';
import { oddText } from '../support/hostile.ts';

const numRuns = Number(process.env['BIGMIND_FUZZ_RUNS'] ?? 500);
const seed = Number(process.env['BIGMIND_FUZZ_SEED'] ?? 20_261_122);

describe('the input of a hook', () => {
  it('is read or refused, whatever it contains', () => {
    const names = ['session_id', 'sessionId', 'transcript_path', 'transcriptPath', 'cwd', 'prompt', 'source'];
    const field = fc.oneof(fc.constant('/a/b'), fc.string(), oddText(), fc.jsonValue());
    const fields = fc.record(Object.fromEntries([...names, '__proto__'].map((name) => [name, field])), {
      requiredKeys: [],
    });
    const texts = fc.oneof(
      fields.map((given) => JSON.stringify(given)),
      fc.json(),
      fc.string(),
      oddText(),
    );
    const property = fc.property(texts, (text) => {
      const input = hookInputFrom(text);
      if (input === undefined) return;
      assert.ok(input.conversation !== '' && input.conversation.length <= 500);
      for (const path of [input.transcript, input.folder]) assert.ok(path === undefined || isAbsolute(path));
      for (const value of [input.prompt, input.source]) assert.ok(value === undefined || typeof value === 'string');
    });
    fc.assert(property, { numRuns, seed });
  });

  it('may be nested to any depth', () => {
    const deep = `${'['.repeat(200_000)}${']'.repeat(200_000)}`;
    assert.equal(hookInputFrom(deep), undefined);
    assert.equal(hookInputFrom(`{"session_id":"a","more":${deep}}`)?.conversation, 'a');
  });
});

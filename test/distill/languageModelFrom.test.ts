/** Which model a choice names, and why a choice cannot be used. */
import assert from 'node:assert/strict';
import { languageModelFrom } from '../../src/distill/languageModelFrom.ts';
import type { LearnSettings } from '../../src/distill/settings/learnSettings.ts';
import { BigMindError } from '../../src/memory/shared/errors.ts';
import { keepAll } from './scripts.ts';

describe('the language model that the user chose', () => {
  const chosen = (given: Partial<LearnSettings>): string | undefined => {
    const nothing = {
      command: undefined,
      model: undefined,
      url: undefined,
      key: undefined,
      asksToSave: false,
      dailyTokens: 200_000,
      histories: 'learned',
    } as const;
    const model = languageModelFrom({ choice: 'off', ...nothing, ...given }, { env: {}, redact: keepAll });
    if (model instanceof BigMindError) return `${model.code}: ${model.sentence}`;
    return model && `${model.name}, ${String(model.inputTokens)}`;
  };

  it('is none if learning is turned off', () => {
    assert.equal(chosen({}), undefined);
  });

  it('has a name and a size', () => {
    assert.equal(chosen({ choice: 'claude' }), 'claude, 100000');
    assert.equal(chosen({ choice: 'codex', model: 'gpt-5-mini' }), 'codex (gpt-5-mini), 100000');
    assert.equal(chosen({ choice: 'command', command: 'llm -m x' }), 'llm, 100000');
    assert.equal(chosen({ choice: 'ollama', model: 'qwen3:8b' }), 'qwen3:8b (Ollama), 32000');
    assert.equal(chosen({ choice: 'openai', model: 'gpt-5-mini' }), 'gpt-5-mini (api.openai.com), 100000');
  });

  for (const [given, expected] of [
    [{ choice: 'vscode' }, /answer only inside VS Code.*BIGMIND_LEARN/u],
    [{ choice: 'command' }, /BIGMIND_LEARN_COMMAND/u],
    [{ choice: 'ollama' }, /BIGMIND_LEARN_MODEL/u],
    [{ choice: 'openai' }, /BIGMIND_LEARN_MODEL/u],
    [{ choice: 'claude', model: 'x" & del *' }, /is not the name of a model/u],
    [{ choice: 'claude', model: '--dangerously-skip-permissions' }, /is not the name of a model/u],
    [{ choice: 'openai', model: 'm', url: 'http://models.example', key: 'sk-1' }, /^(?!.*sk-1)/u],
    [{ choice: 'openai', model: 'm', url: 'ftp://x' }, /is not the address of a server/u],
  ] as const satisfies readonly (readonly [Partial<LearnSettings>, RegExp])[]) {
    it(`is an error with a remedy for ${JSON.stringify(given)}`, () => {
      const said = chosen(given) ?? '';
      assert.match(said, /^(?:provider_refused|invalid_input): .+\. .+\.$/u);
      assert.match(said, expected);
    });
  }
});

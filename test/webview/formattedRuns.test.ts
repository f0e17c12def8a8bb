/** What the transcript shows as code and in bold. */
import assert from 'node:assert/strict';
import { formattedRuns, withoutMarks } from '../../webview/parts/design/formattedRuns.ts';

const shown = (text: string): string =>
  formattedRuns(text)
    .map(({ look, text: run }) => ({ plain: run, code: `[${run}]`, strong: `<${run}>` })[look])
    .join('');

describe('what was said in a chat', () => {
  it('has code, bold text and headings without their marks', () => {
    assert.equal(shown('Add **the `EndedAt` field** to `State`.'), 'Add <the `EndedAt` field> to [State].');
    assert.equal(shown('## Plan\n\n- **One:** yes'), '<Plan>\n\n- <One:> yes');
    assert.equal(
      shown('Run:\n```sh\n# all `tests`\nnpm test\n```\nThen **stop**.'),
      'Run:\n[# all `tests`\nnpm test]\nThen <stop>.',
    );
  });

  it('has headings that begin and end with code or bold text', () => {
    assert.equal(shown('## `npm ci` and `npm test`'), '<`npm ci` and `npm test`>');
    assert.equal(shown('# Build it **twice**'), '<Build it **twice**>');
    assert.equal(withoutMarks('# **All** of `a` and `b`'), 'All of a and b');
  });

  it('is one line without marks in a list', () => {
    assert.equal(withoutMarks('**Root `cause`**: the\n\n```sh\nnpm ci\n```\nfails'), 'Root cause: the npm ci fails');
  });

  it('is plain where nothing is marked', () => {
    for (const text of [
      '',
      '2 ** 3 ** 4',
      'a `half',
      '** no **',
      '#1803 and #channel',
      '``two``',
      '```\nnever closed',
      'a*b*c',
      '2**10 and 3**4',
      'call(*rest, **options) and return options(**more)',
      'src/**/lamp.ts and test/**/lamp.ts',
    ])
      assert.equal(shown(text), text);
  });

  it('is found in a text with many marks that never end', () => {
    const text = '`'.repeat(20_000) + '**a'.repeat(20_000) + '\n```x'.repeat(20_000);
    assert.ok(formattedRuns(text).length > 0);
    assert.equal(withoutMarks(`${'# '.repeat(20_000)}Plan`), 'Plan');
  });
});

import assert from 'node:assert/strict';
import {
  argumentsFrom,
  argumentsText,
  boundedText,
  resultText,
  writtenFiles,
} from '../../../src/capture/transcripts/toolText.ts';

describe('the text of a tool', () => {
  it('keeps its start and its end and says how much is left out', () => {
    const text = boundedText(`begin ${'x '.repeat(10_000)}end`);
    assert.ok(text.length < 4_100);
    assert.match(text, /^begin x/u);
    assert.match(text, / … \[16,009 characters left out\] … /u);
    assert.match(text, /x end$/u);
  });

  it('never splits a secret, and never shows the end of a private passage', () => {
    const token = `ghp_${'a1B2'.repeat(10)}`;
    const text = boundedText(`${'x '.repeat(1_190)}${token} ${'y '.repeat(5_000)}`);
    assert.doesNotMatch(text, /ghp_/u);
    const passage = boundedText(`a <private>${'hidden '.repeat(3_000)}</private> b ${'z'.repeat(900)}`);
    assert.doesNotMatch(passage, /hidden/u);
  });

  it('keeps surrogate pairs whole', () => {
    assert.ok(boundedText(`x${'😀'.repeat(9_000)}`).isWellFormed());
  });

  it('holds arguments as one line of JSON, whatever their format', () => {
    assert.equal(argumentsText(argumentsFrom('{ "path": "a.ts",\n "line": 3 }')), '{"path":"a.ts","line":3}');
    assert.equal(argumentsText(argumentsFrom({ path: 'a.ts' })), '{"path":"a.ts"}');
    assert.equal(argumentsText(argumentsFrom('{ not JSON')), '{ not JSON');
    assert.equal(argumentsText(undefined), '');
  });

  it('joins the texts of a result and names other content', () => {
    assert.equal(
      resultText([{ type: 'text', text: 'one' }, { type: 'image', source: {} }, 'two', 3]),
      ['one', '[image]', 'two', '[something other than text]'].join('\n'),
    );
  });
});

describe('written files', () => {
  for (const [tool, given, files] of [
    ['create_file', { filePath: '/w/a.ts', content: 'x' }, ['/w/a.ts']],
    ['Write', { file_path: '/w/a.ts' }, ['/w/a.ts']],
    ['MultiEdit', { file_path: '/w/a.ts', edits: [{ old_string: 'a' }] }, ['/w/a.ts']],
    ['NotebookEdit', { notebook_path: '/w/a.ipynb' }, ['/w/a.ipynb']],
    [
      'multi_replace_string_in_file',
      { replacements: [{ filePath: '/w/a' }, { filePath: '/w/b' }, null] },
      ['/w/a', '/w/b'],
    ],
    [
      'apply_patch',
      { input: '*** Begin Patch\n*** Update File: /w/a\n@@\n*** Add File: b c\n*** End Patch' },
      ['/w/a', 'b c'],
    ],
    ['apply_patch', '*** Begin Patch\n*** Delete File: /w/a\n', ['/w/a']],
    ['str_replace_editor', { command: 'view', path: '/w/a' }, []],
    ['str_replace_editor', { command: 'create', path: '/w/a' }, ['/w/a']],
    ['write_to_file', { path: '/w/a', content: 'x' }, ['/w/a']],
    ['insert_content', { path: '/w/a', line: '3' }, ['/w/a']],
    ['search_and_replace', { path: '/w/a', search: 'x' }, ['/w/a']],
    ['read_file', { filePath: '/w/a' }, []],
    ['edit', { path: 7 }, []],
    ['edit', undefined, []],
  ] as const) {
    it(`of ${tool} with ${given === undefined ? 'nothing' : JSON.stringify(given)} are ${files.join(' and ') || 'none'}`, () => {
      assert.deepEqual(writtenFiles(tool, given), files);
    });
  }
});

/** What a tool call touches: the files that it changes, the symbols in the changed code, and the commands that it runs. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { nameOfCommand, nameOfFile, nameOfSymbol, namesInCall } from '../../../src/search/hints/touchedNames.ts';
import { oddText } from '../../support/hostile.ts';

const touches = (input: unknown, name: string | undefined): boolean =>
  name !== undefined && namesInCall(input).has(name);

describe('what a tool call touches', () => {
  it('is the file of an edit, by any end of its path, in the spelling of each client', () => {
    const edits = [
      { file_path: '/home/me/shop/src/cli/retry.ts', old_string: 'a', new_string: 'b' },
      { filePath: 'C:\\Users\\Me\\shop\\src\\cli\\Retry.ts', oldString: 'a', newString: 'b' },
      { path: 'src/cli/retry.ts', old_str: 'a', new_str: 'b' },
      { replacements: [{ filePath: '/shop/src/cli/retry.ts', oldString: 'a', newString: 'b' }] },
      { input: '*** Begin Patch\n*** Update File: src/cli/retry.ts\n-a\n+b\n*** End Patch' },
      { command: ['apply_patch', '*** Begin Patch\n*** Add File: src/cli/retry.ts\n+b\n*** End Patch'] },
    ];
    for (const edit of edits) {
      assert.ok(touches(edit, nameOfFile('retry.ts')), JSON.stringify(edit));
      assert.ok(touches(edit, nameOfFile('./src/cli/retry.ts')), JSON.stringify(edit));
      assert.ok(!touches(edit, nameOfFile('src/mcp/retry.ts')), JSON.stringify(edit));
    }
  });

  it('is no file that is only read', () => {
    assert.equal(namesInCall({ file_path: '/shop/src/cli/retry.ts' }).size, 0);
    assert.equal(namesInCall({ path: 'src', pattern: 'maxAttempts' }).size, 0);
  });

  it('is a file whose name a project has many times only in the folder of the project, or with its own', () => {
    const edits = (path: string, folder: string): ReadonlySet<string> => namesInCall({ path, content: '{}' }, folder);
    for (const [path, folder] of [
      ['package.json', '/home/me/shop'],
      ['/home/me/shop/package.json', '/home/me/shop/'],
      ['C:\\My Code\\shop\\package.json', 'c:\\My Code\\shop'],
    ] as const) {
      assert.ok(edits(path, folder).has(nameOfFile('package.json') ?? ''), path);
      assert.ok(edits(path, folder).has(nameOfFile('shop/package.json') ?? ''), path);
    }
    assert.ok(!edits('packages/api/package.json', '/home/me/shop').has(nameOfFile('package.json') ?? ''));
    assert.ok(!edits('../package.json', '/home/me/shop').has(nameOfFile('package.json') ?? ''));
    assert.ok(edits('../package.json', '/home/me/shop/src').has(nameOfFile('shop/package.json') ?? ''));
    assert.ok(!edits('/elsewhere/Dockerfile', '/home/me/shop').has(nameOfFile('Dockerfile') ?? ''));
    assert.ok(touches({ path: '/a/src/cli/index.ts', content: '' }, nameOfFile('cli/index.ts')));
  });

  it('is each symbol in the code, whole and in parts, but no plain word', () => {
    const edit = { file_path: 'a.ts', old_string: '', new_string: 'this.cache.maxEntries = RETRY_BUDGET; let value;' };
    for (const symbol of ['maxEntries', 'RETRY_BUDGET', 'this.cache.maxEntries', 'maxEntries()']) {
      assert.ok(touches(edit, nameOfSymbol(symbol)), symbol);
    }
    for (const word of ['value', 'cache', 'retry budget']) assert.equal(nameOfSymbol(word), undefined);
  });

  it('is each command of a line by its beginning', () => {
    const line = { command: 'cd "a b" && CI=1 sudo npm run build --if-present | tee log; git push --force' };
    for (const command of ['npm run build', 'npm run', 'git push', 'git push --force']) {
      assert.ok(touches(line, nameOfCommand(command)), command);
    }
    assert.ok(!touches(line, nameOfCommand('npm test')));
    assert.ok(!touches({ command: 'grep "git push" README.md' }, nameOfCommand('git push')));
    assert.ok(touches({ cmd: ['bash', '-lc', 'git push'] }, nameOfCommand('git push')));
    assert.equal(nameOfCommand('make'), undefined);
  });

  it('is the file below the working folder, whatever the shell of its path', () => {
    const names = namesInCall({ file_path: 'retry.ts', new_string: 'x' }, '/home/me/shop/src/cli');
    assert.ok(names.has('file src/cli/retry.ts'));
    const rooted = namesInCall({ file_path: 'C:\\shop\\src\\retry.ts', new_string: 'x' }, 'C:\\shop\\app');
    assert.ok(rooted.has('file src/retry.ts') && !rooted.has('file app/c:/shop/src/retry.ts'));
  });

  it('is no symbol in a long run of letters', () => {
    const names = namesInCall({ content: `const dna = '${'ACGT'.repeat(40_000)}'; retryBudget` });
    assert.deepEqual([...names], ['symbol retrybudget']);
  });

  it('is found in any input without a defect', () => {
    const value = fc.oneof(fc.jsonValue(), oddText());
    const keys = fc.constantFrom('file_path', 'path', 'command', 'new_string', 'content', 'edits', '__proto__');
    fc.assert(
      fc.property(fc.oneof(value, fc.dictionary(keys, value)), (input) => assert.ok(namesInCall(input).size >= 0)),
      { numRuns: Number(process.env['BIGMIND_FUZZ_RUNS'] ?? 500), seed: 20_261_129 },
    );
  });
});

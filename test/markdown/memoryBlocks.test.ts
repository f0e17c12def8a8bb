/** The block in the instruction files of a project: who gets it, when it changes, and what stays as it was. */
import assert from 'node:assert/strict';
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ContextFile } from '../../src/markdown/block/contextFiles.ts';
import { contextFileNamed, contextFilesIn } from '../../src/markdown/block/contextFiles.ts';
import type { BlockParts, BlockResult } from '../../src/markdown/block/memoryBlocks.ts';
import {
  addBlocks,
  blockChoices,
  chooseBlocks,
  refreshBlocks,
  removeBlocks,
} from '../../src/markdown/block/memoryBlocks.ts';
import { startMind } from '../../src/markdown/files/mindProject.ts';
import { unlistProject } from '../../src/markdown/files/projectList.ts';
import { readMemoryFile } from '../../src/markdown/parsing/memoryFile.ts';
import { createMemoryBlockFiles } from '../../src/clients/memoryBlockFiles.ts';
import { nodeMindFiles } from '../../src/nodeMindFiles.ts';
import { indexText } from '../../src/search/query/words.ts';
import { aHost, refusal } from '../clients/support.ts';
import { temporaryHome } from '../support/temporaryHome.ts';
import type { TemporaryHome } from '../support/temporaryHome.ts';

const now = new Date('2026-11-24T10:00:00Z');

describe('the memory in instruction files', () => {
  let home: TemporaryHome;
  let project: string;
  let parts: BlockParts;

  beforeEach(async () => {
    home = temporaryHome();
    project = join(home.path, 'web shop');
    mkdirSync(project);
    const host = aHost({ home: home.path, platform: process.platform === 'win32' ? 'win32' : 'linux' });
    parts = {
      files: nodeMindFiles,
      blocks: createMemoryBlockFiles({ host, read: (file, max) => nodeMindFiles.read(file, max), now: () => now }),
      home: home.path,
      read: (markdown) => readMemoryFile(markdown, indexText),
      due: () => Promise.resolve([]),
    };
    await startMind(nodeMindFiles, project, { home: home.path, now });
    put('.mind/MEMORY.md', 'decided: Vite\n');
  });
  afterEach(() => {
    home.remove();
  });

  const put = (name: string, text: string | Uint8Array): void => writeFileSync(join(project, name), text);
  const read = (name: string): string => readFileSync(join(project, name), 'utf8');
  const add = (...files: ContextFile[]): Promise<BlockResult[]> => addBlocks(parts, project, files).then(resultsOf);
  const remove = (...files: ContextFile[]): Promise<BlockResult[]> => removeBlocks(parts, project, files);
  const refresh = (): Promise<BlockResult[]> => refreshBlocks(parts, project).then(resultsOf);
  const resultsOf = (written: { results: BlockResult[] } | undefined): BlockResult[] => {
    assert.ok(written, 'the project is not listed');
    return written.results;
  };
  const chosen = (): unknown => (JSON.parse(read('.mind/config.json')) as Record<string, unknown>)['context_files'];

  it('is written into the chosen files, and the choice is remembered', async () => {
    put('CLAUDE.md', '# Mine\n');
    assert.deepEqual(await add('CLAUDE.md', '.github/copilot-instructions.md'), [
      { file: 'CLAUDE.md', change: 'updated' },
      { file: '.github/copilot-instructions.md', change: 'created' },
    ]);
    assert.match(
      read('CLAUDE.md'),
      /^# Mine\n\n<!-- MIND:CONTEXT - Auto-generated\. Do not edit\. -->\n## Memory: Active\n/u,
    );
    assert.match(read('.github/copilot-instructions.md'), /- Vite\n<!-- MIND:END -->\n$/u);
    assert.deepEqual(chosen(), ['CLAUDE.md', '.github/copilot-instructions.md']);
    await remove('CLAUDE.md');
    assert.deepEqual([read('CLAUDE.md'), chosen()], ['# Mine\n', ['.github/copilot-instructions.md']]);
    await remove('.github/copilot-instructions.md');
    assert.ok(!existsSync(join(project, '.github/copilot-instructions.md')), 'a file that BigMind created is deleted');
  });

  it('leaves every file as it was when it is removed', async () => {
    const shapes: [string, string | Uint8Array][] = [
      ['line ends of Windows', '# Mine\r\n\r\nText\r\n'],
      ['a byte order mark', '\ufeff# Mine\n'],
      ['no last line end', '# Mine'],
      ['nothing', ''],
      ['a quoted marker', '```\n<!-- MIND:CONTEXT - x -->\n```\nEnds with `<!-- MIND:END -->`.\n'],
      ['the rules', '<!-- BIGMIND:START -->\nrules\n<!-- BIGMIND:END -->\n'],
      ['Latin-1', Uint8Array.of(0x4d, 0xfc, 0x6c, 0x6c, 0x65, 0x72, 0x0a)],
    ];
    const config = read('.mind/config.json');
    for (const [shape, original] of shapes) {
      put('CLAUDE.md', original);
      assert.deepEqual(await add('CLAUDE.md'), [{ file: 'CLAUDE.md', change: 'updated' }], shape);
      assert.deepEqual(await remove('CLAUDE.md'), [{ file: 'CLAUDE.md', change: 'removed' }], shape);
      assert.deepEqual(readFileSync(join(project, 'CLAUDE.md')), Buffer.from(original), shape);
      assert.equal(read('.mind/config.json'), config, shape);
    }
  });

  it('changes only when the files say something else, whatever the day', async () => {
    await add('AGENTS.md');
    const file = join(project, 'AGENTS.md');
    const before = statSync(file, { bigint: true });
    assert.deepEqual(await refresh(), [{ file: 'AGENTS.md', change: 'unchanged' }]);
    put('.mind/state.json', '{"last_activity":1}\n');
    assert.deepEqual(await refresh(), [{ file: 'AGENTS.md', change: 'unchanged' }]);
    const after = statSync(file, { bigint: true });
    assert.deepEqual([after.mtimeNs, after.ino], [before.mtimeNs, before.ino]);
    put('.mind/MEMORY.md', 'decided: esbuild\r\n');
    assert.deepEqual(await refresh(), [{ file: 'AGENTS.md', change: 'updated' }]);
    assert.match(read('AGENTS.md'), /- esbuild\n/u);
    assert.deepEqual(
      resultsOf(await refreshBlocks({ ...parts, due: () => Promise.resolve(['Check the audit']) }, project)),
      [{ file: 'AGENTS.md', change: 'updated' }],
    );
    assert.match(read('AGENTS.md'), /## Reminders Due\n- Check the audit\n/u);
  });

  it('is not added again by a refresh after a person deleted it', async () => {
    await add('CLAUDE.md', 'AGENTS.md');
    put('CLAUDE.md', '# Mine\n');
    rmSync(join(project, 'AGENTS.md'));
    assert.deepEqual(
      (await refresh()).map(({ change }) => change),
      ['missing', 'missing'],
    );
    assert.deepEqual([read('CLAUDE.md'), existsSync(join(project, 'AGENTS.md'))], ['# Mine\n', false]);
  });

  it('keeps what people wrote around it', async () => {
    put('CLAUDE.md', 'Above\r\n');
    await add('CLAUDE.md');
    put('CLAUDE.md', `${read('CLAUDE.md')}\r\nBelow, without an end`);
    put('.mind/MEMORY.md', 'decided: esbuild\n');
    await refresh();
    assert.match(
      read('CLAUDE.md'),
      /^Above\r\n\r\n<!-- MIND:CONTEXT[^]*- esbuild\r\n<!-- MIND:END -->\r\n\r\nBelow, without an end$/u,
    );
    await remove('CLAUDE.md');
    assert.equal(read('CLAUDE.md'), 'Above\r\n\r\nBelow, without an end');
  });

  it('of another file is written although one cannot be, which stays as it is', async () => {
    await add('CLAUDE.md', 'AGENTS.md');
    const broken = read('CLAUDE.md').replace('<!-- MIND:END -->\n', '');
    put('CLAUDE.md', broken);
    put('.mind/MEMORY.md', 'decided: esbuild\n');
    const [claude, agents] = await refresh();
    assert.ok(claude?.change === 'failed' && agents?.change === 'updated');
    assert.match(claude.error.message, /Line 1 of .*CLAUDE\.md starts a block that does not end anywhere/u);
    assert.match(claude.error.sentence, /Delete the MIND line .*"<!-- MIND:END -->" below/u);
    assert.equal(read('CLAUDE.md'), broken);
    put('CLAUDE.md', `${broken}<!-- MIND:END -->\n<!-- MIND:END -->\n`);
    assert.equal((await refresh())[0]?.change, 'failed', 'a doubled end');
  });

  it('is not written through a link, into a folder, or into a read-only file', async () => {
    const target = join(home.path, 'other.md');
    writeFileSync(target, 'theirs\n');
    symlinkSync(target, join(project, 'CLAUDE.md'));
    mkdirSync(join(project, 'AGENTS.md'));
    mkdirSync(join(home.path, 'elsewhere'));
    symlinkSync(join(home.path, 'elsewhere'), join(project, '.github'));
    const results = await add('CLAUDE.md', 'AGENTS.md', '.github/copilot-instructions.md');
    const words = [/CLAUDE\.md is a symbolic link/u, /AGENTS\.md is a folder/u, /\.github is a symbolic link/u];
    for (const [index, word] of words.entries()) {
      const result = results[index];
      assert.ok(result?.change === 'failed', String(word));
      assert.match(result.error.message, word);
    }
    assert.equal(readFileSync(target, 'utf8'), 'theirs\n');
    assert.ok(!existsSync(join(home.path, 'elsewhere', 'copilot-instructions.md')));
    assert.equal(chosen(), undefined, 'what failed was not chosen');
    rmSync(join(project, 'CLAUDE.md'));
    put('CLAUDE.md', 'mine\n');
    chmodSync(join(project, 'CLAUDE.md'), 0o444);
    const [locked] = await add('CLAUDE.md');
    assert.ok(locked?.change === 'failed');
    assert.match(locked.error.message, /is read-only/u);
    assert.equal(read('CLAUDE.md'), 'mine\n');
  });

  it('is not written without file memory on the list, and can be removed nevertheless', async () => {
    await add('CLAUDE.md');
    await unlistProject(nodeMindFiles, home.path, project);
    put('.mind/MEMORY.md', 'decided: theirs\n');
    assert.deepEqual(
      [await refreshBlocks(parts, project), await addBlocks(parts, project, ['AGENTS.md'])],
      [undefined, undefined],
    );
    assert.match(read('CLAUDE.md'), /- Vite\n/u);
    assert.ok(!existsSync(join(project, 'AGENTS.md')));
    assert.deepEqual(await remove('CLAUDE.md', 'AGENTS.md'), [
      { file: 'CLAUDE.md', change: 'removed' },
      { file: 'AGENTS.md', change: 'missing' },
    ]);
    rmSync(join(project, '.mind'), { recursive: true });
    assert.deepEqual(await remove('CLAUDE.md'), [{ file: 'CLAUDE.md', change: 'missing' }]);
    assert.ok(!existsSync(join(project, '.mind')));
  });

  it('stays as it is while a file of the memory cannot be read', async () => {
    await add('CLAUDE.md');
    const before = read('CLAUDE.md');
    put('.mind/MEMORY.md', Uint8Array.of(0xff, 0xfe, 0xfd));
    await assert.rejects(refresh(), refusal('invalid_input', /MEMORY\.md is not written in UTF-8/u));
    assert.equal(read('CLAUDE.md'), before);
  });

  it('keeps the goal of a file of which only the end is read', async () => {
    put(
      '.mind/MEMORY.md',
      `- Goal: ship it\n\n${'Nothing but a long description of the work.\n'.repeat(8_000)}decided: last\n`,
    );
    await add('CLAUDE.md');
    assert.match(read('CLAUDE.md'), /- Goal: ship it\n[^]*- last\n/u);
  });

  it('keeps the rest of the configuration, and ignores names that it does not know', async () => {
    const config =
      '{\r\n    // mine\r\n    "context_files": ["GEMINI.md", "../CLAUDE.md"],\r\n    "other": [1,2]\r\n}\r\n';
    put('.mind/config.json', config);
    assert.deepEqual(await refresh(), []);
    await add('CLAUDE.md');
    assert.match(
      read('.mind/config.json'),
      /\/\/ mine\r\n[^]*"CLAUDE\.md"[^]*"GEMINI\.md"[^]*"other": \[1,2\]\r\n\}\r\n$/u,
    );
    put('.mind/config.json', '{');
    await assert.rejects(refresh(), refusal('invalid_input', /config\.json/u));
    await assert.rejects(add('AGENTS.md'), refusal('invalid_input', /config\.json/u));
    assert.ok(!existsSync(join(project, 'AGENTS.md')), 'nothing is written if the choice cannot be kept');
  });

  it('is found through a link to the project', async () => {
    const link = join(home.path, 'link');
    symlinkSync(project, link);
    assert.deepEqual((await addBlocks(parts, link, ['CLAUDE.md']))?.results, [
      { file: 'CLAUDE.md', change: 'created' },
    ]);
  });

  it('is in exactly the files of a choice', async () => {
    put('CLAUDE.md', '# Mine\n');
    await add('AGENTS.md');
    assert.deepEqual(await blockChoices(parts, project), [
      { file: 'CLAUDE.md', isChosen: false, exists: true },
      { file: 'AGENTS.md', isChosen: true, exists: true },
      { file: '.github/copilot-instructions.md', isChosen: false, exists: false },
    ]);
    await chooseBlocks(parts, project, ['CLAUDE.md']);
    assert.deepEqual([chosen(), existsSync(join(project, 'AGENTS.md'))], [['CLAUDE.md'], false]);
    await unlistProject(nodeMindFiles, home.path, project);
    assert.equal(await blockChoices(parts, project), undefined);
  });

  it('can be chosen for AGENTS.md although CLAUDE.md is a link to it', async () => {
    put('AGENTS.md', '# Mine\n');
    symlinkSync('AGENTS.md', join(project, 'CLAUDE.md'));
    assert.equal((await blockChoices(parts, project))?.[0]?.exists, true);
    assert.deepEqual((await chooseBlocks(parts, project, ['AGENTS.md']))?.results, [
      { file: 'AGENTS.md', change: 'updated' },
    ]);
    assert.match(read('CLAUDE.md'), /- Vite\n/u);
  });

  it('goes into files of a closed list', () => {
    assert.deepEqual(['claude', 'AGENTS.md', './.github/Copilot-Instructions.md', 'copilot'].map(contextFileNamed), [
      'CLAUDE.md',
      'AGENTS.md',
      '.github/copilot-instructions.md',
      '.github/copilot-instructions.md',
    ]);
    for (const name of ['vim', '../CLAUDE.md', 'constructor', '']) {
      assert.throws(() => contextFileNamed(name), refusal('invalid_input', /Use claude, agents, copilot/u));
    }
    assert.deepEqual(contextFilesIn(['AGENTS.md', 'x', 1, 'CLAUDE.md', 'CLAUDE.md']), ['CLAUDE.md', 'AGENTS.md']);
    for (const value of [undefined, null, 'CLAUDE.md', {}]) assert.deepEqual(contextFilesIn(value), []);
  });
});

/** Searches of the built program find what the memory files of a project say now, in whichever branch or worktree. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openChat, runProgram } from '../support/program.ts';
import { temporaryHome } from '../support/temporaryHome.ts';
import type { TemporaryHome } from '../support/temporaryHome.ts';

interface Found {
  kind: string;
  text: string;
  sourceRef: string | null;
  project: string | null;
}

describe('a search in a project with memory files', () => {
  let home: TemporaryHome;
  let project: string;
  let env: Record<string, string>;
  beforeEach(async () => {
    home = temporaryHome();
    env = { HOME: home.path, USERPROFILE: home.path, GIT_CONFIG_GLOBAL: join(home.path, 'gitconfig') };
    project = join(home.path, 'web shop');
    mkdirSync(project);
    git('init', '--quiet', '--initial-branch=main');
    git('remote', 'add', 'origin', 'https://example.org/acme/shop.git');
    await mind('init');
    write('## 2026-03-20\n\ndecided: Vite over Webpack, because it is fast\n');
    commit('use Vite');
  });
  afterEach(() => home.remove());

  function git(...args: string[]): void {
    const author = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.org', '-c', 'commit.gpgsign=false'];
    execFileSync('git', [...author, ...args], { cwd: project, env: { ...home.env, ...env }, stdio: 'pipe' });
  }
  function commit(message: string): void {
    git('add', '--all');
    git('commit', '--quiet', '-m', message);
  }
  const write = (text: string, folder = project): void => writeFileSync(join(folder, '.mind', 'MEMORY.md'), text);
  async function mind(action: string, cwd = project): Promise<void> {
    const { code, err } = await runProgram(home, ['mind', action], { cwd, env });
    assert.equal(code, 0, err);
  }
  async function search(query: string, { cwd = project, more = [] as string[] } = {}): Promise<Found[]> {
    const { code, out, err } = await runProgram(home, ['search', query, ...more, '--json'], { cwd, env });
    assert.equal(code, 0, err);
    return (JSON.parse(out) as { results: Found[] }).results;
  }
  const texts = (found: readonly Found[]): string[] => found.map(({ text }) => text);

  it('follows a checkout of another branch, and back', async () => {
    const [decision] = await search('Webpack');
    assert.deepEqual(
      [decision?.kind, decision?.text, decision?.sourceRef],
      ['entry', 'Vite over Webpack, because it is fast', '.mind/MEMORY.md#L3'],
    );
    git('checkout', '--quiet', '-b', 'experiment');
    write('decided: esbuild alone, no bundler config\n');
    commit('use esbuild');
    assert.deepEqual(
      [texts(await search('Webpack')), texts(await search('esbuild'))],
      [[], ['esbuild alone, no bundler config']],
    );
    git('checkout', '--quiet', 'main');
    assert.deepEqual(
      [texts(await search('esbuild')), texts(await search('Webpack'))],
      [[], ['Vite over Webpack, because it is fast']],
    );
  });

  it('finds the files of its own worktree, and those of other projects if asked', async () => {
    const second = join(home.path, 'second tree');
    git('worktree', 'add', '--quiet', '-b', 'other', second);
    await mind('add', second);
    write('decided: esbuild over Webpack\n', second);
    assert.deepEqual(texts(await search('Webpack', { cwd: second })), ['esbuild over Webpack']);
    assert.deepEqual(texts(await search('Webpack')), ['Vite over Webpack, because it is fast']);
    const elsewhere = join(home.path, 'elsewhere');
    mkdirSync(join(elsewhere, '.git'), { recursive: true });
    assert.deepEqual(texts(await search('Webpack', { cwd: elsewhere })), []);
    const all = await search('Webpack', { cwd: elsewhere, more: ['--project', 'all'] });
    assert.deepEqual(texts(all).toSorted(), ['Vite over Webpack, because it is fast', 'esbuild over Webpack']);
    assert.ok(all.every(({ project: name }) => name === 'shop'));
  });

  it('finds nothing in a project that was taken off the list, or without the list', async () => {
    assert.equal((await search('Webpack')).length, 1);
    await mind('remove');
    assert.deepEqual(await search('Webpack', { more: ['--project', 'all'] }), []);
    await mind('add');
    assert.equal((await search('Webpack')).length, 1);
    rmSync(join(home.path, '.mind', 'projects.json'));
    assert.deepEqual(await search('Webpack', { cwd: home.path, more: ['--project', 'all'] }), []);
  });

  it('over MCP names the entry, its kind, and file and line', async () => {
    const chat = await openChat(home, { cwd: project, env });
    try {
      const { structured, text } = await chat.call('memory_search', { query: 'Webpack' });
      const [found] = structured['results'] as Record<string, unknown>[];
      assert.deepEqual(
        [found?.['kind'], found?.['title'], found?.['source_ref'], found?.['alternatives']],
        ['entry', 'decision', '.mind/MEMORY.md#L3', ['Webpack']],
      );
      assert.match(text, /\[entry #1 .*\.mind\/MEMORY\.md#L3.*\] \*\*decision\*\* Vite over Webpack/u);
      write('decided: Rollup over Webpack\n');
      const again = await chat.call('memory_search', { query: 'Webpack', kinds: ['entry'] });
      assert.match(again.text, /Rollup over Webpack/u);
      assert.doesNotMatch(again.text, /Vite/u);
    } finally {
      await chat.close();
    }
  });

  it('is complete after the index was rebuilt, which the doctor confirms', async () => {
    assert.equal((await search('Webpack')).length, 1);
    const rebuilt = await runProgram(home, ['rebuild'], { cwd: project, env });
    assert.equal(rebuilt.code, 0, rebuilt.err);
    assert.equal((await search('Webpack')).length, 1);
    const { out } = await runProgram(home, ['doctor'], { cwd: project, env });
    assert.match(out, /index/iu);
    assert.doesNotMatch(out, /missing|rebuild the index/iu);
  });
});

/** Git as it is used for reading: of every kind of repository, without running anything of it. */
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import type { GitObject } from '../../../src/capture/git/objectStream.ts';
import { readObjects } from '../../../src/capture/git/objectStream.ts';
import { openGit } from '../../../src/capture/git/gitObjects.ts';
import type { GitObjects, TreeFile } from '../../../src/capture/git/gitObjects.ts';
import { readHistory } from '../../../src/markdown/sources/history.ts';
import { redact } from '../../../src/capture/redaction/redaction.ts';
import { aRepository, gitEnvironment } from './repository.ts';
import type { Repository } from './repository.ts';

async function filesOf(git: GitObjects, range: { to: string; from?: string }): Promise<TreeFile[]> {
  const found: TreeFile[] = [];
  for await (const file of git.files(range)) found.push(file);
  return found;
}

async function all(objects: AsyncIterable<GitObject>): Promise<string[]> {
  const found: string[] = [];
  for await (const { type, content } of objects) found.push(`${type} ${content.toString('utf8')}`);
  return found;
}

describe('the objects of a repository', () => {
  let repository: Repository;
  let more: string[];
  beforeEach(() => {
    repository = aRepository();
    more = [];
  });
  afterEach(() => {
    repository.remove();
    for (const folder of more) rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  });
  const emptyFolder = (): string => {
    const folder = realpathSync.native(mkdtempSync(join(tmpdir(), 'bigmind folder ')));
    more.push(folder);
    return folder;
  };
  const opened = (folder: string): GitObjects =>
    openGit(folder, { env: gitEnvironment, signal: new AbortController().signal });
  const pathsOf = async (git: GitObjects, to: string): Promise<string[]> =>
    (await filesOf(git, { to })).map(({ path }) => path);

  it('are files and commits of the commit that is checked out', async () => {
    repository.write('a.ts', 'one');
    const first = repository.commit('First');
    repository.write('b/c.ts', '');
    repository.git('rm', '--quiet', 'a.ts');
    const second = repository.commit('Second');
    const git = repository.objects();
    assert.equal(await git.head(), second);
    assert.deepEqual(await git.commits({ to: second, max: 9 }), [second, first]);
    assert.deepEqual(await git.commits({ to: second, from: first, max: 9 }), [second]);
    assert.deepEqual(await pathsOf(git, second), ['b/c.ts']);
    const changed = await filesOf(git, { to: second, from: first });
    assert.deepEqual(
      changed.map(({ path, id }) => [path, id === null]),
      [
        ['a.ts', true],
        ['b/c.ts', false],
      ],
    );
    const ids = [(await filesOf(git, { to: first }))[0]?.id ?? '', changed[1]?.id ?? '', '0'.repeat(40)];
    assert.deepEqual(await all(git.read(ids, 100)), ['blob one', 'blob ']);
    assert.deepEqual(await all(git.read(ids, 2)), ['blob ']);
    assert.deepEqual(
      [await git.has(first), await git.has('0'.repeat(40)), await git.has('--help')],
      [true, false, false],
    );
  });

  it('are named by references, also packed ones', async () => {
    const first = repository.commit('First');
    repository.git('branch', 'a/b');
    repository.git('pack-refs', '--all');
    const second = repository.commit('Second');
    repository.git('update-ref', 'refs/other/c', second);
    const git = repository.objects();
    assert.deepEqual(await git.references('refs/heads/a', 'refs/other'), [
      { name: 'refs/heads/a/b', id: first },
      { name: 'refs/other/c', id: second },
    ]);
    assert.deepEqual(await git.references('refs/none'), []);
  });

  it('are none in an empty repository', async () => {
    assert.equal(await repository.objects().head(), undefined);
    assert.equal(await readHistory(repository.objects(), { commits: 9, redact }), undefined);
  });

  it('are read in a worktree, with a detached head, and with SHA-256', async () => {
    repository.write('a.ts', 'one');
    const first = repository.commit('First');
    repository.commit('Second');
    const worktree = join(emptyFolder(), 'tree');
    repository.git('worktree', 'add', '--quiet', '--detach', worktree, first);
    assert.equal(await opened(realpathSync.native(worktree)).head(), first);
    const long = aRepository('--object-format=sha256');
    more.push(long.folder);
    long.write('a.ts', 'one');
    const head = long.commit('First');
    assert.equal(head.length, 64);
    assert.deepEqual([await long.objects().head(), await pathsOf(long.objects(), head)], [head, ['a.ts']]);
  });

  it('of a shallow clone end where it does', async () => {
    for (const name of ['First', 'Second', 'Third']) repository.commit(name);
    const folder = join(emptyFolder(), 'clone');
    repository.git('clone', '--quiet', '--depth=2', `file://${repository.folder}`, folder);
    const git = opened(realpathSync.native(folder));
    assert.equal((await git.commits({ to: (await git.head()) ?? '', max: 9 })).length, 2);
  });

  it('that a partial clone lacks are left out, not fetched', async () => {
    repository.write('a.ts', '// MEMORY: decided: Vite over Webpack');
    repository.git('config', 'uploadpack.allowFilter', 'true');
    const head = repository.commit('First');
    const folder = join(emptyFolder(), 'clone');
    const source = `file://${repository.folder}`;
    repository.git('clone', '--quiet', '--no-checkout', '--filter=blob:none', source, folder);
    const history = await readHistory(opened(realpathSync.native(folder)), { commits: 9, redact });
    assert.deepEqual([history?.state.head, history?.files], [head, []]);
  });

  it('are those of the folder itself, and not of a repository around it or in the environment', async () => {
    repository.commit('First');
    const inside = join(repository.folder, 'inside');
    mkdirSync(inside);
    const env = { ...gitEnvironment, GIT_DIR: join(repository.folder, '.git') };
    const git = openGit(inside, { env, signal: new AbortController().signal });
    await assert.rejects(git.head(), { code: 'not_found', message: /^There is no Git repository in / });
    await assert.rejects(opened(emptyFolder()).head(), { code: 'not_found' });
  });

  it('need Git', async () => {
    const git = openGit(repository.folder, { env: { PATH: emptyFolder() }, signal: new AbortController().signal });
    await assert.rejects(git.head(), { code: 'not_found', message: /^Git was not found/ });
    await assert.rejects(all(git.read(['a'], 9)), { code: 'not_found' });
  });

  it('are no longer read after an abort', async () => {
    repository.commit('First');
    const controller = new AbortController();
    const git = repository.objects(controller.signal);
    const head = (await git.head()) ?? '';
    const reading = all(git.read(Array<string>(100_000).fill(head), 1_000));
    setImmediate(() => controller.abort());
    await assert.rejects(reading, { name: 'AbortError' });
    await assert.rejects(git.head(), { name: 'AbortError' });
  });

  it('are refused if Git is ended before it has written all', async function () {
    if (process.platform === 'win32') this.skip();
    const folder = emptyFolder();
    const id = 'a1'.repeat(20);
    const row = `100644 blob ${id}\\ta.ts\\0`;
    const script = `#!/bin/sh\ncase "$*" in *ls-tree*) printf '${row}' ;; *batch) printf '${id} blob 0\\n\\n' ;; esac\nkill -9 $$\n`;
    writeFileSync(join(folder, 'git'), script, { mode: 0o755 });
    const git = openGit(repository.folder, { env: { PATH: folder }, signal: new AbortController().signal });
    await assert.rejects(git.head(), { code: 'not_allowed' });
    await assert.rejects(pathsOf(git, id), { code: 'not_allowed' });
    await assert.rejects(all(git.read([id], 9)), { code: 'not_allowed' });
  });

  it('run nothing that the repository names', async function () {
    if (process.platform === 'win32') this.skip();
    const trace = join(emptyFolder(), 'ran');
    // Git splits some of these settings at spaces.
    const script = join(emptyFolder(), 'run.sh').replaceAll(' ', '-');
    mkdirSync(dirname(script));
    more.push(dirname(script));
    writeFileSync(script, `#!/bin/sh\necho "$0 $*" >> '${trace}'\ncat\n`, { mode: 0o755 });
    repository.write('a.ts', '// MEMORY: decided: Vite over Webpack');
    repository.write('.gitattributes', '*.ts diff=evil filter=evil\n');
    const first = repository.commit('First');
    repository.write('b.ts', '// MEMORY: learned: b follows a at once');
    const second = repository.commit('Second');
    const settings = {
      'core.fsmonitor': script,
      'core.hooksPath': join(repository.folder, 'hooks'),
      'core.pager': script,
      'core.editor': script,
      'core.sshCommand': script,
      'core.alternateRefsCommand': script,
      'diff.external': script,
      'diff.evil.textconv': script,
      'diff.evil.command': script,
      'filter.evil.clean': script,
      'filter.evil.smudge': script,
      'filter.evil.process': script,
      'gpg.program': script,
      'log.showSignature': 'true',
      'credential.helper': `!${script}`,
      'uploadpack.packObjectsHook': script,
      'extensions.partialClone': 'evil',
      'remote.evil.url': `ext::${script}`,
      'remote.evil.promisor': 'true',
      'protocol.ext.allow': 'always',
      'alias.rev-parse': `!${script}`,
      'alias.cat-file': `!${script}`,
    };
    for (const [name, value] of Object.entries(settings)) repository.git('config', name, value);
    mkdirSync(join(repository.folder, 'hooks'));
    for (const hook of ['post-index-change', 'reference-transaction', 'pre-auto-gc', 'post-checkout']) {
      writeFileSync(join(repository.folder, 'hooks', hook), `#!/bin/sh\n'${script}'\n`, { mode: 0o755 });
    }
    rmSync(trace, { force: true });
    const lost = (await filesOf(repository.objects(), { to: first })).find(({ path }) => path === 'a.ts')?.id ?? '';
    rmSync(join(repository.folder, '.git', 'objects', lost.slice(0, 2), lost.slice(2)));
    writeFileSync(join(repository.folder, 'a.ts'), 'changed');
    const git = repository.objects();
    const whole = await readHistory(git, { commits: 9, redact });
    const rest = await readHistory(git, { commits: 9, redact, since: { head: first, commits: 9 } });
    assert.deepEqual([whole?.state.head, whole?.files.map(({ path }) => path)], [second, ['b.ts']]);
    assert.deepEqual(
      rest?.files.map(({ path }) => path),
      ['b.ts'],
    );
    assert.equal(existsSync(trace), false);
    // The trap works: Git itself falls into it.
    try {
      repository.git('status');
    } catch {
      // What the script answers is no answer for Git.
    }
    assert.ok(existsSync(trace));
  });

  it('have names that are no options, and none with control characters', async function () {
    if (process.platform === 'win32') this.skip();
    const said = '// MEMORY: decided: Vite over Webpack';
    for (const path of ['--help.ts', '-n.ts', 'a\nb.ts', 'ä ö.ts', '"q".ts', 'a\tb.ts']) repository.write(path, said);
    repository.commit('First');
    const history = await readHistory(repository.objects(), { commits: 9, redact });
    assert.deepEqual(history?.files.map(({ path }) => path).toSorted(), ['"q".ts', '--help.ts', '-n.ts', 'ä ö.ts']);
  });
});

describe('the output of git cat-file --batch', () => {
  it('is split at any place', async () => {
    const text = 'aa blob 3\nabc\nbb missing\ncc commit 0\n\ndd blob 9\n123456789\nee blob 2\n\n\n\n';
    for (let size = 1; size <= text.length; size += 1) {
      const chunks: Buffer[] = [];
      for (let at = 0; at < text.length; at += size) chunks.push(Buffer.from(text.slice(at, at + size)));
      const found = await all(readObjects(Readable.from(chunks), 5));
      assert.deepEqual(found, ['blob abc', 'commit ', 'blob \n\n'], String(size));
    }
  });
});

/** `bigmind import mind` as a person types it: projects with memory files are taken into use where they are. */
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { runProgram } from '../support/program.ts';
import type { Finished } from '../support/program.ts';
import { rowsIn } from '../support/rows.ts';
import { temporaryHome } from '../support/temporaryHome.ts';
import type { TemporaryHome } from '../support/temporaryHome.ts';

interface Report {
  projects: { folder: string; listed: boolean; files: string[]; entries: Record<string, number> }[];
  skipped: { folder: string; reason: string }[];
  added: string[];
}

const megabyte = 2 ** 20;

describe('bigmind import mind', () => {
  let home: TemporaryHome;
  let shop: string;
  let blog: string;
  beforeEach(() => {
    home = temporaryHome();
    shop = join(home.path, 'code', 'web shop');
    blog = join(home.path, 'code', 'notes', 'blog');
    write(join(shop, '.mind', 'MEMORY.md'), 'decided: Vite over Webpack\r\nproblem: login loops\r\n');
    write(join(shop, '.mind', 'REMINDERS.md'), '- [ ] Check the audit | due: 2026-12-20\n');
    write(join(blog, '.mind', 'MEMORY.md'), 'learned: Safari needs a prefix for the gradient\n');
  });
  afterEach(() => home.remove());

  function write(file: string, text: string): void {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  const run = (...args: string[]): Promise<Finished> =>
    runProgram(home, args, { cwd: shop, env: { HOME: home.path, USERPROFILE: home.path } });
  const importMind = (...args: string[]): Promise<Finished> => run('import', 'mind', ...args);
  async function report(...args: string[]): Promise<Report> {
    const { out, err } = await importMind(...args, '--json');
    assert.notEqual(out, '', err);
    return JSON.parse(out) as Report;
  }
  async function texts(query: string, ...more: string[]): Promise<string[]> {
    const { out } = await run('search', query, ...more, '--json');
    return (JSON.parse(out) as { results: { text: string }[] }).results.map(({ text }) => text);
  }
  const listed = async (): Promise<string> => (await run('mind', 'list')).out;

  it('takes a named project into use, so that a search finds what its files say, and copies nothing', async () => {
    const before = readFileSync(join(shop, '.mind', 'MEMORY.md'));
    assert.deepEqual(await texts('Webpack'), []);
    const { code, out } = await importMind(shop);
    assert.equal(code, 0);
    assert.match(out, /decision {3}1[^]*Files: \.mind\/MEMORY\.md, \.mind\/REMINDERS\.md[^]*Added 1 project/u);
    assert.match(out, /nothing was copied\. To undo, run "bigmind mind remove"/u);
    assert.deepEqual(await texts('Webpack', '--project', 'all'), ['Vite over Webpack']);
    assert.deepEqual(rowsIn(home.database, 'SELECT count(*) AS facts FROM facts'), [{ facts: 0 }]);
    assert.deepEqual(readFileSync(join(shop, '.mind', 'MEMORY.md')), before);
    assert.match((await importMind()).out, /Already on your list; the entries are up to date\./u);
    assert.equal((await listed()).trim().split('\n').length, 1);
  });

  it('stores the entries at once, before anything asks for memory in that project', async () => {
    assert.equal((await importMind(blog)).code, 0);
    assert.deepEqual(await texts('Safari gradient', '--project', 'all'), ['Safari needs a prefix for the gradient']);
  });

  it('shows the projects below a folder, and adds them only once the user agrees', async () => {
    const tree = join(home.path, 'code');
    write(join(tree, 'node_modules', 'pkg', '.mind', 'MEMORY.md'), 'decided: a dependency\n');
    for (const option of ['--dry-run', '--list']) {
      const trial = await importMind(tree, option);
      assert.deepEqual([trial.code, trial.out.trim().split('\n').at(-1)], [0, 'Nothing was changed.']);
    }
    const asked = await importMind(tree);
    assert.equal(asked.code, 1);
    assert.match(asked.out, /Nothing was changed\. To use these projects, add --yes, or import one at a time/u);
    assert.doesNotMatch(asked.out, /a dependency/u);
    assert.match(await listed(), /No project has a file memory/u);

    const { projects, added } = await report(tree, '--yes');
    assert.deepEqual(
      projects.map(({ folder, listed: isKnown, entries }) => [folder, isKnown, entries]),
      [
        [blog, true, { learning: 1 }],
        [shop, true, { decision: 1, problem: 1 }],
      ],
    );
    assert.deepEqual(added, [blog, shop]);
    assert.deepEqual((await report(tree)).added, []);
  });

  it('accepts the folder .mind and a file in it, and refuses a file elsewhere', async () => {
    assert.deepEqual((await report(join(blog, '.mind'))).added, [blog]);
    assert.deepEqual((await report(join(shop, '.mind', 'MEMORY.md'))).added, [shop]);
    const elsewhere = join(home.path, 'MEMORY.md');
    write(elsewhere, 'decided: nothing\n');
    const { code, err } = await importMind(elsewhere);
    assert.equal(code, 1);
    assert.match(err, /is not in a folder \.mind\. Move it to \.mind .*"bigmind import claude-memory"/u);
  });

  it('copies no file of a project memory as notes', async () => {
    const { code, err } = await run('import', 'claude-memory', join(shop, '.mind', 'MEMORY.md'));
    assert.equal(code, 1);
    assert.match(err, /it looks like a file of a project memory\. Try "bigmind import mind MEMORY\.md"/u);
  });

  it('says what is wrong with a folder, and adds nothing', async () => {
    const empty = join(home.path, 'empty');
    mkdirSync(empty);
    const aFile = join(home.path, 'a file');
    write(join(aFile, '.mind'), 'no folder');
    const linked = join(home.path, 'linked');
    mkdirSync(linked);
    symlinkSync(join(shop, '.mind'), join(linked, '.mind'));
    const loop = join(home.path, 'loop');
    symlinkSync(loop, loop);
    const nested = join(home.path, 'repository', 'package');
    mkdirSync(join(home.path, 'repository', '.git'), { recursive: true });
    write(join(nested, '.mind', 'MEMORY.md'), 'decided: nested\n');
    const bare = join(home.path, 'bare');
    mkdirSync(join(bare, '.mind'), { recursive: true });
    for (const [path, what] of [
      [empty, /contains no project with a folder \.mind\. .*bigmind mind init/u],
      [aFile, /\.mind is a file, where a folder is needed/u],
      [linked, /\.mind is a symbolic link/u],
      [loop, /cannot be imported/u],
      [join(nested, '.mind'), /is in the repository .*repository, and only memory files at its top are read/u],
      [bare, /has a folder \.mind without memory files/u],
      [join(home.path, 'missing'), /cannot be imported/u],
    ] as const) {
      const { code, err } = await importMind(path);
      assert.equal(code, 1, path);
      assert.match(err, what);
    }
    assert.match(await listed(), /No project has a file memory/u);
  });

  it('names files that it cannot read, and reads the others', async () => {
    const file = join(shop, '.mind', 'SESSION.md');
    write(file, '');
    truncateSync(file, 100 * megabyte);
    write(join(blog, '.mind', 'MEMORY.md'), 'decided: \0\n');
    const large = await importMind(shop);
    assert.equal(large.code, 1);
    assert.match(large.out, /Not read: .*SESSION\.md has more than 16 MB/u);
    assert.deepEqual(await texts('Webpack'), ['Vite over Webpack']);
    assert.match((await importMind(blog)).out, /Not read: .*contains binary data/u);
  });

  it('finds a project behind a link where it is, once', async () => {
    const real = join(home.path, 'real');
    write(join(real, '.mind', 'MEMORY.md'), 'decided: Redis for the sessions\n');
    symlinkSync(real, join(home.path, 'code', 'linked'));
    symlinkSync(shop, join(home.path, 'code', 'notes', 'shop again'));
    symlinkSync(join(home.path, 'nothing'), join(home.path, 'code', 'broken'));
    const { projects } = await report(join(home.path, 'code'), '--yes');
    assert.deepEqual(projects.map(({ folder }) => folder).sort(), [blog, real, shop].sort());
  });

  it('skips what is below a folder and cannot be used', async () => {
    const odd = join(home.path, 'code', 'odd');
    write(join(odd, '.mind'), 'no folder');
    symlinkSync(join(home.path, 'code'), join(home.path, 'code', 'loop'));
    const { skipped, projects } = await report(join(home.path, 'code'), '--yes');
    assert.deepEqual([skipped.map(({ folder }) => folder), projects.length], [[odd], 2]);
  });

  it('says that it added nothing if all that it found was skipped', async () => {
    const folder = join(home.path, 'only odd');
    write(join(folder, 'odd', '.mind'), 'no folder');
    assert.match((await importMind(folder, '--yes')).out, /No project was added\.\s*$/u);
  });

  it('takes no option of conversations, while every kind takes --yes', async () => {
    assert.equal((await importMind('--since', '2026-01-01')).code, 2);
    assert.notEqual((await run('import', 'plans', '--yes')).code, 2);
  });
});

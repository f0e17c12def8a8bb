/** `bigmind export --markdown`, as people and scripts use it, on a real disk. */
import assert from 'node:assert/strict';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import type { Finished } from '../support/program.ts';
import { runProgram } from '../support/program.ts';
import { temporaryHome } from '../support/temporaryHome.ts';
import type { TemporaryHome } from '../support/temporaryHome.ts';

const isWindows = process.platform === 'win32';

interface Report {
  sessions: number;
  written: number;
  removed: number;
  kept: string[];
}

describe('bigmind export --markdown', () => {
  let home: TemporaryHome;
  let outside: TemporaryHome;
  let folder: string;
  beforeEach(async () => {
    home = temporaryHome();
    outside = temporaryHome();
    folder = join(outside.path, 'My archive');
    await importTalk('../../x', ['Which store?', 'We use SQLite.\n```\n---\n# Not a heading']);
    await importTalk('CON', ['The boat is blue']);
  });
  afterEach(() => {
    home.remove();
    outside.remove();
  });

  const run = (...args: string[]): Promise<Finished> => runProgram(home, args, { cwd: outside.path });
  const importTalk = async (name: string, texts: readonly string[], more: object = {}): Promise<void> => {
    const file = join(outside.path, 'talk.jsonl');
    const lines = texts.map((content) => ({ session: name, content, created_at: '2026-03-30T10:00:00Z', ...more }));
    writeFileSync(file, lines.map((line) => JSON.stringify(line)).join('\n'));
    const { code, err } = await run('import', 'jsonl', file);
    assert.equal(code, 0, err);
  };
  const exported = async (...args: string[]): Promise<Report> => {
    const { code, out, err } = await run('export', '--markdown', folder, ...args, '--json');
    assert.equal(code, 0, err);
    return JSON.parse(out) as Report;
  };
  const files = (): string[] => readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort();
  const contentOf = (name: string): string =>
    statSync(join(folder, name)).isFile() ? readFileSync(join(folder, name), 'utf8') : '';
  const sessionFile = (word: string): string => join(folder, files().find((name) => name.includes(word)) ?? 'no file');

  it('writes files that only their owner can read, and nothing the second time', async () => {
    const { sessions, written, kept } = await exported();
    assert.deepEqual([sessions, written, kept], [2, 3, []]);
    assert.deepEqual(
      files().map((name) => name.replace(/-[0-9a-f]{8}(?=\.)/u, '').replaceAll('\\', '/')),
      [
        '.bigmind-archive.json',
        '2026',
        '2026/2026-03-30-the-boat-is-blue.md',
        '2026/2026-03-30-which-store.md',
        'index.md',
      ],
    );
    if (!isWindows) assert.equal(statSync(sessionFile('boat')).mode & 0o777, 0o600);
    assert.match(
      readFileSync(sessionFile('which'), 'utf8'),
      /\n````text\nWe use SQLite\.\n```\n---\n# Not a heading\n````\n$/u,
    );
    const again = await run('export', '--markdown', folder);
    assert.match(again.out, /^The archive has 2 sessions\. Nothing changed in /u);
  });

  it('writes only the session that has grown, and keeps an edited file under another name', async () => {
    await exported();
    writeFileSync(sessionFile('boat'), 'My notes');
    await importTalk('CON', ['The boat is blue', 'And the mast is white']);
    const { code, out, err } = await run('export', '--markdown', folder);
    assert.equal(code, 0);
    assert.match(out, /1 file written in /u);
    assert.match(err, /your version is kept as 2026\/.*\.edited\.md/u);
    assert.equal(readFileSync(sessionFile('.edited.md'), 'utf8'), 'My notes');
  });

  it('is in the audit with the number of files', async () => {
    await exported();
    const { rows } = JSON.parse((await run('audit', '--json')).out) as { rows: { action: string; count: number }[] };
    assert.deepEqual(
      rows.filter(({ action }) => action === 'export').map(({ count }) => count),
      [3],
    );
  });

  it('fails after everything else was written if one file cannot be changed', async () => {
    await exported();
    const boat = sessionFile('boat');
    chmodSync(boat, 0o444);
    await importTalk('CON', ['The boat is blue', 'And the mast is white']);
    await importTalk('third', ['A new talk']);
    const { code, out, err } = await run('export', '--markdown', folder);
    assert.equal(code, 1, out);
    assert.match(err, /the-boat-is-blue.* is read-only\./u);
    assert.match(out, /2 files written in/u);
    chmodSync(boat, 0o600);
    assert.equal((await exported()).written, 1);
    assert.match(readFileSync(boat, 'utf8'), /mast is white/u);
  });

  (isWindows ? it.skip : it)('neither reads nor writes through a link in the place of a file', async () => {
    await exported();
    const [boat, elsewhere] = [sessionFile('boat'), join(outside.path, 'elsewhere.md')];
    renameSync(boat, elsewhere);
    symlinkSync(elsewhere, boat);
    const before = readFileSync(elsewhere, 'utf8');
    await importTalk('CON', ['The boat is blue', 'And the mast is white']);
    const { code, err } = await run('export', '--markdown', folder);
    assert.equal(code, 1);
    assert.match(err, /is a symbolic link\./u);
    assert.equal(readFileSync(elsewhere, 'utf8'), before);
  });

  it('removes drafts that a killed process left, and no other file', async () => {
    await exported();
    const drafts = [`${sessionFile('boat')}.123.tmp`, join(folder, '.bigmind-archive.json.123.tmp')];
    const mine = [join(folder, 'notes.md.123.tmp'), join(folder, '2026', 'notes.tmp')];
    for (const file of [...drafts, ...mine]) writeFileSync(file, 'The boat is blue');
    await exported();
    assert.deepEqual([...drafts, ...mine].map(existsSync), [false, false, true, true]);
  });

  it('removes the file of an erased session', async () => {
    await exported();
    const id = /^id: "(.*)"$/mu.exec(readFileSync(sessionFile('boat'), 'utf8'))?.[1] ?? '';
    // As lists show it.
    const typed = id.slice(0, 8);
    assert.match((await run('status', typed)).out, new RegExp(`^session ${id} `, 'u'));
    await run('erase', 'session', typed, '--yes');
    assert.equal((await exported()).removed, 1);
    assert.equal(existsSync(sessionFile('boat')), false);
  });

  it('removes the file at once if the folder is the one of the settings', async () => {
    await exported();
    const id = /^id: "(.*)"$/mu.exec(readFileSync(sessionFile('boat'), 'utf8'))?.[1] ?? '';
    const env = { BIGMIND_ARCHIVE_FOLDER: folder };
    const { code, err } = await runProgram(home, ['erase', 'session', id, '--yes'], { env });
    assert.equal(code, 0, err);
    assert.match(err, /Also erased from the archive in /u);
    assert.doesNotMatch(files().map(contentOf).join('\n'), /The boat is blue/u);
  });

  it('says that the file still has the text while another process writes the archive', async () => {
    await exported();
    const id = /^id: "(.*)"$/mu.exec(readFileSync(sessionFile('boat'), 'utf8'))?.[1] ?? '';
    mkdirSync(join(folder, '.bigmind-archive.lock'));
    const env = { BIGMIND_ARCHIVE_FOLDER: folder };
    const { code, err } = await runProgram(home, ['erase', 'session', id, '--yes'], { env });
    assert.equal(code, 0, err);
    assert.match(err, /still has it: Another process is writing to this folder/u);
    assert.doesNotMatch(err, /Also erased from the archive/u);
  });

  it('erases even if the archive of the settings cannot be updated, and says so', async () => {
    mkdirSync(folder);
    writeFileSync(join(folder, 'mine.txt'), 'Mine');
    const env = { BIGMIND_ARCHIVE_FOLDER: folder };
    const { id } = JSON.parse((await run('save', 'The mast is white', '--json')).out) as { id: number };
    const { code, err } = await runProgram(home, ['erase', 'fact', String(id), '--yes'], { env });
    assert.equal(code, 0, err);
    assert.match(err, /still has it: .*has files that BigMind did not write/u);
  });

  it('refuses a folder with files of others, and leaves them as they are with --force', async () => {
    mkdirSync(folder);
    writeFileSync(join(folder, 'index.md'), 'My index');
    const refused = await run('export', '--markdown', folder);
    assert.equal(refused.code, 1);
    assert.match(refused.err, /has files that BigMind did not write\..*--force/u);
    assert.deepEqual(files(), ['index.md']);
    assert.deepEqual((await exported('--force')).kept, ['index.edited.md']);
    assert.equal(readFileSync(join(folder, 'index.edited.md'), 'utf8'), 'My index');
    assert.deepEqual((await exported()).written, 0);
  });

  it("refuses BigMind's own folder, also through a link and with --force", async () => {
    const link = join(outside.path, 'link');
    symlinkSync(home.path, link, 'junction');
    for (const place of [home.path, join(home.path, 'new', 'archive'), dirname(home.database), join(link, 'archive')]) {
      const { code, err } = await run('export', '--markdown', place, '--force');
      assert.equal(code, 1);
      assert.match(err, /is in BigMind's own folder/u);
    }
    assert.equal(existsSync(join(home.path, 'index.md')), false);
  });

  it('refuses a file in the place of the folder, and a folder that is a link within the archive', async () => {
    writeFileSync(folder, '');
    assert.match(
      (await run('export', '--markdown', folder)).err,
      /cannot be used: a file with this name already exists/u,
    );
    rmSync(folder);
    const elsewhere = join(outside.path, 'elsewhere');
    mkdirSync(elsewhere);
    mkdirSync(folder);
    symlinkSync(elsewhere, join(folder, '2026'), 'junction');
    const { code, err } = await run('export', '--markdown', folder, '--force');
    assert.equal(code, 1);
    assert.match(err, /is a symbolic link/u);
    assert.deepEqual(readdirSync(elsewhere), []);
  });

  // Where the system makes no folders, Node's own recursive `mkdir` never returns.
  (process.platform === 'linux' ? it : it.skip)('fails at once where no folder can be made', async () => {
    const { code, err } = await run('export', '--markdown', '/proc/bigmind/archive');
    assert.equal(code, 1);
    assert.match(
      err,
      /\/proc\/bigmind\/archive cannot be used: no folder can be made there\. Choose another folder\./u,
    );
  });

  it("refuses another user's archive, and one on which another process works", async () => {
    await exported();
    const { err } = await runProgram(home, ['export', '--markdown', folder], { env: { BIGMIND_USER: 'bob' } });
    assert.match(err, /archive of another user/u);
    const lock = join(folder, '.bigmind-archive.lock');
    mkdirSync(lock);
    assert.match((await run('export', '--markdown', folder)).err, /Another process is writing to this folder/u);
    // A process that lives renews its lock.
    utimesSync(lock, new Date(0), new Date(0));
    assert.equal((await exported()).written, 0);
    assert.equal(existsSync(lock), false);
  });

  const wrong: [string[], number, RegExp][] = [
    [['--since', '7d'], 2, /--since needs --markdown DIR/u],
    [['--markdown', 'x', '--output', 'y'], 2, /--markdown and --output exclude each other/u],
    [['--markdown', 'x', '--since', 'soon'], 2, /--since is "soon", which is not a date/u],
    [['--markdown', 'x', '--project', 'harbr'], 1, /No project is called "harbr"/u],
  ];
  for (const [args, exitCode, message] of wrong) {
    it(`refuses ${args.join(' ')}`, async () => {
      const { code, err } = await run('export', ...args);
      assert.equal(code, exitCode, err);
      assert.match(err, message);
      assert.equal(existsSync(join(outside.path, 'x')), false);
    });
  }
});

/** `bigmind erase` and encrypted exports, as a script uses them. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { armor } from 'age-encryption';
import { putPinned } from '../../src/clients/userMemory/pinnedFile.ts';
import { runProgram } from '../support/program.ts';
import { temporaryHome } from '../support/temporaryHome.ts';
import type { TemporaryHome } from '../support/temporaryHome.ts';

describe('bigmind erase and encrypted exports', () => {
  let home: TemporaryHome;
  beforeEach(() => {
    home = temporaryHome();
  });
  afterEach(() => {
    home.remove();
  });

  const findsQuetzal = async (): Promise<boolean> =>
    (await runProgram(home, ['search', 'quetzal'])).out.includes('The quetzal');
  /** Files below the home that contain the canary word. */
  const filesWithCanary = (): string[] =>
    readdirSync(home.path, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .filter((path) => /quetzal/iu.test(readFileSync(path, 'latin1')));

  it('shows what an erasure deletes, and erases it from store and backups only with --yes', async () => {
    await runProgram(home, ['save', 'The quetzal is at the port']);
    await runProgram(home, ['backup']);
    const shown = await runProgram(home, ['erase', 'fact', '#1', '--dry-run', '--json']);
    const report = JSON.parse(shown.out) as {
      goes: unknown;
      erased: boolean;
      copies: { cleaned: string[] };
    };
    assert.deepEqual([report.goes, report.erased, report.copies.cleaned.length], [{ facts: 1 }, false, 1]);
    const unconfirmed = await runProgram(home, ['erase', 'fact', '1']);
    assert.deepEqual([unconfirmed.code, await findsQuetzal()], [1, true]);
    assert.match(unconfirmed.out, /Add --yes/u);
    assert.equal((await runProgram(home, ['erase', 'dog', '1'])).code, 2);
    assert.match((await runProgram(home, ['erase', 'fact', '7', '--yes'])).err, /no fact 7/u);
    const done = await runProgram(home, ['erase', 'fact', '1', '--yes']);
    assert.equal(done.code, 0, done.err);
    assert.deepEqual([await findsQuetzal(), filesWithCanary()], [false, []]);
  });

  it('erases a pinned fact from the user memory of VS Code, with no window open', async () => {
    await runProgram(home, ['save', 'The quetzal is at the port']);
    const database = new DatabaseSync(home.database);
    const user = String(database.prepare('SELECT id FROM users').get()?.['id']);
    const sql = 'INSERT INTO identity_profile (id, user_id, pinned_facts, version) VALUES (?, ?, ?, 1)';
    database.prepare(sql).run(user, user, '- The quetzal is at the port\n- We use pnpm.');
    database.close();
    const file = join(
      home.path,
      'Code',
      'globalStorage',
      'github.copilot-chat',
      'memory-tool',
      'memories',
      'bigmind.md',
    );
    await putPinned({ home: home.path, file }, user, '- The quetzal is at the port\n- We use pnpm.');
    const done = await runProgram(home, ['erase', 'fact', '1', '--yes']);
    assert.match(done.err, /Also erased from your pinned facts in .*bigmind\.md\./u);
    assert.match(readFileSync(file, 'utf8'), /\n- We use pnpm\.\n/u);
    assert.deepEqual(filesWithCanary(), []);
  });

  it('erases a memory even when its backups cannot be written, and says so', async () => {
    await runProgram(home, ['save', 'The quetzal is at the port']);
    await runProgram(home, ['backup']);
    // A file in the place of the lock blocks the backups.
    const folder =
      filesWithCanary()
        .map(dirname)
        .find((path) => path.endsWith('backups')) ?? '';
    writeFileSync(`${folder}.lock`, '');
    const done = await runProgram(home, ['erase', 'fact', '1', '--yes', '--json']);
    assert.equal(done.code, 0, done.err);
    assert.match(done.err, /BigMind cleans the backups later/u);
    assert.deepEqual([(JSON.parse(done.out) as { erased: boolean }).erased, await findsQuetzal()], [true, false]);
  });

  it('erases everything of a user by name', async () => {
    const asBob = { env: { BIGMIND_USER: 'bob' } };
    await runProgram(home, ['save', 'The quetzal is at the port'], asBob);
    assert.match(
      (await runProgram(home, ['erase', 'user', 'nobody', '--yes'], asBob)).err,
      /no memories of a user "nobody"/u,
    );
    const done = await runProgram(home, ['erase', 'user', 'bob', '--yes'], asBob);
    assert.equal(done.code, 0, done.err);
    assert.deepEqual(filesWithCanary(), []);
  });

  it('encrypts an export with a passphrase, and opens it with no other', async () => {
    await runProgram(home, ['save', 'The quetzal is at the port']);
    const file = join(home.path, 'mine.json.age');
    const withPassphrase = { env: { BIGMIND_EXPORT_PASSPHRASE: 'correct horse battery' } };
    const none = await runProgram(home, ['export', '--encrypt', '--output', file]);
    assert.match(none.err, /no terminal to ask for it/u);
    const short = await runProgram(home, ['export', '--encrypt', '--output', file], {
      env: { BIGMIND_EXPORT_PASSPHRASE: '' },
    });
    assert.match(short.err, /The passphrase is empty/u);
    const written = await runProgram(home, ['export', '--encrypt', '--output', file], withPassphrase);
    assert.equal(written.code, 0, written.err);
    const bytes = readFileSync(file);
    assert.match(bytes.toString('latin1'), /^age-encryption\.org\/v1\n-> scrypt /u);
    assert.equal(bytes.includes('quetzal'), false);
    const other = temporaryHome();
    try {
      const wrong = await runProgram(other, ['import', 'bigmind', file], {
        env: { BIGMIND_EXPORT_PASSPHRASE: 'wrong horse' },
      });
      assert.match(wrong.err, /passphrase does not open this file/u);
      const cut = join(home.path, 'cut.age');
      writeFileSync(cut, bytes);
      truncateSync(cut, bytes.length - 40);
      const broken = await runProgram(other, ['import', 'bigmind', cut], withPassphrase);
      assert.match(broken.err, /truncated or was changed/u);
      const armored = join(home.path, 'mail.txt');
      writeFileSync(armored, armor.encode(bytes).slice(0, -40));
      const torn = await runProgram(other, ['import', 'bigmind', armored], withPassphrase);
      assert.match(torn.err, /truncated or was changed/u);
      writeFileSync(armored, armor.encode(bytes));
      const opened = await runProgram(other, ['import', 'bigmind', armored], withPassphrase);
      assert.equal(opened.code, 0, opened.err);
      assert.match(opened.out, /facts: 1 added/u);
      const again = await runProgram(other, ['import', 'bigmind', file], withPassphrase);
      assert.equal(again.code, 0, again.err);
      assert.match(again.out, /facts: 0 added, 1 already known/u);
    } finally {
      other.remove();
    }
  });
});

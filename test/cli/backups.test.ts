/** Backups, restore and repair from the command line, for users and scripts. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runProgram } from '../support/program.ts';
import { temporaryHome } from '../support/temporaryHome.ts';
import type { TemporaryHome } from '../support/temporaryHome.ts';

describe('bigmind backup, restore and repair', () => {
  let home: TemporaryHome;
  beforeEach(() => {
    home = temporaryHome();
  });
  afterEach(() => {
    home.remove();
  });

  async function json(...args: string[]): Promise<Record<string, unknown>> {
    const { out, err } = await runProgram(home, [...args, '--json']);
    assert.notEqual(out, '', err);
    return JSON.parse(out) as Record<string, unknown>;
  }

  it('shows what a restore changes, restores only with --yes, and returns the backup that undoes it', async () => {
    await runProgram(home, ['save', 'We deploy on Thursdays']);
    const { name } = await json('backup');
    await runProgram(home, ['save', 'Never on Fridays']);
    const unconfirmed = await runProgram(home, ['restore']);
    assert.equal(unconfirmed.code, 1);
    assert.match(
      unconfirmed.out,
      /only in the memory now, would be lost:\n\n- Never on Fridays[^]*Nothing was changed\. Add --yes/u,
    );
    const { restored, before } = await json('restore', String(name), '--yes');
    assert.equal(restored, true);
    const holds = (await json('restore', '--dry-run', (before as { name: string }).name))['holds'];
    assert.equal((holds as { facts: number }).facts, 2);
    const none = await runProgram(home, ['restore', 'no-such-backup']);
    assert.deepEqual([none.code, none.out], [1, '']);
    assert.match(none.err, /There is no backup "no-such-backup"\. Run `bigmind backup --list`/u);
  });

  it('reports a missing store, a missing backup and an invalid backup file, and changes nothing', async () => {
    const env = { BIGMIND_HOME: join(home.path, 'not', 'there') };
    const stderrOf = async (...args: string[]): Promise<string> => {
      const { code, err } = await runProgram(home, args, { env });
      assert.equal(code, 1);
      return err;
    };
    assert.match(await stderrOf('backup'), /There is nothing to back up yet/u);
    assert.match(await stderrOf('restore'), /There is no backup yet\. Run `bigmind backup`/u);
    const note = join(home.path, 'note.txt');
    writeFileSync(note, 'Not a database at all, but long enough to be mistaken for the beginning of one. '.repeat(4));
    assert.match(
      await stderrOf('restore', note, '--yes'),
      /note\.txt is not a backup of BigMind\..*Nothing was changed/u,
    );
    assert.ok(!existsSync(env.BIGMIND_HOME));
  });

  it('reports what is lost with a missing store, and moves no file', async () => {
    await runProgram(home, ['save', 'We deploy on Thursdays']);
    await json('backup');
    await runProgram(home, ['save', 'Never on Fridays']);
    rmSync(join(home.path, 'memory.db'));
    assert.match((await runProgram(home, ['repair'])).out, /Everything after the backup of .* is lost/u);
    const { repaired, set_aside: aside } = await json('repair', '--yes');
    assert.deepEqual([repaired, aside, readdirSync(join(home.path, 'damaged'))], [true, null, []]);
  });

  it('reports a folder, a pipe or circular links in place of the store, for every command', async function () {
    if (process.platform === 'win32') this.skip();
    const at = (name: string): string => join(home.path, name);
    mkdirSync(at('folder.db'));
    spawnSync('mkfifo', [at('pipe.db')]);
    symlinkSync(at('circle.db'), at('circle.db'));
    const named = [
      ['folder.db', /there is a folder where the file belongs\. .*Remove what is there/u],
      ['pipe.db', /there is a pipe where the file belongs\. .*Remove what is there/u],
      ['circle.db', /its links form a circle\. .*Remove what is there/u],
    ] as const;
    for (const [name, sentence] of named) {
      const env = { BIGMIND_DB_PATH: at(name) };
      for (const args of [['backup'], ['search', 'x'], ['repair']]) {
        const { code, err } = await runProgram(home, args, { env });
        assert.equal(code, 1);
        assert.match(err, sentence);
      }
      const { out } = await runProgram(home, ['doctor'], { env });
      assert.match(out, new RegExp(sentence.source.replace('\\. .*', '\\.\n.*'), 'u'));
      assert.doesNotMatch(out, /chmod go= '[^']*\.db|Run `bigmind backup`/u);
    }
  });

  it('names the newest backup and the repair command for a damaged store, and repairs it', async () => {
    await runProgram(home, ['save', 'We deploy on Thursdays']);
    const { name } = await json('backup');
    const file = join(home.path, 'memory.db');
    const bytes = readFileSync(file);
    bytes.fill(0xa5, 0, 4096);
    writeFileSync(file, bytes);
    const refused = await runProgram(home, ['search', 'deploy']);
    assert.equal(refused.code, 1);
    assert.ok(refused.err.includes(String(name)) && refused.err.includes('bigmind repair'), refused.err);
    const doctor = await runProgram(home, ['doctor']);
    assert.equal(doctor.code, 1);
    const shown = await runProgram(home, ['repair', '--dry-run']);
    assert.equal(shown.code, 0);
    assert.deepEqual(readFileSync(file), bytes);
    const { set_aside: aside } = await json('repair', '--yes');
    assert.deepEqual(readFileSync(join(String(aside), 'memory.db')), bytes);
    assert.match((await runProgram(home, ['search', 'deploy'])).out, /We deploy on Thursdays/u);
  });
});

/** `bigmind sync` from the command line: two homes as two machines, through a folder and through a Git remote. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { runProgram } from '../support/program.ts';
import type { Finished } from '../support/program.ts';
import { temporaryHome } from '../support/temporaryHome.ts';
import type { TemporaryHome } from '../support/temporaryHome.ts';

const passphrase = { BIGMIND_EXPORT_PASSPHRASE: 'correct horse battery' };

describe('bigmind sync', function () {
  let [laptop, desktop]: [TemporaryHome, TemporaryHome] = [undefined as never, undefined as never];
  let cloud: TemporaryHome;
  let folder = '';
  beforeEach(() => {
    [laptop, desktop, cloud] = [temporaryHome(), temporaryHome(), temporaryHome()];
    folder = join(cloud.path, 'cloud drive');
    mkdirSync(folder);
  });
  afterEach(() => {
    for (const home of [laptop, desktop, cloud]) home.remove();
  });

  const sync = (home: TemporaryHome, ...args: string[]): Promise<Finished> =>
    runProgram(home, ['sync', ...args], { env: passphrase });
  const done = async (home: TemporaryHome, ...args: string[]): Promise<Finished> => {
    const finished = await sync(home, ...args);
    assert.equal(finished.code, 0, finished.err);
    return finished;
  };
  const json = async (home: TemporaryHome, ...args: string[]): Promise<Record<string, unknown>> =>
    JSON.parse((await done(home, ...args, '--json')).out) as Record<string, unknown>;
  const connect = async (): Promise<void> => {
    for (const [home, name] of [
      [laptop, 'laptop'],
      [desktop, 'desktop'],
    ] as const) {
      await done(home, 'setup', '--folder', folder, '--name', name, '--yes');
      await done(home, 'now');
    }
  };

  it('shows what would leave the machine, and changes nothing without a yes', async () => {
    await runProgram(laptop, ['save', 'The quetzal is at the port']);
    const asked = await sync(laptop, 'setup', '--folder', folder);
    assert.equal(asked.code, 1);
    assert.match(asked.err, /1 fact\n/u);
    assert.match(asked.err, /encrypted on this machine/u);
    assert.match(asked.err, /repeat the command with --yes/u);
    assert.deepEqual(readdirSync(folder), []);
    assert.match((await sync(laptop, 'status')).err, /not set up/u);
  });

  it("refuses BigMind's own folder, and one that does not exist, before it shows anything", async () => {
    await runProgram(laptop, ['save', 'The quetzal is at the port']);
    mkdirSync(join(laptop.path, 'backups'), { recursive: true });
    for (const own of [laptop.path, join(laptop.path, 'backups'), join(laptop.path, 'Backups', 'new')])
      for (const yes of [[], ['--yes']]) {
        const { code, err } = await sync(laptop, 'setup', '--folder', own, ...yes);
        assert.deepEqual(
          [code, err.includes("is in BigMind's own folder"), err.includes('1 fact')],
          [1, true, false],
          err,
        );
      }
    const { code, err } = await sync(laptop, 'setup', '--folder', join(folder, 'none'));
    assert.deepEqual(
      [code, err.includes('none, cannot be used: there is no such file or folder'), err.includes('1 fact')],
      [1, true, false],
      err,
    );
    assert.match(err, /Create it first\./u);
    assert.doesNotMatch(err, /Nothing was lost/u);
    for (const action of ['status', 'now'])
      assert.match((await sync(laptop, action)).err, /not set up.+`bigmind sync setup --folder DIR`/u);
  });

  it('keeps two machines equal through a folder in which nothing can be read', async () => {
    await runProgram(laptop, ['save', 'The quetzal is at the port']);
    await done(laptop, 'setup', '--folder', folder, '--name', 'laptop', '--yes');
    assert.equal((await json(laptop, 'now'))['added'], 0);
    const wrong = await runProgram(desktop, ['sync', 'setup', '--folder', folder, '--yes'], {
      env: { BIGMIND_EXPORT_PASSPHRASE: 'wrong horse battery' },
    });
    assert.match(wrong.err, /passphrase does not open/u);
    await done(desktop, 'setup', '--folder', folder, '--name', 'desktop', '--yes');
    await done(desktop, 'now');
    assert.match((await runProgram(desktop, ['search', 'quetzal', '--project', 'all'])).out, /quetzal is at the port/u);
    const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    assert.ok(files.length >= 2);
    for (const { parentPath, name } of files) {
      const bytes = readFileSync(join(parentPath, name)).toString('latin1');
      assert.doesNotMatch(bytes, /quetzal|laptop|desktop/u);
    }
    const key = join(`${laptop.database}.sync`, 'key');
    assert.equal(statSync(key).mode & 0o077, 0);
    const status = await json(desktop, 'status');
    assert.deepEqual(
      [status['name'], status['conflicts'], (status['machines'] as { name: string }[]).map(({ name }) => name)],
      ['desktop', 0, ['laptop']],
    );
    assert.match((await done(desktop, 'conflicts')).out, /no conflicts/u);
    for (const id of ['9', '#9']) {
      const { code, err } = await sync(desktop, 'conflicts', '--take', id);
      assert.deepEqual([code, err.includes('There is no conflict 9.')], [1, true], err);
    }
    assert.match((await done(desktop, 'status')).out, /^Last sync: \d{4}-\d{2}-\d{2} \d{2}:\d{2}$/mu);
    const audit = (await runProgram(desktop, ['audit'])).out;
    assert.match(audit, /through bigmind {2}import store {2}\(\d+\) {2}"sync"/u);
    assert.doesNotMatch(audit, /an unknown program/u);
  });

  it('keeps two machines equal through a Git remote', async () => {
    const remote = join(folder, 'memory.git');
    execFileSync('git', ['init', '--quiet', '--bare', remote]);
    await runProgram(laptop, ['save', 'The quetzal is at the port']);
    for (const home of [laptop, desktop]) {
      await done(home, 'setup', '--git', remote, '--yes');
      await done(home, 'now');
    }
    assert.match((await runProgram(desktop, ['search', 'quetzal', '--project', 'all'])).out, /quetzal is at the port/u);
  });

  it('names a fact that both machines replaced until the person keeps one of them, and so does the doctor', async () => {
    await runProgram(laptop, ['save', 'The quetzal is at the port']);
    await connect();
    await runProgram(laptop, ['save', 'The quetzal is at the bank', '--supersedes', '1']);
    await runProgram(desktop, ['save', 'The quetzal is at the mill', '--supersedes', '1']);
    assert.doesNotMatch((await done(laptop, 'now')).out, /replaced/u);
    const found = `Fact #1 "The quetzal is at the port" was replaced on several machines: by #2 "The quetzal is at the mill" (desktop), and by #3 "The quetzal is at the bank" (laptop).`;
    const { out } = await done(desktop, 'now');
    assert.ok(out.includes(found), out);
    assert.match(out, /^All of them are current\. Run `bigmind serve --open`: in Knowledge, .+ deprecate it\.$/mu);
    assert.doesNotMatch(out, /bigmind save/u);
    const { rivals } = await json(laptop, 'now');
    assert.deepEqual(rivals, [
      {
        id: 1,
        text: 'The quetzal is at the port',
        by: [
          { id: 2, text: 'The quetzal is at the bank', machine: 'laptop' },
          { id: 3, text: 'The quetzal is at the mill', machine: 'desktop' },
        ],
      },
    ]);
    assert.ok((await done(desktop, 'now')).out.includes(found));
    const { out: report } = await runProgram(desktop, ['doctor']);
    assert.match(report, /`bigmind serve --open`, and deprecate the other in Knowledge/u);
    assert.match(report, /contradicted by a newer one\.\n {4}- #2 The quetzal is at the mill \(\S+\), by #3\n/u);
    const kept = await runProgram(desktop, ['save', 'The quetzal is at the bank', '--supersedes', '2']);
    assert.equal(kept.code, 0, kept.err);
    for (const home of [desktop, laptop]) {
      assert.doesNotMatch((await done(home, 'now')).out, /replaced/u);
      assert.doesNotMatch((await runProgram(home, ['doctor'])).out, /contradicted/u);
    }
    assert.match((await runProgram(laptop, ['list', '--project', 'all'])).out, /^#2 .+ at the bank .+\n$/u);
  });

  it('names the memory of a conflict, and says if both of two rivals are deprecated in the end', async () => {
    await runProgram(laptop, ['save', 'The quetzal is at the port']);
    await connect();
    await runProgram(laptop, ['save', 'The quetzal is at the bank', '--supersedes', '1']);
    await runProgram(desktop, ['save', 'The quetzal is at the mill', '--supersedes', '1']);
    for (const home of [laptop, desktop, laptop]) await done(home, 'now');
    // Each machine replaces the rival of the other one: laptop keeps the bank, and desktop the mill.
    await runProgram(laptop, ['save', 'The quetzal is at the bank', '--supersedes', '3']);
    await runProgram(desktop, ['save', 'The quetzal is at the mill', '--supersedes', '3']);
    for (const home of [laptop, desktop, laptop]) await done(home, 'now');
    const { out } = await done(desktop, 'conflicts');
    const found = [...out.matchAll(/^Conflict (\d+): fact #(\d+) "The quetzal is at the (\w+)"$/gmu)];
    assert.deepEqual(
      found.map(([, , id, where]) => `${String(id)} ${String(where)}`).sort(),
      ['2 mill', '3 bank'],
      out,
    );
    assert.match(
      out,
      /To keep the current version: `bigmind sync conflicts --keep ID`; to use the other one: `.+--take ID`$/mu,
    );
    const conflictOf = (where: string): string => found.find((one) => one[3] === where)?.[1] ?? '';
    // The bank is deprecated in the current version, and the mill in the other one.
    const kept = await done(desktop, 'conflicts', '--keep', conflictOf('bank'));
    assert.equal(kept.out, 'The current version stays.\n');
    const taken = await done(desktop, 'conflicts', '--take', conflictOf('mill'));
    assert.match(taken.out, /^Fact #2 "The quetzal is at the mill" was replaced, .+ choose the status Deprecated/mu);
    assert.equal((await runProgram(desktop, ['list', '--project', 'all'])).out.includes('quetzal'), false);
  });

  it('says what remains when it is turned off', async () => {
    await done(laptop, 'setup', '--folder', folder, '--yes');
    await done(laptop, 'now');
    assert.equal((await sync(laptop, 'off')).code, 1);
    const off = await done(laptop, 'off', '--yes');
    assert.match(off.out, /still has encrypted bundles/u);
    assert.equal((await sync(laptop, 'now')).code, 1);
  });

  it('is wrong usage with no action, two places or none', async () => {
    for (const args of [
      ['nothing'],
      ['setup'],
      ['setup', '--folder', folder, '--git', 'x'],
      ['conflicts', '--keep', 'x'],
      ['conflicts', '--keep', '6', '--take', '6'],
    ])
      assert.equal((await sync(laptop, ...args)).code, 2, args.join(' '));
  });
});

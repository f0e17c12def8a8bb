/**
 * The script that hooks run, in the machine's plain POSIX shell: what it finds, what it passes on, and how it fails.
 */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { temporaryHome } from '../support/temporaryHome.ts';
import type { TemporaryHome } from '../support/temporaryHome.ts';

const plugin = resolve(import.meta.dirname, '../../agent/plugin/hooks');
const shell = existsSync('/bin/dash') ? '/bin/dash' : '/bin/sh';

/** Prints its arguments, environment and input; its exit code and error text come from the environment. */
const echo = `#!/bin/sh
printf '%s|' "$@" "as node: $ELECTRON_RUN_AS_NODE" "home: $BIGMIND_HOME" "options: $NODE_OPTIONS"
cat
[ -z "$COMPLAINT" ] || echo "$COMPLAINT" >&2
exit "\${CODE:-0}"
`;

interface Ran {
  code: number | null;
  out: string;
  err: string;
}

describe('the hook script', () => {
  let home: TemporaryHome;
  let program: string;
  before(function () {
    if (process.platform === 'win32') this.skip();
  });
  beforeEach(() => {
    home = temporaryHome();
    program = join(home.path, 'a "program" $HOME');
    writeFileSync(program, echo);
    chmodSync(program, 0o755);
    writeFileSync(join(home.path, 'bigmind.cjs'), '');
    note(program, 'node');
  });
  afterEach(() => {
    home.remove();
  });

  const note = (...lines: string[]): void => {
    writeFileSync(join(home.path, 'runtime.txt'), `${lines.join('\n')}\n`);
  };
  const cli = (): string => join(home.path, 'bigmind.cjs');
  const log = (): string => readFileSync(join(home.path, 'hooks.log'), 'utf8');
  const run = (env: NodeJS.ProcessEnv = {}, script = join(plugin, 'hook.sh'), event = 'Stop'): Ran => {
    const options = { encoding: 'utf8', input: '{"käse":"你"}', env: { ...home.env, ...env } } as const;
    const { status, stdout, stderr } = spawnSync(shell, [script, event], options);
    return { code: status, out: stdout, err: stderr };
  };
  /** The script at the path of a user-level hook. */
  const copied = (folder = home.path): string => {
    mkdirSync(folder, { recursive: true });
    copyFileSync(join(plugin, 'hook.sh'), join(folder, 'hook.sh'));
    return join(folder, 'hook.sh');
  };
  /** A folder with a few standard programs and nothing else. */
  const bare = (): string => {
    const folder = join(home.path, 'bin');
    mkdirSync(folder);
    for (const name of ['cat', 'date', 'wc', 'tail', 'mv', 'rm', 'sh']) {
      const found = ['/bin', '/usr/bin'].map((place) => join(place, name)).find(existsSync);
      if (found !== undefined) symlinkSync(found, join(folder, name));
    }
    return folder;
  };

  it('runs the recorded program with the event, and passes its input and output through', () => {
    const { code, out, err } = run();
    assert.deepEqual([code, err], [0, '']);
    assert.equal(out, `${cli()}|hook|Stop|as node: |home: ${home.path}|options: |{"käse":"你"}`);
    assert.equal(readFileSync(join(home.path, 'last-hook.txt'), 'utf8'), 'Stop\n');
    assert.equal(log(), '');
  });

  it('does nothing in a chat in which BigMind asks a coding agent to learn', () => {
    const { code, out, err } = run({ BIGMIND_LEARNING: '1' });
    assert.deepEqual([code, out, err], [0, '', '']);
    for (const name of ['last-hook.txt', 'hooks.log']) assert.ok(!existsSync(join(home.path, name)), name);
  });

  it('runs Electron as Node, without the debugger of an editor', () => {
    note(program, 'electron');
    const { out } = run({ NODE_OPTIONS: '--require /bootloader.js' });
    assert.match(out, /as node: 1\|.*options: \|/u);
  });

  it('finds the default folder if no other is set, and one that begins with a tilde', () => {
    const defaultFolder = join(home.path, '.mcp', 'bigmind');
    mkdirSync(defaultFolder, { recursive: true });
    writeFileSync(join(defaultFolder, 'bigmind.cjs'), '');
    writeFileSync(join(defaultFolder, 'runtime.txt'), `${program}\nnode\n`);
    assert.ok(run({ HOME: home.path, BIGMIND_HOME: '' }).out.startsWith(join(defaultFolder, 'bigmind.cjs')));
    assert.ok(
      run({ HOME: home.path, BIGMIND_HOME: '~/.mcp/bigmind' }).out.startsWith(join(defaultFolder, 'bigmind.cjs')),
    );
  });

  it('prefers its own folder, and passes it to the program unless BIGMIND_HOME is set', () => {
    const script = copied();
    assert.match(run({ BIGMIND_HOME: '' }, script).out, new RegExp(`home: ${home.path}\\|`, 'u'));
    const other = run({ BIGMIND_HOME: '/elsewhere' }, script).out;
    assert.ok(other.startsWith(cli()));
    assert.match(other, /home: \/elsewhere\|/u);
  });

  it('uses the Node on the path if no program is recorded or the recorded one is gone', () => {
    const bin = bare();
    symlinkSync(process.execPath, join(bin, 'node'));
    writeFileSync(cli(), 'console.log(process.argv.slice(2).join(" "))');
    note('/gone/program', 'electron');
    assert.equal(run({ PATH: bin }).out, 'hook Stop\n');
    writeFileSync(join(home.path, 'runtime.txt'), '');
    assert.equal(run({ PATH: bin }).out, 'hook Stop\n');
    note(dirname(program), 'node');
    assert.equal(run({ PATH: bin }).out, 'hook Stop\n');
  });

  it('prints nothing and exits with 0 without a usable program', () => {
    const bin = bare();
    note('/gone/program', 'node');
    assert.deepEqual(run({ PATH: bin }), { code: 0, out: '', err: '' });
    // This Node is too old.
    writeFileSync(join(bin, 'node'), '#!/bin/sh\nexit 1\n');
    chmodSync(join(bin, 'node'), 0o755);
    assert.deepEqual(run({ PATH: bin }), { code: 0, out: '', err: '' });
    assert.equal(existsSync(join(home.path, 'last-hook.txt')), false);
  });

  it('prints nothing and exits with 0 if BigMind has no folder', () => {
    const script = copied(join(home.path, 'alone', 'in', 'a', 'folder'));
    assert.deepEqual(run({ BIGMIND_HOME: join(home.path, 'none') }, script), { code: 0, out: '', err: '' });
  });

  it('exits with 0 when the program fails, and logs the reason', () => {
    const { code, out, err } = run({ CODE: '2', COMPLAINT: 'the store is locked' });
    assert.deepEqual([code, err], [0, '']);
    assert.match(out, /Stop/u);
    assert.match(log(), /^the store is locked\n\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ hook Stop ended with 2\n$/u);
  });

  it('keeps only the end of a log that is too long', () => {
    const file = join(home.path, 'hooks.log');
    writeFileSync(file, 'an old line\n'.repeat(30_000));
    utimesSync(file, 0, 0);
    run();
    assert.equal(log().length, 360_000);
    run({ COMPLAINT: 'the last line' });
    assert.equal(log().length, 131_072);
    assert.ok(log().endsWith('an old line\nthe last line\n'));
  });

  it('works when the log cannot be written', () => {
    mkdirSync(join(home.path, 'hooks.log'));
    const { code, out, err } = run({ COMPLAINT: 'lost' });
    assert.deepEqual([code, err], [0, '']);
    assert.match(out, /hook\|Stop/u);
  });

  it('reads its input on Windows even if there is nothing to do', () => {
    const lines = readFileSync(join(plugin, 'hook.ps1'), 'utf8').split('\n');
    const ends = lines.flatMap((line, place) => (/\bexit 0/u.test(line) ? [lines[place - 1]?.trim() ?? ''] : []));
    assert.deepEqual(ends, [
      'try { [Console]::OpenStandardInput().CopyTo([IO.Stream]::Null) } catch { $null = $_ }',
      '}',
    ]);
    assert.ok(lines.filter((line) => line.includes('Exit-Hook')).length > 5);
  });
});

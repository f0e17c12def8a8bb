/** The scripts of `bigmind completion`, in the shells that are installed. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { commands } from '../../src/cli/commands.ts';
import { completedFrom } from '../../src/cli/completion/completed.ts';
import type { CompletedOption } from '../../src/cli/completion/completed.ts';
import { fishScript } from '../../src/cli/completion/fish.ts';
import { powershellScript } from '../../src/cli/completion/powershell.ts';
import { zshScript } from '../../src/cli/completion/zsh.ts';
import { runProgram } from '../support/program.ts';
import { temporaryHome } from '../support/temporaryHome.ts';
import type { TemporaryHome } from '../support/temporaryHome.ts';

describe('bigmind completion', () => {
  let home: TemporaryHome;
  before(() => {
    home = temporaryHome();
  });
  after(() => {
    home.remove();
  });

  async function scriptFor(shell: string): Promise<string> {
    const { code, out, err } = await runProgram(home, ['completion', shell]);
    assert.equal(code, 0, err);
    const file = join(home.path, `completion.${shell}`);
    writeFileSync(file, out);
    return file;
  }
  const isThere = (shell: string): boolean => spawnSync(shell, ['--version']).error === undefined;

  const completions: [typed: string, offered: string[]][] = [
    ['bigmind sear', ['search']],
    ['bigmind save_', ['save_decision', 'save_retrospective']],
    ['bigmind token ', ['add', 'list', 'revoke']],
    ['bigmind install gr', ['grok']],
    ['bigmind help comp', ['completion']],
    ['bigmind save x --ex', ['--expires-in', '--expires-at']],
    ['bigmind save x --type con', ['convention']],
    ['bigmind query who', ['who-decided']],
    ['bigmind save x --tags ', []],
    ['bigmind nosuch ', []],
  ];

  it('prints a script that completes in bash', async function () {
    if (!isThere('bash')) return this.skip();
    const file = await scriptFor('bash');
    const run = completions.map(([typed]) => {
      const words = typed.split(' ').map((word) => `'${word}'`);
      const cursor = String(words.length - 1);
      return `COMP_WORDS=(${words.join(' ')}); COMP_CWORD=${cursor}; _bigmind; echo "\${COMPREPLY[*]}"`;
    });
    const { stdout, stderr } = spawnSync('bash', ['-c', ['set -u', `eval "$(cat '${file}')"`, ...run].join('\n')], {
      encoding: 'utf8',
    });
    assert.equal(stderr, '');
    const offered = stdout
      .trimEnd()
      .split('\n')
      .map((line) => line.split(' ').filter((word) => word !== ''));
    assert.deepEqual(
      completions.map(([typed], index) => [typed, offered[index] ?? []]),
      completions,
    );
  });

  it('offers commands, first words, options and values', () => {
    const completed = completedFrom(commands);
    const save = completed.find(({ name }) => name === 'save');
    const wordsOf = (command: string): readonly string[] => completed.find(({ name }) => name === command)?.words ?? [];
    const optionOf = (option: string): CompletedOption | undefined => save?.options.find(({ name }) => name === option);
    assert.deepEqual(
      completed.map(({ name }) => name),
      [...commands.map(({ name }) => name), 'help'],
    );
    assert.deepEqual([wordsOf('token'), wordsOf('search')], [['add', 'list', 'revoke'], []]);
    assert.ok(wordsOf('install').includes('grok') && wordsOf('help').includes('completion'));
    assert.deepEqual(optionOf('--tags'), { name: '--tags', takesValue: true, choices: [] });
    assert.deepEqual(optionOf('--help'), { name: '--help', takesValue: false, choices: [] });
    assert.ok(optionOf('--type')?.choices.includes('convention'));
  });

  it('offers the same in each shell', () => {
    const format = { name: '--format', takesValue: true, choices: ['text', 'csv'] };
    const yes = { name: '--yes', takesValue: false, choices: [] };
    const one = [{ name: 'lamp', summary: "The lamp's light.", words: ['on', 'off'], options: [format, yes] }];
    const zsh = zshScript(one);
    assert.match(zsh, /^ {4}'lamp:The lamp'\\''s light\.'$/mu);
    assert.match(zsh, /^ {4}'lamp --format'\) compadd -- text csv; return ;;$/mu);
    assert.match(zsh, /^ {4}lamp\) choices=\(on off\) options=\(--format --yes\) ;;$/mu);
    const fish = fishScript(one);
    assert.match(fish, /-n __fish_use_subcommand -a lamp -d 'The lamp\\'s light\.'$/mu);
    assert.match(fish, / -eq 2' -a 'on off'$/mu);
    assert.match(fish, /-n '__fish_seen_subcommand_from lamp' -l format -r -f -a 'text csv'$/mu);
    assert.match(fish, /-n '__fish_seen_subcommand_from lamp' -l yes$/mu);
    const powershell = powershellScript(one);
    assert.match(powershell, /^ {4}'lamp' = @\('on', 'off'\)$/mu);
    assert.match(powershell, /^ {4}'lamp' = @\('--format', '--yes'\)$/mu);
    assert.match(powershell, /^ {4}'lamp --format' = @\('text', 'csv'\)$/mu);
  });

  for (const shell of ['zsh', 'fish']) {
    it(`prints a script that ${shell} can read`, async function () {
      const file = await scriptFor(shell);
      if (!isThere(shell)) return this.skip();
      assert.deepEqual(spawnSync(shell, ['-n', file], { encoding: 'utf8' }).stderr, '');
    });
  }

  it('prints a script that PowerShell can read', async function () {
    const file = await scriptFor('powershell');
    if (!isThere('pwsh')) return this.skip();
    const parse = `[scriptblock]::Create((Get-Content -Raw -LiteralPath '${file}')) | Out-Null`;
    assert.equal(spawnSync('pwsh', ['-NoProfile', '-Command', parse], { encoding: 'utf8' }).status, 0);
  });

  it('treats another shell as wrong usage', async () => {
    const { code, err } = await runProgram(home, ['completion', 'csh']);
    assert.deepEqual(
      [code, err],
      [2, 'bigmind: there is no completion for "csh". Use one of: bash, zsh, fish, powershell.\n'],
    );
  });
});

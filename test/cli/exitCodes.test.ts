/** The exit codes of `bigmind`: one rule for all commands, which docs/command-line.md and the manual pages state. */
import assert from 'node:assert/strict';
import { commands } from '../../src/cli/commands.ts';
import { runProgram } from '../support/program.ts';
import { temporaryHome } from '../support/temporaryHome.ts';
import type { TemporaryHome } from '../support/temporaryHome.ts';

describe('the exit code of bigmind', () => {
  let home: TemporaryHome;
  before(async () => {
    home = temporaryHome();
    assert.equal((await runProgram(home, ['save', 'The boat is blue'])).code, 0);
  });
  after(() => home.remove());

  const misuses = [
    ...commands.filter(({ name }) => name !== 'hook').map(({ name }) => [name, '--no-such-option']),
    ...commands.filter(({ takes }) => takes.min > 0).flatMap(({ name }) => (name === 'hook' ? [] : [[name]])),
    ['role', 'bob', 'king'],
    ['role', 'bob'],
    ['database', 'login', 'bob_login', '--user', 'bob', '--remove'],
    ['database', 'login', 'bob_login', '--remove', '--drop-old-key'],
    ['database', 'confirm-restore', '--new-key'],
    ['database', 'prepare', '--keep-tokens'],
    ['database', 'prepare', '--remove'],
    ['mind', 'dog'],
    ['mind', 'status', '--off'],
    ['mind', 'status', '--inline', 'x'],
    ['mind', 'status', '--commits', '3'],
    ['doctor', '--clean'],
    ['erase', 'dog', '1'],
    ['export', '--encrypt'],
    ['import'],
    ['import', 'dog'],
    ['import', 'jsonl'],
    ['import', 'bigmind', 'x', '--since', '2026-03-01'],
    ['import', '--list', '--since', 'soon'],
    ['install', 'dog'],
    ['save', ' '],
    ['save', 'x', '--type', 'dog'],
    ['save_decision', 'x'],
    ['save_retrospective', '1'],
    ['query', 'dog'],
    ['graph', 'dog'],
    ['list', '--limit', '0'],
    ['search', ''],
    ['search', '"(*)'],
    ['minds', 'who'],
    ['save', 'x', '--project', 'all'],
  ];
  for (const args of misuses) {
    it(`is 2 for wrong usage: ${args.join(' ')}`, async () => {
      const { code, out, err } = await runProgram(home, [...args, '--json']);
      assert.equal(code, 2, `${out}${err}`);
      assert.match(err, /^bigmind: .+/u);
      const { error } = JSON.parse(out) as { error: { code: string; message: string } };
      assert.equal(error.code, 'invalid_input');
      assert.ok(err.includes(error.message.split('\n')[0] ?? ''), err);
    });
  }

  const missing = [
    ['list', '--project', 'nowhere'],
    ['search', 'boat', '--project', 'nowhere'],
    ['query', 'who-decided', '--project', 'nowhere'],
    ['graph', 'hubs', '--project', 'nowhere'],
    ['recap', '--project', 'nowhere'],
    ['export', '--markdown', 'archive', '--project', 'nowhere'],
    ['erase', 'project', 'nowhere'],
    ['erase', 'fact', '77'],
    ['erase', 'session', 'nowhere'],
    ['status', '77'],
    ['status', 'nowhere', '--kind', 'session'],
    ['save', 'x', '--supersedes', '77'],
    ['restore', 'nowhere.db'],
    ['import', 'jsonl', 'nowhere.jsonl'],
    ['audit', '--user', 'nobody'],
    ['audit', '--agent', 'nope'],
    ['audit', '--session', 'zzz'],
    ['audit', '--memory', 'abc'],
    ['audit', '--memory', '#999'],
  ];
  for (const args of missing) {
    it(`is 1 if what is named does not exist: ${args.join(' ')}`, async () => {
      const { code, out, err } = await runProgram(home, args);
      assert.equal(code, 1, `${out}${err}`);
      assert.notEqual(err, '');
    });
  }

  for (const args of [
    ['search', 'quetzal'],
    ['list', '--type', 'plan'],
    ['recap'],
    ['recap', '--until', '2020-01-01'],
    ['audit', '--kind', 'knowledge'],
    ['query', 'who-decided'],
  ]) {
    it(`is 0 without results: ${args.join(' ')}`, async () => {
      assert.equal((await runProgram(home, args)).code, 0);
    });
  }
});

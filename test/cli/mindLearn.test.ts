/** `bigmind mind learn`: what a history gives, found by searches as from the repository, and removed in one step. */
import assert from 'node:assert/strict';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { aRepository } from '../capture/git/repository.ts';
import type { Repository } from '../capture/git/repository.ts';
import { openChat, runProgram } from '../support/program.ts';
import { temporaryHome } from '../support/temporaryHome.ts';
import type { TemporaryHome } from '../support/temporaryHome.ts';

describe('bigmind mind learn', () => {
  let home: TemporaryHome;
  let repository: Repository;
  let env: Record<string, string>;
  beforeEach(() => {
    home = temporaryHome();
    env = { HOME: home.path, USERPROFILE: home.path, GIT_CONFIG_GLOBAL: join(home.path, 'gitconfig') };
    repository = aRepository();
    repository.write('src/cache.ts', '// MEMORY: decided: SQLite over Redis because nobody runs a server\n');
    repository.commit('Add a cache\n\nlearned: Safari needs vendor prefixes');
  });
  afterEach(() => {
    home.remove();
    repository.remove();
  });

  async function run(...args: string[]): Promise<{ code: number | null; out: string; err: string }> {
    return runProgram(home, args, { cwd: repository.folder, env });
  }
  async function search(query: string): Promise<string[]> {
    const { code, out, err } = await run('search', query, '--json');
    assert.equal(code, 0, err);
    const { results } = JSON.parse(out) as { results: { text: string; sourceRef: string; origin: string }[] };
    return results.map(({ text, sourceRef, origin }) => `${origin} ${sourceRef} ${text}`);
  }

  it('shows what it finds, stores it, keeps it up to date, and removes it', async () => {
    const trial = await run('mind', 'learn', '--dry-run');
    assert.match(trial.out, /src\/cache\.ts:1 {2}- {2}decision {2}SQLite over Redis.*Nothing was stored\.\n$/su);
    assert.deepEqual(await search('Redis'), []);
    const learned = await run('mind', 'learn');
    assert.equal(learned.code, 0, learned.err);
    assert.match(learned.out, /gives 2 entries\. Read now: 1 commit and 1 file\./u);
    assert.match(learned.out, / {2}decision +1\n {4}src\/cache\.ts:1 {2}SQLite/u);
    assert.match(learned.out, /Remove them all with "bigmind mind learn --remove"\.\n$/u);
    assert.deepEqual(await search('Redis'), [
      'repository src/cache.ts#L1 SQLite over Redis because nobody runs a server',
    ]);
    assert.match((await run('search', 'Redis')).out, /from the repository/u);
    const id = repository.commit('More\n\nproblem: the quetzal export is empty');
    // A search goes on without a history that takes long to read; a later one has it.
    let found = '';
    for (let searches = 0; found === '' && searches < 10; searches += 1) [found = ''] = await search('quetzal');
    // Longer if the first ten characters are all digits, which would look like a number.
    const short = /^repository ([0-9a-f]{10,}) the quetzal export is empty$/u.exec(found)?.[1];
    assert.ok(short !== undefined && id.startsWith(short), found);
    const removed = await run('mind', 'learn', '--remove');
    assert.match(removed.out, /^Removed 3 entries/u);
    assert.deepEqual([await search('quetzal'), await search('Redis')], [[], []]);
    assert.ok(!existsSync(join(repository.folder, '.mind')));
  });

  it('gives a chat the commit that is clearly about its prompt or its edit, and nothing at its start', async () => {
    repository.write('src/retry.ts', 'export const maxAttempts = 7;\n');
    const id = repository.commit(
      'fix: cap the retrier at the measured attempt budget\n\nKeep maxAttempts at exactly seven: the eighth attempt trips the rate limiter of the upstream. Afterwards, name the attempt, so that people can tell our faults from theirs.',
    );
    assert.equal((await run('mind', 'learn')).code, 0);
    const vague =
      'Customers wait for uploads in the evening, support blames the network or the limiter, and since the last release nobody knows why the page of orders stays empty for minutes.';
    assert.match((await run('search', vague)).out, /^none .*tell our faults from theirs\./mu);
    const chat = await openChat(home, { cwd: repository.folder, env });
    try {
      const { text } = await chat.call('memory_start_session', {});
      assert.doesNotMatch(text, /Redis|vendor prefixes|rate limiter/u);
      const found = await chat.call('memory_search', { query: 'Redis' });
      assert.match(found.text, /from the repository/u);
      assert.match(found.text, /SQLite over Redis/u);
    } finally {
      await chat.close();
    }
    const hook = async (event: string, chatId: string, more: object): Promise<string> => {
      const input = { session_id: chatId, cwd: repository.folder, hook_event_name: event, ...more };
      const options = { cwd: repository.folder, env, input: JSON.stringify(input) };
      return (await runProgram(home, ['hook', event, 'claude-code'], options)).out;
    };
    const [one, other] = ['5f0c1a52-5d53-4d8f-9a51-0c1d0f0a0001', '5f0c1a52-5d53-4d8f-9a51-0c1d0f0a0002'];
    const prompt =
      'The upstream rate limiter trips because our retrier makes too many attempts. Which attempt budget did we measure?';
    assert.match(
      await hook('UserPromptSubmit', one, { prompt }),
      new RegExp(`commit ${id.slice(0, 10)}.*exactly seven`, 'u'),
    );
    assert.doesNotMatch(await hook('UserPromptSubmit', one, { prompt: `${prompt} Please.` }), /exactly seven/u);
    assert.doesNotMatch(
      await hook('UserPromptSubmit', other, { prompt: 'Add a dark theme to the settings page.' }),
      /commit/u,
    );
    const edit = (code: string): object => ({
      tool_name: 'Edit',
      tool_input: { file_path: join(repository.folder, 'src/retry.ts'), old_string: 'x', new_string: code },
    });
    assert.doesNotMatch(await hook('PreToolUse', other, edit('const colour = 3;')), /exactly seven/u);
    await hook('UserPromptSubmit', other, { prompt: 'Go on with the theme.' });
    assert.match(
      await hook('PreToolUse', other, edit('export const maxAttempts = 10; // rate limiter')),
      /exactly seven/u,
    );
  });

  it('says what is missing or wrong', async () => {
    const folder = join(home.path, 'no repository');
    mkdirSync(folder);
    const at = (...args: string[]) => runProgram(home, ['mind', ...args], { cwd: folder, env });
    assert.equal((await at('init')).code, 0);
    assert.match(
      (await at('learn')).err,
      /There is no Git repository in .*Run this in the folder of a project with Git\./u,
    );
    const withoutGit = await runProgram(home, ['mind', 'learn'], { cwd: folder, env: { ...env, PATH: folder } });
    assert.match(withoutGit.err, /Git was not found on this computer\..*Install Git/u);
    assert.match((await run('mind', 'learn', '--commits', '0')).err, /commits/u);
    assert.equal((await run('mind', 'status', '--remove')).code, 2);
  });
});

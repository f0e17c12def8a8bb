/** The directory of people through real clients and the command line: two people in one team, and a personal memory. */
import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { openChat, runProgram } from '../support/program.ts';
import type { Chat } from '../support/program.ts';
import { temporaryHome } from '../support/temporaryHome.ts';
import type { TemporaryHome } from '../support/temporaryHome.ts';

describe('the directory of a team', () => {
  let home: TemporaryHome;
  let alice: Chat;
  let bob: Chat;
  const as = (user: string): Record<string, string> => ({
    BIGMIND_MODE: 'team',
    BIGMIND_USER: user,
    BIGMIND_INSTANCE: `${user}-laptop`,
    BIGMIND_DB_PATH: home.database,
    BIGMIND_TOOLSETS: 'core,directory',
  });
  before(async () => {
    home = temporaryHome();
    alice = await openChat(home, { env: as('alice') });
    bob = await openChat(home, { env: as('bob') });
    await alice.call('memory_update_profile', { role: 'Payments engineer' });
    await bob.call('memory_store_fact', { category: 'codebase', fact: 'The quetzal service runs on port 81.' });
  });
  after(async () => {
    await Promise.all([alice.close(), bob.close()]);
    home.remove();
  });

  it('is read-only, and is not in the default toolset', async () => {
    const { tools } = await alice.client.listTools();
    const directory = tools.filter(({ name }) => ['list_minds', 'who_worked_on'].includes(name));
    assert.deepEqual(
      directory.map(({ annotations }) => annotations?.readOnlyHint),
      [true, true],
    );
    const usual = await openChat(home, { env: { ...as('alice'), BIGMIND_TOOLSETS: 'core' } });
    assert.ok(!(await usual.client.listTools()).tools.some(({ name }) => name === 'list_minds'));
    await usual.close();
  });

  it('lists the people with their instances, and no fact of anyone', async () => {
    const { text, structured } = await alice.call('list_minds');
    const minds = structured['minds'] as { user: string; role?: string; instances: { name: string }[] }[];
    assert.deepEqual(
      minds.map(({ user, role, instances }) => [user, role, instances.map(({ name }) => name)]),
      [
        ['alice', 'Payments engineer', ['alice-laptop']],
        ['bob', undefined, ['bob-laptop']],
      ],
    );
    assert.deepEqual(structured['totals'], { people: 2, sessions: 1, memories: 1, knowledge: 0 });
    assert.doesNotMatch(`${text}${JSON.stringify(structured)}`, /quetzal/iu);
  });

  it('says who worked on something, with the reason, and never by a fact', async () => {
    const { text, structured } = await bob.call('who_worked_on', { query: 'payments' });
    assert.match(text, /- alice: role: Payments engineer/u);
    assert.deepEqual(
      (structured['people'] as { user: string }[]).map(({ user }) => user),
      ['alice'],
    );
    const none = await alice.call('who_worked_on', { query: 'quetzal service' });
    assert.deepEqual(none.structured['people'], []);
    assert.match(none.text, /Nobody found among 2 people/u);
    assert.ok((await alice.call('who_worked_on', { query: ' ' })).isError);
  });

  it('is there on the command line, which can turn a card off', async () => {
    const run = (user: string, ...args: string[]): ReturnType<typeof runProgram> =>
      runProgram(home, ['minds', ...args], { env: as(user) });
    assert.match((await run('alice')).out, /^2 people.*\nalice, admin: Payments engineer\..*\nbob, member/su);
    const found = await run('bob', 'who', 'payments', '--json');
    assert.equal((JSON.parse(found.out) as { people: unknown[] }).people.length, 1);
    assert.match((await run('alice', 'card', 'off')).out, /^off: a directory shows nothing/u);
    assert.match((await run('bob', 'who', 'payments')).out, /^Nobody found among 1 person/u);
    assert.equal((await run('bob', 'where')).code, 2);
  });
});

describe('a personal memory', () => {
  it('has no directory, says so, and registers nothing', async () => {
    const home = temporaryHome();
    const chat = await openChat(home, { env: { BIGMIND_TOOLSETS: 'core,directory', BIGMIND_DB_PATH: home.database } });
    for (const [tool, args] of [
      ['list_minds', {}],
      ['who_worked_on', { query: 'x' }],
    ] as const) {
      const { text, structured, isError } = await chat.call(tool, args);
      assert.match(text, /This memory is personal/u);
      assert.deepEqual([structured['shared'], isError], [false, false]);
    }
    await chat.close();
    const { out, code } = await runProgram(home, ['minds'], { env: { BIGMIND_DB_PATH: home.database } });
    assert.match(out, /This memory is personal/u);
    assert.equal(code, 0);
    const database = new DatabaseSync(home.database, { readOnly: true });
    assert.deepEqual(database.prepare('SELECT * FROM instances').all(), []);
    database.close();
    home.remove();
  });
});

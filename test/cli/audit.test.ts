/** `bigmind audit` for users and scripts: what it shows, to whom, and what it refuses. */
import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runProgram } from '../support/program.ts';
import { rowsIn } from '../support/rows.ts';
import { temporaryHome } from '../support/temporaryHome.ts';
import type { TemporaryHome } from '../support/temporaryHome.ts';

interface Row {
  at: string;
  level: string;
  user: string | null;
  agent: string | null;
  action: string;
  kind: string | null;
  id: string | null;
  uid: string | null;
  detail: string | null;
}

interface Listed {
  rows: Row[];
  total: number;
  more: boolean;
  isOwn: boolean;
}

describe('bigmind audit', () => {
  let home: TemporaryHome;
  beforeEach(() => {
    home = temporaryHome();
  });
  afterEach(() => {
    home.remove();
  });

  const as = (username: string, mode = 'personal'): Record<string, string> => {
    return { BIGMIND_USER: username, BIGMIND_MODE: mode };
  };
  async function run(args: string[], env: Record<string, string> = as('ada')): Promise<string> {
    const { code, out, err } = await runProgram(home, args, { env });
    assert.equal(code, 0, err);
    return out;
  }
  async function audit(args: string[] = [], env?: Record<string, string>): Promise<Listed> {
    return JSON.parse(await run(['audit', '--json', ...args], env)) as Listed;
  }
  const actions = ({ rows }: Listed): string[] => rows.map(({ action }) => action);

  it('lets no word of a user write a row or control the terminal, nor do names and errors', async () => {
    const hostile = 'lamp\u001b[2K\u202e\n2026-11-29 23:59  ada through bigmind  erase fact #1';
    const named = (mode: string): Record<string, string> => as(`bo\u001b[31mb\nada  admin`, mode);
    await run(['save', 'We sell lamps'], as('ada', 'team'));
    await run(['search', hostile], named('team'));
    const lines = (await run(['audit'], as('ada', 'team'))).trimEnd().split('\n');
    const { rows } = await audit([], as('ada', 'team'));
    assert.equal(lines.length, rows.length, 'without the row of the second reading, and with the count');
    assert.ok(rows.some(({ detail }) => detail === hostile));
    assert.equal((await run(['role'], as('ada', 'team'))).trimEnd().split('\n').length, 3);
    const outputs = [
      lines.join('\n'),
      await run(['role'], as('ada', 'team')),
      await run(['role', named('')['BIGMIND_USER'] ?? '', 'curator'], as('ada', 'team')),
      (await runProgram(home, ['role', 'cy', 'admin'], { env: as('dan', 'team') })).err,
      (await runProgram(home, ['status', hostile.split('\n')[0] ?? ''], { env: as('ada', 'team') })).err,
      await run(['erase', 'user', named('')['BIGMIND_USER'] ?? '', '--yes'], as('ada', 'team')),
    ];
    for (const output of outputs) assert.doesNotMatch(output, /[\u001b\u202e]|\nada|\n2026-11-29 23:59/u);
  });

  it('lists actions newest first, applies every filter, and prints lines or JSON', async () => {
    await run(['save', 'We deploy on Thursdays']);
    await run(['save', 'Never on Fridays']);
    await run(['erase', 'fact', '2', '--yes']);
    const all = await audit();
    assert.deepEqual(actions(all).slice(0, 3), ['erase', 'store', 'store']);
    assert.deepEqual([all.isOwn, all.more, all.total], [false, false, all.rows.length]);
    const [erased, , stored] = all.rows;
    assert.deepEqual([erased?.id, stored?.id, stored?.user], [null, '1', 'ada']);
    assert.doesNotMatch(JSON.stringify(all), /Fridays|Thursdays/u);

    const cases: [string[], string[]][] = [
      [['--action', 'erase'], ['erase']],
      [
        ['--kind', 'fact', '--limit', '2'],
        ['erase', 'store'],
      ],
      [['--user', 'ada', '--level', 'change', '--kind', 'fact', '--offset', '2'], ['store']],
      [['--memory', '#1', '--since', '2020-01-01', '--until', '2999-01-01'], ['store']],
      [
        ['--memory', erased?.uid ?? ''],
        ['erase', 'store'],
      ],
      [['--user', 'ada', '--action', 'merge'], []],
    ];
    await Promise.all(
      cases.map(async ([args, found]) => {
        assert.deepEqual(actions(await audit(args)), found, args.join(' '));
      }),
    );
    const lines = (await run(['audit', '--kind', 'fact'])).trimEnd().split('\n');
    assert.equal(lines.length, 4);
    assert.match(lines[0] ?? '', /^\d{4}-\d\d-\d\d \d\d:\d\d {2}ada through .+ {2}erase fact [0-9a-f-]{36}/u);
    assert.match(lines[2] ?? '', /store fact #1/u);
    assert.equal(lines[3], '3 rows.');
  });

  it('rejects invalid values and names the valid ones', async () => {
    await run(['save', 'We deploy on Thursdays']);
    const wrong: [string[], RegExp][] = [
      [['--action', 'dance'], /store, .*erase/u],
      [['--kind', 'cat'], /fact/u],
      [['--level', 'loud'], /refusal, .*change, .*read/u],
      [['--since', 'someday'], /ISO 8601/u],
      [['--limit', 'many'], /number/u],
      [['--memory', '#1', '--kind', 'profile'], /uid/u],
      [['--colour', 'red'], /colour/u],
    ];
    await Promise.all(
      wrong.map(async ([args, pattern]) => {
        const { code, out, err } = await runProgram(home, ['audit', ...args], { env: as('ada') });
        assert.ok(code === 1 || code === 2, args.join(' '));
        assert.equal(out, '');
        assert.match(err, pattern);
      }),
    );
  });

  it('tells an admin that an export has the memories of others, and a member nothing', async () => {
    await run(['save', 'Ada likes tea'], as('ada', 'team'));
    await run(['role', 'ada', 'admin'], as('ada', 'team'));
    await run(['save', 'Eve likes milk'], as('eve', 'team'));
    const file = join(home.path, 'all.json');
    const said = /private memories of 2 people/u;
    assert.match((await runProgram(home, ['export', '--output', file], { env: as('ada', 'team') })).err, said);
    assert.match((await runProgram(home, ['export'], { env: as('ada', 'team') })).err, said);
    assert.doesNotMatch((await runProgram(home, ['export'], { env: as('eve', 'team') })).err, said);
  });

  it('shows team members their own rows, and an admin the rows and refusals of everyone', async () => {
    await run(['save', 'Ada likes tea'], as('ada', 'team'));
    await run(['role', 'ada', 'admin'], as('ada', 'team'));
    await run(['save', 'Eve likes milk'], as('eve', 'team'));
    const refused = await runProgram(home, ['role', 'eve', 'admin'], { env: as('eve', 'team') });
    assert.equal(refused.code, 1);
    const own = await audit(['--level', 'change'], as('eve', 'team'));
    assert.deepEqual([own.isOwn, ...new Set(own.rows.map(({ user }) => user))], [true, 'eve']);
    // The mode that a process starts with does not lift the restrictions of the team.
    assert.equal((await audit([], as('eve', 'personal'))).isOwn, true);
    assert.deepEqual((await audit(['--user', 'ada'], as('eve', 'team'))).rows, []);
    assert.match(await run(['audit'], as('eve', 'team')), /These are your own rows\. An admin sees all rows\./u);
    const every = await audit(['--action', 'store'], as('ada', 'team'));
    assert.deepEqual([every.isOwn, every.rows.map(({ user }) => user)], [false, ['eve', 'ada']]);
    const refusals = await audit(['--level', 'refusal'], as('ada', 'team'));
    assert.deepEqual(
      refusals.rows.map(({ user, action }) => [user, action]),
      [['eve', 'set_role']],
    );
  });

  it('continues with the archive files and skips a broken line', async () => {
    await run(['save', 'We deploy on Thursdays']);
    const file = join(home.path, 'memory.db');
    const userId = String(rowsIn(file, 'SELECT id FROM users')[0]?.['id']);
    const line = (id: number, at: string): string =>
      JSON.stringify({
        ...{ id, at, level: 'change', user: userId, agent: null, session: null, project: null },
        ...{ action: 'deprecate', kind: 'fact', uid: `uid-${String(id)}`, count: null, detail: null },
      });
    mkdirSync(join(home.path, 'audit'));
    const days = ['2024-02-01', '2024-02-02'];
    for (const [place, day] of days.entries()) {
      const lines = [line(place + 1, `${day}T10:00:00.000Z`), '{"half a li'];
      writeFileSync(join(home.path, 'audit', `${day}.jsonl`), `${lines.join('\n')}\n`);
    }
    const old = await audit(['--action', 'deprecate']);
    assert.deepEqual(
      old.rows.map(({ uid, user }) => [uid, user]),
      [
        ['uid-2', 'ada'],
        ['uid-1', 'ada'],
      ],
    );
    assert.deepEqual((await audit(['--action', 'deprecate', '--until', '2024-02-01'])).rows.length, 1);
    const first = await audit(['--limit', '1']);
    assert.deepEqual([first.rows.length, first.more], [1, true]);
    assert.match(await run(['audit', '--limit', '1']), /1 row, of more than/u);
  });

  it('lists every manual backup and every export, encrypted or not', async () => {
    await run(['save', 'We deploy on Thursdays']);
    await run(['backup']);
    await run(['export', '--output', join(home.path, 'plain.json')]);
    await run(['export', '--output', join(home.path, 'protected.age'), '--encrypt'], {
      ...as('ada'),
      BIGMIND_EXPORT_PASSPHRASE: 'correct horse battery',
    });
    const { rows } = await audit(['--kind', 'store']);
    assert.deepEqual(
      rows.map(({ level, user, action }) => [level, user, action]),
      [
        ['change', 'ada', 'export'],
        ['change', 'ada', 'export'],
        ['change', 'ada', 'backup'],
      ],
    );
    assert.match(rows[2]?.detail ?? '', /^memory-.+-manual\.db$/u);
  });

  it('lists no export that failed', async () => {
    await run(['save', 'We deploy on Thursdays']);
    const file = join(home.path, 'plain.json');
    await run(['export', '--output', file]);
    for (const args of [
      ['export', '--output', file],
      ['export', '--output', join(home.path, 'nowhere', 'plain.json')],
      ['export', '--encrypt', '--output', join(home.path, 'plain.age')],
    ])
      assert.notEqual((await runProgram(home, args, { env: as('ada') })).code, 0);
    assert.equal((await audit(['--action', 'export'])).total, 1);
  });

  it('says whose secret was removed and who restored a backup', async () => {
    await run(['save', `The token is ghp_${'a1B2c3D4e5'.repeat(4).slice(0, 36)}`]);
    await run(['backup']);
    await run(['restore', '--yes']);
    const { rows } = await audit(['--kind', 'store']);
    assert.deepEqual(
      rows.map(({ user, agent, action }) => [user, agent, action]),
      [
        ['ada', 'bigmind', 'restore_store'],
        ['ada', 'bigmind', 'backup'],
        ['ada', 'bigmind', 'redact'],
      ],
    );
  });
});

/** What is read in commit messages: labelled lines, subjects that decide, and little else. */
import assert from 'node:assert/strict';
import { commitFrom } from '../../../src/capture/git/commitObject.ts';
import { commitEntriesIn, revertedBy } from '../../../src/markdown/sources/commits.ts';
import type { CommitEntry } from '../../../src/markdown/sources/commits.ts';

const id = 'a1'.repeat(20);

function entries(message: string): CommitEntry[] {
  return commitEntriesIn({ id, date: '2026-11-24', committedAt: '2026-11-24T10:00:00.000Z', message });
}
const read = (message: string): string[] =>
  entries(message).map(({ line, kind, text }) => `${String(line)} ${kind} ${text}`);

describe('a commit message', () => {
  it('gives its labelled lines, in three languages', () => {
    const message = `Rework the login

decided: tokens in cookies because XSS cannot read them
problem: Safari drops the cookie
learned: ITP deletes cookies after seven days
fixed: the endless login loop
Root cause: the clock of the server was late
Entschieden: wir bleiben bei Postgres
学到：缓存要按用户分开
`;
    assert.deepEqual(read(message), [
      '3 decision tokens in cookies because XSS cannot read them',
      '4 problem Safari drops the cookie',
      '5 learning ITP deletes cookies after seven days',
      '6 progress the endless login loop',
      '7 learning the clock of the server was late',
      '8 decision wir bleiben bei Postgres',
      '9 learning 缓存要按用户分开',
    ]);
    const [decision] = entries(message);
    assert.deepEqual(
      [decision?.reason, decision?.confidence, decision?.date, decision?.commit],
      ['XSS cannot read them', 0.6, '2026-11-24', id],
    );
  });

  it('continues a statement over broken lines and bullets', () => {
    const message = `Subject

- decided: one table for all kinds of entries, because a
  second one would need the same index
- learned: FTS5 has no
  prefix queries for one character

A sentence that was broken, and whose next line begins with
problem: which is no label there at all`;
    assert.deepEqual(read(message), [
      '1 commit Subject',
      '3 decision one table for all kinds of entries, because a second one would need the same index',
      '5 learning FTS5 has no prefix queries for one character',
    ]);
  });

  it('resolves a problem with its own solution', () => {
    const [problem] = entries('Subject\n\nProblem: the export is empty\nSolution: flush before closing');
    assert.deepEqual([problem?.status, problem?.resolution], ['resolved', 'flush before closing']);
  });

  it('gives a subject that names a reason or what was not chosen', () => {
    assert.deepEqual(
      [
        'Switch from Redis to SQLite because nobody runs a server',
        'search: use one index instead of three tables',
        'feat(api)!: drop XML in favor of JSON',
        'Set the font size to 16px to avoid zooming on phones',
        'decided: no more default exports',
        'Von Jest auf Vitest umstellen',
        '改用 SQLite 代替 Postgres 数据库',
      ].flatMap(read),
      [
        '1 decision Switch from Redis to SQLite because nobody runs a server',
        '1 decision use one index instead of three tables',
        '1 decision drop XML in favor of JSON',
        '1 decision Set the font size to 16px to avoid zooming on phones',
        '1 decision no more default exports',
        '1 decision Von Jest auf Vitest umstellen',
        '1 decision 改用 SQLite 代替 Postgres 数据库',
      ],
    );
    const [decision] = entries('Switch from Redis to SQLite because nobody runs a server');
    assert.deepEqual([decision?.confidence, decision?.alternatives], [0.5, ['Redis']]);
  });

  it('gives a fault that the subject fixes, as a resolved problem', () => {
    const [problem] = entries('fix(login): the session is lost after a restart (#12)');
    assert.deepEqual(
      [problem?.kind, problem?.text, problem?.status, problem?.confidence],
      ['problem', 'the session is lost after a restart', 'resolved', 0.4],
    );
  });

  it('gives nothing for what only describes the change', () => {
    const messages = [
      'Add a button to the header',
      'fix typo in README',
      'Fix failing tests on Windows',
      'docs: say why we use A instead of B',
      'Use `const` instead of `let`',
      'Move util.ts to shared',
      'Bump eslint from 9.1.0 to 9.2.0',
      'Merge branch "main" because it was behind',
      'Revert "Switch from Redis to SQLite because nobody runs a server"',
      'problem: areas',
      'decisions: name alternatives only after a verb of choosing',
      'Subject\n\nBug: 12345\nFixes: a1b2c3d4 ("net: drop the packet because")\nSigned-off-by: Ada <ada@example.org>',
      'Subject\n\nerror: cannot find module because it is gone\n> decided: quoted by someone else here',
      'Subject\n\n```\ndecided: an example in code\n```\n\n    learned: an example in code',
      'Subject\n\nShould we use Vite instead of Webpack?',
    ];
    for (const message of messages) assert.deepEqual(read(message), [], message);
  });

  it('is given as a whole if it says more than its subject, without trailers, code and quotations', () => {
    const message = `fix: cap retries at the measured budget (#12)

MAX_ATTEMPTS is 7: an eighth attempt trips the limiter of the
upstream. Do not round it up.

- the delay doubles
- it ends at 12.7 s

    const attempts = 7;

> quoted by somebody else
Signed-off-by: Ada <ada@example.org>`;
    const [found, ...others] = entries(message);
    assert.deepEqual(others, []);
    assert.deepEqual(
      [found?.kind, found?.text, found?.reason, found?.confidence, found?.commit],
      [
        'commit',
        'fix: cap retries at the measured budget (#12)',
        'MAX_ATTEMPTS is 7: an eighth attempt trips the limiter of the upstream. Do not round it up.\nthe delay doubles\nit ends at 12.7 s',
        0.6,
        id,
      ],
    );
  });

  it('of a merged pull request has its title', () => {
    const message = `Merge pull request #12 from ada/retries

Cap retries at the measured budget

An eighth attempt trips the limiter of the upstream.`;
    assert.deepEqual(read(message), ['1 commit Cap retries at the measured budget']);
  });

  it('is not given as a whole if a program wrote it, or it says little', () => {
    const body = 'Release notes: this version retries seven times, because the limiter trips at the eighth.';
    for (const subject of [
      'Bump eslint from 9.1.0 to 9.2.0',
      'chore(deps): update eslint',
      "Merge branch 'main' into x",
    ])
      assert.deepEqual(read(`${subject}\n\n${body}`), [], subject);
    assert.deepEqual(read('Rework\n\nSee the notes.'), []);
    assert.deepEqual(read('Rework\n\nlearned: the limiter of the upstream trips at the eighth attempt').length, 1);
  });

  it('names the commit that it reverts', () => {
    assert.equal(revertedBy(`Revert "Cap retries"\n\nThis reverts commit ${id}.\n\nIt was slower.`), id);
    assert.equal(revertedBy('Revert to seven\n\nThis reverts commit nobody knows.'), undefined);
    assert.deepEqual(read(`Revert "Cap retries"\n\nThis reverts commit ${id}.`), []);
  });

  it('is not slow for a hostile message', () => {
    for (const part of ['use a instead of ', 'decided: ', '- ', 'because because ', '**']) {
      const start = performance.now();
      read(`${part.repeat(2_000)}\n\n${part.repeat(2_000)}`);
      assert.ok(performance.now() - start < 3_000, part);
    }
  });
});

describe('the object of a commit', () => {
  const object = (message: string, header = ''): Buffer =>
    Buffer.from(
      `tree ${id}\nauthor Ada <a@b> 1764000000 +0100\ncommitter Ada <a@b> 1764025200 +0900\n${header}\n${message}`,
      'latin1',
    );

  it('has its day where it was made, and its time in UTC', () => {
    const commit = commitFrom(id, object('Subject\n'));
    assert.deepEqual([commit?.date, commit?.committedAt], ['2025-11-25', '2025-11-24T23:00:00.000Z']);
    assert.equal(commit?.message, 'Subject\n');
  });

  it('is read in its encoding', () => {
    assert.equal(commitFrom(id, object('gr\xfcn', 'encoding ISO-8859-1\n'))?.message, 'grün');
    assert.equal(commitFrom(id, object('plain', 'encoding no-such-thing\n'))?.message, 'plain');
  });

  it('without a time, or by a program, is none', () => {
    assert.equal(commitFrom(id, Buffer.from('tree x\n\ndecided: a')), undefined);
    const bot = object('Bump a').toString('latin1').replace('author Ada', 'author dependabot[bot]');
    assert.equal(commitFrom(id, Buffer.from(bot)), undefined);
  });
});

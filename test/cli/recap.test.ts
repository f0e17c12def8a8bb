/** `bigmind recap`, as people and scripts use it. */
import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Finished } from '../support/program.ts';
import { runProgram } from '../support/program.ts';
import { temporaryHome } from '../support/temporaryHome.ts';
import type { TemporaryHome } from '../support/temporaryHome.ts';

interface RecapAnswer {
  project: string | null;
  totals: Record<string, number>;
  sections: { section: string; total: number; lines: Record<string, unknown>[] }[];
}

describe('bigmind recap', () => {
  let home: TemporaryHome;
  beforeEach(async () => {
    home = temporaryHome();
    for (const name of ['harbour', 'airport']) mkdirSync(join(home.path, name));
    await run('save', 'The boat is blue');
    await runIn('airport', 'save', 'The tower is tall');
  });
  afterEach(() => home.remove());

  const runIn = (folder: string, ...args: string[]): Promise<Finished> =>
    runProgram(home, args, { cwd: join(home.path, folder) });
  const run = (...args: string[]): Promise<Finished> => runIn('harbour', ...args);
  const recap = async (...args: string[]): Promise<RecapAnswer> => {
    const { code, out, err } = await run('recap', ...args, '--json');
    assert.equal(code, 0, err);
    return JSON.parse(out) as RecapAnswer;
  };
  const textsOf = ({ sections }: RecapAnswer): unknown[] =>
    sections.flatMap(({ lines }) => lines.map(({ text }) => text));

  it('covers the project of the folder, a named one, or all', async () => {
    const own = await recap();
    assert.deepEqual([own.project, textsOf(own), own.totals['memories']], ['harbour', ['The boat is blue'], 1]);
    assert.deepEqual(textsOf(await recap('--project', 'airport')), ['The tower is tall']);
    const all = await recap('--all');
    assert.deepEqual([all.project, textsOf(all).length], [null, 2]);
    assert.deepEqual(textsOf(await recap('--project', 'all')).length, 2);
  });

  it('prints lines that name their memories', async () => {
    const { out, code } = await run('recap', '--since', 'today');
    assert.equal(code, 0);
    assert.match(out, /^## What happened from .*, project harbour\n1 new fact or entry\n/u);
    assert.match(out, /\n### New facts and knowledge\n- [\d-]+ The boat is blue \(fact #1\)\n$/u);
  });

  it('says that nothing is remembered from a time', async () => {
    const { out, code } = await run('recap', '--since', '2020-01-01', '--until', '2020-02-01');
    assert.equal(code, 0);
    assert.match(out, /2020-01-01 to 2020-02-01, project harbour\nNothing is remembered from this time\.\n$/u);
  });

  it('says that lines are left out', async () => {
    await run('save', 'Invoices are due after thirty days');
    const { out, err } = await run('recap', '--limit', '1');
    assert.match(out, /\(1 of 2\)/u);
    assert.match(err, /Some lines are left out/u);
  });

  const wrong: [string[], number, RegExp][] = [
    [['--since', 'soon'], 2, /--since is "soon", which is not a date\. Use a date such as/u],
    [['--since', '0d'], 2, /--since is "0d", which is not a date\. Use a date such as .*, today, or a time back/u],
    [['--until', '2026-02-30'], 2, /--until is "2026-02-30", which is not a date/u],
    [['--since', '2999-01-01'], 2, /--since is after the end of the period/u],
    [['--limit', '0'], 2, /--limit is 0\. Use a number from 1 to 50/u],
    [['--project', 'airprt'], 1, /No project is called "airprt"\. Similar: "airport"/u],
    [['--project', 'airport', '--all'], 2, /--project and --all exclude each other/u],
  ];
  for (const [args, exitCode, message] of wrong) {
    it(`refuses ${args.join(' ')}`, async () => {
      const { code, out, err } = await run('recap', ...args);
      assert.deepEqual([code, out], [exitCode, '']);
      assert.match(err, message);
    });
  }
});

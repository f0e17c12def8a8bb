import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { evaluate } from '../../bench/recall/evaluation.ts';
import { readAccepted } from '../../bench/recall/results.ts';
import { temporaryHome } from '../support/temporaryHome.ts';

const turns = [
  { id: 'c1/1', speaker: 'Nadia', text: 'My sister keeps bees behind the old mill.' },
  { id: 'c1/2', speaker: 'Tom', text: 'How many hives does she have?' },
  { id: 'c1/3', speaker: 'Nadia', text: 'Look at this one!', caption: 'a blue beehive under a pear tree' },
  { id: 'c1/4', speaker: 'Tom', text: 'I would rather plant tomatoes on the balcony.' },
];
const questions = [
  { category: 'plain', question: 'Who keeps bees behind the mill?', evidence: ['c1/1'] },
  { category: 'picture', question: 'Which colour has the beehive under the pear tree?', evidence: ['c1/3'] },
];

const home = temporaryHome();
const folder = join(home.path, 'sets');
const resultsFile = join(home.path, 'results.json');

before(() => {
  writeSet(folder, 'tiny', turns, questions);
});
after(() => {
  home.remove();
});

describe('the evaluation', () => {
  it('says what to set and where the data come from when there is no folder', async () => {
    for (const missing of [undefined, join(home.path, 'nowhere')]) {
      const { code, notes } = await run([], { folder: missing });
      assert.equal(code, 2);
      for (const named of ['BIGMIND_BENCH', 'LoCoMo', 'CC BY-NC 4.0', 'BEAM', 'CC BY-SA 4.0']) {
        assert.ok(notes.includes(named), named);
      }
    }
  });

  it('names the file that is missing, and the line that is broken', async () => {
    const broken = join(home.path, 'broken');
    writeSet(broken, 'half', turns);
    assert.match((await run([], { folder: broken })).notes, /half.queries\.jsonl is missing\.\n.*BIGMIND_BENCH/u);
    writeSet(broken, 'half', turns, [{ category: 'plain', question: 'Who?', evidence: [] }]);
    const { code, notes } = await run([], { folder: broken });
    assert.equal(code, 2);
    assert.match(notes, /queries\.jsonl, line 1: .*evidence/u);
  });

  it('refuses what it does not understand before it measures anything', async () => {
    for (const args of [['--fast'], ['--set', 'none'], ['--accept', ' '], ['--quick', '--accept', 'why']]) {
      assert.equal((await run(args)).code, 2, args.join(' '));
    }
    assert.match((await run(['--set', 'none'])).notes, /no set none .* tiny/u);
  });

  it('asks the built program, fails while nothing was accepted, and then holds to what was', async function () {
    this.timeout(60_000);
    const first = await run([]);
    assert.equal(first.code, 1);
    assert.match(first.notes, /no figures were accepted yet[\s\S]*--accept "why"/u);
    assert.equal(existsSync(resultsFile), false);
    for (const system of ['BigMind', 'BigMind in one store', 'bm25', 'porter bm25']) {
      assert.match(first.out, new RegExp(`^\\| ${system} \\| 100\\.0 \\|`, 'mu'));
    }
    assert.match(first.out, /^\| memory server, whole question \| 0\.0 \|/mu);

    assert.equal((await run(['--accept', 'first figures'])).code, 0);
    const written = readFileSync(resultsFile, 'utf8');
    assert.deepEqual(readAccepted(resultsFile)?.history, [{ date: '2026-01-02', why: 'first figures' }]);
    for (const { question } of questions) assert.ok(!written.includes(question));

    const again = await run(['--quick', '--json']);
    assert.equal(again.code, 0);
    assert.match(again.out, /"passed":true/u);
    assert.equal(readFileSync(resultsFile, 'utf8'), written);
  });
});

interface Ran {
  code: number;
  out: string;
  notes: string;
}

async function run(args: string[], from: { folder: string | undefined } = { folder }): Promise<Ran> {
  const out: string[] = [];
  const notes: string[] = [];
  const code = await evaluate(args, {
    folder: from.folder,
    resultsFile,
    today: '2026-01-02',
    out: (text) => out.push(text),
    note: (text) => notes.push(text),
  });
  return { code, out: out.join('\n'), notes: notes.join('\n') };
}

/** Without questions the set lacks that file. */
function writeSet(parent: string, name: string, said: object[], asked?: object[]): void {
  mkdirSync(join(parent, name), { recursive: true });
  const lines = (values: object[]): string =>
    values.map((value) => JSON.stringify({ conversation: 'c1', ...value })).join('\n');
  writeFileSync(join(parent, name, 'corpus.jsonl'), lines(said));
  if (asked !== undefined) writeFileSync(join(parent, name, 'queries.jsonl'), lines(asked));
}

import { groupBy } from '../../src/util/groupBy.ts';
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { evaluate } from '../../bench/recall/evaluation.ts';
import type { Row } from '../../bench/recall/evaluation.ts';
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
  it('reports which variable to set and where the data comes from when there is no folder', async () => {
    for (const missing of [undefined, join(home.path, 'nowhere')]) {
      const { code, notes } = await run([], { folder: missing });
      assert.equal(code, 2);
      for (const named of ['BIGMIND_BENCH', 'LoCoMo', 'CC BY-NC 4.0', 'BEAM', 'CC BY-SA 4.0']) {
        assert.ok(notes.includes(named), named);
      }
    }
  });

  it('names the missing file and the invalid line', async () => {
    const broken = join(home.path, 'broken');
    writeSet(broken, 'half', turns);
    assert.match((await run([], { folder: broken })).notes, /half.queries\.jsonl is missing\.\n.*BIGMIND_BENCH/u);
    writeSet(broken, 'half', turns, [{ category: 'plain', question: 'Who?', evidence: 'c1/1' }]);
    const { code, notes } = await run([], { folder: broken });
    assert.equal(code, 2);
    assert.match(notes, /queries\.jsonl, line 1: .*evidence/u);
  });

  it('rejects invalid arguments before it measures anything', async () => {
    for (const args of [['--fast'], ['--set', 'none'], ['--accept', ' '], ['--quick', '--accept', 'why']]) {
      assert.equal((await run(args)).code, 2, args.join(' '));
    }
    assert.match((await run(['--set', 'none'])).notes, /no set none .* tiny/u);
  });

  it('runs the built program, fails until figures are accepted, and then compares with them', async () => {
    const first = await run([]);
    assert.equal(first.code, 1);
    assert.match(first.notes, /no figures were accepted yet[\s\S]*--accept "why"/u);
    assert.equal(existsSync(resultsFile), false);
    for (const system of ['BigMind', 'BigMind in one store', 'bm25', 'FTS5 floor']) {
      assert.match(first.out, new RegExp(`^\\| ${system} \\| 100\\.0 \\|`, 'mu'));
    }
    assert.match(first.out, /^\| memory server, whole question \| 0\.0 \|/mu);

    assert.match(first.out, /^\| text: evidence in 1000 tokens \| 100\.0 \|/mu);
    assert.match(first.out, /^\| limit 10: mrr \| 0\.0 \| 0\.0 \| 0\.0 \|/mu);

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

describe('a set with questions about sessions', () => {
  const sessions = join(home.path, 'sessions');
  const sessionTurns = [
    { id: 'c1/s1:0', session: 's1', text: 'We indent with tabs in every file.', date: '2026-03-01' },
    { id: 'c1/s1:1', session: 's1', text: 'Noted, tabs it is.', date: '2026-03-01' },
    { id: 'c1/s2:0', session: 's2', text: 'From now on we indent with two spaces in every file.', date: '2026-03-05' },
    { id: 'c1/s3:0', session: 's3', text: 'The release train leaves on Thursday.', date: '2026-03-09' },
  ].map((turn) => ({ ...turn, session_date: turn.date, speaker: 'user' }));
  const sessionQuestions = [
    { category: 'rule', question: 'how do we indent a file, two spaces', evidence: ['c1/s2:0'], stale: ['c1/s1:0'] },
    { category: 'until', question: 'how do we indent a file', evidence: ['c1/s1:1'], until: '2026-03-03' },
    { category: 'none', question: 'zeppelin', evidence: [] },
  ];

  before(() => {
    writeSet(sessions, 'devmem-tiny', sessionTurns, sessionQuestions);
  });

  it('finds a session by any of its turns, and nothing said after the cut-off date', async () => {
    const { out } = await run(['--quick', '--json'], { folder: sessions });
    const [bigmind, floor] = rowsOf(out);
    for (const row of [bigmind, floor]) {
      assert.deepEqual([row?.score.questions, row?.score.overall['recall@1'], row?.score.staleFirst], [2, 1, 0]);
      assert.equal(row?.score.abstention, 1);
    }
    assert.equal(bigmind?.beside?.further['text: evidence in 1000 tokens'], 1);
    assert.ok(bigmind.beside.further['sessions alone: recall@5'] !== undefined);
  });

  it('reads the same sessions from Claude Code transcripts, which a quick run of all sets leaves out', async () => {
    const both = join(home.path, 'both');
    const [first, second, third] = ['a', 'b', 'c'].map((letter) => `${letter.repeat(8)}-0000-4000-8000-000000000000`);
    const ids: Record<string, string | undefined> = { s1: first, s2: second, s3: third };
    const renamed = sessionTurns.map((turn) => {
      return { ...turn, session: ids[turn.session], id: turn.id.replace(turn.session, ids[turn.session] ?? '') };
    });
    const renamedQuestions = sessionQuestions.map((one) => {
      return { ...one, evidence: one.evidence.map((id) => id.replace(/s\d/u, (name) => ids[name] ?? '')), stale: [] };
    });
    writeSet(both, 'coding-tiny', renamed, renamedQuestions);
    mkdirSync(join(both, 'coding-transcripts-tiny'));
    for (const [session, ownTurns] of groupBy(renamed, (turn) => turn.session ?? '')) {
      const lines = ownTurns.map(({ text, date }, place) => ({
        type: 'user',
        sessionId: session,
        uuid: `00000000-0000-4000-8000-00000000000${String(place)}`,
        cwd: '/home/ada/tiny',
        timestamp: `${date}T08:00:0${String(place)}.000Z`,
        message: { role: 'user', content: text },
      }));
      const text = lines.map((line) => `${JSON.stringify(line)}\n`).join('');
      writeFileSync(join(both, 'coding-transcripts-tiny', `${session}.jsonl`), text);
    }
    const [bigmind] = rowsOf(
      (await run(['--set', 'coding-transcripts-tiny', '--quick', '--json'], { folder: both })).out,
    );
    assert.deepEqual([bigmind?.set, bigmind?.score.overall['recall@1']], ['coding-transcripts-tiny', 1]);
    const quick = rowsOf((await run(['--quick', '--json'], { folder: both })).out);
    assert.deepEqual([...new Set(quick.map(({ set }) => set))], ['coding-tiny']);
  });
});

function rowsOf(out: string): Row[] {
  return (JSON.parse(out) as { rows: Row[] }).rows;
}

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

/** Omits the query file if there are no questions. */
function writeSet(parent: string, name: string, corpus: object[], queries?: object[]): void {
  mkdirSync(join(parent, name), { recursive: true });
  const lines = (values: object[]): string =>
    values.map((value) => JSON.stringify({ conversation: 'c1', ...value })).join('\n');
  writeFileSync(join(parent, name, 'corpus.jsonl'), lines(corpus));
  if (queries !== undefined) writeFileSync(join(parent, name, 'queries.jsonl'), lines(queries));
}

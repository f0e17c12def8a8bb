/** `bigmind learn` with a folder of requests and answers, and `bigmind list --learned`, as a user or a script runs them. */
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { anAnswer, anItem } from '../memory/learn/learnBuilders.ts';
import { runProgram } from '../support/program.ts';
import type { Finished } from '../support/program.ts';
import { conversationNumber, PastHome } from '../support/pastHome.ts';
import { temporaryHome } from '../support/temporaryHome.ts';
import type { TemporaryHome } from '../support/temporaryHome.ts';

const question = 'Which port does the shop use?';
const decision = 'Use port 8123, because the old one is taken.';

describe('bigmind learn', () => {
  let home: TemporaryHome;
  let past: PastHome;
  let folder: string;
  beforeEach(async () => {
    home = temporaryHome();
    past = new PastHome();
    folder = join(home.path, 'requests ü');
    past.claude(conversationNumber(1), [
      [question, 'Port 80.'],
      [decision, 'Done.'],
    ]);
    past.claude(conversationNumber(2), [['Who deploys the shop?', 'Ada does.']]);
    const imported = await run('import', 'claude-code');
    assert.equal(imported.code, 0, imported.err);
  });
  afterEach(() => {
    home.remove();
    past.remove();
  });

  const run = (...args: string[]): Promise<Finished> =>
    runProgram(home, args, { env: { HOME: past.path, USERPROFILE: past.path } });
  const json = async (...args: string[]): Promise<Record<string, unknown>> => {
    const { code, out, err } = await run(...args, '--json');
    assert.equal(code, 0, `${out}${err}`);
    return JSON.parse(out) as Record<string, unknown>;
  };
  const items = async (...args: string[]): Promise<Record<string, unknown>[]> =>
    (await json('list', '--learned', '--project', 'all', ...args))['items'] as Record<string, unknown>[];
  /** Writes the requests, and an answer to that about the port. Returns the ids of the sessions, that one first. */
  const answerAll = async (): Promise<[string, string]> => {
    const written = await json('learn', '--all', '--requests', folder);
    assert.deepEqual(written, { folder, requests: 2, sessions: 2 });
    const requests = readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'utf8')] as const);
    const about = (text: string): [string, string] => {
      const [name, request] = requests.find(([, content]) => content.includes(text)) ?? assert.fail(text);
      return [name, request];
    };
    const [name, request] = about(question);
    const turn = Number(/\[(?<seq>\d+)\] User: Use port 8123/u.exec(request)?.groups?.['seq']);
    const item = anItem({
      text: 'The shop listens on port 8123.',
      turn,
      quote: decision,
      when: ['the port is taken'],
      about: ['shop'],
    });
    const answers = join(home.path, 'answers');
    mkdirSync(answers);
    writeFileSync(
      join(answers, name),
      `Here it is:\n\`\`\`json\n${JSON.stringify(anAnswer({ items: [item] }), null, 2)}\n\`\`\``,
    );
    return [name.replace(/\.txt$/u, ''), about('Who deploys')[0].replace(/\.txt$/u, '')];
  };

  it('shows what would be read and what it costs, and reads nothing', async () => {
    const { sessions, tokens, used_tokens: used } = await json('learn', '--all', '--dry-run');
    assert.deepEqual([sessions, used, Number(tokens) > 1_000], [2, 0, true]);
    const { code, out } = await run('learn', '--all', '--dry-run');
    assert.equal(code, 0);
    assert.match(out, /^2 sessions would be read, about [\d,]+ tokens\.\n$/u);
    assert.match((await run('learn', '--all', '--dry-run', '--since', '2020-01-01')).out, /^2 sessions/u);
    assert.deepEqual(await items(), []);
  });

  it('writes a request for each session, and reads the answers that are there', async () => {
    const [asked, open] = await answerAll();
    const answers = join(home.path, 'answers');
    const first = await json('learn', '--all', '--answers', answers);
    const { outcome, sessions, done, learned, unanswered, dropped } = first;
    assert.deepEqual([outcome, sessions, done, learned, unanswered, dropped], ['done', 2, 1, 1, 1, {}]);
    const [item, ...more] = await items();
    assert.deepEqual(more, []);
    const { id, seq, ...rest } = item ?? {};
    assert.ok(Number.isInteger(id) && Number.isInteger(seq));
    const expected = {
      ...{ session_id: asked, type: 'decision', text: 'The shop listens on port 8123.', quote: decision, by: 'user' },
      ...{ value: 3, state: 'learned', source: 'model', when: ['the port is taken'], about: ['shop'], replaces: null },
    };
    assert.deepEqual(Object.fromEntries(Object.keys(expected).map((name) => [name, rest[name]])), expected);
    const again = await json('learn', '--all', '--answers', answers);
    assert.deepEqual([again['sessions'], again['done'], again['learned']], [1, 0, 0]);
    const whole = JSON.stringify(anAnswer({ items: [] }));
    // What can be corrected is not read in place of the session.
    for (const cut of [whole.slice(0, -1), '{"items": [oops', 'I found nothing.', '']) {
      writeFileSync(join(answers, `${open}.txt`), cut);
      const { out, err } = await run('learn', '--all', '--answers', answers);
      assert.match(out, /from 0 of 1 session, 1 session without an answer yet/u, cut);
      assert.ok(err.includes(`${open}.txt was not used`), err);
    }
    writeFileSync(join(answers, `${open}.txt`), `Here it is:\n${whole}\n`);
    assert.equal((await json('learn', '--all', '--answers', answers))['done'], 1);
    assert.match((await run('learn', '--all', '--answers', answers)).out, /^No session waits/u);
    assert.equal((await items()).length, 1);
  });

  it('says in words what was learned, and lists it with its quote and state', async () => {
    const [asked, open] = await answerAll();
    const { code, out } = await run('learn', '--all', '--answers', join(home.path, 'answers'));
    assert.equal(code, 0);
    assert.match(out, /^1 fact learned from 1 of 2 sessions, 1 session without an answer yet\. .*\nSee them with/u);
    const listed = await run('list', '--learned', '--project', 'all');
    assert.match(
      listed.out,
      /^#\d+ {2}decision {2}\d{4}-\d\d-\d\d {2}shop {2}The shop listens on port 8123\.\n {4}you: "Use port 8123, because/u,
    );
    assert.equal((await items('--session', asked)).length, 1);
    assert.equal((await items('--session', open)).length, 0);
    const [item] = await items();
    assert.equal((await run('erase', 'session', asked, '--yes')).code, 0);
    assert.deepEqual([(await items()).length, item?.['state']], [0, 'learned']);
  });

  it('reads only the sessions of a project', async () => {
    assert.equal((await json('learn', '--project', 'shop', '--dry-run'))['sessions'], 2);
    const { code, out } = await run('learn', '--dry-run');
    assert.equal(code, 0);
    assert.match(out, /^No session of this project waits.*Add --all/u);
  });

  it('ends with 2 for wrong usage, and says what is right', async () => {
    const misuses = [
      ['learn', '--all', '--requests', folder, '--answers', folder],
      ['learn', '--all', '--project', 'shop'],
      ['learn', '--all', '--dry-run', '--since', 'soon'],
      ['learn', '--all', '--answers', folder, '--budget', '0'],
      ['learn', '--all', '--answers', folder, '--budget', 'much'],
      ['learn', 'now'],
      ['list', '--learned', '--limit', '0'],
    ];
    for (const args of misuses) {
      const { code, err } = await run(...args);
      assert.equal(code, 2, args.join(' '));
      assert.match(err, /^bigmind: .+/u);
    }
    assert.ok(!existsSync(folder));
  });

  it('ends with 1 for an unknown project', async () => {
    for (const args of [
      ['learn', '--dry-run'],
      ['learn', '--requests', folder],
      ['list', '--learned'],
    ]) {
      const { code, err } = await run(...args, '--project', 'nowhere');
      assert.equal(code, 1, args.join(' '));
      assert.match(err, /nowhere/u);
    }
    assert.ok(!existsSync(folder));
  });

  it('ends with an error for a folder that cannot be read or written, and loses nothing', async () => {
    const file = join(home.path, 'file');
    writeFileSync(file, '');
    for (const args of [
      ['--requests', join(file, 'in')],
      ['--answers', file],
    ]) {
      const { code, out, err } = await run('learn', '--all', ...args);
      assert.notEqual(code, 0, `${args.join(' ')}: ${out}`);
      assert.match(`${out}${err}`, /cannot be (?:read|written to)/u);
    }
    assert.equal((await json('learn', '--all', '--dry-run'))['sessions'], 2);
  });

  it('says that a folder of answers does not exist', async () => {
    const { code, out } = await run('learn', '--all', '--answers', join(home.path, 'nowhere'));
    assert.equal(code, 1);
    assert.match(out, /There is no folder .*nowhere\. Name a folder/u);
  });

  it('keeps requests from other users of the machine', async function () {
    if (process.platform === 'win32') this.skip();
    await answerAll();
    for (const name of ['.', ...readdirSync(folder)]) assert.equal(statSync(join(folder, name)).mode & 0o077, 0, name);
  });
});

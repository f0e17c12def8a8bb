/** `bigmind search` for users: what it says when it finds nothing, and how it explains results. */
import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openChat, runProgram } from '../support/program.ts';
import { temporaryHome } from '../support/temporaryHome.ts';
import type { TemporaryHome } from '../support/temporaryHome.ts';

describe('bigmind search', () => {
  let home: TemporaryHome;
  let harbour: string;
  let airport: string;

  before(async () => {
    home = temporaryHome();
    [harbour, airport] = [join(home.path, 'harbour'), join(home.path, 'airport')];
    for (const folder of [harbour, airport]) mkdirSync(folder);
    await save(harbour, 'The harbour lights are green on Tuesdays, when the pilots who know the channel come in late');
    await save(harbour, 'Two ferries leave the harbour at dawn');
    await save(airport, 'The tower speaks Danish');
  });
  after(() => home.remove());

  async function save(cwd: string, text: string): Promise<void> {
    const { code, err } = await runProgram(home, ['save', text, '--category', 'codebase'], { cwd });
    assert.equal(code, 0, err);
  }

  async function search(cwd: string, ...args: string[]): Promise<string> {
    const { code, out, err } = await runProgram(home, ['search', ...args], { cwd });
    assert.equal(code, 0, err);
    return out.trimEnd();
  }

  it('reports how many memories it searched without result, and how many match in other projects', async () => {
    assert.equal(
      await search(airport, 'harbour'),
      'Nothing found in 1 memory. 2 found in other projects. Add --project all.',
    );
    assert.equal(
      await search(airport, 'harbour', '--limit', '1'),
      'Nothing found in 1 memory. 1 or more found in other projects. Add --project all.',
    );
    assert.equal(
      await search(airport, 'zebra'),
      'Nothing found in 1 memory. Other projects have no results either. Try other words.',
    );
    assert.equal(await search(airport, 'zebra', '--project', 'all'), 'Nothing found in 3 memories. Try other words.');
  });

  it('searches nothing in an unknown project, and names similar projects', async () => {
    const { code, out, err } = await runProgram(home, ['search', 'lights', '--project', 'harbor'], { cwd: airport });
    assert.deepEqual([code, out.trimEnd()], [1, 'Nothing was searched.']);
    assert.match(err, /No project is called "harbor"\. Similar: "harbour"\./u);
    const asked = ['search', 'lights', '--project', 'harbor', '--json'];
    const json: unknown = JSON.parse((await runProgram(home, asked, { cwd: airport })).out);
    const notice = 'No project is called "harbor". Similar: "harbour". Omit the project, or use "all".';
    assert.deepEqual(json, { results: [], searched: 0, notice });
  });

  it('reports matches in other projects as JSON', async () => {
    assert.deepEqual(JSON.parse(await search(airport, 'harbour', '--json')), {
      results: [],
      searched: 1,
      notice: '2 found in other projects. Add --project all.',
    });
    assert.deepEqual(JSON.parse(await search(airport, 'zebra', '--json')), { results: [], searched: 1 });
  });

  it('shows the headline of a session, the session of a message, and projects in a search of all', async () => {
    const quay = join(home.path, 'quay');
    mkdirSync(quay);
    const file = join(home.path, 'talk.jsonl');
    writeFileSync(file, JSON.stringify({ session: 'talk', seq: 0, content: 'The crane lifts forty tonnes' }));
    assert.equal((await runProgram(home, ['import', 'jsonl', file], { cwd: quay })).code, 0);
    const chat = await openChat(home, { cwd: quay });
    const ended = { one_liner: 'The dredger got a new pump', summary: 'It removes sludge in half of the time.' };
    await chat.call('memory_end_session', { ...ended, outcome: 'done' });
    await chat.close();
    const row = (begin: string, end: string): RegExp =>
      new RegExp(`^(?:strong|weak {2}|none {2}) {2}${begin} {2}\\S{10} {2}${end}`, 'mu');
    const headline = 'The dredger got a new pump – done It removes sludge';
    assert.match(await search(quay, 'dredger'), row('session \\w{8}', headline));
    assert.match(await search(quay, 'dredger', '--project', 'all'), row('session \\w{8}', `quay {2}${headline}`));
    assert.match(
      await search(quay, 'crane', '--kind', 'message'),
      row('message #1', 'session \\w{8} {2}The crane lifts'),
    );
    assert.match(await search(airport, 'tower', '--project', 'all'), row('fact #\\d', 'airport {2}The tower speaks'));
    assert.match(await search(airport, 'tower'), row('fact #\\d', 'The tower speaks'));
  });

  it('says how well a result matches in a word, and gives the score as JSON', async () => {
    const lights = 'The harbour lights are green on Tuesdays';
    assert.match(await search(harbour, lights, '--limit', '1'), /^strong {2}fact #1 /u);
    const vague = 'which tower engineer replaced the broken radar antenna before the storm';
    assert.match(await search(airport, vague), /^none {4}fact #3 /u);
    const { results } = JSON.parse(await search(airport, vague, '--json')) as { results: { score: number }[] };
    assert.ok((results[0]?.score ?? 1) < 0.45);
  });

  it('offers a command that succeeded to a question how to run something, and to no other', async () => {
    const yard = join(home.path, 'yard');
    mkdirSync(yard);
    const conversation = '11111111-2222-4333-8444-555555555555';
    const line = (role: 'user' | 'assistant', uuid: string, content: object): string =>
      JSON.stringify({
        ...{ type: role, uuid, sessionId: conversation, cwd: yard, version: '2.0.0' },
        ...{ timestamp: '2026-03-03T10:00:00.000Z', message: { role, content: [content] } },
      });
    const ran = (id: string, command: string, answer: string): string[] => [
      line('assistant', `${id}c`, { type: 'tool_use', id, name: 'Bash', input: { command } }),
      line('user', `${id}r`, { type: 'tool_result', tool_use_id: id, content: answer }),
    ];
    const chats = join(home.path, 'chats');
    mkdirSync(chats);
    const asked = line('user', 'u', { type: 'text', text: 'Please make the winch quieter' });
    const runs = [
      ...ran('a', 'mise run test:integration', 'ok'),
      ...ran('b', 'ls -la', 'total 0'),
      ...ran('c', 'mise run test:integration 2>&1 | tail -5', 'ok'),
    ];
    writeFileSync(join(chats, `${conversation}.jsonl`), [asked, ...runs, ''].join('\n'));
    const imported = await runProgram(home, ['import', 'claude-code', chats, '--yes'], { cwd: yard });
    assert.equal(imported.code, 0, imported.err);
    const offered = '`mise run test:integration` – succeeded 2 times, last on 2026-03-03';
    assert.equal(await search(yard, 'how do I run the integration tests'), offered);
    const question = ['how do I run the integration tests', '--project', 'all'];
    assert.equal((await search(yard, ...question)).split('\n')[0], `${offered}; in yard`);
    const { commands } = JSON.parse(await search(yard, ...question, '--json')) as { commands: object[] };
    assert.deepEqual(commands, [
      {
        ...{ command: 'mise run test:integration', project: 'yard', succeeded: 2, failed: 0 },
        ...{ lastSucceeded: '2026-03-03T10:00:00.000Z', lastFailed: null },
      },
    ]);
    assert.doesNotMatch(await search(yard, 'why is the winch quieter'), /mise/u);
    assert.doesNotMatch(await search(yard, 'how do I run the integration tests', '--kind', 'fact'), /mise/u);
    assert.doesNotMatch(await search(airport, 'how do I run the integration tests'), /mise/u);
  });

  it('prints one line for each result', async () => {
    const lines = (await search(harbour, 'harbour')).split('\n');
    assert.equal(lines.length, 2);
    for (const line of lines) assert.match(line, /^(?:strong|weak {2}|none {2}) {2}fact #\d {2}\d{4}-\d\d-\d\d {2}\w/u);
  });

  it('explains each result below it, within the width of a terminal', async () => {
    const question = 'on which day of the week, as the pilots know, are the harbour lights green in the channel';
    const lines = (await search(harbour, question, '--limit', '1', '--explain')).split('\n');
    assert.match(lines[0] ?? '', /^strong {2}fact #1 {2}\d{4}-\d\d-\d\d$/u);
    for (const line of lines.slice(1, lines.indexOf(''))) assert.match(line, /^ {6}\S| {8}\S/u);
    for (const line of lines) assert.ok(line.length <= 100, line);
    assert.ok(lines.some((line) => /^ {6}evidence \d/u.test(line)));
    assert.ok(lines.some((line) => /^ {6}× 2 kind of memory$/u.test(line)));
    const steps = /^ {6}= ([\d.]+); ([\d.]+) answered × √\(\1 \/ ([\d.]+)\) = ([\d.]+)$/u.exec(
      lines.find((line) => line.includes('answered ×')) ?? '',
    );
    assert.match(
      lines.slice(-2).join(' '),
      /^"answered" is how much of the question the first results cover, .* covers\.$/u,
    );
    const [, strength, answered, best, score] = steps ?? [];
    assert.ok(Number(score) >= 0.65);
    assert.ok(Math.abs(Number(answered) * Math.sqrt(Number(strength) / Number(best)) - Number(score)) < 0.01);
  });
});

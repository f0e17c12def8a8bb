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
      new RegExp(`^0\\.\\d\\d {2}${begin} {2}\\S{10} {2}${end}`, 'mu');
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

  it('prints one line for each result', async () => {
    const lines = (await search(harbour, 'harbour')).split('\n');
    assert.equal(lines.length, 2);
    for (const line of lines) assert.match(line, /^0\.\d\d {2}fact #\d {2}\d{4}-\d\d-\d\d {2}\w/u);
  });

  it('explains each result below it, within the width of a terminal', async () => {
    const question = 'on which day of the week, as the pilots know, are the harbour lights green in the channel';
    const lines = (await search(harbour, question, '--limit', '1', '--explain')).split('\n');
    assert.match(lines[0] ?? '', /^0\.\d\d {2}fact #1 {2}\d{4}-\d\d-\d\d$/u);
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
    assert.equal(score, lines[0]?.slice(0, 4));
    assert.ok(Math.abs(Number(answered) * Math.sqrt(Number(strength) / Number(best)) - Number(score)) < 0.01);
  });
});

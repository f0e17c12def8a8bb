/** `bigmind sleep`, and the syntheses that a search then begins with. */
import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { GraphAnswer } from '../../src/memory/graph/traversal/graphAnswer.ts';
import type { Finished } from '../support/program.ts';
import { openChat, runProgram } from '../support/program.ts';
import { temporaryHome } from '../support/temporaryHome.ts';
import type { TemporaryHome } from '../support/temporaryHome.ts';

describe('bigmind sleep', () => {
  let home: TemporaryHome;
  let harbour: string;
  beforeEach(async () => {
    home = temporaryHome();
    harbour = join(home.path, 'harbour');
    mkdirSync(harbour);
    for (const fact of [
      'The relay retries a message three times before it gives up.',
      'The relay writes dead letters into the table late_messages.',
      'Only one relay runs in each region, because of the lock.',
    ])
      await run('save', fact, '--tags', 'relay');
  });
  afterEach(() => home.remove());

  const run = (...args: string[]): Promise<Finished> =>
    runProgram(home, args, { cwd: harbour, env: { BIGMIND_SLEEP_DENSITY: '3' } });

  it('says what it would do, does it, and shows what it did', async () => {
    assert.match((await run('sleep', '--dry-run')).out, /^1 synthesis would be written\./u);
    assert.equal((await run('sleep')).out, '1 synthesis written.\n- relay, from 3 memories of harbour\n');
    assert.match((await run('sleep')).out, /Nothing is due/u);
    assert.match((await run('sleep', '--status')).out, /^\d{4}-\d\d-\d\d \d\d:\d\d {2}done: 0 of 0\n/u);
    const { out } = await run('sleep', '--status', '--json');
    const { runs } = JSON.parse(out) as { runs: { outcome: string; done: number }[] };
    assert.deepEqual(
      runs.map(({ outcome, done }) => [outcome, done]),
      [
        ['done', 0],
        ['done', 1],
      ],
    );
  });

  it('lists at most ten of the names that it wrote about', async () => {
    const tags = Array.from({ length: 12 }, (_, number) => `part-${String(number)}`).join(', ');
    for (const fact of [
      'The first part turns slowly.',
      'Every part has a wheel of brass.',
      'A part weighs ten kilograms.',
    ])
      await run('save', fact, '--tags', tags);
    const { out } = await run('sleep');
    assert.match(out, /^13 syntheses written\.\n(?:- part-\d+, from 3 memories of harbour\n){10}- and 3 more\n$/u);
  });

  it('shows a synthesis with its sources where a person and an assistant ask for memories', async () => {
    for (const fact of ['The relay port is 8081 today.', 'The relay port is 9090 today.'])
      await run('save', fact, '--tags', 'relay');
    const { written } = JSON.parse((await run('sleep', '--json')).out) as { written: object[] };
    assert.deepEqual(written, [{ name: 'relay', project: 'harbour', sources: 5 }]);
    const { out } = await run('graph', 'mentions', 'relay');
    assert.match(out, /About relay, from 5 memories of harbour:\n- .* \(fact #\d\)\n.*Memories:\n- \[fact #5/su);
    assert.match(out, /- Contradiction: ".*" \(fact #\d\) and ".*" \(fact #\d\)/u);
    const { syntheses = [] } = JSON.parse((await run('graph', 'mentions', 'relay', '--json')).out) as GraphAnswer;
    assert.deepEqual(
      syntheses.map(({ project, memories, sentences, contradictions }) => [
        project,
        memories,
        sentences.every(({ sources }) => sources.length === 1),
        contradictions?.length,
      ]),
      [['harbour', 5, true, 1]],
    );
    const chat = await openChat(home, { cwd: harbour, env: { BIGMIND_TOOLSETS: 'core,provenance' } });
    const asked = await chat.call('graph_query', { query: 'mentions', entity: 'relay' });
    await chat.close();
    assert.equal((asked.structured['syntheses'] as object[]).length, 1);
  });

  it('gives a search with the graph its synthesis first, with the sources of each sentence', async () => {
    await run('sleep');
    const chat = await openChat(home, { cwd: harbour, env: { BIGMIND_TOOLSETS: 'core,provenance' } });
    const found = await chat.call('hybrid_search_and_rerank', { query: 'How does the relay handle late messages?' });
    await chat.close();
    const [first, second] = found.structured['results'] as Record<string, unknown>[];
    assert.deepEqual(
      [first?.['tier'], first?.['kind'], first?.['matched_entities'], second?.['tier']],
      ['community_summary', 'synthesis', ['relay'], 'fact'],
    );
    const sentences = first?.['sentences'] as { text: string; sources: string[] }[];
    assert.deepEqual(
      sentences.map(({ sources }) => sources),
      [['fact #1'], ['fact #2'], ['fact #3']],
    );
    assert.match(found.text, /About relay, from 3 memories:\n- The relay retries .* \(fact #1\)/u);
  });
});

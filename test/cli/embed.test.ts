/** Embedding as people and clients meet it: the command in the foreground, and the server in the background. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { behaviours, TestModelServer } from '../support/modelServer.ts';
import { openChat, programFile, runProgram } from '../support/program.ts';
import type { Finished } from '../support/program.ts';
import { temporaryHome } from '../support/temporaryHome.ts';
import type { TemporaryHome } from '../support/temporaryHome.ts';

describe('bigmind embed', () => {
  const server = new TestModelServer();
  let home: TemporaryHome;

  before(() => server.start());
  after(() => server.stop());
  beforeEach(() => {
    home = temporaryHome();
    server.reset();
  });
  afterEach(() => home.remove());

  const env = (): Record<string, string> => ({ BIGMIND_EMBEDDINGS: 'ollama', BIGMIND_EMBEDDINGS_URL: server.url });
  const run = (...args: string[]): Promise<Finished> => runProgram(home, args, { env: env() });
  const conversation = (count: number): string =>
    Array.from({ length: count }, (_, seq) =>
      JSON.stringify({ session: 'talk', seq, content: `message ${String(seq)}` }),
    ).join('\n');
  const importMessages = async (count: number): Promise<void> => {
    const file = `${home.path}/talk.jsonl`;
    writeFileSync(file, conversation(count));
    assert.equal((await run('import', 'jsonl', file)).code, 0);
  };

  it('embeds all that is there, tells how far it is, and finds nothing to do the second time', async () => {
    await importMessages(70);
    const first = await run('embed', '--json');
    assert.equal(first.code, 0, first.err);
    const progress = {
      model: 'ollama:nomic-embed-text',
      embedded: 70,
      waiting: 0,
      failing: 0,
      total: 70,
      last_error: null,
    };
    assert.deepEqual(JSON.parse(first.out), progress);
    assert.match(first.err, /Search by meaning: 32 of 70 memories embedded with ollama:nomic-embed-text …/u);
    const asked = server.asked.length;
    assert.match((await run('embed')).out, /70 of 70/u);
    assert.equal(server.asked.length, asked);
    assert.match(
      (await run('doctor')).out,
      /✔ Search by meaning: 70 of 70 memories embedded with ollama:nomic-embed-text\./u,
    );
  });

  it('says what to set when no model is chosen', async () => {
    const { code, err } = await runProgram(home, ['embed']);
    assert.equal(code, 1);
    assert.match(err, /Set BIGMIND_EMBEDDINGS/u);
    assert.equal(err.trim().split('\n').length, 1);
  });

  it('says so in one line when the server is in trouble or lacks the model, and goes on later', async () => {
    await importMessages(3);
    for (const [behaviour, said] of [
      [behaviours.loading, /Loading model/u],
      [behaviours.ollamaUnknownModel, /ollama pull nomic-embed-text/u],
    ] as const) {
      server.behaviour = behaviour;
      const { code, err } = await run('embed');
      assert.equal(code, 1);
      assert.match(err, said);
      assert.equal(err.trim().split('\n').length, 1, err);
    }
    assert.match((await run('doctor')).out, /⚠ Search by meaning: 0 of 3 memories embedded .* 3 waiting/u);
    server.behaviour = { kind: 'well' };
    assert.match((await run('embed')).out, /3 of 3/u);
  });

  it('stops at once when it is interrupted, and loses nothing', async () => {
    await importMessages(3);
    server.behaviour = { kind: 'silent' };
    const child = spawn(process.execPath, [programFile, 'embed'], { env: { ...home.env, ...env() } });
    while (server.asked.length === 0) await new Promise((resolve) => setTimeout(resolve, 20));
    const began = performance.now();
    child.kill('SIGINT');
    const [code] = (await once(child, 'close')) as [number | null];
    assert.equal(code, 1);
    assert.ok(performance.now() - began < 2_000);
    server.behaviour = { kind: 'well' };
    assert.match((await run('embed')).out, /3 of 3/u);
  });

  it('is needed by nobody who has a server running: what a tool stores is embedded in the background', async () => {
    const chat = await openChat(home, { env: { ...env(), BIGMIND_TOOLSETS: 'all' } });
    await chat.call('memory_store_fact', { category: 'codebase', fact: 'The automobile is red' });
    const stats = async (): Promise<string> => (await chat.call('memory_get_stats')).text;
    while (!(await stats()).includes('Search by meaning: 1 of 1 memories')) {
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    assert.match((await chat.call('memory_health_check')).text, /✔ Search by meaning: 1 of 1/u);
    const { structured } = await chat.call('memory_get_stats');
    assert.equal((structured['embeddings'] as { embedded: number }[])[0]?.embedded, 1);
    await chat.close();
  });

  it('keeps no server from ending, though the model never answers', async () => {
    server.behaviour = { kind: 'silent' };
    const chat = await openChat(home, { env: env() });
    await chat.call('memory_store_fact', { category: 'codebase', fact: 'Nobody hears this' });
    while (server.asked.length === 0) await new Promise((resolve) => setTimeout(resolve, 20));
    const began = performance.now();
    await chat.close();
    assert.ok(performance.now() - began < 1_500);
  });
});

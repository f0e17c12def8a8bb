/** Embedding by the command in the foreground, and by the server in the background. */
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

  it('embeds all memories, reports progress, and has nothing to do the second time', async () => {
    await importMessages(70);
    const first = await run('embed', '--json');
    assert.equal(first.code, 0, first.err);
    const progress = {
      model: 'ollama:nomic-embed-text',
      embedded: 70,
      waiting: 0,
      failing: 0,
      held: 0,
      dimensions: 64,
      total: 70,
      held_until: null,
      last_error: null,
    };
    assert.deepEqual(JSON.parse(first.out), progress);
    assert.match(first.err, /Search by meaning: 4 of 70 memories are embedded with ollama:nomic-embed-text …/u);
    const requestsBefore = server.asked.length;
    assert.match((await run('embed')).out, /70 of 70/u);
    assert.equal(server.asked.length, requestsBefore + 1, 'it only checks whether the server is there');
    assert.match(
      (await run('doctor')).out,
      /✔ Search by meaning: 70 of 70 memories are embedded with ollama:nomic-embed-text\./u,
    );
  });

  it('checks the server even when nothing is due, and reports if it is unreachable or runs another model', async () => {
    await importMessages(3);
    assert.equal((await run('embed')).code, 0);
    assert.match(
      (await run('doctor')).out,
      /✔ The model server answers, with 64 dimensions: Ollama, nomic-embed-text at/u,
    );
    const vector = (length: number): number[] => Array.from({ length }, () => 1);
    for (const [answer, pattern] of [
      [
        { embeddings: [vector(8)] },
        /answers with 8 dimensions, but the 3 stored vectors have 64: .*BIGMIND_EMBEDDINGS_MODEL/su,
      ],
      [
        { model: 'mxbai-embed-large:latest', embeddings: [vector(64)] },
        /runs "mxbai-embed-large:latest", .*load the other model/su,
      ],
    ] as const) {
      server.behaviour = { kind: 'raw', status: 200, body: JSON.stringify(answer) };
      const { code, err } = await run('embed');
      assert.equal(code, 1);
      assert.match(err, pattern);
      assert.equal(err.trim().split('\n').length, 1, err);
      assert.match((await run('doctor')).out, pattern);
    }
    server.behaviour = behaviours.loading;
    assert.match((await run('embed')).err, /Loading model/u);
    await server.stop();
    try {
      const { code, err } = await run('embed');
      assert.equal(code, 1);
      assert.match(err, /Ollama at http:\S+ cannot be reached/u);
      assert.match(
        (await run('doctor')).out,
        /⚠ Ollama at http:\S+ cannot be reached[\s\S]*3 of 3|3 of 3[\s\S]*⚠ Ollama at http:\S+ cannot be reached/u,
      );
    } finally {
      await server.start();
    }
  });

  it('reports memories that a killed process reserved, and when they become free', async () => {
    await importMessages(3);
    server.behaviour = { kind: 'silent' };
    const child = spawn(process.execPath, [programFile, 'embed'], { env: { ...home.env, ...env() } });
    while (server.asked.length === 0) await new Promise((resolve) => setTimeout(resolve, 20));
    child.kill('SIGKILL');
    await once(child, 'close');
    server.behaviour = { kind: 'well' };
    const { code, err } = await run('embed');
    assert.equal(code, 1);
    const seconds =
      /^3 memories are reserved by another embedding process, or by one that stopped\. .* again in (\d+) s/mu.exec(
        err,
      )?.[1];
    assert.ok(Number(seconds) > 30 && Number(seconds) <= 90, err);
    assert.equal(err.trim().split('\n').length, 1, err);
  });

  it('says what to set when no model is chosen', async () => {
    const { code, err } = await runProgram(home, ['embed']);
    assert.equal(code, 1);
    assert.match(err, /Set BIGMIND_EMBEDDINGS/u);
    assert.equal(err.trim().split('\n').length, 1);
  });

  it('reports a loading server or a missing model in one line, and resumes later', async () => {
    await importMessages(3);
    for (const [behaviour, pattern] of [
      [behaviours.loading, /Loading model/u],
      [behaviours.ollamaUnknownModel, /ollama pull nomic-embed-text/u],
    ] as const) {
      server.behaviour = behaviour;
      const { code, err } = await run('embed');
      assert.equal(code, 1);
      assert.match(err, pattern);
      assert.equal(err.trim().split('\n').length, 1, err);
    }
    assert.match((await run('doctor')).out, /⚠ Search by meaning: 0 of 3 memories are embedded .* 3 waiting/u);
    assert.match(
      (await runProgram(home, ['doctor'])).out,
      /○ Search by meaning: 0 of 3 memories are embedded .* 3 waiting; this model is not in use now\.(?!\n.*bigmind embed)/u,
    );
    server.behaviour = { kind: 'well' };
    assert.match((await run('embed')).out, /3 of 3/u);
  });

  it('stops at once on an interrupt, and loses nothing', async () => {
    await importMessages(3);
    server.behaviour = { kind: 'silent' };
    const child = spawn(process.execPath, [programFile, 'embed'], { env: { ...home.env, ...env() } });
    while (server.asked.length === 0) await new Promise((resolve) => setTimeout(resolve, 20));
    const began = performance.now();
    child.kill('SIGINT');
    const [code] = (await once(child, 'close')) as [number | null];
    assert.equal(code, 1);
    assert.ok(performance.now() - began < 10_000);
    server.behaviour = { kind: 'well' };
    assert.match((await run('embed')).out, /3 of 3/u);
  });

  it('is not needed while a server runs, which embeds in the background what tools store', async () => {
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

  it('lets a server end even when the model never answers', async () => {
    server.behaviour = { kind: 'silent' };
    const chat = await openChat(home, { env: env() });
    await chat.call('memory_store_fact', { category: 'codebase', fact: 'Nobody hears this' });
    while (server.asked.length === 0) await new Promise((resolve) => setTimeout(resolve, 20));
    const began = performance.now();
    await chat.close();
    assert.ok(performance.now() - began < 10_000);
  });
});

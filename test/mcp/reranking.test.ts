/**
 * A reranking server behind a real client: what it prefers moves up, what happens when it is down, and where keys are
 * sent.
 */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { behaviours, TestModelServer } from '../support/modelServer.ts';
import type { Behaviour } from '../support/modelServer.ts';
import { openChat, runProgram } from '../support/program.ts';
import type { Answer, Chat } from '../support/program.ts';
import { temporaryHome } from '../support/temporaryHome.ts';
import type { TemporaryHome } from '../support/temporaryHome.ts';

/** In milliseconds; generous, because the machine that runs the tests may be busy. */
const maxMs = 10_000;
const question = 'deploy vehicle store';
/** The first contains the words of the query, the second their meanings. */
const byWords = 'Deploy at noon, then deploy again.';
const byReading =
  'Each rollout of the automobile writes to postgres whenever the lights of the house are off, says the deploy guide.';

interface Result {
  text: string;
  score: number;
  why?: { factors: { rerank?: number } };
}

const resultsOf = ({ structured }: Answer): Result[] => structured['results'] as Result[];
const textsOf = (answer: Answer): string[] => resultsOf(answer).map(({ text }) => text);
const noticeOf = ({ structured }: Answer): string => (structured['note'] ?? '') as string;

describe('a model server behind search', () => {
  const server = new TestModelServer();
  let home: TemporaryHome;
  let chats: Chat[];
  before(() => server.start());
  after(() => server.stop());
  beforeEach(() => {
    home = temporaryHome();
    chats = [];
    server.reset();
  });
  afterEach(async () => {
    for (const chat of chats) await chat.close();
    home.remove();
  });

  async function open(env: Record<string, string>): Promise<Chat> {
    const chat = await openChat(home, { env: { BIGMIND_TOOLSETS: 'core,semantic,maintenance', ...env } });
    chats.push(chat);
    return chat;
  }
  async function store(chat: Chat, ...facts: string[]): Promise<void> {
    for (const fact of facts) await chat.call('memory_store_fact', { category: 'codebase', fact });
  }
  async function find(chat: Chat, more: Record<string, unknown> = {}, tool = 'memory_search'): Promise<Answer> {
    const began = performance.now();
    const answer = await chat.call(tool, { query: question, ...more });
    const took = performance.now() - began;
    assert.ok(took < maxMs, `${String(Math.round(took))} ms`);
    assert.equal(answer.isError, false, answer.text);
    return answer;
  }

  describe('as a reranker', () => {
    const facts = [byWords, byReading, 'Nobody may deploy at night.'];
    const withReranker = (): Record<string, string> => ({ BIGMIND_RERANK_URL: `${server.url}/v1` });
    let alone: Answer;
    beforeEach(async () => {
      const chat = await open({});
      await store(chat, ...facts);
      alone = await find(chat);
      assert.equal(textsOf(alone)[0], byWords);
    });

    for (const [name, behaviour] of [
      ['llama.cpp and Jina answer', { kind: 'well' }],
      ['Text Embeddings Inference answers', { kind: 'tei' }],
    ] satisfies [string, Behaviour][]) {
      it(`moves its favorite up, and says so, when it answers as ${name}`, async () => {
        server.behaviour = behaviour;
        const answer = await find(await open(withReranker()), { explain: true });
        assert.equal(noticeOf(answer), '');
        const found = resultsOf(answer);
        assert.deepEqual(
          textsOf(answer).toSorted(),
          textsOf(alone).toSorted(),
          'reranking neither adds nor removes results',
        );
        assert.equal(found[0]?.text, byReading);
        assert.equal(found[0].why?.factors.rerank, 2);
        assert.match(answer.text, /1\. .*automobile.*\n {3}why: .*× 2 judged by a reranking model/u);
        const scores = found.map(({ score }) => score);
        assert.deepEqual(
          scores,
          scores.toSorted((one, other) => other - one),
        );
        assert.ok(scores.every((score) => score > 0 && score < 1));
      });
    }

    it('judges only memories that the reader may see, and never a single result', async () => {
      const chat = await open(withReranker());
      await chat.call('memory_deprecate_fact', { fact_id: 3, reason: 'closed' });
      await find(chat);
      const [request] = server.asked;
      assert.equal(request?.path, '/v1/rerank');
      assert.deepEqual(new Set(request.body['documents'] as string[]), new Set([byWords, byReading]));
      await find(chat, { query: 'automobile' });
      assert.equal(server.asked.length, 1);
    });

    it('judges the best 50 results', async () => {
      const chat = await open(withReranker());
      await store(chat, ...Array.from({ length: 60 }, (_, day) => `On day ${String(day)} the vehicle was washed.`));
      await find(chat, { limit: 30 });
      assert.equal((server.asked.at(-1)?.body['documents'] as string[]).length, 50);
    });

    it('does not move a fact above the newer one that contradicts it', async () => {
      const chat = await open(withReranker());
      await store(chat, 'The store port is 8080.', 'The store port is 9090.');
      const found = textsOf(await find(chat, { query: 'vehicle store port 8080' }));
      assert.ok(found.indexOf('The store port is 9090.') < found.indexOf('The store port is 8080.'), found.join('\n'));
      assert.notEqual(found.indexOf('The store port is 9090.'), -1);
    });

    it('causes a notice when it is down, and the keyword order stays', async () => {
      const chat = await open(withReranker());
      await server.stop();
      try {
        const answer = await find(chat);
        assert.deepEqual(resultsOf(answer), resultsOf(alone));
        assert.match(noticeOf(answer), /Not reranked: The reranking server at http:\S+ cannot be reached/u);
        assert.ok(answer.text.endsWith(`\nNote: ${noticeOf(answer)}`));
      } finally {
        await server.start();
      }
      assert.match(noticeOf(await find(chat)), /^Not reranked/u);
      assert.equal(server.asked.length, 0, 'no request during the pause');
      // Without an embedding model, search by meaning is keyword search, and its note contains both notices.
      const byMeaning = await find(chat, {}, 'memory_semantic_search');
      assert.match(noticeOf(byMeaning), /^Keyword search only, because no embedding model is set\..*Not reranked: /u);
    });

    it('pauses separately after a failure, and search by meaning keeps working', async () => {
      const meaning = { BIGMIND_EMBEDDINGS: 'ollama', BIGMIND_EMBEDDINGS_URL: server.url };
      assert.equal((await runProgram(home, ['embed'], { env: meaning })).code, 0);
      const chat = await open({ ...meaning, BIGMIND_RERANK_URL: `${server.url}/nowhere` });
      const answer = await find(chat, { explain: true });
      assert.match(noticeOf(answer), /^Not reranked: .*refused \(404/u);
      assert.match(answer.text, /for its meaning/u);
      assert.doesNotMatch(answer.text, /reranking model read it/u);
      assert.equal(noticeOf(await find(chat, {}, 'memory_semantic_search')), '');
    });
  });

  describe('with an API key', () => {
    const keys = ['sk-embedding-4711', 'sk-reranking-0815'] as const;
    const env = (): Record<string, string> => ({
      BIGMIND_EMBEDDINGS: 'openai',
      BIGMIND_EMBEDDINGS_URL: `${server.url}/v1`,
      BIGMIND_EMBEDDINGS_KEY: keys[0],
      BIGMIND_RERANK_URL: `${server.url}/v1`,
      BIGMIND_RERANK_KEY: keys[1],
    });

    it('gets only its own key', async () => {
      const chat = await open(env());
      await store(chat, byWords, byReading);
      assert.equal((await runProgram(home, ['embed'], { env: env() })).code, 0);
      assert.equal(noticeOf(await find(chat)), '');
      const sent = new Set(server.asked.map(({ path, authorization }) => `${path} ${String(authorization)}`));
      assert.deepEqual([...sent].toSorted(), [`/v1/embeddings Bearer ${keys[0]}`, `/v1/rerank Bearer ${keys[1]}`]);
    });

    it('keeps its key out of answers, errors and the store, even if it quotes the key', async () => {
      const outputs: string[] = [];
      const [key] = keys;
      const sharedKeyEnv = { ...env(), BIGMIND_RERANK_KEY: key };
      const quotedKey = { status: 400, body: JSON.stringify({ error: { message: `Bad: ${key}` } }) };
      for (const behaviour of [
        behaviours.wrongKey(key),
        { kind: 'raw', ...quotedKey },
        { kind: 'raw', ...quotedKey, status: 503 },
      ] satisfies Behaviour[]) {
        server.behaviour = behaviour;
        const chat = await open(sharedKeyEnv);
        await store(chat, byWords, byReading);
        for (const tool of ['memory_search', 'memory_semantic_search'])
          outputs.push(JSON.stringify(await find(chat, {}, tool)));
        for (const tool of ['memory_get_stats', 'memory_health_check'])
          outputs.push(JSON.stringify(await chat.call(tool)));
        for (const command of [['embed', '--json'], ['search', question, '--explain'], ['doctor']]) {
          const { out, err } = await runProgram(home, command, { env: sharedKeyEnv });
          outputs.push(out, err);
        }
      }
      assert.ok(outputs.some((text) => text.includes('rejected the key (401)')));
      assert.ok(outputs.some((text) => text.includes('Bad:')));
      outputs.push(...filesUnder(home.path).map((file) => readFileSync(file, 'latin1')));
      assert.deepEqual(
        outputs.filter((text) => text.includes(key)),
        [],
      );
    });
  });
});

function filesUnder(folder: string): string[] {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return names.map((name) => join(folder, name)).filter((file) => statSync(file).isFile());
}

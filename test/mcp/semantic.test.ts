/** Search by meaning, through a real client over stdio, with a model server that knows a few synonyms. */
import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { TestModelServer } from '../support/modelServer.ts';
import { openChat, runProgram } from '../support/program.ts';
import type { Answer, Chat } from '../support/program.ts';
import { temporaryHome } from '../support/temporaryHome.ts';
import type { TemporaryHome } from '../support/temporaryHome.ts';

/** In milliseconds; generous, because the machine that runs the tests may be busy. */
const maxMs = 10_000;
const parked = 'The automobile stands behind the bakery.';
const question = 'Which vehicle?';

interface Result {
  text: string;
  score: number;
  why?: { meaning: number };
}

const resultsOf = ({ structured }: Answer): Result[] => structured['results'] as Result[];
const textsOf = (answer: Answer): string[] => resultsOf(answer).map(({ text }) => text);
const noticeOf = ({ structured }: Answer): string => (structured['note'] ?? '') as string;

describe('search by meaning', () => {
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

  const byOllama = (): Record<string, string> => ({ BIGMIND_EMBEDDINGS: 'ollama', BIGMIND_EMBEDDINGS_URL: server.url });
  const byOpenAi = (): Record<string, string> => ({ BIGMIND_EMBEDDINGS: 'openai', BIGMIND_EMBEDDINGS_URL: server.url });
  async function open(env: Record<string, string> = byOllama(), cwd = home.path): Promise<Chat> {
    const chat = await openChat(home, { cwd, env: { BIGMIND_TOOLSETS: 'core,chunks,semantic', ...env } });
    chats.push(chat);
    return chat;
  }
  async function store(chat: Chat, ...facts: string[]): Promise<void> {
    for (const fact of facts) await chat.call('memory_store_fact', { category: 'codebase', fact });
  }
  async function embedAll(env = byOllama()): Promise<void> {
    const { code, err } = await runProgram(home, ['embed'], { env });
    assert.equal(code, 0, err);
  }
  async function inTime(pending: Promise<Answer>): Promise<Answer> {
    const began = performance.now();
    const answer = await pending;
    const took = performance.now() - began;
    assert.ok(took < maxMs, `${String(Math.round(took))} ms`);
    assert.equal(answer.isError, false, answer.text);
    return answer;
  }
  const find = (chat: Chat, query = question, more: Record<string, unknown> = {}): Promise<Answer> =>
    inTime(chat.call('memory_search', { query, ...more }));
  const findByMeaning = (chat: Chat, query = question, more: Record<string, unknown> = {}): Promise<Answer> =>
    inTime(chat.call('memory_semantic_search', { query, ...more }));
  /** How often the server was asked for the vector of our query, rather than of a stored text. */
  const queryRequests = (): number => server.asked.filter(({ body }) => JSON.stringify(body).includes(question)).length;

  for (const [name, env, path] of [
    ['Ollama', byOllama, '/api/embed'],
    ['a server that speaks as OpenAI', byOpenAi, '/v1/embeddings'],
  ] as const) {
    it(`finds with ${name} a paraphrase that keyword search misses`, async () => {
      const alone = await open({});
      await store(alone, parked, 'Bread rises at dawn.', 'The physician comes on Mondays.');
      assert.match((await find(alone)).text, /^Nothing found in 3 memories/u);
      await embedAll(env());
      const chat = await open(env());
      const byMeaning = await findByMeaning(chat);
      const [nearest, next] = resultsOf(byMeaning);
      assert.equal(nearest?.text, parked);
      assert.ok(nearest.score > (next?.score ?? 0) && nearest.score < 1);
      assert.equal(noticeOf(byMeaning), '');
      const found = await find(chat, question, { explain: true });
      assert.equal(textsOf(found)[0], parked);
      assert.ok((resultsOf(found)[0]?.why?.meaning ?? 0) > 0);
      assert.match(found.text, /1\. .*automobile.*\n {3}why: .*0\.\d+ for its meaning/u);
      assert.equal(noticeOf(found), '');
      assert.deepEqual([...new Set(server.asked.map((request) => request.path))], [path]);
    });
  }

  it('finds a stored text as soon as it is embedded in the background', async () => {
    const chat = await open();
    await store(chat, parked);
    while (noticeOf(await findByMeaning(chat)) !== '') await new Promise((resolve) => setTimeout(resolve, 20));
    assert.deepEqual(textsOf(await findByMeaning(chat, 'the doctor and the car')), [parked]);
  });

  it('shows nothing that is unrelated to the query in meaning', async () => {
    const chat = await open();
    await store(chat, 'Bread bakes.');
    await embedAll();
    for (const tool of ['memory_search', 'memory_semantic_search'])
      assert.match((await chat.call(tool, { query: 'surgeon' })).text, /^Nothing found in 1 memories/u, tool);
  });

  it('accepts the filters of keyword search', async () => {
    const chat = await open();
    await store(chat, parked);
    await chat.call('memory_append_chunk', { content: 'Our car needs oil.', role: 'user' });
    await embedAll();
    assert.equal(resultsOf(await findByMeaning(chat)).length, 2);
    assert.deepEqual(textsOf(await findByMeaning(chat, question, { kinds: ['chunk'] })), ['Our car needs oil.']);
    assert.deepEqual(textsOf(await findByMeaning(chat, question, { limit: 1 })).length, 1);
    assert.deepEqual(textsOf(await findByMeaning(chat, question, { until: '2020-01-01' })), []);
  });

  it('says so if the chosen model has embedded nothing, even if words match, and does not call the model', async () => {
    await store(await open({}), parked, 'Bread rises at dawn.');
    await embedAll();
    server.behaviour = { kind: 'silent' };
    const chat = await open({ ...byOllama(), BIGMIND_EMBEDDINGS_MODEL: 'other' });
    const expected =
      /^Keyword search only: the model \(Ollama, other at http:\S+\) has not embedded any memories yet\. .*"bigmind embed"/u;
    for (const search of [find, findByMeaning]) {
      const answer = await search(chat, 'automobile');
      assert.deepEqual(textsOf(answer), [parked]);
      assert.match(noticeOf(answer), expected);
    }
    assert.match(noticeOf(await find(chat)), expected);
    assert.ok(!server.asked.some(({ body }) => JSON.stringify(body).includes(question)));
  });

  it('mentions no model while there is nothing to embed', async () => {
    const chat = await open();
    assert.equal(noticeOf(await find(chat)), '');
    assert.equal(server.asked.length, 0);
  });

  it('reports how many memories it covers while some are not embedded', async () => {
    const chat = await open();
    await store(chat, parked, 'Bread rises at dawn.');
    await embedAll();
    // A process without a model stores a memory that the other one has not embedded.
    await store(await open({}), 'Another vehicle stands in the yard.');
    const answer = await findByMeaning(chat);
    assert.equal(
      noticeOf(answer),
      'Search by meaning covers 2 of 3 memories so far. BigMind embeds the rest in the background; to do it now, run "bigmind embed".',
    );
    assert.match(answer.text, /\nNote: Search by meaning covers 2 of 3 memories so far\./u);
    assert.equal(textsOf(answer)[0], parked);
  });

  it('falls back to keywords without a model, and says what to set', async () => {
    const chat = await open({});
    await store(chat, parked);
    const answer = await findByMeaning(chat, 'bakery');
    assert.deepEqual(textsOf(answer), [parked]);
    assert.match(noticeOf(answer), /Keyword search only.*Set BIGMIND_EMBEDDINGS to ollama or openai/u);
    assert.match(answer.text, /\nNote: Keyword search only, because no embedding model is set\./u);
    assert.doesNotMatch(
      noticeOf(await find(chat, 'bakery')),
      /BIGMIND_EMBEDDINGS/u,
      'keyword search does not mention embeddings',
    );
  });

  describe('with a server that goes down', () => {
    let chat: Chat;
    beforeEach(async () => {
      chat = await open();
      await store(chat, parked, 'Bread rises at dawn.');
      await embedAll();
      assert.equal(textsOf(await find(chat))[0], parked);
      server.reset();
    });

    it('answers by keywords at once, says so, and skips the server for a while', async () => {
      await server.stop();
      try {
        const answer = await find(chat, 'bakery');
        assert.deepEqual(textsOf(answer), [parked]);
        assert.match(
          noticeOf(answer),
          /^Keyword search only: Ollama at http:\S+ cannot be reached \(ECONNREFUSED\)\./u,
        );
        assert.ok(answer.text.endsWith(`\nNote: ${noticeOf(answer)}`));
        assert.match((await find(chat)).text, /^Nothing found in 2 memories.*\nNote: Keyword search only/u);
        const byMeaning = await findByMeaning(chat, 'bakery');
        assert.deepEqual(textsOf(byMeaning), [parked]);
        assert.equal(noticeOf(byMeaning), noticeOf(answer), 'a single notice');
      } finally {
        await server.start();
      }
      assert.match(noticeOf(await find(chat)), /^Keyword search only/u);
      assert.equal(queryRequests(), 0, 'no request during the pause');
      // Another process does not share the pause.
      assert.equal(textsOf(await find(await open()))[0], parked);
    });

    it('waits only once for a server that does not answer', async () => {
      server.behaviour = { kind: 'silent' };
      const began = performance.now();
      const first = await chat.call('memory_search', { query: question });
      assert.match(noticeOf(first), /did not answer within 3 s/u);
      const waited = performance.now() - began;
      assert.ok(waited < 3_000 + maxMs, `${String(waited)} ms`);
      assert.match(noticeOf(await find(chat)), /did not answer within 3 s/u);
      assert.match(noticeOf(await findByMeaning(chat)), /did not answer within 3 s/u);
      assert.equal(queryRequests(), 1);
    });
  });

  describe('for several users and projects', () => {
    const team = (user: string): Record<string, string> => ({
      ...byOllama(),
      BIGMIND_MODE: 'team',
      BIGMIND_USER: user,
      BIGMIND_DB_PATH: home.database,
    });
    const search = async (chat: Chat, more: Record<string, unknown> = {}): Promise<string[]> => {
      const found = [await find(chat, question, more), await findByMeaning(chat, question, more)];
      return [...new Set(found.flatMap(textsOf))].toSorted();
    };

    it('never shows memories of another user', async () => {
      const alice = await open(team('alice'));
      await store(alice, parked);
      await alice.call('memory_append_chunk', { content: 'The car is red.', role: 'user' });
      const bob = await open(team('bob'));
      await store(bob, 'My cars are blue.');
      await embedAll(team('alice'));
      assert.deepEqual(await search(bob, { project: 'all' }), ['My cars are blue.']);
      assert.deepEqual(await search(alice, { project: 'all' }), [parked, 'The car is red.']);
    });

    it('shows memories of another project only on request', async () => {
      const [shop, farm] = ['shop', 'farm'].map((name) => join(home.path, name));
      for (const folder of [shop, farm]) mkdirSync(folder ?? '');
      await store(await open(byOllama(), shop), parked);
      const there = await open(byOllama(), farm);
      await store(there, 'The vehicle is a tractor.');
      await there.call('memory_store_fact', { category: 'preference', fact: 'Likes old cars.' });
      await embedAll();
      assert.deepEqual(await search(there), ['Likes old cars.', 'The vehicle is a tractor.']);
      assert.equal((await search(there, { project: 'all' })).length, 3);
      assert.ok((await search(there, { project: 'shop' })).includes(parked));
    });

    it('never shows a deprecated fact, whether it is embedded or not', async () => {
      const chat = await open();
      await store(chat, parked, 'The car was sold.');
      await embedAll();
      await chat.call('memory_deprecate_fact', { fact_id: 1, reason: 'It was moved.' });
      assert.deepEqual(await search(chat), ['The car was sold.']);
      await embedAll();
      assert.deepEqual(await search(chat), ['The car was sold.']);
      assert.equal(noticeOf(await findByMeaning(chat)), '');
    });
  });
});

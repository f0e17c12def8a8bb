/**
 * Everything that can go wrong with a model server: whether waiting may help, what to do, and that the key is never
 * shown.
 */
import assert from 'node:assert/strict';
import { inspect } from 'node:util';
import { BigMindError } from '../../../src/memory/shared/errors.ts';
import { createOllama } from '../../../src/search/embedding/servers/ollama.ts';
import { createOpenAi } from '../../../src/search/embedding/servers/openai.ts';
import type { EmbeddingProvider } from '../../../src/search/embedding/servers/provider.ts';
import { createReranker } from '../../../src/search/embedding/servers/rerank.ts';
import { behaviours, TestModelServer, type Behaviour } from '../../support/modelServer.ts';

const key = 'sk-secret-0815';

async function errorOf(work: Promise<unknown>): Promise<BigMindError> {
  try {
    await work;
  } catch (thrown) {
    assert.ok(thrown instanceof BigMindError, inspect(thrown));
    assert.ok(thrown.remedy);
    assert.ok(!inspect(thrown, { depth: 9 }).includes(key), 'the key is in the error');
    return thrown;
  }
  throw new Error('No error was thrown.');
}

describe('a model server', () => {
  const server = new TestModelServer();
  before(() => server.start());
  after(() => server.stop());
  beforeEach(() => server.reset());

  const timeouts = { document: 20_000, query: 150 };
  const ollama = (): EmbeddingProvider =>
    createOllama({ url: server.url, model: 'nomic-embed-text', key: undefined }, { timeouts });
  const openAi = (): EmbeddingProvider => createOpenAi({ url: server.url, model: 'nope', key }, { timeouts });
  const rerank = (): Promise<number[]> =>
    createReranker({ url: server.url, model: '', key }, { timeouts }).score('x', ['a', 'b']);

  async function failing(behaviour: Behaviour, provider: EmbeddingProvider): Promise<BigMindError> {
    server.behaviour = behaviour;
    return errorOf(provider.embed(['a', 'b'], 'document'));
  }

  const cases: [name: string, Behaviour, () => EmbeddingProvider, code: string, reason: unknown, says: RegExp][] = [
    [
      'a model that Ollama does not have',
      behaviours.ollamaUnknownModel,
      ollama,
      'provider_refused',
      'model',
      /`ollama pull nomic-embed-text`/u,
    ],
    [
      'a text that is too long for Ollama',
      behaviours.ollamaTooLong,
      ollama,
      'provider_refused',
      'input',
      /context length/u,
    ],
    [
      'a model of Ollama for other uses',
      behaviours.ollamaNoEmbeddings,
      ollama,
      'provider_refused',
      'model',
      /does not support embeddings/u,
    ],
    [
      'a model that the server does not have',
      behaviours.openAiUnknownModel,
      openAi,
      'provider_refused',
      'model',
      /Load "nope".*BIGMIND_EMBEDDINGS_MODEL/u,
    ],
    ['a text that is too long', behaviours.openAiTooLong, openAi, 'provider_refused', 'input', /8192 tokens/u],
    [
      'a wrong key that the server repeats',
      behaviours.wrongKey(key),
      openAi,
      'provider_refused',
      'key',
      /401.*BIGMIND_EMBEDDINGS_KEY.*Set Model Server Key/u,
    ],
    [
      'an address of another service',
      behaviours.notThere,
      ollama,
      'provider_refused',
      'address',
      /404.*BIGMIND_EMBEDDINGS_URL/u,
    ],
    ['an HTML page instead of an answer', behaviours.aPage, openAi, 'provider_refused', 'answer', /not JSON/u],
    ['too many requests', behaviours.busy, openAi, 'provider_down', undefined, /too busy.*Rate limit/u],
    ['a model that is being loaded', behaviours.loading, openAi, 'provider_down', undefined, /Loading model/u],
    ['an internal server error', behaviours.broken, ollama, 'provider_down', undefined, /500/u],
    ['an interrupted answer', { kind: 'cut' }, ollama, 'provider_down', undefined, /cannot be reached/u],
    ['an endless answer', { kind: 'endless' }, ollama, 'provider_refused', 'answer', /larger than 64 MB/u],
  ];
  for (const [name, behaviour, provider, code, reason, message] of cases) {
    it(`reports ${name} as ${code}`, async () => {
      const error = await failing(behaviour, provider());
      assert.deepEqual([error.code, error.details['reason']], [code, reason], error.sentence);
      assert.match(error.sentence, message);
    });
  }

  const invalidAnswers: [what: string, body: unknown, says: RegExp][] = [
    ['an empty object', {}, /no "embeddings"/u],
    ['a number', 7, /no "embeddings"/u],
    ['too few vectors', { embeddings: [[1]] }, /1 vectors for 2 texts/u],
    ['vectors of different lengths', { embeddings: [[1, 2], [1]] }, /differ in length/u],
    ['empty vectors', { embeddings: [[], []] }, /not a list of finite numbers/u],
    ['strings instead of numbers', { embeddings: [['1'], ['2']] }, /not a list of finite numbers/u],
    ['numbers too large for a vector', { embeddings: [[1e300], [1]] }, /not a list of finite numbers/u],
    ['null instead of a number', { embeddings: [[null], [1]] }, /not a list of finite numbers/u],
  ];
  for (const [what, body, message] of invalidAnswers) {
    it(`is rejected if it answers with ${what}`, async () => {
      const error = await failing({ kind: 'raw', status: 200, body: JSON.stringify(body) }, ollama());
      assert.equal(error.code, 'provider_refused');
      assert.match(error.message, message);
    });
  }

  it('is rejected if its answer does not say which vector belongs to which text', async () => {
    const data = [0, 0].map((index) => ({ index, embedding: [1] }));
    const error = await failing({ kind: 'raw', status: 200, body: JSON.stringify({ data }) }, openAi());
    assert.match(error.message, /"index"/u);
  });

  it('is rejected if a document has no score, or one that is not a number', async () => {
    const bodies = [
      { results: [{ index: 0, relevance_score: 1 }] },
      { results: [0, 0].map((index) => ({ index, relevance_score: 1 })) },
      { results: [0, 1].map((index) => ({ index, relevance_score: 'high' })) },
      { scores: [1, 2] },
    ];
    for (const body of bodies) {
      server.behaviour = { kind: 'raw', status: 200, body: JSON.stringify(body) };
      assert.equal((await errorOf(rerank())).code, 'provider_refused');
    }
  });

  it('says when to retry', async () => {
    const { details } = await failing(behaviours.busy, openAi());
    assert.equal(details['retryAfterSeconds'], 7);
  });

  it('is down if nothing listens, and works again once something does', async () => {
    const provider = openAi();
    await server.stop();
    const error = await errorOf(provider.embed(['a'], 'document'));
    assert.equal(error.code, 'provider_down');
    assert.match(error.message, /cannot be reached \(ECONNREFUSED\)/u);
    assert.equal((await errorOf(rerank())).code, 'provider_down');
    await server.start();
    assert.equal((await provider.embed(['a'], 'document')).length, 1);
  });

  it('is down if it does not answer in time, sooner for a query', async () => {
    server.behaviour = { kind: 'silent' };
    const start = performance.now();
    const error = await errorOf(openAi().embed(['a'], 'query'));
    assert.equal(error.code, 'provider_down');
    assert.match(error.message, /within 0\.15 s/u);
    assert.equal((await errorOf(rerank())).code, 'provider_down');
    assert.ok(performance.now() - start < 10_000);
  });

  it('is abandoned if the caller aborts, with the reason of the caller', async () => {
    server.behaviour = { kind: 'silent' };
    const reason = new Error('the person typed on');
    const stopping = new AbortController();
    const request = openAi().embed(['a'], 'document', stopping.signal);
    setTimeout(() => stopping.abort(reason), 30);
    await assert.rejects(request, reason);
    await assert.rejects(openAi().embed(['a'], 'document', stopping.signal), reason);
    assert.equal(server.asked.length, 1);
  });

  it('is not followed to another address, which would also get the key', async () => {
    const elsewhere = new TestModelServer();
    await elsewhere.start();
    try {
      for (const status of [301, 302, 307, 308]) {
        const headers = { location: `${elsewhere.url}/v1/embeddings` };
        const error = await failing({ kind: 'raw', status, body: '', headers }, openAi());
        assert.deepEqual([error.code, error.details['reason']], ['provider_refused', 'address']);
      }
      assert.deepEqual(elsewhere.asked, []);
    } finally {
      await elsewhere.stop();
    }
  });

  it('is quoted without the texts that its refusal repeats', async () => {
    const body = JSON.stringify({ detail: [{ msg: 'Field required', input: { input: ['my private note'] } }] });
    const error = await failing({ kind: 'raw', status: 422, body }, openAi());
    assert.match(error.message, /422: Field required/u);
    assert.ok(!inspect(error, { depth: 9 }).includes('private note'));
  });

  it('is quoted without the key that any other refusal repeats', async () => {
    const body = JSON.stringify({ error: { message: `Bad header "Bearer ${key}"` } });
    const error = await failing({ kind: 'raw', status: 400, body }, openAi());
    assert.match(error.message, /Bad header "Bearer \[key\]"/u);
  });
});

describe('a key', () => {
  const anywhere = { model: 'm', key };

  it('is in no label or name', () => {
    const provider = createOpenAi({ url: 'https://models.example/v1', ...anywhere });
    const reranker = createReranker({ url: 'https://models.example/v1', ...anywhere });
    assert.ok(!inspect([provider, reranker], { depth: 9, showHidden: true }).includes(key));
  });

  it('is sent only over https, or over http on this machine', () => {
    for (const url of ['https://models.example', 'http://localhost:1', 'http://127.8.0.1:1', 'http://[::1]:1']) {
      assert.doesNotThrow(() => createOpenAi({ url, ...anywhere }));
    }
    for (const url of [
      'http://models.example',
      'http://10.0.0.7:8080',
      'http://localhost.example',
      'http://127.0.0.1.example',
    ]) {
      for (const create of [createOpenAi, createOllama, createReranker]) {
        assert.throws(() => create({ url, ...anywhere }), { code: 'invalid_input', remedy: /https/u });
        assert.doesNotThrow(() => create({ url, model: 'm', key: undefined }));
      }
    }
  });

  it('is rejected without being shown if it is not valid in a header', () => {
    for (const bad of ['sk two words', 'sk-line\nbreak', 'sk-ключ', '']) {
      const create = (): unknown => createOpenAi({ url: 'https://models.example', model: 'm', key: bad });
      assert.throws(create, (error: unknown) => {
        assert.ok(error instanceof BigMindError);
        return error.code === 'invalid_input' && (bad === '' || !error.sentence.includes(bad));
      });
    }
  });
});

/** The providers use the real wire formats: order, prefixes, addresses, keys, and what each kind of server expects. */
import assert from 'node:assert/strict';
import { createOllama } from '../../../src/search/embedding/servers/ollama.ts';
import { createOpenAi } from '../../../src/search/embedding/servers/openai.ts';
import { providersFrom } from '../../../src/search/embedding/servers/providersFrom.ts';
import { createReranker } from '../../../src/search/embedding/servers/rerank.ts';
import { vectorOf } from '../../support/meaning.ts';
import { TestModelServer } from '../../support/modelServer.ts';

const texts = ['We deploy on Thursdays.', 'The dog sleeps.', 'A defect in the parser.'];
const key = 'sk-test-4711';

describe('the providers', () => {
  const server = new TestModelServer();
  before(() => server.start());
  after(() => server.stop());
  beforeEach(() => server.reset());

  const settings = (
    path = '',
    model = 'some-model',
    withKey?: string,
  ): { url: string; model: string; key: string | undefined } => ({
    url: `${server.url}${path}`,
    model,
    key: withKey,
  });
  const asVectors = (of: readonly string[]): Float32Array[] => of.map((text) => Float32Array.from(vectorOf(text)));

  describe('Ollama', () => {
    it('uses its own protocol, and returns vectors in the order of the texts', async () => {
      const provider = createOllama(settings());
      assert.deepEqual(await provider.embed(texts, 'document'), asVectors(texts));
      const [request] = server.asked;
      assert.equal(request?.path, '/api/embed');
      assert.equal(request.authorization, undefined);
      assert.deepEqual(request.body, { model: 'some-model', input: texts, truncate: true });
    });

    it('marks queries and documents for a model that needs it', async () => {
      const provider = createOllama(settings('', 'nomic-embed-text'));
      await provider.embed(['when?'], 'query');
      await provider.embed(['then.'], 'document');
      const inputs = server.asked.map(({ body }) => body['input']);
      assert.deepEqual(inputs, [['search_query: when?'], ['search_document: then.']]);
    });

    it('omits the default tag, and accepts an address with the API path', async () => {
      const provider = createOllama(settings('/api/embed/', 'bge-m3:latest'));
      assert.equal(provider.model, 'ollama:bge-m3');
      assert.equal(provider.label, `Ollama, bge-m3 at ${server.url}`);
      assert.equal((await provider.embed(['x'], 'query')).length, 1);
    });
  });

  describe('an OpenAI-compatible server', () => {
    it('is asked for floats, and its answer is ordered by index', async () => {
      const provider = createOpenAi(settings('/v1', 'text-embedding-3-small', key));
      assert.deepEqual(await provider.embed(texts, 'document'), asVectors(texts));
      const [request] = server.asked;
      assert.equal(request?.authorization, `Bearer ${key}`);
      assert.deepEqual(request.body, { model: 'text-embedding-3-small', input: texts, encoding_format: 'float' });
      assert.equal(provider.model, 'openai:text-embedding-3-small');
    });

    for (const path of ['', '/', '/v1', '/v1/', '/v1/embeddings']) {
      it(`is reached at its host address followed by "${path}"`, async () => {
        const provider = createOpenAi(settings(path));
        await provider.embed(['x'], 'query');
        assert.equal(server.asked[0]?.path, '/v1/embeddings');
        assert.equal(provider.label, `OpenAI-compatible, some-model at ${server.url}/v1`);
      });
    }
  });

  describe('the probe', () => {
    for (const [requested, answered, other] of [
      ['bge-m3', 'bge-m3:latest', undefined],
      ['bge-m3', '/models/BGE-M3.gguf', undefined],
      ['BAAI/bge-m3', 'bge-m3', undefined],
      ['bge-m3', undefined, undefined],
      ['bge-m3', 'nomic-embed-text', 'nomic-embed-text'],
    ] as const) {
      it(`reports the vector length, and ${other === undefined ? 'no' : 'the'} other model for "${requested}" if the server runs "${String(answered)}"`, async () => {
        const rows = { embeddings: [[1, 2, 3]], data: [{ index: 0, embedding: [1, 2, 3] }] };
        server.behaviour = { kind: 'raw', status: 200, body: JSON.stringify({ model: answered, ...rows }) };
        for (const provider of [createOllama(settings('', requested)), createOpenAi(settings('', requested))])
          assert.deepEqual(await provider.probe?.(), {
            dimensions: 3,
            ...(other !== undefined && { otherModel: other }),
          });
      });
    }
  });

  describe('reranking', () => {
    const documents = ['Nothing of the kind.', 'The release ships on Thursday.', 'Thursday.'];

    it('returns a score for each document, in their order', async () => {
      const reranker = createReranker(settings('/v1', 'bge-reranker', key));
      assert.deepEqual(await reranker.score('release Thursday', documents), [0, 1, 0.5]);
      const [request] = server.asked;
      assert.equal(request?.path, '/v1/rerank');
      assert.equal(request.authorization, `Bearer ${key}`);
      assert.deepEqual(request.body, { model: 'bge-reranker', query: 'release Thursday', documents, top_n: 3 });
    });

    it('names no model if none is chosen', async () => {
      await createReranker(settings('/rerank', '')).score('x', documents);
      assert.equal(server.asked[0]?.path, '/rerank');
      assert.ok(!('model' in server.asked[0].body));
    });

    it('learns once what Text Embeddings Inference expects', async () => {
      server.behaviour = { kind: 'tei' };
      const reranker = createReranker(settings());
      for (const _ of [1, 2]) assert.deepEqual(await reranker.score('release Thursday', documents), [0, 1, 0.5]);
      assert.deepEqual(
        server.asked.map(({ body }) => Object.keys(body).toSorted()),
        [['documents', 'model', 'query', 'top_n'], ...[1, 2].map(() => ['query', 'texts', 'truncate'])],
      );
    });
  });

  it('send no request without texts', async () => {
    assert.deepEqual(await createOllama(settings()).embed([], 'document'), []);
    assert.deepEqual(await createOpenAi(settings()).embed([], 'query'), []);
    assert.deepEqual(await createReranker(settings()).score('x', []), []);
    assert.deepEqual(server.asked, []);
  });

  it('replace a lone surrogate, which some servers cannot read', async () => {
    await createOpenAi(settings()).embed(['a\ud83d'], 'document');
    assert.deepEqual(server.asked[0]?.body['input'], ['a\ufffd']);
  });

  it('are created from the settings', async () => {
    assert.deepEqual(providersFrom({ embeddings: undefined, rerank: undefined }), {});
    const both = providersFrom({ embeddings: { provider: 'openai', ...settings() }, rerank: settings('', 'r') });
    assert.equal(both.embedding?.model, 'openai:some-model');
    assert.equal(both.rerank?.label, `Reranking, r at ${server.url}`);
    const urls: string[] = [];
    const { embedding } = providersFrom(
      { embeddings: { provider: 'ollama', ...settings() }, rerank: undefined },
      (url, init) => {
        urls.push(url);
        return fetch(url, init);
      },
    );
    await embedding?.embed(['x'], 'query');
    assert.deepEqual(urls, [`${server.url}/api/embed`]);
  });
});

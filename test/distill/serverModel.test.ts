/** Model servers as models: what a local server receives, and what its answers and failures come to. */
import assert from 'node:assert/strict';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createOllamaModel, createOpenAiModel } from '../../src/distill/serverModel.ts';
import { BigMindError } from '../../src/memory/shared/errors.ts';
import { errorOf } from './scripts.ts';

interface Received {
  path: string;
  key: string | undefined;
  body: Record<string, unknown>;
}
type Reply = { status?: number; headers?: Record<string, string>; text: string } | 'hold';

describe('a model server as a language model', () => {
  let server: Server;
  let received: Received[];
  let reply: (request: Received) => Reply;
  let url: string;
  beforeEach(async () => {
    received = [];
    server = createServer((request, response) => {
      void textOf(request).then((text) => {
        const { url: path = '', headers } = request;
        const one = { path, key: headers.authorization, body: JSON.parse(text) as Received['body'] };
        received.push(one);
        const answer = reply(one);
        if (answer !== 'hold') response.writeHead(answer.status ?? 200, answer.headers).end(answer.text);
      });
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    url = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
  });
  afterEach(async () => {
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
  });

  const completion = (content: unknown): Reply => ({ text: JSON.stringify({ choices: [{ message: { content } }] }) });
  const chat = (content: unknown): Reply => ({ text: JSON.stringify({ message: { content } }) });
  const settings = (key?: string): { url: string; model: string; key: string | undefined } => ({
    url,
    model: 'm',
    key,
  });

  it('is asked by the API of OpenAI, for JSON, as a whole', async () => {
    reply = () => completion('{"items":[]}');
    assert.equal(await createOpenAiModel(settings('sk-1')).ask('Learn!'), '{"items":[]}');
    const body = {
      ...{ model: 'm', messages: [{ role: 'user', content: 'Learn!' }], stream: false },
      response_format: { type: 'json_object' },
    };
    assert.deepEqual(received, [{ path: '/v1/chat/completions', key: 'Bearer sk-1', body }]);
  });

  it('is asked without a format if it refuses the one of OpenAI, then and later', async () => {
    reply = ({ body }) =>
      'response_format' in body
        ? { status: 400, text: `{"error":"'response_format.type' must be 'json_schema' or 'text'"}` }
        : completion('yes');
    const model = createOpenAiModel(settings());
    assert.deepEqual([await model.ask('a'), await model.ask('b')], ['yes', 'yes']);
    assert.deepEqual(
      received.map(({ body }) => 'response_format' in body),
      [true, false, false],
    );
  });

  it('is asked by the API of Ollama, with a context in which the request has room', async () => {
    reply = () => chat('{}');
    const model = createOllamaModel(settings());
    assert.equal(await model.ask('Learn!'), '{}');
    await model.ask('some words '.repeat(5_000));
    assert.deepEqual(received[0], {
      path: '/api/chat',
      key: undefined,
      body: {
        ...{ model: 'm', messages: [{ role: 'user', content: 'Learn!' }], stream: false, format: 'json' },
        options: { num_ctx: 8_192 },
      },
    });
    const { num_ctx: context } = received[1]?.body['options'] as { num_ctx: number };
    assert.ok(context >= 14_000 && context % 8_192 === 0, String(context));
  });

  it('may be named with or without the path of its API', async () => {
    reply = ({ path }) => (path.startsWith('/api') ? chat('ok') : completion('ok'));
    for (const end of ['', '/', '/v1', '/v1/', '/v1/chat/completions'])
      await createOpenAiModel({ ...settings(), url: `${url}${end}` }).ask('x');
    for (const end of ['', '/', '/api', '/api/chat'])
      await createOllamaModel({ ...settings(), url: `${url}${end}` }).ask('x');
    assert.deepEqual([...new Set(received.map(({ path }) => path))], ['/v1/chat/completions', '/api/chat']);
  });

  it('gives the beginning of a long answer, and refuses one of more than 5 MB or without text', async () => {
    reply = () => completion('x'.repeat(300_000));
    assert.equal((await createOpenAiModel(settings()).ask('x')).length, 200_000);
    for (const bad of [
      completion('x'.repeat(6_000_000)),
      completion(null),
      completion([1]),
      { text: '<html>' },
      { text: '[]' },
    ]) {
      reply = () => bad;
      assert.equal((await errorOf(createOpenAiModel(settings()).ask('x'))).code, 'provider_refused');
    }
  });

  it('is down for now when it is busy, broken, gone or too slow', async () => {
    for (const status of [429, 500, 503]) {
      reply = () => ({ status, text: '{"error":"no"}' });
      const error = await errorOf(createOpenAiModel(settings()).ask('x'));
      assert.equal(error.code, 'provider_down');
      assert.match(error.sentence, /later\. No recorded chats are lost/u);
    }
    reply = () => 'hold';
    const slow = await errorOf(createOllamaModel(settings(), { timeoutMs: 100 }).ask('x'));
    assert.match(slow.message, /did not answer within 0\.1 s/u);
    const gone = await errorOf(createOllamaModel({ ...settings(), url: 'http://127.0.0.1:1' }).ask('x'));
    assert.deepEqual([slow.code, gone.code], ['provider_down', 'provider_down']);
  });

  it('is refused without a valid key or model, and never receives the key after a redirect', async () => {
    reply = () => ({ status: 401, text: '{"error":"bad key sk-1"}' });
    const denied = await errorOf(createOpenAiModel(settings('sk-1')).ask('x'));
    assert.deepEqual([denied.code, denied.details], ['provider_refused', { reason: 'key' }]);
    assert.match(denied.sentence, /BIGMIND_LEARN_KEY/u);
    assert.ok(!denied.sentence.includes('sk-1'));
    reply = () => ({ status: 404, text: '{"error":"model \\"m\\" not found"}' });
    assert.match(
      (await errorOf(createOllamaModel(settings()).ask('x'))).sentence,
      /ollama pull m.*BIGMIND_LEARN_MODEL/u,
    );
    received = [];
    reply = () => ({ status: 307, headers: { location: `${url}/elsewhere` }, text: '' });
    assert.equal((await errorOf(createOpenAiModel(settings('sk-1')).ask('x'))).code, 'provider_refused');
    assert.equal(received.length, 1);
  });

  it('gets no key over plain HTTP on another machine', () => {
    for (const create of [createOpenAiModel, createOllamaModel])
      assert.throws(() => create({ url: 'http://models.example', model: 'm', key: 'sk-1' }), BigMindError);
  });

  it('is no longer awaited when the caller aborts', async () => {
    reply = () => 'hold';
    const controller = new AbortController();
    const asked = createOpenAiModel(settings()).ask('x', controller.signal);
    controller.abort(new Error('enough'));
    await assert.rejects(asked, /enough/u);
  });
});

async function textOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const piece of request.setEncoding('utf8')) text += String(piece);
  return text;
}

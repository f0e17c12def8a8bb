/** The REST API: what it stores and finds, what it answers to odd input, and its description. */
import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { openApiDocument } from '../../../src/http/agents/openApi.ts';
import { restRoutes } from '../../../src/http/agents/restRoutes.ts';
import { assertGolden } from '../../support/golden.ts';
import { seededRandom } from '../../support/seededRandom.ts';
import { codeIn, jsonOf, openServer, type TestServer } from './support.ts';

describe('the REST API', () => {
  let opened: TestServer;
  let token: string;
  beforeEach(async () => {
    opened = await openServer({ limits: { token: { burst: 10_000, perSecond: 10_000 } } });
    token = await opened.token();
  });
  afterEach(() => opened.close());

  const save = async (body: Record<string, unknown>, path = '/memory/save') =>
    opened.send('POST', path, { token, body });
  const saved = async (body: Record<string, unknown>): Promise<Record<string, unknown>> => {
    const reply = await save(body);
    assert.equal(reply.status, 200, reply.body);
    return jsonOf(reply);
  };

  it('stores a fact with everything that its metadata say, and names what it ignored', async () => {
    const answer = await saved({
      content: 'The cache lives in Redis.',
      scope: 'rocket',
      visibility: 'workspace',
      metadata: {
        type: 'architecture',
        tags: ['infra'],
        entities: ['Redis'],
        source: 'a.md#L4',
        confidence: 0.8,
        color: 1,
      },
    });
    assert.deepEqual([answer['status'], answer['project'], answer['ignored']], ['stored', 'rocket', ['color']]);
    const { facts } = await opened.open.memory.facts.list(await opened.open.caller(), 'all', 1);
    const [fact] = facts;
    assert.ok(fact !== undefined);
    const { type, tags, sourceRef, confidence, visibility, uid, id } = fact;
    assert.deepEqual(
      [type, tags, sourceRef, confidence, visibility],
      ['architecture', ['infra', 'Redis'], 'a.md#L4', 0.8, 'workspace'],
    );
    assert.deepEqual([answer['id'], answer['pg_id']], [uid, id]);
    assert.equal(opened.saved(), 1);
  });

  it('finds a project by its name for a person who has only what others share of it', async () => {
    await saved({ content: 'The wiki password is in the vault.', scope: 'rocket', visibility: 'workspace' });
    await saved({ content: 'The wiki password of ada is old.', scope: 'hangar' });
    const carols = await opened.token({ username: 'carol' });
    const asked = async (path: string, body: Record<string, unknown>): Promise<Record<string, unknown>> => {
      const reply = await opened.send('POST', path, { token: carols, body });
      assert.equal(reply.status, 200, reply.body);
      return jsonOf(reply);
    };
    const search = (scope: string) => asked('/memory/search', { query: 'wiki password', scope });
    const found = await search('rocket');
    assert.deepEqual(
      (found['results'] as { text: string }[]).map(({ text }) => text),
      ['The wiki password is in the vault.'],
    );
    const secret = await search('hangar');
    assert.deepEqual(secret['results'], []);
    assert.match(JSON.stringify(secret), /No project is called \\"hangar\\"\. Known: \\"rocket\\"/u);
    assert.doesNotMatch(
      JSON.stringify(await asked('/memory/graph', { query: 'hubs', scope: 'rocket' })),
      /No project/u,
    );
    const mine = await asked('/memory/save', { content: 'The wiki moves in May.', scope: 'rocket' });
    assert.equal(mine['project'], 'rocket');
    assert.equal(((await search('rocket'))['results'] as unknown[]).length, 2);
  });

  it('stores the same fact once, and says which facts it contradicts', async () => {
    const first = await saved({ content: 'We use tabs for indentation.' });
    const again = await saved({ content: 'We use tabs for indentation.' });
    assert.deepEqual([again['status'], again['id']], ['duplicate', first['id']]);
    const opposite = await saved({ content: 'We do not use tabs for indentation.' });
    const related = opposite['related'] as { id: string; relation: string }[];
    assert.deepEqual(
      related.map(({ id, relation }) => [id, relation]),
      [[first['id'], 'contradicts']],
    );
  });

  it('removes secrets before it stores anything, and says so', async () => {
    const secret = `ghp_${'a1B2'.repeat(9)}`;
    const answer = await saved({ content: `Deploy with the token ${secret} on Fridays.` });
    assert.equal(answer['redacted'], 1);
    assert.match(String(answer['message']), /removed/u);
    const found = await opened.send('POST', '/memory/search', { token, body: { query: 'deploy token Fridays' } });
    assert.ok(!found.body.includes(secret));
    assert.match(found.body, /Fridays/u);
  });

  it('replaces a fact, and refuses what is a conflict', async () => {
    const { pg_id: old } = await saved({ content: 'The API is at v1.' });
    const next = await saved({ content: 'The API is at v2.', metadata: { supersedes: old } });
    assert.equal(next['status'], 'stored');
    const { memory, caller } = opened.open;
    await memory.facts.deprecate(await caller(), { factId: Number(next['pg_id']), reason: 'Out of date.' });
    const late = await save({ content: 'The API is at v2.1.', metadata: { supersedes: next['id'] } });
    assert.deepEqual([late.status, codeIn(late)], [409, 'conflict'], late.body);
    const unknown = await save({ content: 'The API is at v3.', metadata: { supersedes: 4711 } });
    assert.deepEqual([unknown.status, codeIn(unknown)], [404, 'not_found']);
    assert.match(unknown.body, /POST \/memory\/search/u);
  });

  it('puts a fact into the project of the client, unless the request names one', async () => {
    const headers = { 'x-bigmind-project': 'rocket' };
    const about = async (body: Record<string, unknown>): Promise<unknown> =>
      jsonOf(await opened.send('POST', '/memory/save', { token, body, headers }))['project'];
    assert.equal(await about({ content: 'One.' }), 'rocket');
    assert.equal(await about({ content: 'Two.', scope: 'shop' }), 'shop');
    assert.equal(await about({ content: 'Three.', scope: 'all' }), null);
    assert.equal(await about({ content: 'Four.', metadata: { project: null } }), null);
  });

  it('knows its callers again after another store replaced theirs', async () => {
    await saved({ content: 'One.' });
    const { file } = opened.open;
    const database = new DatabaseSync(file);
    database.exec("PRAGMA foreign_keys = OFF; UPDATE users SET id = 'another'; UPDATE tokens SET user_id = 'another'");
    database.close();
    assert.equal((await saved({ content: 'Two.' }))['status'], 'stored');
  });

  it('answers when a save is applied', async () => {
    const reply = await save({ content: 'Seals sleep.' }, '/memory/save?consistency=applied');
    const { queued, id } = jsonOf(reply);
    assert.deepEqual([reply.status, queued], [200, false]);
    const state = jsonOf(await opened.send('GET', `/memory/status/${String(id)}`, { token }));
    assert.deepEqual([state['stored'], state['indexed'], state['queued']], [true, true, false]);
    assert.equal(state['applied_at'], state['updated_at']);
  });

  it('waits for a model as long as it may, and then says that the fact is queued', async () => {
    await opened.close();
    opened = await openServer({ limits: { callMs: 600 } });
    await opened.open.memory.embeddings.useModel('tiny');
    token = await opened.token();
    const reply = await save({ content: 'Seals sleep.' }, '/memory/save?consistency=applied');
    assert.deepEqual([reply.status, jsonOf(reply)['queued']], [200, true]);
  });

  it('finds memories by the filters of the request', async () => {
    await saved({ content: 'Otters float.', metadata: { type: 'research' }, scope: 'zoo' });
    await saved({ content: 'Otters dive.', metadata: { type: 'bug' }, scope: 'lake' });
    const texts = async (body: Record<string, unknown>): Promise<string[]> => {
      const reply = await opened.send('POST', '/memory/search', { token, body: { query: 'otters', ...body } });
      assert.equal(reply.status, 200, reply.body);
      return (jsonOf(reply)['results'] as { text: string }[]).map(({ text }) => text).toSorted();
    };
    assert.deepEqual(await texts({ scope: 'all' }), ['Otters dive.', 'Otters float.']);
    assert.deepEqual(await texts({ scope: 'zoo' }), ['Otters float.']);
    assert.deepEqual(await texts({ scope: 'all', types: ['bug'] }), ['Otters dive.']);
    assert.equal((await texts({ scope: 'all', limit: 1 })).length, 1);
  });

  it('refuses malformed requests with what is wrong, and stores nothing', async () => {
    const bodies: [unknown, RegExp][] = [
      ['{"content":', /not a JSON object/u],
      ['[]', /not a JSON object/u],
      ['null', /not a JSON object/u],
      [{}, /content/u],
      [{ content: 7 }, /content/u],
      [{ content: ' ' }, /content|fact/u],
      [{ content: 'x', contents: 'y' }, /contents/u],
      [{ content: 'x', consistency: 'applied' }, /belongs to the address/u],
      [{ content: 'x', visibility: 'everyone' }, /visibility/u],
      [{ content: 'x', metadata: { confidence: 7 } }, /confidence/u],
      [{ content: 'x'.repeat(10_001) }, /longer|10,000/u],
      [`${'['.repeat(200)}${']'.repeat(200)}`, /nested/u],
    ];
    for (const [body, problem] of bodies) {
      const reply = await opened.send('POST', '/memory/save', { token, body });
      assert.equal(reply.status, 400, reply.body);
      assert.match(reply.body, problem);
    }
    const paths = ['/memory/save?consistency=soon', '/memory/save?content=x', '/memory/save?token=x'];
    for (const path of paths) assert.equal((await save({ content: 'x' }, path)).status, 400, path);
    assert.equal((await opened.send('GET', '/memory/status/4711', { token })).status, 404);
    assert.equal((await opened.send('GET', '/memory/status/%ff', { token })).status, 400);
    assert.equal((await opened.send('GET', '/memory/status/1?kind=dream', { token })).status, 400);
    assert.equal(opened.saved(), 0);
    assert.deepEqual(opened.notes, []);
  });

  it('answers any body with JSON, and never with a defect', async () => {
    const random = seededRandom(20);
    for (let round = 0; round < 300; round += 1) {
      const path = random() < 0.5 ? '/memory/save' : '/memory/search';
      const reply = await opened.send('POST', path, { token, body: anyBody(random) });
      assert.ok(reply.status < 500, `${String(reply.status)} ${reply.body}`);
      assert.equal(typeof jsonOf(reply), 'object');
    }
    assert.deepEqual(opened.notes, []);
  });

  it('is described by an OpenAPI document from the same schemas', async () => {
    const document = openApiDocument('0.0.0');
    assertGolden('../../docs/openapi.json', `${JSON.stringify(document, null, 2)}\n`);
    const served = jsonOf(await opened.send('GET', '/openapi.json', { token }));
    assert.deepEqual(served, { ...document, info: { ...(document['info'] as object), version: '1' } });
    for (const { path } of restRoutes) assert.ok(Object.hasOwn(document['paths'] as object, path), path);
  });

  it('answers traversals of the graph, and refuses a query language with their list', async () => {
    const body = { content: 'The relay waits for the queue', metadata: { entities: ['Relay', 'Queue'] } };
    await opened.send('POST', '/memory/save', { token, body });
    const ask = (asked: object): ReturnType<typeof opened.send> =>
      opened.send('POST', '/memory/graph', { token, body: asked });
    const answer = jsonOf(await ask({ query: 'neighbours', entity: 'relay' }));
    assert.deepEqual(
      (answer['edges'] as { to: string; together: number }[]).map(({ to, together }) => [to, together]),
      [['Queue', 1]],
    );
    const refused = await ask({ cypher: 'MATCH (n) RETURN n' });
    assert.equal(refused.status, 400);
    assert.match(refused.body, /neighbours, path, mentions, hubs, lineage, by_relation/u);
    assert.equal((await ask({ query: 'neighbours', entity: 'nothing like it' })).status, 404);
  });
});

const names = [
  'content',
  'query',
  'metadata',
  'scope',
  'agent_id',
  'limit',
  'kinds',
  'tags',
  '__proto__',
  'constructor',
  'x',
];
const texts = [
  '',
  'x',
  'all',
  'claude-code',
  '\u0000',
  '\ud800',
  '<|im_start|>system',
  '../../etc/passwd',
  "' OR 1=1 --",
  '1e999',
];

/** Valid JSON of the fields that the API knows, with any values; sometimes no JSON at all. */
function anyBody(random: () => number): string {
  const pick = <T>(from: readonly T[]): T | undefined => from[Math.floor(random() * from.length)];
  const entries = (count: number, depth: number): [string, unknown][] =>
    Array.from({ length: count }, () => [pick(names) ?? 'x', any(depth)]);
  const any = (depth: number): unknown => {
    const kind = Math.floor(random() * (depth > 2 ? 5 : 7));
    if (kind === 0) return pick(texts);
    if (kind === 1) return Math.round((random() - 0.5) * 1e6) / 10;
    if (kind === 2) return random() < 0.5;
    if (kind === 3) return null;
    if (kind === 4) return (pick(texts) ?? '').repeat(Math.floor(random() * 3_000));
    if (kind === 5) return Array.from({ length: Math.floor(random() * 4) }, () => any(depth + 1));
    return Object.fromEntries(entries(Math.floor(random() * 5), depth + 1));
  };
  const fields = Object.fromEntries(entries(1 + Math.floor(random() * 5), 0));
  const body = JSON.stringify(random() < 0.7 ? { content: 'x', query: 'x', ...fields } : fields);
  return random() < 0.1 ? body.slice(0, Math.floor(random() * body.length)) : body;
}

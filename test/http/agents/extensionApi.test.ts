/** What the extension uses of a server: the page of a token's user, and recorded chats. */
import assert from 'node:assert/strict';
import type { Delivery } from '../../../src/memory/archive/outbox.ts';
import { BigMindError } from '../../../src/memory/shared/errors.ts';
import { codeIn, jsonOf, openServer, type TestServer } from './support.ts';

const delivery = {
  type: 'messages',
  conversation: 'chat-1',
  agent: { name: 'GitHub Copilot', version: null },
  project: { key: 'github.com/acme/rocket', name: 'rocket' },
  format: 'claude-code',
  origin: 'live',
  reading: 'whole',
  startedAt: '2026-07-01T08:00:00.000Z',
  title: 'The launch',
  messages: [
    message('1', 'user', 'Why does the launch fail on Fridays?'),
    message('2', 'assistant', 'Because the gate closes at noon. The key is ghp_0123456789abcdefghijABCDEFGHIJ012345.'),
  ],
} as const satisfies Delivery;

function message(key: string, role: 'user' | 'assistant', content: string) {
  const createdAt = '2026-07-01T08:00:00.000Z';
  return {
    key,
    role,
    type: 'text',
    content,
    createdAt,
    tool: null,
    files: [],
    work: null,
    branch: null,
    begins: null,
  } as const;
}

const overview = { type: 'ask', id: 1, question: { type: 'overview' } };
const store = (text: string) => ({ type: 'act', id: 3, act: { type: 'storeFact', text, category: 'codebase' } });

describe('the server for the extension', () => {
  let opened: TestServer;
  afterEach(() => opened.close());

  it('says whose token it is, and whether it may only read', async () => {
    const { send, token } = (opened = await openServer());
    const reader = await token({ username: 'eve', agent: 'vscode', isReadOnly: true });
    const reply = await send('GET', '/extension/user', { token: reader });
    assert.deepEqual(jsonOf(reply), { user: 'eve', agent: 'vscode', isReadOnly: true, version: '1' });
  });

  it('answers the page as the user of the token, and shows nobody the rows of others', async () => {
    const { send, token, saved } = (opened = await openServer());
    const [ada, eve] = [await token({ agent: 'vscode' }), await token({ username: 'eve', agent: 'vscode' })];
    const stored = await send('POST', '/extension/page', { token: ada, body: store('The rocket needs new fins.') });
    assert.deepEqual([stored.status, jsonOf(stored)['type']], [200, 'answer']);
    assert.equal(saved(), 1);
    const [mine, theirs] = await Promise.all(
      [ada, eve].map(async (one) => (await send('POST', '/extension/page', { token: one, body: overview })).body),
    );
    assert.match(mine ?? '', /"username":"ada".*"facts":1/u);
    assert.match(theirs ?? '', /"username":"eve".*"facts":0/u);
    const id = (jsonOf(stored)['answer'] as { made: { id: string } }).made;
    const asked = { type: 'ask', id: 4, question: { type: 'memory', ref: id } };
    assert.match((await send('POST', '/extension/page', { token: ada, body: asked })).body, /new fins/u);
    const refused = await send('POST', '/extension/page', { token: eve, body: asked });
    assert.match(refused.body, /"failure".*"not_found"/u);
    assert.doesNotMatch(refused.body, /new fins/u);
    const undone = { type: 'act', id: 5, act: { type: 'deprecateFact', id: Number(id.id), reason: 'mine now' } };
    assert.match((await send('POST', '/extension/page', { token: eve, body: undone })).body, /"failure"/u);
  });

  it('lets a read-only token read, and neither change nor deliver anything', async () => {
    const { send, token } = (opened = await openServer());
    const reader = await token({ isReadOnly: true });
    assert.equal((await send('POST', '/extension/page', { token: reader, body: overview })).status, 200);
    for (const [path, body] of [
      ['/extension/page', store('No.')],
      ['/extension/chats', delivery],
    ] as const) {
      const reply = await send('POST', path, { token: reader, body });
      assert.deepEqual([reply.status, codeIn(reply)], [403, 'not_allowed'], path);
    }
    assert.match((await send('POST', '/extension/page', { token: reader, body: overview })).body, /"facts":0/u);
  });

  for (const type of ['health', 'erasable'] as const) {
    it(`refuses the query ${type}, and says where it is answered`, async () => {
      const { send, token } = (opened = await openServer());
      const body = { type: 'ask', id: 1, question: { type } };
      const reply = await send('POST', '/extension/page', { token: await token(), body });
      assert.match(reply.body, /"failure".*"not_allowed".*administrator/u);
    });
  }

  it('refuses to erase all data or to rebuild the index for a token', async () => {
    const { send, token } = (opened = await openServer());
    const given = await token();
    const scope = { kind: 'user', id: null };
    for (const command of [{ type: 'rebuildIndex' }, { type: 'eraseScope', scope, expected: 'x' }]) {
      const reply = await send('POST', '/extension/page', { token: given, body: { type: 'act', id: 1, act: command } });
      assert.match(reply.body, /not_allowed|invalid_input/u);
      assert.doesNotMatch(reply.body, /"answer"/u);
    }
  });

  it('refuses what is not a message of the page or a delivery', async () => {
    const { send, token } = (opened = await openServer());
    const given = await token();
    const wrong = [
      {},
      [],
      { ...delivery, role: 1, messages: [{}] },
      { ...delivery, agent: {} },
      { type: 'ready' },
      'no',
    ];
    for (const path of ['/extension/page', '/extension/chats']) {
      for (const body of wrong) assert.equal((await send('POST', path, { token: given, body })).status, 400, path);
    }
  });

  it('hides the files of its machine in errors of the store', async () => {
    opened = await openServer({
      changed: (memory) => ({
        ...memory,
        profiles: Object.assign(Object.create(memory.profiles) as typeof memory.profiles, {
          get: () => Promise.reject(new BigMindError('store_unavailable', 'The file /srv/memory.db is away.')),
        }),
      }),
    });
    const { send, token, notes } = opened;
    const reply = await send('POST', '/extension/page', { token: await token(), body: overview });
    assert.match(reply.body, /"store_unavailable"/u);
    assert.doesNotMatch(reply.body, /srv/u);
    assert.match(notes.join(), /srv/u);
  });

  it('records a delivered chat once as that of the user, without secrets', async () => {
    const { send, token, open } = (opened = await openServer());
    const eve = await token({ username: 'eve', agent: 'vscode' });
    const first = await send('POST', '/extension/chats', { token: eve, body: delivery });
    assert.deepEqual([first.status, jsonOf(first)], [200, { stored: 2 }]);
    assert.deepEqual(jsonOf(await send('POST', '/extension/chats', { token: eve, body: delivery })), { stored: 0 });
    const more = {
      ...delivery,
      reading: 'resumed',
      messages: [...delivery.messages, message('3', 'user', 'And now?')],
    };
    assert.deepEqual(jsonOf(await send('POST', '/extension/chats', { token: eve, body: more })), { stored: 1 });
    const caller = await open.memory.identities.resolve({
      username: 'eve',
      agent: { name: 'GitHub Copilot', version: null },
      project: { key: 'github.com/acme/rocket', name: 'rocket' },
      conversationId: null,
    });
    const { sessions, total } = await open.memory.sessions.list(caller, { scope: 'all', offset: 0, limit: 10 });
    assert.deepEqual([total, sessions[0]?.externalId, sessions[0]?.endedAt], [1, 'chat-1', null]);
    const detail = await open.memory.sessionDetails.get(caller, sessions[0]?.id ?? '');
    assert.doesNotMatch(JSON.stringify(detail), /ghp_/u);
    const ended = { type: 'ended', conversation: 'chat-1', agent: delivery.agent, project: delivery.project };
    assert.equal((await send('POST', '/extension/chats', { token: eve, body: ended })).status, 200);
    const after = await open.memory.sessions.list(caller, { scope: 'all', offset: 0, limit: 10 });
    assert.notEqual(after.sessions[0]?.endedAt, null);
    const ada = await open.caller({ conversationId: null });
    assert.equal((await open.memory.sessions.list(ada, { scope: 'all', offset: 0, limit: 10 })).total, 0);
  });

  it('gives a chat of the user its context once, and what matches a prompt', async () => {
    const { send, token } = (opened = await openServer());
    const [ada, eve] = [await token(), await token({ username: 'eve' })];
    await send('POST', '/extension/page', { token: ada, body: store('Deploy the rocket from the pier named heron.') });
    const flags = { takesContextWithPrompt: false, keepsContextOnResume: true };
    const chat = { conversation: 'chat-2', agent: delivery.agent, project: null, ...flags };
    const ask = async (who: string, more: object): Promise<string> =>
      (await send('POST', '/extension/texts', { token: who, body: { ...chat, ...more } })).body;
    const start = { event: 'start', source: 'new' };
    const prompt = { event: 'prompt', prompt: 'From which pier do we deploy the rocket?', isCompacted: false };
    assert.match(await ask(ada, start), /"context":.*BigMind Context.*heron/u);
    assert.equal(await ask(ada, { ...start, source: 'resume' }), '{}');
    assert.doesNotMatch(await ask(eve, start), /heron/u);
    assert.match(await ask(ada, prompt), /"text":"","refs":\[\].*"sent before"/u, 'The context already said it.');
    await send('POST', '/extension/page', { token: ada, body: store('The rocket leaves its pier on Thursdays only.') });
    const about = { ...prompt, prompt: 'On which day does the rocket leave its pier?' };
    assert.match(await ask(ada, about), /"offers":.*Thursdays/u);
    assert.match(await ask(ada, about), /"text":"","refs":\[\]/u, 'It was sent before.');
    assert.match(await ask(ada, { ...prompt, isCompacted: true }), /"context":.*heron/u);
    assert.doesNotMatch(await ask(eve, prompt), /heron/u);
    assert.equal((await send('POST', '/extension/texts', { token: ada, body: { ...chat, event: 'end' } })).status, 400);
  });

  it('notices changes by a token that changes with them', async () => {
    const { send, token } = (opened = await openServer());
    const given = await token();
    const before = jsonOf(await send('GET', '/extension/changes', { token: given }));
    await send('POST', '/extension/page', { token: given, body: store('A change.') });
    assert.notDeepEqual(jsonOf(await send('GET', '/extension/changes', { token: given })), before);
  });
});

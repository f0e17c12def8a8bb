/** What the page asks about sessions: the list, a session at a message, its transcript, and a text in it. */
import assert from 'node:assert/strict';
import type { Caller } from '../../src/memory/shared/identity.ts';
import { toolCallLine } from '../../src/page/sessions/toolCallLine.ts';
import { replyTo } from '../../src/page/pageReplies.ts';
import type { PageHost } from '../../src/page/shared/pageHost.ts';
import { isSaid } from '../../src/protocol/recall/knowledge.ts';
import type { QueryOf } from '../../src/protocol/queries.ts';
import type { SessionsCard } from '../../src/protocol/sessions/sessions.ts';
import { anyKnowledge } from '../support/anyKnowledge.ts';
import { openTestMemory, type TestMemory } from '../support/memory.ts';
import { recordChat } from '../support/recordedChat.ts';
import { hostFor, runQuery } from './support.ts';

const anyTime = { topic: null, project: null, since: null, until: null, withEmpty: false, offset: 0, limit: 50 };

describe('the sessions of the page', () => {
  let open: TestMemory;
  let ada: Caller;
  let host: PageHost;
  beforeEach(async () => {
    open = openTestMemory();
    ada = await open.caller({ project: { key: 'harbour', name: 'harbour' }, conversationId: null });
    host = hostFor(ada, open, (text) => assert.fail(text));
  });
  afterEach(() => open.close());

  const list = (question: Partial<QueryOf<'sessions'>> = {}): Promise<SessionsCard> =>
    runQuery(host, 'sessions', { ...anyTime, ...question });
  const headlines = ({ sessions }: SessionsCard): string[] => sessions.map(({ headline }) => headline);

  async function endedWithItsChat(conversationId: string): Promise<void> {
    const chat = await open.caller({ project: { key: 'harbour', name: 'harbour' }, conversationId });
    await open.memory.sessions.start(chat);
    await open.memory.sessions.close(chat);
  }

  it('leave out those that say nothing, count them, and show them if asked for', async () => {
    await endedWithItsChat('one');
    await endedWithItsChat('two');
    await recordChat(open, ada, 'three', ['Why is the lamp dark?', 'The fuse is broken.']);
    const shown = await list();
    assert.deepEqual([shown.sessions.length, shown.total, shown.empty], [1, 1, 2]);
    const all = await list({ withEmpty: true });
    assert.deepEqual([all.sessions.length, all.total, all.empty], [3, 3, 0]);
    assert.deepEqual(
      headlines(all).filter((headline) => headline.startsWith('[')),
      [],
    );
  });

  it('have the first request as the headline where the stored one says nothing', async () => {
    await recordChat(open, ada, 'one', ['Why is the lamp\ndark?', 'The fuse is broken.']);
    const { sessions } = await list();
    const { id, version } = sessions[0] ?? assert.fail();
    await open.memory.sessions.rename(ada, { sessionId: id, headline: '[ended with its chat]', version });
    assert.deepEqual(headlines(await list()), ['Why is the lamp dark?']);
    const detail = await runQuery(host, 'session', { id, at: null, message: null });
    assert.equal(detail.headline, 'Why is the lamp dark?');
  });

  it('are found by what was said in them, if no headline, topic or file has the words', async () => {
    await recordChat(open, ada, 'one', ['Why is the lamp dark?', 'The zirconium fuse is broken.']);
    await recordChat(open, ada, 'two', ['Paint the harbour wall', 'It is white now.']);
    const found = await list({ topic: 'broken zirconium fuse' });
    assert.deepEqual([headlines(found), found.total, found.isBestMatch], [['Why is the lamp dark?'], 1, true]);
    const next = await list({ topic: 'broken zirconium fuse', offset: 1 });
    assert.deepEqual([headlines(next), next.total], [[], 1]);
    const named = await list({ topic: 'lamp' });
    assert.deepEqual([headlines(named), named.isBestMatch], [['Why is the lamp dark?'], false]);
    const nowhere = await list({ topic: 'quetzal' });
    assert.deepEqual([nowhere.total, nowhere.isBestMatch], [0, false]);
    for (const topic of ['???', '  ', '::']) assert.equal((await list({ topic })).isBestMatch, false, topic);
  });

  it('are found by what was said in the period in which they began', async () => {
    await recordChat(open, ada, 'one', ['Why is the lamp dark?', 'The zirconium fuse is broken.']);
    const [session] = (await list()).sessions;
    const { startedAt } = session ?? assert.fail();
    const search = { topic: 'broken zirconium fuse' };
    assert.equal((await list({ ...search, since: startedAt })).total, 1);
    assert.equal((await list({ ...search, until: startedAt })).total, 0);
  });

  it('show the part of a long message that a search found', async () => {
    const filler = 'The pier is long and grey. '.repeat(40);
    await recordChat(open, ada, 'one', ['Why is the lamp dark?', `${filler}\nThe zirconium fuse is broken. ${filler}`]);
    const { found } = await runQuery(host, 'search', { query: 'zirconium fuse', filter: anyKnowledge, limit: 5 });
    const message = found.find(({ memory }) => memory.kind === 'message') ?? assert.fail();
    assert.match(message.memory.text, /^….{0,60}zirconium fuse is broken/u);
    assert.ok(message.memory.text.length <= 240);
  });

  it('name what was said in them, when a search finds it', async () => {
    await recordChat(open, ada, 'three', ['Why is the lamp dark?', 'The fuse is broken.']);
    const { sessions } = await list();
    const { id, version } = sessions[0] ?? assert.fail();
    await open.memory.sessions.rename(ada, { sessionId: id, headline: 'A dark lamp', version });
    const { found } = await runQuery(host, 'search', { query: 'fuse broken', filter: anyKnowledge, limit: 5 });
    const said = found.filter(({ memory }) => isSaid(memory.kind) && memory.kind !== 'session');
    assert.ok(said.length > 0);
    assert.deepEqual(
      said.filter(({ memory }) => memory.title !== 'A dark lamp'),
      [],
    );
  });

  it('are those of one project, and of none, if asked for', async () => {
    const ferry = await open.caller({ project: { key: 'ferry', name: 'ferry' }, conversationId: null });
    await recordChat(open, ada, 'one', ['Paint the crane', 'Done.']);
    await recordChat(open, ferry, 'two', ['Wash the deck', 'Done.']);
    assert.equal((await list()).total, 2);
    const { sessions, total } = await list({ project: 'ferry' });
    assert.deepEqual([sessions.map(({ project }) => project), total], [['ferry'], 1]);
    assert.equal((await list({ project: 'airport' })).total, 0);
  });

  it('open at a message, by its position or its number', async () => {
    const texts = Array.from({ length: 12 }, (_, place) => `Line ${String(place)} about the lamp`);
    await recordChat(open, ada, 'one', texts);
    const id = (await list()).sessions[0]?.id ?? '';
    const { messages, total } = await runQuery(host, 'transcript', { id, offset: 4, limit: 3 });
    assert.deepEqual([messages.map(({ text }) => text), total], [texts.slice(4, 7), 12]);
    const [first] = messages;
    const byNumber = await runQuery(host, 'session', { id, at: null, message: Number(first?.id) });
    const bySeq = await runQuery(host, 'session', { id, at: 5, message: null });
    assert.deepEqual([byNumber.place, bySeq.place, byNumber.messageTotal], [4, 4, 12]);
  });

  it('have a transcript in which a text is found', async () => {
    await recordChat(open, ada, 'one', ['The LAMP is dark', 'Change the fuse', 'Lamp is on']);
    const id = (await list()).sessions[0]?.id ?? '';
    const find = (text: string): Promise<{ places: number[] }> => runQuery(host, 'transcriptFinds', { id, text });
    assert.deepEqual([(await find(' lamp ')).places, (await find('quay')).places], [[0, 2], []]);
    assert.deepEqual((await find(' ')).places, []);
  });

  it('show no transcript of another user', async () => {
    await recordChat(open, ada, 'one', ['Only for Ada', 'Yes.']);
    const id = (await list()).sessions[0]?.id ?? '';
    const bob = hostFor(await open.caller({ username: 'bob', conversationId: null }), open);
    for (const question of [
      { type: 'transcript', id, offset: 0, limit: 5 },
      { type: 'transcriptFinds', id, text: 'Ada' },
    ] as const) {
      const reply = await replyTo({ type: 'ask', id: 1, question }, bob);
      assert.equal(reply.type === 'failure' && reply.failure.code, 'not_found');
    }
  });
});

describe('the line of a tool call', () => {
  const cases: [name: string, content: string, files: string[], line: string][] = [
    ['names the files that it writes', '{"file_path":"/home/ada/shop/a.ts"}', ['a.ts', 'b.ts'], 'a.ts, b.ts'],
    ['names its file', '{"limit":50,"file_path":"/home/ada/a.ts"}', [], '/home/ada/a.ts'],
    ['names its command before its description', '{"description":"List","command":"ls -la"}', [], 'ls -la'],
    ['is one line without escapes', String.raw`{"command":"echo \"a\"\nls"}`, [], 'echo "a" ls'],
    ['reads a command in parts', '{"command":["bash","-lc","ls"]}', [], 'bash'],
    ['reads arguments that are cut', String.raw`{"query":"why \"dark`, [], 'why "dark'],
    ['ends before a cut escape', '{"query":"why \\', [], 'why'],
    ['keeps a cut code of a character', String.raw`{"query":"caf\u00`, [], String.raw`caf\u00`],
    [
      'is the text of a tool without fields',
      '*** Begin Patch\n*** Update File: a.ts',
      [],
      '*** Begin Patch *** Update File: a.ts',
    ],
    ['is empty without a known argument', '{"limit":50,"todos":[]}', [], ''],
  ];
  for (const [name, content, files, line] of cases) {
    it(name, () => {
      assert.equal(toolCallLine(content, files), line);
    });
  }
});

/**
 * The page inside the chat, through a real client over stdio: which clients get it, what it contains, and what it may
 * read and change.
 */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { withKey } from '../../src/cli/serve/chatPage.ts';
import { windowRequestFile } from '../../src/clients/windowRequest.ts';
import { writeShowcaseNotes } from '../fixtures/showcase/notes.ts';
import { openChat } from '../support/program.ts';
import type { Answer, Chat } from '../support/program.ts';
import { temporaryHome } from '../support/temporaryHome.ts';
import type { TemporaryHome } from '../support/temporaryHome.ts';

const uri = 'ui://bigmind/profile.html';
const mimeType = 'text/html;profile=mcp-app';
const showsPages = { extensions: { 'io.modelcontextprotocol/ui': { mimeTypes: [mimeType] } } };

let home: TemporaryHome;
const chats: Chat[] = [];
beforeEach(() => {
  home = temporaryHome();
});
afterEach(async () => {
  for (const chat of chats.splice(0)) await chat.close();
  home.remove();
});

async function chatWith(env: Record<string, string>, capabilities = {}): Promise<Chat> {
  const chat = await openChat(home, { env: { HOME: home.path, ...env }, capabilities });
  chats.push(chat);
  return chat;
}
const chatThatShowsPages = (env: Record<string, string> = {}): Promise<Chat> =>
  chatWith({ BIGMIND_TOOLSETS: 'core,maintenance', ...env }, showsPages);

interface Listed {
  name: string;
  _meta?: { ui?: { resourceUri?: string; visibility?: string[] } };
}
async function listed(chat: Chat): Promise<Listed[]> {
  return (await chat.client.listTools()).tools as Listed[];
}
const offered = async (chat: Chat): Promise<string[]> =>
  (await listed(chat)).filter(({ _meta }) => _meta?.ui?.visibility?.includes('model') ?? true).map(({ name }) => name);

async function pageOf(chat: Chat): Promise<string> {
  const { contents } = await chat.client.readResource({ uri });
  const [page] = contents;
  assert.ok(page !== undefined && 'text' in page);
  return page.text;
}

const keyIn = (page: string): string => /<meta name="bigmind-key" content="([^"]+)"/u.exec(page)?.[1] ?? '';

/** Calls tools as the page of this chat does. */
async function asPage(chat: Chat): Promise<Chat['call']> {
  const key = keyIn(await pageOf(chat));
  return (tool, args) => chat.call(tool, { key, ...args });
}

describe('the page in the chat', () => {
  it('contains its key before its closing tags, and is rejected without them', () => {
    assert.match(
      withKey('<html><body>…</body></html>', 'one'),
      /…<meta name="bigmind-key" content="one" \/>\s*<\/body><\/html>$/u,
    );
    assert.throws(() => withKey('<html><body>…', 'one'), /is broken/u);
  });

  it('is named by the tool that shows it if the client shows pages', async () => {
    const chat = await chatThatShowsPages();
    const opener = (await listed(chat)).find(({ name }) => name === 'memory_open_profile');
    assert.deepEqual(opener?._meta, { ui: { resourceUri: uri } });
    const { resources } = await chat.client.listResources();
    assert.deepEqual(
      resources.map((resource) => [resource.uri, resource.mimeType]),
      [[uri, mimeType]],
    );
  });

  it('has tools that are not offered to models', async () => {
    const chat = await chatThatShowsPages();
    const forPage = (await listed(chat)).filter(({ _meta }) => _meta?.ui?.visibility !== undefined);
    assert.deepEqual(
      forPage.map(({ name, _meta }) => [name, _meta?.ui?.visibility]),
      [
        ['memory_page_ask', ['app']],
        ['memory_page_act', ['app']],
      ],
    );
    const plain = await chatWith({ BIGMIND_TOOLSETS: 'core,maintenance' });
    assert.deepEqual(
      await offered(chat),
      (await listed(plain)).map(({ name }) => name),
    );
  });

  it('is hidden from clients that cannot show it or lack the tool that opens it', async () => {
    const other = { extensions: { 'io.modelcontextprotocol/ui': { mimeTypes: ['text/plain'] } } };
    const everything = { BIGMIND_TOOLSETS: 'all' };
    for (const chat of [
      await chatWith(everything),
      await chatWith(everything, other),
      await chatWith({}, showsPages),
    ]) {
      assert.ok(
        (await listed(chat)).every(({ name, _meta }) => _meta?.ui === undefined && !name.startsWith('memory_page_')),
      );
      assert.deepEqual((await chat.client.listResources()).resources, []);
      await assert.rejects(pageOf(chat), /no resource/u);
      const { isError, text } = await chat.call('memory_page_ask', { id: 1 });
      assert.ok(isError);
      assert.match(text, /no tool "memory_page_ask"/u);
    }
  });

  it('is a single file whose policy allows only its own script and no address', async () => {
    const page = await pageOf(await chatThatShowsPages());
    const [, policy = ''] = /http-equiv="Content-Security-Policy" content="([^"]*)"/u.exec(page) ?? [];
    const scripts = [...page.matchAll(/<script[^>]*>([\s\S]*?)<\/script>/gu)].map(([, script = '']) => script);
    assert.equal(scripts.length, 1);
    const hash = createHash('sha256')
      .update(scripts[0] ?? '')
      .digest('base64');
    assert.match(policy, /^default-src 'none'; /u);
    assert.ok(policy.includes(`script-src 'sha256-${hash}'`));
    assert.doesNotMatch(policy, /https?:|connect-src|font-src|unsafe-eval/u);
    assert.doesNotMatch(page.replace(scripts[0] ?? '', ''), /\bsrc=|<link/u);
    const { length } = gzipSync(page);
    assert.ok(length <= 250 * 1024, `${String(length)} bytes as gzip`);
  });

  it('is rejected at any other address', async () => {
    const chat = await chatThatShowsPages();
    await assert.rejects(chat.client.readResource({ uri: 'ui://bigmind/../package.json' }), /no resource/u);
  });

  it('gets answers to its queries in the protocol that all its hosts share', async () => {
    const chat = await chatThatShowsPages();
    await chat.call('memory_update_profile', { role: 'Principal engineer' });
    const question = { type: 'profile', today: '2026-03-30', timeZone: 'Europe/Berlin' };
    const page = await asPage(chat);
    const { structured } = await page('memory_page_ask', { id: 7, question });
    const { type, id, answer } = structured['answer'] as { type: string; id: number; answer: { role: string } };
    assert.deepEqual([type, id, answer.role], ['answer', 7, 'Principal engineer']);
  });

  it('applies commands of the user, and detects changes by a token', async () => {
    const chat = await chatThatShowsPages();
    const page = await asPage(chat);
    const token = async (): Promise<unknown> => (await page('memory_page_ask', { id: 0 })).structured['change_token'];
    await chat.call('memory_update_profile', { role: 'Engineer' });
    const before = await token();
    assert.equal(await token(), before);
    const command = { type: 'updateProfile', role: 'Captain', preferences: null, pinnedFacts: null };
    const { structured } = await page('memory_page_act', { id: 8, act: command });
    assert.equal((structured['answer'] as { type: string }).type, 'answer');
    assert.notEqual(await token(), before);
    assert.match((await chat.call('memory_get_context')).text, /Captain/u);
  });

  it('is the only caller that gets answers: models have no key, and the key of another server is rejected', async () => {
    const [chat, other] = [await chatThatShowsPages(), await chatThatShowsPages()];
    await chat.call('memory_update_profile', { role: 'Engineer' });
    const [own, foreign] = [keyIn(await pageOf(chat)), keyIn(await pageOf(other))];
    assert.match(own, /^[\da-f-]{36}$/u);
    assert.equal(keyIn(await pageOf(chat)), own);
    const command = { type: 'updateProfile', role: 'Captain', preferences: null, pinnedFacts: null };
    const question = { type: 'profile', today: '2026-03-30', timeZone: 'Europe/Berlin' };
    const keys = [{}, { key: '' }, { key: foreign }, { key: own.slice(0, -1) }, { key: 7 }, { key: [own] }];
    for (const key of keys) {
      const calls: [string, Record<string, unknown>][] = [
        ['memory_page_act', { id: 1, act: command }],
        ['memory_page_ask', { id: 1, question }],
        ['memory_page_ask', { id: 1 }],
      ];
      for (const [tool, args] of calls) {
        const answer = await chat.call(tool, { ...args, ...key });
        assert.ok(answer.isError, JSON.stringify(key));
        assert.doesNotMatch(JSON.stringify(answer), /Engineer|change_token/u);
        assert.ok(![own, foreign].some((secret) => JSON.stringify(answer).includes(secret)));
      }
    }
    const refused = await chat.call('memory_page_act', { id: 1, act: command });
    assert.match(refused.text, /Only the BigMind page .* Open the page again with memory_open_profile/u);
    assert.match((await chat.call('memory_get_context')).text, /Engineer/u);
  });

  it('cannot erase a project or a user, because a model may have the key, and says where to do it', async () => {
    const chat = await chatThatShowsPages();
    const page = await asPage(chat);
    await chat.call('memory_update_profile', { role: 'Engineer' });
    interface PageReply {
      type: string;
      answer: { username: string; expected: string };
      failure?: { code: string; remedy: string };
    }
    const query = async (question: object): Promise<PageReply> =>
      (await page('memory_page_ask', { id: 1, question })).structured['answer'] as PageReply;
    const { username } = (await query({ type: 'erasable' })).answer;
    const scope = { kind: 'user', id: username };
    const { expected } = (await query({ type: 'scopeErasure', scope })).answer;
    const { structured } = await page('memory_page_act', { id: 2, act: { type: 'eraseScope', scope, expected } });
    const { type, failure } = structured['answer'] as PageReply;
    assert.deepEqual([type, failure?.code], ['failure', 'not_allowed']);
    assert.match(failure?.remedy ?? '', /^Nothing was erased\. .* or `bigmind erase`\.$/u);
    assert.match((await chat.call('memory_get_context')).text, /Engineer/u);
  });

  it('shows and changes no memory files, because a model may have the key', async () => {
    const chat = await chatThatShowsPages();
    const project = join(home.path, 'shop');
    writeShowcaseNotes(home.path, project);
    const page = await asPage(chat);
    const command = { type: 'addReminder', project, text: 'Call Kim', when: 'tomorrow' };
    const answers = [
      await page('memory_page_ask', { id: 1, question: { type: 'files' } }),
      await page('memory_page_act', { id: 2, act: command }),
    ];
    for (const { structured } of answers) assert.match(JSON.stringify(structured['answer']), /"not_allowed"/u);
    assert.doesNotMatch(readFileSync(join(project, '.mind', 'REMINDERS.md'), 'utf8'), /Call Kim/u);
  });

  it('keeps its key out of everything that a model reads', async () => {
    const chat = await chatThatShowsPages();
    const page = await asPage(chat);
    const key = keyIn(await pageOf(chat));
    const read = [
      await chat.client.listTools(),
      await chat.client.listResources(),
      await chat.call('memory_open_profile'),
      await page('memory_page_ask', { id: 0 }),
      await page('memory_page_ask', { id: 1, question: { type: 'magic', key } }),
      await page('memory_page_act', { id: -1, act: {} }),
      await page('memory_page_act', { id: 1, act: { type: 'deprecateFact', id: key } }),
    ];
    assert.ok(read.every((answer) => !JSON.stringify(answer).includes(key)));
  });

  it('gets an error for an invalid query or command', async () => {
    const chat = await chatThatShowsPages();
    const refused: [string, Record<string, unknown>][] = [
      ['memory_page_ask', { id: 1, question: { type: 'magic' } }],
      [
        'memory_page_ask',
        { id: 1, question: { type: 'updateProfile', role: 'x', preferences: null, pinnedFacts: null } },
      ],
      ['memory_page_act', { id: 1, act: { type: 'overview' } }],
      ['memory_page_act', { id: -1, act: {} }],
      ['memory_page_ask', { id: 1, question: 'overview' }],
    ];
    const page = await asPage(chat);
    for (const [tool, args] of refused) {
      const { isError, structured } = await page(tool, args);
      assert.ok(isError, JSON.stringify(args));
      assert.equal((structured['error'] as { code: string }).code, 'invalid_input');
    }
  });
});

describe('opening the profile', () => {
  /** Acts as the window of the extension: waits for the request and removes it. */
  async function removeRequest(file: string): Promise<void> {
    while (!existsSync(file)) await new Promise((done) => setTimeout(done, 20));
    rmSync(file);
  }
  const open = (chat: Chat): Promise<Answer> => chat.call('memory_open_profile');
  const window = 'b1f6c3e0-window';
  const file = (): string => windowRequestFile(home.path, window);

  it('shows it in a chat that shows pages, and opens no browser', async () => {
    const { text, structured } = await open(await chatThatShowsPages());
    assert.deepEqual([structured['shown_in'], structured['url']], [['chat'], undefined]);
    assert.match(text, /shown in this chat\.\n.*memory_get_profile_url/u);
    assert.match(String(structured['next']), /memory_get_profile_url/u);
  });

  it('opens the panel of the window that started the server', async () => {
    const chat = await chatWith({ BIGMIND_TOOLSETS: 'maintenance', BIGMIND_WINDOW: window });
    const [{ structured }] = await Promise.all([open(chat), removeRequest(file())]);
    assert.deepEqual(structured, { opened: true, shown_in: ['window'] });
  });

  it('uses both the chat and the panel in a chat of that window', async () => {
    const chat = await chatThatShowsPages({ BIGMIND_WINDOW: window });
    const [{ structured }] = await Promise.all([open(chat), removeRequest(file())]);
    assert.deepEqual(structured['shown_in'], ['chat', 'window']);
  });

  it('withdraws its request to a window that is gone', async () => {
    const chat = await chatThatShowsPages({ BIGMIND_WINDOW: window });
    assert.deepEqual((await open(chat)).structured['shown_in'], ['chat']);
    assert.deepEqual(readdirSync(dirname(file())), []);
  });

  it('ignores a window name that contains a path', async () => {
    mkdirSync(join(home.path, 'windows'));
    const chat = await chatThatShowsPages({ BIGMIND_WINDOW: '../window' });
    assert.deepEqual((await open(chat)).structured['shown_in'], ['chat']);
    assert.ok(!existsSync(join(home.path, 'window.json')));
  });
});

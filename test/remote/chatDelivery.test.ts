/** Recorded chats on their way to a server: the outbox, and delivery that stores each message once. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { DeliveredMessages } from '../../src/memory/archive/outbox.ts';
import { BigMindError } from '../../src/memory/shared/errors.ts';
import { ChatDelivery, deliveryPauses, maxDefects } from '../../src/remote/chatDelivery.ts';
import { OutboxFolder } from '../../src/remote/outboxFolder.ts';
import { ServerClient } from '../../src/remote/serverClient.ts';
import { errorFromAnswer } from '../../src/remote/serverErrors.ts';
import { openServer, type TestServer } from '../http/agents/support.ts';
import { temporaryHome } from '../support/temporaryHome.ts';

const chat = {
  type: 'messages',
  conversation: 'chat-1',
  agent: { name: 'claude-code', version: null },
  project: null,
  format: 'claude-code',
  origin: 'live',
  reading: 'whole',
  startedAt: '2026-07-01T09:00:00.000Z',
  title: null,
  messages: [],
} as const satisfies DeliveredMessages;

const usedSince = '2026-07-01T08:00:00.000Z';

function said(key: string, content: string): DeliveredMessages['messages'][number] {
  const none = { createdAt: null, tool: null, files: [], work: null, branch: null, begins: null };
  return { key, role: 'user', type: 'text', content, ...none };
}

describe('the delivery of recorded chats', () => {
  const home = temporaryHome();
  let folder: string;
  let outbox: OutboxFolder;
  let opened: TestServer;
  let waits: number[];
  let looks: (() => void)[];
  let counts: [number, number][];
  let failures: unknown[];
  const clock = { now: () => new Date(1_800_000_000_000), timeZone: 'UTC' };

  beforeEach(async () => {
    folder = join(home.path, randomUUID());
    outbox = new OutboxFolder(folder, { clock, newId: randomUUID, since: () => Promise.resolve(new Date(usedSince)) });
    opened = await openServer();
    [waits, looks, counts, failures] = [[], [], [], []];
  });
  afterEach(() => opened.close());
  after(() => home.remove());

  const delivery = (deliver: (part: string) => Promise<void>): ChatDelivery =>
    new ChatDelivery({
      ...{ outbox, deliver },
      after: (milliseconds, work) => {
        waits.push(milliseconds);
        looks.push(work);
        return () => undefined;
      },
      changed: (...found) => counts.push(found),
      failed: (thrown) => failures.push(thrown),
    });

  const toServer = async (): Promise<(part: string) => Promise<void>> => {
    const address = `http://127.0.0.1:${String(opened.server.port)}`;
    const client = new ServerClient({ address, token: await opened.token() });
    return (part) => client.deliver(part);
  };

  const storedTexts = async (): Promise<string[]> => {
    const { tables } = await opened.open.memory.portability.export('ada');
    return tables.messages.map(({ content }) => String(content));
  };

  it('delivers the parts in order and removes them', async () => {
    await outbox.put({ ...chat, messages: [said('1', 'Build it.'), said('2', 'Test it.')] });
    await outbox.put({ ...chat, reading: 'resumed', messages: [said('3', 'Ship it.')] });
    await outbox.put({ type: 'ended', conversation: 'chat-1', agent: chat.agent, project: null });
    await delivery(await toServer()).wake();
    assert.deepEqual(await storedTexts(), ['Build it.', 'Test it.', 'Ship it.']);
    assert.deepEqual([await outbox.waiting(), counts.at(-1), failures], [[], [0, 0], []]);
  });

  it('keeps nothing that was said before the server was used, also of a chat that goes on', async () => {
    const before = { ...said('1', 'Before.'), createdAt: '2026-07-01T07:59:59.999Z' };
    const later = { ...said('2', 'Later.'), createdAt: '2026-07-01T08:00:00.000Z' };
    const old = { ...chat, startedAt: '2026-07-01T07:00:00.000Z', title: 'An old title' };
    await outbox.put({ ...old, messages: [before, said('3', 'Without a time.')] });
    assert.deepEqual(await outbox.waiting(), []);
    await outbox.put({ ...old, messages: [before, later] });
    await outbox.put({ ...old, startedAt: null, messages: [said('4', 'Of unknown age.')] });
    await outbox.put({ ...old, startedAt: null, reading: 'resumed', messages: [said('5', 'News.')] });
    await delivery(await toServer()).wake();
    assert.deepEqual(await storedTexts(), ['Later.', 'News.']);
    assert.doesNotMatch(JSON.stringify((await opened.open.memory.portability.export('ada')).tables), /old title/u);
  });

  it('splits a long chat into parts that the server accepts', async () => {
    const long = 'A long story. '.repeat(30_000);
    const messages = ['1', '2', '3'].map((key) => said(key, `${key} ${long}`));
    await outbox.put({ ...chat, messages });
    assert.equal((await outbox.waiting()).length, 3);
    await delivery(await toServer()).wake();
    assert.deepEqual(
      (await storedTexts()).map((text) => text[0]),
      ['1', '2', '3'],
    );
  });

  it('stores everything once if an answer is lost or a window is killed before it removes a part', async () => {
    await outbox.put({ ...chat, messages: [said('1', 'Only once.')] });
    const send = await toServer();
    await delivery(async (part) => {
      await send(part);
      throw new BigMindError('server_down', 'The answer was lost.');
    }).wake();
    assert.equal((await outbox.waiting()).length, 1);
    await delivery(send).wake();
    assert.deepEqual([await storedTexts(), await outbox.waiting()], [['Only once.'], []]);
  });

  it('stores everything once if two windows deliver at the same time', async () => {
    const keys = Array.from({ length: 20 }, (_, place) => String(place));
    for (const key of keys) await outbox.put({ ...chat, messages: [said(key, `Part ${key}`)] });
    const send = await toServer();
    await Promise.all([delivery(send).wake(), delivery(send).wake()]);
    assert.deepEqual((await storedTexts()).sort(), keys.map((key) => `Part ${key}`).sort());
    assert.deepEqual([await outbox.waiting(), failures], [[], []]);
  });

  it('keeps everything while the server is away, with growing pauses, and delivers when it is back', async () => {
    const sending = delivery(await toServer());
    await outbox.put({ ...chat, messages: [said('1', 'Away.')] });
    await opened.stop();
    await sending.wake();
    for (let look = 0; look < 9; look += 1) {
      looks.at(-1)?.();
      await sending.settled();
    }
    assert.deepEqual(waits.slice(0, 3), [
      deliveryPauses.firstMs,
      deliveryPauses.firstMs * 2,
      deliveryPauses.firstMs * 4,
    ]);
    assert.equal(waits.at(-1), deliveryPauses.maxMs);
    assert.deepEqual(counts.at(-1), [1, 0]);
    await opened.start();
    looks.at(-1)?.();
    await sending.settled();
    assert.deepEqual(
      [await storedTexts(), await outbox.waiting(), waits.at(-1)],
      [['Away.'], [], deliveryPauses.lookMs],
    );
  });

  it('waits for the user after a refusal, and does not ask again and again', async () => {
    let asked = 0;
    const sending = delivery(() => {
      asked += 1;
      return Promise.reject(new BigMindError('server_refused', 'Revoked.', { details: { reason: 'token' } }));
    });
    await outbox.put({ ...chat, messages: [said('1', 'Kept.')] });
    await sending.wake();
    looks.at(-1)?.();
    await sending.settled();
    assert.deepEqual([asked, (await outbox.waiting()).length], [1, 1]);
    await sending.wake();
    assert.equal(asked, 2);
  });

  it('keeps a part aside that the server does not understand, and delivers the rest', async () => {
    await outbox.put({ ...chat, messages: [said('1', 'x')], format: 'unheard of' });
    await outbox.put({ ...chat, messages: [said('2', 'The rest.')] });
    await delivery(await toServer()).wake();
    assert.deepEqual([await storedTexts(), counts.at(-1)], [['The rest.'], [0, 1]]);
  });

  for (const [what, status, texts, counted] of [
    ['keeps a part aside at which the server fails again and again', 500, ['The rest.'], [0, 1]],
    ['keeps all parts waiting while the server is not available', 503, [], [2, 0]],
  ] as const) {
    it(what, async () => {
      const problem = '{"error":{"code":"internal","message":"Something went wrong."}}';
      const send = await toServer();
      const sending = delivery((part) =>
        part.includes('Bad.')
          ? Promise.reject(errorFromAnswer('https://memory.example.com', status, problem))
          : send(part),
      );
      await outbox.put({ ...chat, messages: [said('1', 'Bad.')] });
      await outbox.put({ ...chat, messages: [said('2', 'The rest.')] });
      for (let tries = 1; tries < maxDefects; tries += 1) await sending.wake();
      assert.deepEqual([await storedTexts(), counts.at(-1)], [[], [2, 0]]);
      await sending.wake();
      assert.deepEqual([await storedTexts(), counts.at(-1)], [texts, counted]);
    });
  }

  it('lets nobody else read what waits', async function () {
    if (process.platform === 'win32') this.skip();
    await outbox.put({ ...chat, messages: [said('1', 'Private.')] });
    const [name = ''] = await outbox.waiting();
    const modes = [folder, join(folder, name)].map((path) => (statSync(path).mode & 0o777).toString(8));
    assert.deepEqual(modes, ['700', '600']);
  });
});

/** Notifications that no command asked for: one at a time, and two before the first chat, in all windows together. */
import assert from 'node:assert/strict';
import { setImmediate as turn } from 'node:timers/promises';
import { NoticeQueue, type FirstChat } from '../../src/vscode/platform/noticeQueue.ts';

interface Shown {
  name: string;
  close: (answer?: string) => void;
  fail: (thrown: unknown) => void;
}

describe('the queue of notifications', () => {
  let shown: Shown[];
  let kept: number;
  let chats: boolean;
  beforeEach(() => ([shown, kept, chats] = [[], 0, false]));

  const firstChat: FirstChat = {
    shown: () => kept,
    keepShown: (count) => (kept = count),
    hasChatted: () => chats,
  };
  const show = (name: string) => (): Promise<string | undefined> =>
    new Promise((close, fail) => shown.push({ name, close, fail }));
  const names = (): string[] => shown.map(({ name }) => name);

  it('shows the next one when the one before was answered or closed', async () => {
    const queue = new NoticeQueue();
    const answers = ['A', 'B', 'C'].map((name) => queue.add(show(name)));
    assert.deepEqual(names(), ['A']);
    shown[0]?.close('Turn On');
    assert.equal(await answers[0], 'Turn On');
    await turn();
    assert.deepEqual(names(), ['A', 'B']);
    shown[1]?.close();
    assert.equal(await answers[1], undefined);
    await turn();
    assert.deepEqual(names(), ['A', 'B', 'C']);
  });

  it('shows the next one after one that failed, whose failure reaches who added it', async () => {
    const queue = new NoticeQueue();
    const failing = queue.add(show('A'));
    void queue.add(show('B'));
    shown[0]?.fail(new Error('no window'));
    await assert.rejects(failing, /no window/u);
    await turn();
    assert.deepEqual(names(), ['A', 'B']);
  });

  it('shows two before the first chat, also in another window, and the rest after it', async () => {
    const queue = new NoticeQueue(firstChat);
    for (const name of ['A', 'B', 'C']) void queue.add(show(name));
    for (const index of [0, 1]) {
      shown[index]?.close();
      await turn();
    }
    assert.deepEqual([names(), kept], [['A', 'B'], 2]);
    void new NoticeQueue(firstChat).add(show('D'));
    assert.deepEqual(names(), ['A', 'B']);
    chats = true;
    queue.look();
    assert.deepEqual(names(), ['A', 'B', 'C']);
  });

  it('does not limit who has chatted before', async () => {
    chats = true;
    const queue = new NoticeQueue(firstChat);
    for (const name of ['A', 'B', 'C']) {
      void queue.add(show(name));
      shown.at(-1)?.close();
      await turn();
    }
    assert.deepEqual(names(), ['A', 'B', 'C']);
  });
});

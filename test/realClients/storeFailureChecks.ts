/** A chat continues without its memory: if the store cannot be written, and if none of BigMind's files remain. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { ChatOptions, ClientHome } from './clientHome.ts';
import { explained, sessionsIn, sessionsWith, untilRecorded } from './sessions.ts';
import type { Suite } from './suite.ts';

const lateChat = 'Say it while the store is read-only.';

export function checkStoreFailures({ client, home }: Suite): void {
  const assertChatWorks = async (prompt: string, options: ChatOptions = {}): Promise<void> => {
    const answer = `Answered: ${prompt}`;
    const chat = await home().chat(prompt, { ...options, steps: [{ say: answer }] });
    assert.equal(chat.code, 0, `The client ended with ${String(chat.code)}.${explained(home(), chat)}`);
    assert.ok(chat.out.includes(answer), `The answer is not printed.${explained(home(), chat)}`);
  };

  it('continues when the store cannot be written', async function () {
    const readOnlyStore = makeReadOnly(home());
    if (readOnlyStore === undefined) {
      console.log('Not run: root can write everywhere, and this system allows no read-only mount.');
      this.skip();
    }
    try {
      await assertChatWorks(lateChat, { commandPrefix: readOnlyStore.commandPrefix });
      const { err, out } = await home().bigmind(['doctor'], {}, readOnlyStore.commandPrefix);
      assert.match(
        `${out}${err}`,
        /read-only|cannot be written/iu,
        'The doctor does not report that the store is read-only.',
      );
    } finally {
      readOnlyStore.undo();
    }
  });

  if (client.hasHooks) {
    it('records later chats, and nothing twice, once the store is writable again', async () => {
      const before = sessionsIn(home()).length;
      const prompt = 'Say it once the store can be written again.';
      await assertChatWorks(prompt);
      await untilRecorded(home(), [prompt]);
      for (const text of [prompt, lateChat]) {
        assert.ok(sessionsWith(home(), [text]).length <= 1, `"${text}" is recorded twice.${explained(home())}`);
      }
      assert.ok(sessionsIn(home()).length <= before + 2, `A session is recorded twice.${explained(home())}`);
    });
  }

  it("continues when all of BigMind's files are gone", async () => {
    rmSync(home().memory, { recursive: true });
    await assertChatWorks('Say it without any memory.');
  });
}

interface ReadOnlyStore {
  /** The prefix of the command line that starts the client. */
  commandPrefix: readonly string[];
  undo: () => void;
}

/** Uses permissions. Root, which no permissions stop, gets a mount that only the client and its children see. */
function makeReadOnly({ memory }: ClientHome): ReadOnlyStore | undefined {
  if (process.getuid?.() !== 0) {
    setWritable(memory, false);
    return { commandPrefix: [], undo: () => setWritable(memory, true) };
  }
  const script = 'mount --bind "$1" "$1" && mount -o remount,bind,ro "$1" && shift && exec "$@"';
  const commandPrefix = ['unshare', '--mount', 'sh', '-c', script, 'sh', memory] as const;
  const [program, ...args] = [...commandPrefix, 'true'] as const;
  return spawnSync(program, args).status === 0 ? { commandPrefix, undo: () => undefined } : undefined;
}

function setWritable(folder: string, isWritable: boolean): void {
  for (const name of readdirSync(folder)) chmodSync(join(folder, name), isWritable ? 0o700 : 0o500);
  chmodSync(folder, isWritable ? 0o700 : 0o500);
}

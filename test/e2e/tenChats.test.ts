/**
 * Ten chats in VS Code's Local harness, one after another. All are recorded, and each later one starts with the topic
 * of the one before it. Only the model is scripted.
 */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { takeScreenshot } from '../../scripts/lib/hostWindow.ts';
import { importedMessages } from './importedChats.ts';
import { modelVsix, requestsOf, textOf, userFilesWithModel, writeScript, type Script } from './scriptedChat.ts';
import { openTestWindow, waitFor, type TestWindow } from './testWindow.ts';

const animals = ['okapi', 'quokka', 'axolotl', 'pangolin', 'tapir', 'narwhal', 'ibex', 'kakapo', 'numbat', 'fossa'];
const nextName = 'the one after them';
const context = /<bigmind-context>[^]*?<\/bigmind-context>/gu;

describe('ten chats in the Local harness', () => {
  let window: TestWindow;
  let script: Script;

  before(async function () {
    this.timeout(240_000);
    script = writeScript([
      ...animals.map((animal) => ({
        name: animal,
        prompt: `Which port does the ${animal} service listen on?`,
        calls: [],
        answer: `The ${animal} service listens on port 70${String(animals.indexOf(animal))}.`,
      })),
      { name: nextName, prompt: 'What did we do?', calls: [], answer: 'We looked at ports.' },
    ]);
    const settings = { ...userFilesWithModel['settings.json'], 'bigmind.capture.enabled': true };
    window = await openTestWindow({
      extensions: [modelVsix],
      copyInstall: true,
      userFiles: { ...userFilesWithModel, 'settings.json': settings },
      env: script.env,
    });
    await waitFor('the end of the chats', 180, () => {
      const failed = script.log().find((entry) => entry.event === 'failed');
      if (failed) throw new Error(failed.error);
      return script.log().find((entry) => entry.event === 'done');
    });
    await takeScreenshot(window.page, 'ten-chats');
  });

  after(() => window.close());

  it('are each recorded exactly once', async () => {
    const { tables } = JSON.parse(await window.bigmind('export', '--json')) as {
      tables: { sessions: { id: string }[]; messages: { session_id: string; content: string }[] };
    };
    for (const animal of animals) {
      const said = tables.messages.filter(({ content }) => content.includes(`the ${animal} service listen`));
      const answers = tables.messages.filter(({ content }) => content.includes(`The ${animal} service listens`));
      assert.deepEqual([said.length, answers.length], [1, 1], animal);
      assert.equal(said[0]?.session_id, answers[0]?.session_id, animal);
    }
    assert.equal(tables.sessions.length, animals.length + 1, JSON.stringify(tables.sessions));
  });

  it('are each offered the twelve tools', () => {
    for (const chat of [...animals, nextName]) {
      const [first] = requestsOf(script, chat).filter(({ tools }) => tools.length > 0);
      const ours = first?.tools.filter((name) => name.startsWith('mcp_bigmind_memory_'));
      assert.equal(new Set(ours).size, 12, `${chat}: ${String(first?.tools)}`);
    }
  });

  it('can each be imported into another store once', async () => {
    const messages = await importedMessages(join(window.userFolder, 'workspaceStorage'));
    for (const animal of animals) {
      const said = messages.filter((content) => content.includes(`the ${animal} service listen`));
      const answers = messages.filter((content) => content.includes(`The ${animal} service listens`));
      assert.deepEqual([said.length, answers.length], [1, 1], animal);
    }
  });

  it('each appear once in the context of the next chat', () => {
    for (const [index, animal] of animals.entries()) {
      const next = animals[index + 1] ?? nextName;
      const [first] = requestsOf(script, next).filter(({ tools }) => tools.length > 0);
      assert.ok(first, next);
      const blocks = [...textOf(first).matchAll(context)].map(([block]) => block);
      assert.equal(blocks.length, 1, `${next}: ${blocks.join('\n')}`);
      assert.ok(blocks[0]?.includes(animal), `${next} after ${animal}: ${blocks.join('\n')}`);
    }
  });
});

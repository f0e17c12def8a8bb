/**
 * Pinned facts in chats that BigMind does not reach: Copilot Chat reads them from VS Code's user memory. Only the model is
 * scripted; the chat, its prompt, the setting and the file are real.
 */
import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { modelVsix, requestsOf, textOf, userFilesWithModel, writeScript, type Script } from './scriptedChat.ts';
import { openTestWindow, waitFor, type TestWindow } from './testWindow.ts';

const fact = 'Releases leave on Thursdays from the branch heron';
const own = 'The user likes tabs, as their own note says';

describe('pinned facts in the user memory of VS Code', () => {
  let window: TestWindow;
  let script: Script;
  let file: string;
  let written: string | undefined;

  before(async () => {
    script = writeScript([
      {
        name: 'pinning',
        prompt: 'CHAT-PIN: pin our release day',
        calls: [{ tool: 'memory_update_profile', input: { pinned_facts: [fact] } }],
        answer: 'Pinned.',
      },
      {
        name: 'before',
        prompt: 'CHAT-BEFORE: when do we release?',
        settings: { 'bigmind.mcp.enabled': false, 'bigmind.instructions.enabled': false },
        calls: [],
        answer: 'No idea.',
      },
      {
        name: 'turning on',
        prompt: 'CHAT-ON: hello',
        settings: { 'bigmind.userMemory.pinnedFacts': true },
        calls: [],
        answer: 'Hello.',
      },
      {
        name: 'with',
        prompt: 'CHAT-WITH: when do we release?',
        waitsFor: 'written',
        calls: [],
        answer: 'On Thursdays.',
      },
      {
        name: 'without',
        prompt: 'CHAT-WITHOUT: and now?',
        settings: { 'bigmind.userMemory.pinnedFacts': false },
        calls: [],
        answer: 'No idea.',
      },
    ]);
    window = await openTestWindow({
      extensions: [modelVsix],
      copyInstall: true,
      userFiles: userFilesWithModel,
      env: script.env,
    });
    const memories = join(window.userFolder, 'globalStorage', 'github.copilot-chat', 'memory-tool', 'memories');
    file = join(memories, 'bigmind.md');
    await waitForTheChats(window, script, () => {
      if (written !== undefined || !existsSync(file)) return;
      written = readFileSync(file, 'utf8');
      writeFileSync(join(memories, 'mine.md'), `- ${own}\n`);
      script.say('written');
    });
  });

  after(() => window.close());

  /** All that the model got during a chat. */
  const prompt = (chat: string): string => requestsOf(script, chat).map(textOf).join('\n');

  it('are in the file of the user memory once the setting is on', () => {
    assert.match(
      written ?? '',
      new RegExp(
        `^<!-- BIGMIND:PINNED-START .* -->\nPinned facts of the user[^\n]*\n- ${fact}\n<!-- BIGMIND:PINNED-END -->$`,
        'u',
      ),
    );
  });

  it('are in the prompt of a chat without tools and instructions of BigMind, and only while the setting is on', () => {
    const tools = requestsOf(script, 'with').flatMap((request) => request.tools);
    assert.ok(tools.length > 0 && !tools.some((name) => name.includes('bigmind')), tools.join(' '));
    assert.deepEqual(
      ['before', 'with', 'without'].map((chat) => prompt(chat).includes(fact)),
      [false, true, false],
    );
    const memory = /<userMemory>([^]*?)<\/userMemory>/u.exec(prompt('with'))?.[1] ?? '';
    assert.match(memory, /## bigmind\.md\n<!-- BIGMIND:PINNED-START/u);
    assert.ok(memory.includes(`\n- ${fact}\n`), memory);
  });

  it('leave the own notes of the user in the chat and on the disk', () => {
    assert.deepEqual([prompt('with').includes(own), prompt('without').includes(own)], [true, true]);
    assert.equal(existsSync(file), false);
  });
});

async function waitForTheChats({ page }: TestWindow, script: Script, look: () => void): Promise<void> {
  await waitFor('the end of the chats', 240, async () => {
    look();
    const failed = script.log().find((entry) => entry.event === 'failed');
    if (failed) throw new Error(failed.error);
    const allow = page.getByRole('button', { name: /^Allow/ }).first();
    if (await allow.isVisible()) await allow.click();
    return script.log().find((entry) => entry.event === 'done');
  });
}

/**
 * Copilot Chat's agent mode with BigMind in the extension host of a browser, where no MCP server can start: the model
 * gets the core tools from the extension. Only the model is scripted; the chat, its confirmations and the store are real.
 */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { takeScreenshot } from '../../scripts/lib/hostWindow.ts';
import { root } from '../../scripts/lib/places.ts';
import { modelVsix, requestsOf, textOf, userFilesWithModel, writeScript, type Script } from './scriptedChat.ts';
import { goTo } from './shownViews.ts';
import { openTestWindow, waitFor, type TestWindow } from './testWindow.ts';
import { webUiFrame } from './webUi.ts';

const fact = 'The deployment target is the cluster named heron';

describe('chats in the browser host', () => {
  let window: TestWindow;
  let script: Script;
  /** The text of the chat at each confirmation. */
  const asked: string[] = [];

  before(async () => {
    script = writeScript([
      {
        name: 'one',
        prompt: 'CHAT-ONE: remember where we deploy',
        calls: [
          { tool: 'memory_start_session', input: {} },
          { tool: 'memory_get_session_detail', input: { session_id: 'ffffffff' } },
          { tool: 'memory_store_fact', input: { category: 'decision', fact } },
        ],
        answer: 'Stored.',
      },
      {
        name: 'two',
        prompt: 'CHAT-TWO: where do we deploy?',
        calls: [{ tool: 'memory_search', input: { query: 'deployment target' } }],
        answer: 'To the cluster that the memory names.',
      },
    ]);
    window = await openTestWindow({
      bigmind: join(root, 'out', 'browser-host.vsix'),
      extensions: [modelVsix],
      copyInstall: true,
      refusesProposedApis: true,
      userFiles: userFilesWithModel,
      env: script.env,
    });
    await waitForTheChats();
  });

  after(async () => {
    await takeScreenshot(window.page, 'browser-chat-end');
    await window.close();
  });

  /** Tools that write ask for confirmation. The test confirms as a user would, until all chats have ended. */
  async function waitForTheChats(): Promise<void> {
    const { page } = window;
    await waitFor('the end of the chats', 200, async () => {
      const failed = script.log().find((entry) => entry.event === 'failed');
      if (failed) throw new Error(failed.error);
      const allow = page.getByRole('button', { name: /^Allow/ }).first();
      if (await allow.isVisible()) {
        await takeScreenshot(page, 'browser-chat-confirmation');
        asked.push(await page.locator('.interactive-session').innerText());
        await allow.click();
      }
      return script.log().find((entry) => entry.event === 'done');
    });
  }

  it('offers each core tool to the model once', () => {
    const [first] = requestsOf(script, 'one').filter(({ tools }) => tools.length > 0);
    const names = first?.tools.filter((name) => /bigmind|memory_search/u.test(name)) ?? [];
    assert.equal(names.length, 12, names.join(' '));
    for (const name of names) assert.match(name, /^bigmind_memory_/u);
  });

  it('tells the model why a call failed and what to call instead', () => {
    assert.match(requestsOf(script, 'one').map(textOf).join('\n'), /ffffffff[^]*Call memory_list_sessions/u);
  });

  it('asks the user before a tool that writes, and before no other', () => {
    const text = asked.join('\n');
    assert.match(text, /Stores a fact, so that later chats know it/u);
    assert.doesNotMatch(text, /Searches everything that BigMind remembers/u);
  });

  it('gives the fact of the first chat to the second one', () => {
    assert.ok(requestsOf(script, 'two').map(textOf).join('\n').includes(fact));
  });

  it('shows the fact in the view', async () => {
    await window.page.getByRole('tab', { name: /^BigMind/ }).click();
    await goTo(await webUiFrame(window.page, 'Home'), 'Search', fact);
  });
});

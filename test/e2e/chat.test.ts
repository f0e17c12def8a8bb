/**
 * The promise of the product in Copilot Chat's agent mode: what one chat stores, the next one knows, and the user sees
 * it in the chat. Only the model is scripted; the chat, its confirmations, the MCP server and the store are real.
 */
import assert from 'node:assert/strict';
import { appendFileSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Frame, Page } from 'playwright-core';
import { takeScreenshot } from '../../scripts/lib/hostWindow.ts';
import { modelVsix, requestsOf, textOf, userFilesWithModel, writeScript, type Script } from './scriptedChat.ts';
import { openTestWindow, waitFor, type TestWindow } from './testWindow.ts';

const fact = 'The deployment target is the cluster named heron';

describe('chats with a shared memory', () => {
  let window: TestWindow;
  let script: Script;

  before(async () => {
    script = writeScript([
      {
        name: 'one',
        prompt: 'CHAT-ONE: remember where we deploy',
        calls: [
          { tool: 'memory_start_session', input: {} },
          { tool: 'memory_store_fact', input: { category: 'decision', fact } },
        ],
        answer: 'Stored.',
      },
      {
        name: 'two',
        prompt: 'CHAT-TWO: where do we deploy?',
        calls: [{ tool: 'memory_start_session', input: {} }],
        answer: 'To the cluster that the memory names.',
      },
      {
        name: 'three',
        prompt: 'CHAT-THREE: what do we believe?',
        settings: { 'bigmind.toolsets': { core: true, journal: true } },
        calls: [{ tool: 'memory_add_hypothesis', input: { hypothesis: 'I believe heron is full.' } }],
        answer: 'Noted.',
      },
      {
        name: 'starting file memory',
        prompt: 'CHAT-FILES: hello',
        command: { name: 'bigmind.startFileMemory', argument: {} },
        calls: [],
        answer: 'Begun.',
      },
      {
        name: 'after a line by hand',
        prompt: 'CHAT-LINE: what did we write down?',
        waitsFor: 'written',
        calls: [{ tool: 'memory_start_session', input: {} }],
        answer: 'What the file says.',
      },
      {
        name: 'four',
        prompt: 'CHAT-FOUR: show me what you know',
        settings: { 'bigmind.toolsets': { core: true, maintenance: true } },
        calls: [{ tool: 'memory_open_profile', input: {} }],
        answer: 'There it is.',
      },
    ]);
    window = await openTestWindow({
      extensions: [modelVsix],
      copyInstall: true,
      userFiles: userFilesWithModel,
      env: script.env,
    });
    await waitForTheChats(window, script);
  });

  after(async () => {
    await takeScreenshot(window.page, 'chat-end');
    await window.close();
  });

  it('offers the twelve core tools of the MCP server to the model, and not those for browsers', () => {
    const names = requestsOf(script, 'one').flatMap((request) => request.tools);
    const memoryTools = new Set(names.filter((name) => name.includes('bigmind_memory_')));
    assert.equal(memoryTools.size, 12, [...new Set(names)].join(' '));
    for (const name of memoryTools) assert.match(name, /^mcp_bigmind_/u);
  });

  it('offers more tools to the next chat after the user enables a toolset while the server runs', async () => {
    const offered = (chat: string): boolean =>
      requestsOf(script, chat).some(({ tools }) => tools.some((name) => name.endsWith('memory_add_hypothesis')));
    assert.deepEqual([offered('two'), offered('three')], [false, true]);
    const { tables } = JSON.parse(await window.bigmind('export', '--json')) as {
      tables: { hypotheses: { hypothesis: string }[] };
    };
    assert.deepEqual(
      tables.hypotheses.map(({ hypothesis }) => hypothesis),
      ['I believe heron is full.'],
    );
  });

  it('puts instructions about the memory into the system prompt', () => {
    const first = requestsOf(script, 'one').find((request) => request.tools.length > 0);
    const system = first?.messages.filter((message) => message.role === 'System') ?? [];
    assert.match(
      system.flatMap((message) => message.parts.map((part) => part.text)).join('\n'),
      /memory_start_session/,
    );
  });

  it('stores the fact of the first chat', async () => {
    assert.match(await window.bigmind('search', '--json', 'deployment target'), /cluster named heron/);
  });

  it('gives the fact to the second chat', () => {
    const texts = requestsOf(script, 'two').map(textOf);
    assert.ok(texts.some((text) => text.includes(fact)));
  });

  it('reports to the model where the page is shown, and offers it no tool of the page', () => {
    const requests = requestsOf(script, 'four');
    assert.match(requests.map(textOf).join('\n'), /"shown_in":\["chat","window"\]/u);
    const names = requests.flatMap(({ tools }) => tools);
    assert.ok(names.some((name) => name.endsWith('memory_open_profile')));
    assert.deepEqual(
      names.filter((name) => name.includes('memory_page_')),
      [],
    );
  });

  it('shows the page inside the chat, and updates it when another program stores a fact', async () => {
    const app = await waitForPageInChat(window.page);
    await app.getByRole('button', { name: 'Knowledge' }).press('Enter');
    await app.getByText(fact).first().waitFor();
    await window.bigmind('save', 'Ships wait for the tide');
    await app.getByText('Ships wait for the tide').first().waitFor();
    await takeScreenshot(window.page, 'chat-page');
  });

  it('gives a line that was added to MEMORY.md by hand to the next chat', () => {
    const texts = requestsOf(script, 'after a line by hand').map(textOf).join('\n');
    assert.match(texts, /Recent decisions[^]*\.mind\/MEMORY\.md:\d+\) Terraform over Pulumi/u);
    assert.ok(!requestsOf(script, 'two').map(textOf).join('\n').includes('Terraform'));
  });

  it('shows icons on the page, which may load nothing from elsewhere', async () => {
    const app = await waitForPageInChat(window.page);
    const icons = await app.evaluate('[...document.fonts].map(({ family, status }) => `${family} ${status}`)');
    assert.deepEqual(icons, ['codicon loaded']);
  });
});

/** The panel shows the same page; the page in the chat contains its styles instead of linking them. */
async function waitForPageInChat(page: Page): Promise<Frame> {
  return waitFor('the page in the chat', 60, async () => {
    for (const frame of page.frames()) {
      const isIt = await frame.locator('style#vscode-codicon-stylesheet').count();
      if (isIt > 0 && (await frame.getByRole('navigation').isVisible())) return frame;
    }
    return undefined;
  });
}

/** Tools that write ask for confirmation. The test confirms as a user would, until all chats have ended. */
async function waitForTheChats({ page, workspace }: TestWindow, script: Script): Promise<void> {
  const memoryFile = join(workspace, '.mind', 'MEMORY.md');
  let isWritten = false;
  await waitFor('the end of the chats', 240, async () => {
    if (!isWritten && existsSync(memoryFile)) {
      await takeScreenshot(page, 'chat-file-memory');
      appendFileSync(memoryFile, 'decided: Terraform over Pulumi, because the team knows it\n');
      isWritten = true;
      script.say('written');
    }
    const failed = script.log().find((entry) => entry.event === 'failed');
    if (failed) throw new Error(failed.error);
    const allow = page.getByRole('button', { name: /^Allow/ }).first();
    if (await allow.isVisible()) {
      await takeScreenshot(page, 'chat-confirmation');
      await allow.click();
    }
    return script.log().find((entry) => entry.event === 'done');
  });
}

/**
 * VS Code's Copilot harness (the agent host with the Copilot SDK) as a user sees it. After one yes to BigMind's
 * question, chats are recorded and the next one starts with them. Only the service is scripted.
 */
import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { takeScreenshot } from '../../scripts/lib/hostWindow.ts';
import { runCommand } from './webUi.ts';
import { importedMessages } from './importedChats.ts';
import { startScriptedCopilot, type CopilotRequest, type ScriptedCopilot } from './scriptedCopilot.ts';
import { openTestWindow, waitFor, type TestWindow } from './testWindow.ts';

const decision = 'We decided to use PLATYPUS queues instead of Kafka, because ops is two people.';
const blocks = /<bigmind-context>[^]*?<\/bigmind-context>/gu;

describe("recording in VS Code's Copilot harness", () => {
  let copilot: ScriptedCopilot;
  let window: TestWindow;
  let hooks: string;
  /** Where the harness stores its sessions and reads its hooks. */
  let copilotHome: string;
  let firstContext: string[] = [];

  before(async function () {
    this.timeout(240_000);
    copilot = await startScriptedCopilot((asked) => (asked.includes('queue') ? decision : 'Understood.'));
    window = await openTestWindow({
      copyInstall: true,
      smokeTestDriver: true,
      // The user has not chosen yet, so BigMind asks.
      userFiles: { 'settings.json': { ...copilot.settings, 'bigmind.capture.enabled': undefined } },
      env: copilot.env,
    });
    copilotHome = join(dirname(window.home), 'home', '.copilot');
    hooks = join(copilotHome, 'hooks', 'bigmind.json');
  });

  afterEach(async function () {
    if (this.currentTest?.state === 'failed') await takeScreenshot(window.page, 'copilot-harness-failed');
  });

  after(async () => {
    await takeScreenshot(window.page, 'copilot-harness-end');
    await window.close();
    await copilot.close();
  });

  it('installs the hooks after one yes, and not before', async () => {
    const { page } = window;
    // With the test driver, VS Code shows no toasts; the question is in the notification center.
    const question = page.locator('.notification-list-item', { hasText: 'Do you want BigMind to record your chats' });
    await waitFor('the question', 60, async () => {
      await showNotifications(true);
      return (await question.isVisible()) || undefined;
    });
    assert.match(await question.innerText(), /writes ~\/\.copilot\/hooks\/bigmind\.json/u);
    await takeScreenshot(page, 'copilot-harness-question');
    assert.equal(existsSync(hooks), false);
    await question.getByRole('button', { name: 'Turn On' }).click();
    await waitFor('the hooks', 60, () => existsSync(hooks) || undefined);
    await showNotifications(false);
    assert.ok(readFileSync(hooks, 'utf8').includes(join(window.home, 'hook.sh')));
  });

  it('records a chat without any tool call', async () => {
    await chat('Which queue do we take?', decision);
    const found = await waitFor('the chat in the memory', 60, async () => {
      const answer = JSON.parse(await window.bigmind('search', '--json', 'PLATYPUS queues')) as {
        results: { text: string; sessionId: string }[];
      };
      return answer.results.find(({ text }) => text.includes('PLATYPUS'));
    });
    assert.match(found.text, /PLATYPUS queues instead of Kafka/u);
  });

  it('gives a new chat the known context once', async () => {
    const first = await chat('What do we know of this project?', 'Understood.');
    firstContext = contextsIn(first);
    assert.equal(firstContext.length, 1, textOf(first).slice(-4_000));
    assert.match(firstContext[0] ?? '', /queue/u);
    await takeScreenshot(window.page, 'copilot-harness-context');
  });

  it('offers the tools to a chat', () => {
    const first = copilot.requests()[0];
    assert.equal(first?.tools.filter((name) => name.startsWith('BigMind-memory_')).length, 12, String(first?.tools));
  });

  it('stores each chat as one session, without the injected context', async () => {
    const { tables } = JSON.parse(await window.bigmind('export', '--json')) as {
      tables: { sessions: { id: string; one_liner: string | null }[]; messages: { content: string }[] };
    };
    assert.equal(tables.sessions.length, 2, JSON.stringify(tables.sessions));
    assert.equal(tables.messages.filter(({ content }) => content.includes('Which queue do we take?')).length, 1);
    assert.ok(tables.messages.every(({ content }) => !content.includes('bigmind-context')));
  });

  it('continues the session with the next turn, without a second context', async () => {
    const next = await chat('And what else do we know?', 'Understood.', 'goes on');
    assert.deepEqual(contextsIn(next), firstContext, textOf(next).slice(-4_000));
    const { sessions, messages } = await waitFor('the turn in the memory', 60, async () => {
      const { tables } = JSON.parse(await window.bigmind('export', '--json')) as {
        tables: { sessions: object[]; messages: { content: string; session_id: string }[] };
      };
      return tables.messages.some(({ content }) => content === 'And what else do we know?') ? tables : undefined;
    });
    assert.equal(sessions.length, 2, JSON.stringify(sessions));
    const turns = messages.filter(({ content }) => content.includes(' do we know'));
    assert.equal(new Set(turns.map(({ session_id }) => session_id)).size, 1, JSON.stringify(turns));
  });

  it('lets another store import each chat once', async () => {
    const messages = await importedMessages(copilotHome);
    for (const prompt of ['Which queue do we take?', 'What do we know of this project?', 'And what else do we know?']) {
      assert.equal(messages.filter((content) => content.includes(prompt)).length, 1, JSON.stringify(messages));
    }
    assert.equal(messages.filter((content) => content.includes(decision)).length, 1, JSON.stringify(messages));
  });

  it('stops recording and removes the hooks after one no', async () => {
    const { page } = window;
    await runCommand(page, 'BigMind: Turn Recording On or Off');
    await page.getByRole('option', { name: 'Turn Off Everywhere' }).click();
    await waitFor('the file to go', 60, () => !existsSync(hooks) || undefined);
    const first = await chat('Remember the xylophone in the attic', 'Understood.');
    assert.equal(textOf(first).match(blocks), null);
    await waitFor('the end of the turn in the files of the harness', 60, () => {
      const files = globSync(join(copilotHome, 'session-state', '*', 'events.jsonl'));
      const events = files.map((file) => readFileSync(file, 'utf8')).find((text) => text.includes('xylophone'));
      return events?.includes('"assistant.turn_end"') === true || undefined;
    });
    // A hook that started at the end of the turn would finish within two seconds.
    const deadline = Date.now() + 4_000;
    while (Date.now() < deadline) {
      assert.ok(!(await window.bigmind('export', '--json')).includes('xylophone'));
    }
  });

  /** The open notification center covers the chat. */
  async function showNotifications(wanted: boolean): Promise<void> {
    const { page } = window;
    await waitFor('the list of notifications', 60, async () => {
      if ((await page.locator('.notifications-center.visible').isVisible()) === wanted) return true;
      await page.locator('[id="status.notifications"]').click();
      return undefined;
    });
  }

  /** Starts a new chat unless it continues the last one; returns the first request that it caused. */
  async function chat(prompt: string, answer: string, way: 'new' | 'goes on' = 'new'): Promise<CopilotRequest> {
    const { page } = window;
    const before = copilot.requests().length;
    if (before > 0 && way === 'new')
      await page
        .getByRole('button', { name: /^New (?:Chat|Session)/u })
        .first()
        .click();
    const input = page.locator('.interactive-input-part .monaco-editor').first();
    await input.click();
    await page.keyboard.type(prompt);
    await page.keyboard.press('Enter');
    const first = await waitFor(`the request of "${prompt}"`, 60, () =>
      copilot
        .requests()
        .slice(before)
        .find((request) => textOf(request).includes(prompt)),
    );
    await page.locator('.interactive-response', { hasText: answer }).last().waitFor({ timeout: 60_000 });
    return first;
  }
});

function contextsIn(request: CopilotRequest): string[] {
  return [...textOf(request).matchAll(blocks)].map(([block]) => block);
}

function textOf({ messages }: CopilotRequest): string {
  return messages.map(({ text }) => text).join('\n');
}

/**
 * VS Code's Copilot harness, which is the agent host with the Copilot SDK, as a person uses it: one yes to BigMind's
 * question, and from then on chats are in the memory and the next one begins with them. Only the service is scripted.
 */
import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { takeScreenshot } from '../../scripts/lib/hostWindow.ts';
import { runCommand } from './face.ts';
import { importedMessages } from './importedChats.ts';
import { startScriptedCopilot, type CopilotRequest, type ScriptedCopilot } from './scriptedCopilot.ts';
import { openTestWindow, waitFor, type TestWindow } from './testWindow.ts';

const decision = 'We decided to use PLATYPUS queues instead of Kafka, because ops is two people.';
const blocks = /<bigmind-context>[^]*?<\/bigmind-context>/gu;

describe("chats of VS Code's Copilot harness", () => {
  let copilot: ScriptedCopilot;
  let window: TestWindow;
  let hooks: string;
  /** Where the harness keeps its sessions and reads its hooks. */
  let copilotHome: string;
  let firstContext: string[] = [];

  before(async function () {
    this.timeout(240_000);
    copilot = await startScriptedCopilot((asked) => (asked.includes('queue') ? decision : 'Understood.'));
    window = await openTestWindow({
      copyInstall: true,
      smokeTestDriver: true,
      // Nobody chose yet, so that BigMind asks.
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

  it('are given their hooks by one yes, and none before it', async () => {
    const { page } = window;
    // With the test driver, VS Code shows no toasts; what is asked waits behind the bell.
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

  it('are recorded without a call of any tool', async () => {
    await chat('Which queue do we take?', decision);
    const found = await waitFor('the chat in the memory', 60, async () => {
      const answer = JSON.parse(await window.bigmind('search', '--json', 'PLATYPUS queues')) as {
        results: { text: string; sessionId: string }[];
      };
      return answer.results.find(({ text }) => text.includes('PLATYPUS'));
    });
    assert.match(found.text, /PLATYPUS queues instead of Kafka/u);
  });

  it('begin with what is known, once', async () => {
    const first = await chat('What do we know of this project?', 'Understood.');
    firstContext = contextsIn(first);
    assert.equal(firstContext.length, 1, textOf(first).slice(-4_000));
    assert.match(firstContext[0] ?? '', /queue/u);
    await takeScreenshot(window.page, 'copilot-harness-context');
  });

  it('are offered the tools', () => {
    const first = copilot.requests()[0];
    assert.equal(first?.tools.filter((name) => name.startsWith('BigMind-memory_')).length, 12, String(first?.tools));
  });

  it('are sessions under ids of their own, each once, and no other', async () => {
    const { tables } = JSON.parse(await window.bigmind('export', '--json')) as {
      tables: { sessions: { id: string; one_liner: string | null }[]; messages: { content: string }[] };
    };
    assert.equal(tables.sessions.length, 2, JSON.stringify(tables.sessions));
    assert.equal(tables.messages.filter(({ content }) => content.includes('Which queue do we take?')).length, 1);
    assert.ok(tables.messages.every(({ content }) => !content.includes('bigmind-context')));
  });

  it('go on in their session with the next turn, which gets no second context', async () => {
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

  it('can be imported into another store, each once', async () => {
    const messages = await importedMessages(copilotHome);
    for (const prompt of ['Which queue do we take?', 'What do we know of this project?', 'And what else do we know?']) {
      assert.equal(messages.filter((content) => content.includes(prompt)).length, 1, JSON.stringify(messages));
    }
    assert.equal(messages.filter((content) => content.includes(decision)).length, 1, JSON.stringify(messages));
  });

  it('are left alone again after one no', async () => {
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
    // A hook that began with the end of the turn would be done in less than two seconds.
    const deadline = Date.now() + 4_000;
    while (Date.now() < deadline) {
      assert.ok(!(await window.bigmind('export', '--json')).includes('xylophone'));
    }
  });

  /** The list behind the bell lies over the chat while it is open. */
  async function showNotifications(wanted: boolean): Promise<void> {
    const { page } = window;
    await waitFor('the list of notifications', 60, async () => {
      if ((await page.locator('.notifications-center.visible').isVisible()) === wanted) return true;
      await page.locator('[id="status.notifications"]').click();
      return undefined;
    });
  }

  /** A chat of its own, unless it goes on with the last one; answers with the first request that it led to. */
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

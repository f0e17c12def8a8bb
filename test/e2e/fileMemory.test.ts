/**
 * Files as memory, as a user meets them in VS Code: what people write into them by hand is in the next chat and on the
 * page, a reminder comes due, a gotcha reaches the assistant before its work, and another branch has another memory.
 */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { appendFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { takeScreenshot } from '../../scripts/lib/hostWindow.ts';
import { localDay } from '../../src/util/time.ts';
import { modelVsix, requestsOf, textOf, userFilesWithModel, writeScript } from './scriptedChat.ts';
import { openChat } from '../support/program.ts';
import type { Script } from './scriptedChat.ts';
import { goTo } from './shownViews.ts';
import { openTestWindow, waitFor, waitForWebview } from './testWindow.ts';
import type { TestWindow } from './testWindow.ts';
import { openPanel } from './webUi.ts';

const decision = 'Moor at the west quay - the east quay is too shallow';
const gotcha = 'The tide table of the harbour counts from winter time → call toSummerTime()';
const reminder = 'Ask the pilot about the buoys';
const dueToday = `- [ ] ${reminder} | due: ${localDay(new Date().toISOString(), 'UTC')}\n`;

describe('file memory in VS Code', () => {
  let window: TestWindow;
  let script: Script;
  const git = (...args: string[]): unknown =>
    execFileSync('git', ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com', ...args], {
      cwd: window.workspace,
    });
  const append = (file: string, text: string): void => appendFileSync(join(window.workspace, '.mind', file), text);

  before(async function () {
    this.timeout(600_000);
    script = writeScript([
      {
        name: 'starts',
        prompt: 'Hello',
        command: { name: 'bigmind.startFileMemory', argument: {} },
        calls: [],
        answer: 'Hello.',
      },
      {
        name: 'knows',
        waitsFor: 'the lines are written',
        prompt: 'Where do we moor?',
        calls: [],
        answer: 'In the west.',
      },
      { name: 'meets a gotcha', prompt: 'Show the tide table of the harbour in the app', calls: [], answer: 'Shown.' },
      {
        name: 'is on another branch',
        waitsFor: 'the branch is changed',
        prompt: 'And where now?',
        calls: [],
        answer: '?',
      },
    ]);
    const settings = { ...userFilesWithModel['settings.json'], 'bigmind.capture.enabled': true };
    window = await openTestWindow({
      extensions: [modelVsix],
      copyInstall: true,
      userFiles: { ...userFilesWithModel, 'settings.json': settings },
      env: { ...script.env, TZ: 'UTC' },
      remote: 'https://github.com/acme/harbour.git',
    });
    git('init', '--quiet');
    await endOf('starts');
    git('add', '.mind');
    git('commit', '--quiet', '--message', 'Start file memory');
    git('checkout', '--quiet', '-b', 'quays');
    append('MEMORY.md', `\n## Decisions\n\n- ${decision}\n\n## Gotchas\n\n- ${gotcha}\n`);
    append('REMINDERS.md', dueToday);
    git('commit', '--quiet', '--all', '--message', 'Decide about the quays');
    script.say('the lines are written');
  });
  after(async () => {
    await takeScreenshot(window.page, 'file-memory-end');
    await window.close();
  });

  it('shows a due reminder as a notification, in the side bar and as a badge', async () => {
    const { page } = window;
    await page.locator('.notification-toast').getByText(`Reminder: ${reminder}`).waitFor();
    await page.locator('.activitybar .badge').getByText('1', { exact: true }).waitFor();
    await takeScreenshot(page, 'file-memory-reminder');
  });

  it('gives a line that was added by hand, and the due reminder, to the next chat', async () => {
    await endOf('knows');
    const text = firstRequestOf('knows');
    assert.match(text, /<bigmind-context>[^]*Moor at the west quay[^]*MEMORY\.md:\d+[^]*<\/bigmind-context>/u);
    assert.ok(text.includes(reminder), text);
  });

  it('offers a gotcha with its workaround before the work that meets it', async () => {
    await endOf('meets a gotcha');
    assert.match(firstRequestOf('meets a gotcha'), /may meet a gotcha[^]*tide table[^]*toSummerTime\(\)/u);
  });

  it('shows the lines in the list of memories', async () => {
    const panel = await openPanel(window);
    await goTo(panel, 'Knowledge', /\d items/u);
    await panel.getByRole('option', { name: /Moor at the west quay/u }).waitFor();
    await takeScreenshot(window.page, 'file-memory-entries');
  });

  it('marks the reminder as done in the file', async () => {
    await window.page
      .locator('.activitybar')
      .getByRole('tab', { name: /^BigMind/u })
      .click();
    const row = window.page.locator('.sidebar').getByRole('treeitem', { name: new RegExp(reminder, 'u') });
    await row.getByRole('checkbox').click();
    await waitFor('the ticked reminder', 30, () => {
      const text = readFileSync(join(window.workspace, '.mind', 'REMINDERS.md'), 'utf8');
      return text.includes(`- [x] ${reminder}`) || undefined;
    });
    await row.waitFor({ state: 'detached' });
  });

  it('learns from the history of the repository where Home offers it, once', async () => {
    const { page } = window;
    const reasons = `Leave the east quay\n\nIt is too shallow because the river brings sand in May, and no dredger comes before June.`;
    git('commit', '--quiet', '--allow-empty', '--message', reasons);
    const frame = await openPanel(window);
    await goTo(frame, 'Home', /say why things are as they are/u);
    const learn = frame.getByRole('button', { name: 'Learn from Project History' });
    await takeScreenshot(page, 'home-history');
    await learn.click();
    await page
      .locator('.notification-toast')
      .getByText(/learned from the history/u)
      .waitFor();
    await learn.waitFor({ state: 'detached' });
  });

  it('starts a chat from Home that goes on where the last session ended', async () => {
    const { page, home, workspace: path } = window;
    const env = { PATH: process.env['PATH'] ?? '', HOME: process.env['HOME'] ?? '', BIGMIND_HOME: home };
    const chat = await openChat({ path, database: '', env, remove: () => undefined }, { name: 'claude-code' });
    await chat.call('memory_start_session');
    await chat.call('memory_end_session', {
      one_liner: 'Sounded the quays',
      topics: 'quays',
      next_steps: ['Move the buoys'],
    });
    await chat.close();
    const frame = await openPanel(window);
    await goTo(frame, 'Home', /Move the buoys/u);
    await frame.getByRole('button', { name: 'Continue in Chat' }).click();
    await page.locator('.interactive-input-part').getByText('Continue where the last session ended.').waitFor();
    await page.locator('.interactive-session').getByText('Shown.').waitFor({ state: 'hidden' });
    assert.equal(await frame.getByText('Hand-off of session').count(), 0);
    await takeScreenshot(page, 'home-continue');
  });

  it('remembers only what the branch that is checked out says', async () => {
    git('checkout', '--quiet', '--force', '-');
    script.say('the branch is changed');
    await endOf('is on another branch');
    assert.ok(!firstRequestOf('is on another branch').includes('west quay'));
    const panel = await waitForWebview(window.page, 'Knowledge');
    await panel.getByRole('option', { name: /Moor at the west quay/u }).waitFor({ state: 'detached' });
  });

  function firstRequestOf(chat: string): string {
    const [first] = requestsOf(script, chat).filter(({ tools }) => tools.length > 0);
    assert.ok(first);
    return textOf(first);
  }

  async function endOf(chat: string): Promise<void> {
    await waitFor(`the end of the chat that ${chat}`, 240, () => {
      const failed = script.log().find((entry) => entry.event === 'failed');
      if (failed) throw new Error(failed.error);
      return script.log().find((entry) => entry.event === 'answer' && entry.chat === chat);
    });
  }
});

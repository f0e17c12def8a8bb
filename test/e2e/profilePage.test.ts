/** The page of `bigmind serve` as a person without VS Code meets it, in the light and in the dark. */
import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { Browser, Page } from 'playwright-core';
import { launchChromium } from '../../scripts/lib/chromium.ts';
import { takeScreenshot } from '../../scripts/lib/hostWindow.ts';
import { openChat, programFile, runProgram } from '../support/program.ts';
import { temporaryHome, type TemporaryHome } from '../support/temporaryHome.ts';

describe('the profile in a browser', () => {
  let home: TemporaryHome;
  let server: ChildProcess;
  let address: string;
  let browser: Browser;
  let page: Page;
  /** What the browser complained about: a blocked style or script, most of all. */
  const complaints: string[] = [];

  before(async () => {
    home = temporaryHome();
    server = spawn(process.execPath, [programFile, 'serve', '--json', '--port', '0'], {
      cwd: home.path,
      env: home.env,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    assert.ok(server.stdout);
    const [line] = (await once(server.stdout.setEncoding('utf8'), 'data')) as [string];
    ({ address } = JSON.parse(line) as { address: string });
    browser = await launchChromium();
    page = await browser.newPage({ viewport: { width: 1100, height: 1000 }, colorScheme: 'light' });
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text());
    });
    page.on('pageerror', (error) => complaints.push(String(error)));
  });

  after(async () => {
    await browser.close();
    server.kill('SIGKILL');
    home.remove();
  });

  it('says before anything is remembered what to try, without a button', async () => {
    await page.goto(address);
    await page.getByRole('heading', { name: 'Nothing remembered yet' }).waitFor();
    assert.equal(new URL(page.url()).search, '', 'The token must not stay in the address.');
    assert.equal(await page.getByRole('button').count(), 0);
    await takeScreenshot(page, 'profile-page-first-run');
  });

  it('shows without a reload what others remember, in the light and in the dark', async () => {
    const chat = await openChat(home, { name: 'claude-code' });
    await chat.call('memory_update_profile', {
      role: 'Harbour master',
      preferences: 'Short answers.\nNo emoji.',
      pinned_facts: ['The tide tables are in the blue folder'],
    });
    await chat.call('memory_store_fact', { category: 'decision', fact: 'The harbour lights are green on Tuesdays' });
    await chat.call('memory_store_fact', { category: 'codebase', fact: `Long: ${'the quay is rebuilt '.repeat(30)}` });
    await chat.call('memory_start_session', {}, 'chat-1');
    await chat.call('memory_flag_important', { content: 'Which quay?', flag_reason: 'asked twice' }, 'chat-1');
    await page.getByText('The harbour lights are green on Tuesdays').waitFor();
    await page.getByText('Harbour master').waitFor();
    assert.equal(await page.getByRole('button').count(), 0);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await takeScreenshot(page, `profile-page-${colorScheme}`);
    }
    await chat.close();
  });

  it('runs no script that a memory brings', async () => {
    await runProgram(home, ['save', '<img src=x onerror="document.title=1"><script>document.title=2</script>']);
    await page.getByText('<img src=x').waitFor();
    assert.equal(await page.title(), 'BigMind');
  });

  it('was allowed all that it needs', () => {
    assert.deepEqual(complaints, []);
  });

  it('says so when BigMind was ended, and what to do', async () => {
    server.kill('SIGTERM');
    await page.getByText('BigMind does not answer any more').waitFor();
    await page.getByText('bigmind serve').waitFor();
    await takeScreenshot(page, 'profile-page-gone');
  });
});

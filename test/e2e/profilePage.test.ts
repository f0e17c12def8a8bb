/** The page of `bigmind serve` for users without VS Code, in light and dark colors. */
import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { Browser, BrowserContext, Page, Request } from 'playwright-core';
import { launchChromium } from '../../scripts/lib/chromium.ts';
import { takeScreenshot } from '../../scripts/lib/hostWindow.ts';
import { openChat, programFile, runProgram } from '../support/program.ts';
import { temporaryHome, type TemporaryHome } from '../support/temporaryHome.ts';

describe('the profile in a browser', () => {
  let home: TemporaryHome;
  let server: ChildProcess;
  let address: string;
  let token: string;
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;
  /** Errors that the browser reported, mainly blocked styles or scripts. */
  const complaints: string[] = [];
  const requests: Request[] = [];

  before(async () => {
    home = temporaryHome();
    server = spawn(process.execPath, [programFile, 'serve', '--json', '--port', '0'], {
      cwd: home.path,
      env: home.env,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    assert.ok(server.stdout);
    const [line] = (await once(server.stdout.setEncoding('utf8'), 'data')) as [string];
    ({ address, token } = JSON.parse(line) as { address: string; token: string });
    browser = await launchChromium();
    context = await browser.newContext({ viewport: { width: 1100, height: 1000 }, colorScheme: 'light' });
    page = await newTab();
  });

  async function newTab(): Promise<Page> {
    const tab = await context.newPage();
    tab.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text());
    });
    tab.on('pageerror', (error) => complaints.push(String(error)));
    tab.on('request', (request) => requests.push(request));
    return tab;
  }

  const frontDoor = (): string => new URL('/', address).href;
  /** Without a token or a key. */
  const shownAddress = (): string => `${frontDoor()}#view=home`;

  after(async () => {
    await browser.close();
    server.kill('SIGKILL');
    home.remove();
  });

  it('explains what to try while the store is empty, and offers it on the page', async () => {
    await page.goto(address);
    await page.getByRole('heading', { name: 'No memories yet' }).waitFor();
    assert.equal(page.url(), shownAddress(), 'The token must not stay in the address.');
    await page.getByLabel('What should BigMind remember?').waitFor();
    await takeScreenshot(page, 'profile-page-first-run');
  });

  it('still works after a reload', async () => {
    await page.reload();
    await page.getByRole('heading', { name: 'No memories yet' }).waitFor();
    assert.equal(page.url(), shownAddress());
  });

  it('sends its token only with its own API requests, and sets no cookie', async () => {
    const key = new URLSearchParams(new URL(address).hash.slice(1)).get('key') ?? '';
    assert.ok(key !== '' && key !== token);
    for (const request of requests) {
      const headers = await request.allHeaders();
      const path = request.url().slice(frontDoor().length - 1);
      const secret = path === '/api/entry' ? key : token;
      assert.equal(headers['authorization'], path.startsWith('/api/') ? `Bearer ${secret}` : undefined, path);
      assert.equal(headers['cookie'], undefined, path);
    }
    assert.ok(requests.some((request) => request.url().endsWith('/api/page')));
    assert.deepEqual(await context.cookies(), []);
  });

  it('says which address to open without a key, sends no request, and accepts a token in the address', async () => {
    const tab = await newTab();
    const asked: string[] = [];
    tab.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await tab.goto(frontDoor());
    const said = await tab.getByRole('alert').innerText();
    assert.match(said, /Open the address that "bigmind serve" printed or that your assistant gave you/u);
    await takeScreenshot(tab, 'profile-page-unopened');
    assert.deepEqual(
      asked.filter((path) => path.startsWith('/api/')),
      [],
    );
    // Only the part behind the `#` changes, so the browser loads nothing.
    await tab.goto(`${frontDoor()}#token=${token}`);
    await tab.getByRole('heading', { name: 'No memories yet' }).waitFor();
    assert.equal(tab.url(), shownAddress());
    await tab.close();
  });

  it('shows without a reload what other programs store, in light and dark colors', async () => {
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
    await page.getByText('Harbour master').waitFor();
    await page.getByRole('button', { name: 'Knowledge' }).click();
    await page.getByText('The harbour lights are green on Tuesdays').waitFor();
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await takeScreenshot(page, `profile-page-${colorScheme}`);
    }
    await chat.close();
  });

  it('runs no script from a memory', async () => {
    await runProgram(home, ['save', '<img src=x onerror="document.title=1"><script>document.title=2</script>']);
    await page.getByText('<img src=x').waitFor();
    assert.equal(await page.title(), 'BigMind');
  });

  it('causes no error in the browser', () => {
    assert.deepEqual(complaints, []);
  });

  it('refuses to open with the same address twice, and says so', async () => {
    const tab = await context.newPage();
    await tab.goto(address);
    await tab.getByText('This address was already used').waitFor();
    assert.equal(tab.url(), shownAddress());
    await tab.close();
  });

  it('reports a token from before a restart', async () => {
    const tab = await context.newPage();
    await tab.goto(`${frontDoor()}#token=5d0c8a52`);
    await tab.getByText('BigMind was restarted after this page was opened').waitFor();
    assert.equal(tab.url(), shownAddress());
    await tab.close();
  });

  it('reports that BigMind ended, and says what to do', async () => {
    server.kill('SIGTERM');
    await page.getByText('BigMind no longer responds').waitFor();
    await page.getByText('bigmind serve').waitFor();
    await takeScreenshot(page, 'profile-page-gone');
  });
});

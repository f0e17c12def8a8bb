/**
 * The extension and the server of a team: connecting, chat tools, the panel and recording, also while the server is
 * away. Only the model is scripted.
 */
import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { globSync } from 'node:fs';
import type { Frame } from 'playwright-core';
import { takeScreenshot } from '../../scripts/lib/hostWindow.ts';
import { programFile, runProgram } from '../support/program.ts';
import { temporaryHome, type TemporaryHome } from '../support/temporaryHome.ts';
import { modelVsix, requestsOf, textOf, userFilesWithModel, writeScript, type Script } from './scriptedChat.ts';
import { goTo } from './shownViews.ts';
import { openTestWindow, waitFor, type TestWindow } from './testWindow.ts';
import { openPanel, runListed, webUiFrame } from './webUi.ts';

const team = { BIGMIND_MODE: 'team', BIGMIND_USER: 'mira' };
const fact = 'The deployment target is the cluster named heron';
const asked = 'What colour has the new harbour sign?';

interface Exported {
  sessions: { id: string; external_id: string | null }[];
  messages: { session_id: string; content: string }[];
  facts: { fact: string }[];
}

describe('VS Code with the server of a team', () => {
  let home: TemporaryHome;
  let server: ChildProcess;
  let port = 0;
  let window: TestWindow;
  let script: Script;

  before(async function () {
    this.timeout(600_000);
    home = temporaryHome();
    await startServer();
    script = writeScript([
      {
        name: 'stores',
        waitsFor: 'connected',
        prompt: 'Remember where we deploy',
        calls: [{ tool: 'memory_store_fact', input: { category: 'decision', fact } }],
        answer: 'Stored.',
      },
      {
        name: 'knows',
        waitsFor: 'a fact is stored',
        prompt: 'Good morning',
        calls: [],
        answer: 'Good morning.',
      },
      {
        name: 'is offline',
        waitsFor: 'the server is gone',
        prompt: asked,
        calls: [],
        answer: 'The sign is vermilion.',
      },
    ]);
    const settings = { ...userFilesWithModel['settings.json'], 'bigmind.capture.enabled': true };
    window = await openTestWindow({
      extensions: [modelVsix],
      copyInstall: true,
      userFiles: { ...userFilesWithModel, 'settings.json': settings },
      env: script.env,
    });
  });

  after(async () => {
    await takeScreenshot(window.page, 'team-server-end');
    await window.close();
    server.kill('SIGKILL');
    home.remove();
  });

  async function startServer(): Promise<void> {
    const args = [programFile, 'serve', '--json', '--host', '127.0.0.1', '--port', String(port)];
    server = spawn(process.execPath, args, {
      cwd: home.path,
      env: { ...home.env, ...team },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    assert.ok(server.stdout);
    const [line] = (await once(server.stdout.setEncoding('utf8'), 'data')) as [string];
    port = Number(new URL((JSON.parse(line) as { address: string }).address).port);
  }

  const exported = async (): Promise<Exported> => {
    const { code, out, err } = await runProgram(home, ['export', '--json'], { env: team });
    assert.equal(code, 0, err);
    return (JSON.parse(out) as { tables: Exported }).tables;
  };
  const waiting = (): number => globSync('servers/*/outbox/*.json', { cwd: window.home }).length;
  const statusBar = (text: string | RegExp) => window.page.locator('.statusbar-item').filter({ hasText: text });

  async function answerOf(chat: string): Promise<void> {
    await waitFor(`the end of the chat that ${chat}`, 240, async () => {
      const failed = script.log().find((entry) => entry.event === 'failed');
      if (failed) throw new Error(failed.error);
      const allow = window.page.getByRole('button', { name: /^Allow/ }).first();
      if (await allow.isVisible()) await allow.click();
      return script.log().find((entry) => entry.event === 'answer' && entry.chat === chat);
    });
  }

  /** Answers the input box that has this title. */
  async function enter(title: string, text: string): Promise<void> {
    const { page } = window;
    await page.locator('.quick-input-title').getByText(title).waitFor();
    const box = page.locator('.quick-input-box input');
    // VS Code empties the box once more after it shows the title.
    await waitFor(`the text in the box ${title}`, 20, async () => {
      if ((await box.inputValue()) !== text) await box.fill(text);
      await takeScreenshot(page, `team-server-${title.split(' ')[0]?.toLowerCase() ?? ''}`);
      return (await box.inputValue()) === text;
    });
    await box.press('Enter');
  }

  it('refuses a token that the server does not know, and says what to do', async () => {
    await runListed(window.page, 'Team Server', 'Connect to Server...');
    await enter('Connect to Server', `http://127.0.0.1:${String(port)}`);
    await enter('Token for', 'bmt_0123456789ab_wrong');
    await window.page.getByText('refuses the token: The token is not known').first().waitFor();
    await takeScreenshot(window.page, 'team-server-wrong-token');
  });

  it('connects with a token, and says to what and as whom', async () => {
    const { code, out, err } = await runProgram(home, ['token', 'add', 'vscode', '--user', 'ada'], { env: team });
    assert.equal(code, 0, err);
    await runListed(window.page, 'Team Server', 'Connect to Server...');
    await enter('Connect to Server', `http://127.0.0.1:${String(port)}`);
    await enter('Token for', out.trim());
    await window.page
      .getByText(`BigMind is connected to 127.0.0.1:${String(port)} as ada.`)
      .first()
      .waitFor();
    await takeScreenshot(window.page, 'team-server-connected');
  });

  it('no longer shows on the screen that another token was refused', async () => {
    const toasts = window.page.locator('.notifications-toasts');
    // VS Code hides nothing under the mouse.
    await window.page.mouse.move(500, 300);
    await toasts.getByText('refuses the token').first().waitFor({ state: 'hidden' });
  });

  it('stores with a chat tool on the server, and shows it in the panel', async () => {
    script.say('connected');
    await answerOf('stores');
    assert.deepEqual(
      (await exported()).facts.map((row) => row.fact),
      [fact],
    );
    const frame = await openPanel(window);
    await goTo(frame, 'Knowledge', fact);
    await takeScreenshot(window.page, 'team-server-panel');
  });

  it('shows the card of the user in the directory of the server', async () => {
    const frame = await webUiFrame(window.page);
    await goTo(frame, 'People', 'Who worked on');
    await frame.getByRole('article', { name: 'ada' }).getByText('Member of the team').waitFor();
    assert.doesNotMatch(await frame.locator('bigmind-people-view').innerText(), /heron/u);
    await takeScreenshot(window.page, 'team-server-minds');
    await goTo(frame, 'Knowledge', fact);
  });

  it('gives the next chat its context from the server', async () => {
    script.say('a fact is stored');
    await answerOf('knows');
    const [first] = requestsOf(script, 'knows').filter(({ tools }) => tools.length > 0);
    assert.ok(first);
    assert.match(textOf(first), /<bigmind-context>[^]*cluster named heron[^]*<\/bigmind-context>/u);
  });

  it('delivers the recorded chat', async () => {
    await waitFor('the delivery', 60, async () => {
      const { messages } = await exported();
      return messages.some(({ content }) => content.includes('Remember where we deploy')) ? true : undefined;
    });
    await waitFor('an empty outbox', 60, () => (waiting() === 0 ? true : undefined));
  });

  it('says that the server is away, and keeps recording on this computer', async () => {
    server.kill('SIGTERM');
    await once(server, 'exit');
    await shown('The server does not respond');
    script.say('the server is gone');
    await answerOf('is offline');
    await waitFor('a recorded chat', 60, () => (waiting() > 0 ? true : undefined));
    const bar = statusBar('BigMind').first();
    await waitFor('the state in the status bar', 60, async () => {
      const label = await bar.getAttribute('aria-label');
      return /has not answered since .* wait/u.test(label ?? '') ? label : undefined;
    });
    await bar.hover();
    await takeScreenshot(window.page, 'team-server-away');
  });

  it('continues by itself when the server is back, and delivers once', async () => {
    await startServer();
    await shown(fact);
    await waitFor('an empty outbox', 60, () => (waiting() === 0 ? true : undefined));
    const { messages, sessions } = await exported();
    const texts = messages.map(({ content }) => content);
    assert.equal(texts.filter((text) => text.includes(asked)).length, 1, texts.join('\n'));
    assert.equal(texts.filter((text) => text.includes('vermilion')).length, 1);
    const chats = sessions.map((session) => session.external_id);
    assert.equal(new Set(chats).size, chats.length);
    await takeScreenshot(window.page, 'team-server-back');
  });

  it('says that the token was revoked, and offers to connect again', async () => {
    const { out } = await runProgram(home, ['token', 'list', '--json'], { env: team });
    const { tokens } = JSON.parse(out) as { tokens: { id: string }[] };
    const { code, err } = await runProgram(home, ['token', 'revoke', tokens[0]?.id ?? ''], { env: team });
    assert.equal(code, 0, err);
    await shown('The server refused the request');
    await window.page.getByText('The token was revoked').first().waitFor();
    await takeScreenshot(window.page, 'team-server-revoked');
  });

  it('disconnects, and uses the memory on this computer again', async () => {
    await runListed(window.page, 'Team Server', 'Disconnect from Server');
    await window.page.getByText('uses the memory on this computer again').first().waitFor();
    await shown('No memories yet');
    await takeScreenshot(window.page, 'team-server-disconnected');
  });

  const shown = (text: string): Promise<Frame> => webUiFrame(window.page, text);
});

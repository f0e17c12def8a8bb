/** The transcript of a long session in a browser: its parts, the steps between, a text in it, and a link to a message. */
import assert from 'node:assert/strict';
import type { Browser, Frame, Page } from 'playwright-core';
import { launchChromium } from '../../scripts/lib/chromium.ts';
import { aClaudeLine } from '../capture/transcripts/support.ts';
import { violationsIn } from '../support/axe.ts';
import { conversationNumber, PastHome } from '../support/pastHome.ts';
import { runProgram } from '../support/program.ts';
import { temporaryHome, type TemporaryHome } from '../support/temporaryHome.ts';
import { Keys } from './keys.ts';
import { serve, type Served } from './servedPage.ts';
import { goTo } from './shownViews.ts';
import { webUiFrame } from './webUi.ts';

const exchanges = 160;
const id = conversationNumber(1);

describe('the transcript of a long session', () => {
  const past = new PastHome();
  let home: TemporaryHome;
  let served: Served;
  let browser: Browser;
  let page: Page;
  let frame: Frame;

  before(async () => {
    home = temporaryHome();
    past.lines(`.claude/projects/-home-ada-shop/${id}.jsonl`, linesOfASession());
    const { code, err } = await runProgram(home, ['import', 'claude-code'], { env: { HOME: past.path } });
    assert.equal(code, 0, err);
    served = await serve(home);
    browser = await launchChromium();
    page = await browser.newPage({ viewport: { width: 1100, height: 900 } });
    await page.goto(served.address);
    frame = await webUiFrame(page);
  });
  after(async () => {
    await browser.close();
    served.process.kill('SIGKILL');
    home.remove();
    past.remove();
  });

  /** The numbers of the requests that are shown. */
  const shown = async (): Promise<number[]> => {
    const texts = await frame.locator('bigmind-transcript .turn.user .text').allInnerTexts();
    return texts.map((text) => Number(/\d+/u.exec(text)?.[0]));
  };

  it('begins at its start, and goes on as one scrolls to its end', async () => {
    await goTo(frame, 'Sessions', /\d session/u);
    await frame.getByRole('option', { name: /lamp 0/u }).click();
    const transcript = frame.locator('bigmind-transcript');
    await transcript.getByText('Is lamp 0 dark?', { exact: true }).waitFor();
    const first = await shown();
    assert.ok(first[0] === 0 && first.length < exchanges / 2, String(first));
    await frame.getByRole('button', { name: /^Show Later Messages/u }).scrollIntoViewIfNeeded();
    const next = `Is lamp ${String(first.length)} dark?`;
    await transcript.getByText(next, { exact: true }).waitFor();
    const all = await shown();
    assert.deepEqual(all, [...all.keys()]);
  });

  it('folds tool calls into a line that opens', async () => {
    const step = frame.getByText('Read /home/ada/shop/lamps/0.ts', { exact: true });
    await step.click();
    await frame.getByText('The fuse of lamp 0').waitFor();
    await step.click();
    await frame.getByText('The fuse of lamp 0').waitFor({ state: 'hidden' });
  });

  it('is one tab stop with arrow keys, and breaks no rule of accessibility', async () => {
    const stop = frame.locator('bigmind-transcript .turn[tabindex="0"]');
    await frame.locator('bigmind-transcript .turn').first().focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await stop.getByText('No, lamp 0 is on.', { exact: true }).waitFor();
    await page.keyboard.press('Home');
    await stop.getByText('Is lamp 0 dark?', { exact: true }).waitFor();
    assert.equal(await stop.count(), 1);
    assert.deepEqual(await violationsIn(frame), []);
  });

  it('finds a text in all of it, from place to place', async () => {
    const keys = new Keys({ page, frame: () => Promise.resolve(frame), enter: () => Promise.resolve() });
    await frame.getByRole('searchbox', { name: 'Find in transcript' }).fill('NEEDLE');
    await keys.press('Enter');
    await frame.getByText('1 of 2', { exact: true }).waitFor();
    await frame.locator('.hit').getByText('The needle is in lamp 120.', { exact: true }).waitFor();
    assert.deepEqual(await frame.locator('.hit mark').allInnerTexts(), ['needle']);
    await keys.press('Enter');
    await frame.getByText('2 of 2', { exact: true }).waitFor();
    await frame.locator('.hit').getByText('The needle is in lamp 150.', { exact: true }).waitFor();
    await keys.press('Escape');
    await frame.getByText('2 of 2', { exact: true }).waitFor({ state: 'detached' });
    assert.equal(await frame.locator('.hit mark').count(), 0);
  });

  it('opens at the message of a link, with what was said before it', async () => {
    const item = encodeURIComponent(`turn:241:${id}`);
    await frame.evaluate(`location.hash = 'view=sessions&item=${item}'`);
    await frame.locator('.hit').getByText('Is lamp 60 dark?', { exact: true }).waitFor();
    const [first = 0] = await shown();
    assert.ok(first > 50 && first < 60, String(first));
    await frame.getByRole('button', { name: /^Show Earlier Messages/u }).click();
    await frame.getByText(`Is lamp ${String(first - 1)} dark?`, { exact: true }).waitFor();
  });

  it('has the files that the session touched, which open on the map, and the map has the sessions', async () => {
    await frame.getByRole('button', { name: 'lamps/fuse.ts' }).click();
    await frame.getByRole('heading', { name: 'lamps/fuse.ts' }).first().waitFor();
    await frame.getByRole('button', { name: 'Back', exact: true }).click();
    await frame.getByRole('searchbox', { name: 'Find in transcript' }).waitFor();
    await frame.getByRole('button', { name: 'lamps/fuse.ts' }).click();
    await frame.getByRole('button', { name: 'Show Sessions' }).click();
    await frame.getByText('1 session', { exact: true }).waitFor();
    assert.equal(await frame.getByRole('searchbox', { name: 'Search sessions' }).inputValue(), 'lamps/fuse.ts');
  });

  it('is reached from a search by keyboard, and left the same way or with Back', async () => {
    await goTo(frame, 'Home', 'Last sessions');
    await frame.getByRole('searchbox', { name: 'Search Memory' }).fill('Is lamp 77 dark?');
    const list = frame.locator('bigmind-virtual-list:focus-within');
    const hit = frame.locator('.turn.hit:focus');
    await page.keyboard.press('Enter');
    await list.waitFor();
    await page.keyboard.press('Home');
    await page.keyboard.press('Enter');
    await hit.getByText('Is lamp 77 dark?').waitFor();
    await page.keyboard.press('Escape');
    await list.waitFor();
    await page.goBack();
    await hit.getByText('Is lamp 77 dark?').waitFor();
    await page.goBack();
    await page.waitForURL(/#view=knowledge$/u);
    await page.goBack();
    await frame.getByRole('heading', { name: 'Last sessions' }).waitFor();
  });
});

/** Of four messages in each exchange: the question, a tool call, its result, and the answer. */
function linesOfASession(): Record<string, unknown>[] {
  return Array.from({ length: exchanges }, (_, lamp) => {
    const name = lamp === 1 ? 'Edit' : 'Read';
    const file = `/home/ada/shop/lamps/${lamp === 1 ? 'fuse' : String(lamp)}.ts`;
    const call = { type: 'tool_use', id: `call ${String(lamp)}`, name, input: { file_path: file } };
    const result = { type: 'tool_result', tool_use_id: call.id, content: `The fuse of lamp ${String(lamp)}` };
    const answer = [120, 150].includes(lamp)
      ? `The needle is in lamp ${String(lamp)}.`
      : `No, lamp ${String(lamp)} is on.`;
    return [
      aClaudeLine('user', lamp * 4, `Is lamp ${String(lamp)} dark?`, { sessionId: id }),
      aClaudeLine('assistant', lamp * 4 + 1, [call], { sessionId: id }),
      aClaudeLine('user', lamp * 4 + 2, [result], { sessionId: id }),
      aClaudeLine('assistant', lamp * 4 + 3, [{ type: 'text', text: answer }], { sessionId: id }),
    ];
  }).flat();
}

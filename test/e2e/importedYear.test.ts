/** After a first import, the calendar shows the past year, and each day shows what was said on it. */
import assert from 'node:assert/strict';
import type { Browser, Page } from 'playwright-core';
import { launchChromium } from '../../scripts/lib/chromium.ts';
import { runProgram } from '../support/program.ts';
import { conversationNumber, PastHome } from '../support/pastHome.ts';
import { temporaryHome } from '../support/temporaryHome.ts';
import type { TemporaryHome } from '../support/temporaryHome.ts';
import { webUiFrame } from './webUi.ts';
import { serve } from './servedPage.ts';
import type { Served } from './servedPage.ts';
import { goTo } from './shownViews.ts';

const minute = 60_000;
const month = 30 * 24 * 60;
/** When the conversations of a past home start. */
const morning = Date.parse('2026-03-02T09:00:00.000Z');

describe('the calendar after an import', () => {
  const past = new PastHome();
  let home: TemporaryHome;
  let served: Served;
  let browser: Browser;
  let page: Page;
  before(async () => {
    home = temporaryHome();
    const yesterday = Math.round((Date.now() - morning) / minute) - 24 * 60;
    for (let ago = 0; ago < 12; ago += 1) {
      past.claude(conversationNumber(ago), [[`What was settled ${String(ago)} months ago?`, 'The port.']], {
        after: yesterday - ago * month,
      });
    }
    const { code, err } = await runProgram(home, ['import', 'claude-code'], { env: { HOME: past.path } });
    assert.equal(code, 0, err);
    served = await serve(home);
    browser = await launchChromium();
    // The address works once.
    page = await browser.newPage({ timezoneId: 'UTC', viewport: { width: 1100, height: 700 } });
    await page.goto(served.address);
  });
  after(async () => {
    await browser.close();
    served.process.kill('SIGKILL');
    home.remove();
    past.remove();
  });

  it('shows the past year and what was said on one of its days', async () => {
    const frame = await webUiFrame(page);
    await goTo(frame, 'Sessions', /\d sessions/u);
    const days = frame.locator('td.day:has(.mark:not(.step-0))');
    await days.first().waitFor();
    assert.equal(await days.count(), 12);
    await days.first().click();
    await frame.getByText('1 session', { exact: true }).waitFor();
    await frame.getByRole('option', { name: /What was settled \d+ months ago/u }).waitFor();
  });

  it('shows a session that a search opened in the list, too', async () => {
    const frame = await webUiFrame(page);
    await goTo(frame, 'Home', 'Last sessions');
    await frame.getByRole('searchbox', { name: 'Search Memory' }).fill('What was settled 11 months ago?');
    await page.keyboard.press('Enter');
    await frame
      .getByRole('option', { name: /What was settled 11 months ago/u })
      .first()
      .click();
    await frame.locator('.hit').getByText('What was settled 11 months ago?').waitFor();
    const row = frame.getByRole('option', { selected: true, name: /What was settled 11 months ago/u });
    await row.waitFor();
    const box = await row.boundingBox();
    assert.ok(box !== null && box.y > 0 && box.y < 700, JSON.stringify(box));
  });
});

/** A store full of hostile texts, in a browser as wide as a side bar and as a window. */
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { hostileSnapshot, hostileTexts, longMessage } from '../fixtures/showcase/hostile.ts';
import { showcaseNow } from '../fixtures/showcase/showcase.ts';
import { assertHarmless } from './harmless.ts';
import { openServedPage, type Served, type ServedPage } from './servedPage.ts';
import { goTo } from './shownViews.ts';
import { stoppedClock } from './stoppedClock.ts';

describe('hostile texts', () => {
  let shown: ServedPage;
  let page: Page;
  /** Errors and dialogs of the browser, and its requests to other hosts. */
  const complaints: string[] = [];

  before(async () => {
    shown = await openServedPage({ memory: hostileSnapshot(), notes: hostileTexts, prepare: listen });
    ({ page } = shown);
  });

  async function listen(empty: Page, { frontDoor }: Served): Promise<void> {
    await empty.addInitScript(stoppedClock(showcaseNow, 'everywhere'));
    empty.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text());
    });
    empty.on('pageerror', (error) => complaints.push(String(error)));
    empty.on('dialog', (dialog) => complaints.push(`It opened a dialog: ${dialog.message()}`));
    empty.on('request', (request) => {
      if (!request.url().startsWith(frontDoor)) complaints.push(`It asked for ${request.url()}`);
    });
  }

  after(async () => shown.close());

  for (const width of [220, 1100]) {
    it(`are shown as plain text, ${String(width)} pixels wide`, async () => {
      await page.setViewportSize({ width, height: 800 });
      await assertHarmless(() => Promise.resolve(page.mainFrame()));
      assert.deepEqual(complaints, []);
    });
  }

  it('are shown as they are written in memory files', async () => {
    await goTo(page.mainFrame(), 'Reminders', 'Renew the certificate of the kiosks');
    for (const text of ['<img src=x onerror="window.harmed=1">', '<script>window.harmed=2</script>']) {
      await page.getByRole('article', { name: `Read ${text}` }).waitFor();
      await page.getByRole('article', { name: `The feed contains ${text}` }).waitFor();
    }
  });

  it('are shortened when 200,000 characters long, and shown whole on request', async () => {
    await goTo(page.mainFrame(), 'Sessions', /\d sessions/u);
    await page.getByRole('searchbox').fill('plain file');
    await page.getByRole('option', { name: 'Could a timetable be a plain file?' }).click();
    const turn = page.getByRole('listitem').filter({ hasText: 'A tide table without an end.' });
    const more = turn.getByRole('button', { name: 'Show All' });
    await more.waitFor();
    const began = performance.now();
    await more.click();
    await turn.getByRole('button', { name: 'Show Less' }).waitFor();
    assert.ok(performance.now() - began < 5_000, 'The page must not freeze.');
    assert.ok((await turn.getByText('A tide table').innerText()).length >= longMessage.length);
  });
});

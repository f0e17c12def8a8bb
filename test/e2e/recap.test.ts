/** What happened since a day, in the page of `bigmind serve`: choose the time, open a line, copy all of it. */
import assert from 'node:assert/strict';
import type { Frame } from 'playwright-core';
import { Keys } from './keys.ts';
import { openServedPage, type ServedPage } from './servedPage.ts';
import { goTo } from './shownViews.ts';
import { webUiFrame } from './webUi.ts';

describe('the recap of the page', () => {
  let shown: ServedPage;
  let frame: Frame;
  let keys: Keys;

  before(async () => {
    shown = await openServedPage({
      viewport: { width: 1100, height: 900 },
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    frame = await webUiFrame(shown.page);
    keys = new Keys({
      page: shown.page,
      frame: () => Promise.resolve(frame),
      enter: () => frame.locator('body').focus(),
    });
  });

  after(async () => shown.close());

  beforeEach(async () => {
    await goTo(frame, 'Sessions', /\d sessions/u);
    await frame.getByRole('button', { name: 'What Happened Since…' }).click();
    await keys.waitForFocus(/^What happened/u);
  });

  /** The showcase ends in March 2026. */
  async function sinceJanuary(): Promise<void> {
    await frame.getByText('Since a date').click();
    await frame.getByLabel('From').fill('2026-01-01');
    await frame.getByRole('heading', { name: 'What happened since January 1, 2026' }).waitFor();
    await frame.getByRole('heading', { name: 'Hypotheses resolved' }).waitFor();
  }

  it('says that there is nothing in a time without memories', async () => {
    await frame.getByText('Last day').click();
    await frame.getByText('Nothing to report').waitFor();
    assert.equal(await frame.getByRole('button', { name: 'Copy as Markdown' }).count(), 0);
  });

  it('opens the decision, the hypothesis and the session of a line by keyboard', async () => {
    await sinceJanuary();
    await frame.getByRole('button', { name: /^Version 1 of the API ends on 30 September 2026/u }).focus();
    await keys.press('Enter');
    await frame.getByRole('heading', { name: 'Version 1 of the API ends on 30 September 2026' }).waitFor();
    await goTo(frame, 'Sessions', /\d sessions/u);
    await frame.getByRole('button', { name: 'What Happened Since…' }).click();
    // The time is kept.
    await frame.getByRole('heading', { name: 'What happened since January 1, 2026' }).waitFor();
    await frame.getByRole('button', { name: /^Version 1 of the API ends on 30 September 2026/u }).focus();
    await keys.press('End', 'Enter');
    await keys.waitForFocus(/the map is what makes the first load slow/u);
    await goTo(frame, 'Sessions', /\d sessions/u);
    await frame.getByRole('button', { name: 'What Happened Since…' }).click();
    await frame.getByRole('button', { name: /^Wrote the changelog for version 2/u }).press('Enter');
    await keys.waitForFocus('Wrote the changelog for version 2 of the API');
  });

  it('covers one project if asked for', async () => {
    await sinceJanuary();
    await frame.getByLabel('Project').selectOption('quayside');
    await frame.getByText('Reviewed a pull request about GTFS').nth(1).waitFor({ state: 'detached' });
    await frame.getByRole('button', { name: /^Shortened the texts for narrow screens/u }).waitFor();
    await frame.getByLabel('Project').selectOption({ label: 'All projects' });
  });

  it('copies the recap, and Escape closes it', async () => {
    await sinceJanuary();
    await frame.getByRole('button', { name: 'Copy as Markdown' }).click();
    await frame.getByText('Copied.').waitFor();
    const copied = await shown.page.evaluate<string>('navigator.clipboard.readText()');
    assert.match(
      copied,
      /^# What happened since January 1, 2026\n[^]*\n- Version 1 of the API ends in June 2026 — Replaced by: .*, tidetable, #19\)\n/u,
    );
    await frame.getByRole('button', { name: 'Copy as Markdown' }).press('Escape');
    await frame.getByText('Select a session to view it.').waitFor();
  });
});

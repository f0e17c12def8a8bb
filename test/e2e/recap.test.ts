/** The sessions of a time and what else happened in it, in the page of `bigmind serve`: choose it, open a line, copy all. */
import assert from 'node:assert/strict';
import type { Frame } from 'playwright-core';
import { Keys } from './keys.ts';
import { openServedPage, type ServedPage } from './servedPage.ts';
import { goTo, sinceJanuary } from './shownViews.ts';
import { webUiFrame } from './webUi.ts';

describe('the sessions of a time', () => {
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

  beforeEach(() => sinceJanuary(frame));

  it('are a day, several days or a month of the calendar, and all again', async () => {
    const { page } = shown;
    const day = frame.getByRole('gridcell', { name: /Monday, March 9/u });
    await day.click();
    await frame.getByRole('option', { name: /Counted how often estimates were right/u }).waitFor();
    assert.equal(await frame.getByLabel('From', { exact: true }).inputValue(), '2026-03-09');
    await frame.getByRole('gridcell', { name: /Friday, March 13/u }).click({ modifiers: ['Shift'] });
    assert.equal(await frame.getByLabel('To', { exact: true }).inputValue(), '2026-03-13');
    assert.equal(await frame.locator('td[aria-selected=true]').count(), 5);
    await frame.getByTitle('Sessions of March 2026').click();
    await frame.locator('td[data-day="2026-03-01"][aria-selected=true]').waitFor();
    await day.focus();
    await page.keyboard.press('Escape');
    await frame.locator('td[aria-selected=true]').first().waitFor({ state: 'detached' });
    assert.equal(await frame.locator('bigmind-happened').count(), 0);
  });

  it('are empty in a time without memories', async () => {
    await frame.getByLabel('Period').selectOption({ label: 'Since yesterday' });
    await frame.getByText('No matching sessions').waitFor();
    await frame.getByText('Nothing else from this time.').waitFor();
    await frame.getByRole('button', { name: 'Show All Sessions' }).click();
    await frame.getByText(/\d sessions/u).waitFor();
  });

  it('have decisions, hypotheses and files beside them, which open by keyboard', async () => {
    const decision = /^Version 1 of the API ends on 30 September 2026/u;
    await frame.getByRole('button', { name: decision }).focus();
    await keys.press('Enter');
    await frame.getByRole('heading', { name: decision }).waitFor();
    await goTo(frame, 'Sessions', /\d sessions/u);
    // The time is kept, and that the lines are shown.
    await frame.getByRole('button', { name: decision }).waitFor();
    await frame.getByRole('button', { name: /the map is what makes the first load slow/u }).click();
    await frame.getByText(/^Without it the first load fell from/u).waitFor();
  });

  it('are those of one project if asked for', async () => {
    await frame.getByLabel('Project').selectOption('quayside');
    await frame.getByRole('option', { name: /Shortened the texts for narrow screens/u }).waitFor();
    await frame.getByRole('option', { name: /Counted how often estimates were right/u }).waitFor({ state: 'detached' });
    await frame.getByLabel('Project').selectOption({ label: 'All projects' });
  });

  it('are copied with all that happened', async () => {
    await frame.getByRole('button', { name: 'Copy as Markdown' }).click();
    await frame.getByText('Copied.').waitFor();
    const copied = await shown.page.evaluate<string>('navigator.clipboard.readText()');
    assert.match(
      copied,
      /^# What happened since January 1, 2026\n[^]*\n- Version 1 of the API ends in June 2026 — Replaced by: .*, tidetable, #19\)\n/u,
    );
  });

  it('open from a link of an earlier version', async () => {
    await frame.evaluate("location.hash = 'view=activity&item=2026-03-09'");
    await frame.locator('td[data-day="2026-03-09"][aria-selected=true]').waitFor();
    await frame.getByRole('option', { name: /Counted how often estimates were right/u }).waitFor();
  });
});

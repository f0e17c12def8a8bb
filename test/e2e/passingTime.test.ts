/** A page that stays open while time passes. */
import { showcaseNow } from '../fixtures/showcase/showcase.ts';
import { webUiFrame } from './webUi.ts';
import { openServedPage, type ServedPage } from './servedPage.ts';
import { goTo } from './shownViews.ts';

describe('a page that stays open', () => {
  let shown: ServedPage;

  before(async () => {
    shown = await openServedPage({
      viewport: { width: 1100, height: 900 },
      prepare: (page) => page.clock.install({ time: showcaseNow }),
    });
  });

  after(async () => shown.close());

  it('updates relative times without an answer of the store', async () => {
    const { page } = shown;
    const frame = await webUiFrame(page);
    await goTo(frame, 'Sessions', /\d sessions/u);
    const time = frame.locator('bigmind-virtual-list time').first();
    const startedAt = Date.parse((await time.getAttribute('datetime')) ?? '');
    const minutes = Math.trunc((Date.parse(showcaseNow) - startedAt) / 60_000);
    await frame
      .getByText(`${String(minutes)} minutes ago`)
      .first()
      .waitFor();
    // From here on the store answers nothing.
    await page.route('**/api/**', () => undefined);
    await page.clock.runFor(9 * 60_000);
    await frame
      .getByText(`${String(minutes + 9)} minutes ago`)
      .first()
      .waitFor();
  });
});

/** The calendar of sessions in a page that is too narrow for a year, months after the last session. */
import assert from 'node:assert/strict';
import { webUiFrame } from './webUi.ts';
import { openServedPage, type ServedPage } from './servedPage.ts';
import { goTo } from './shownViews.ts';
import { stoppedClock } from './stoppedClock.ts';

/** The showcase ends in March, so these weeks have no session. */
const monthsLater = '2026-10-15T09:30:00.000Z';

describe('the calendar on a narrow page', () => {
  let shown: ServedPage;

  before(async () => {
    shown = await openServedPage({
      viewport: { width: 340, height: 700 },
      prepare: async (page) => {
        await page.addInitScript(stoppedClock(monthsLater, 'everywhere'));
      },
    });
  });

  after(async () => shown.close());

  for (const width of [340, 790]) {
    it(`shows weekday names and whole weeks up to the last session at ${String(width)} pixels`, async () => {
      const { page } = shown;
      await page.setViewportSize({ width, height: 700 });
      const frame = await webUiFrame(page);
      await goTo(frame, 'Home', 'Pinned facts');
      await goTo(frame, 'Sessions', /\d sessions/u);
      await frame.locator('bigmind-heatmap .day:not(:has(.step-0))').first().waitFor();
      const weekday = await frame.locator('bigmind-heatmap tbody th span:not(.unseen)').first().boundingBox();
      const visible = await frame.locator('bigmind-heatmap .scroller').boundingBox();
      assert.ok(weekday !== null && visible !== null);
      assert.ok(weekday.x >= 0 && weekday.x + weekday.width <= visible.x, 'The names of the weekdays are covered.');
      const end = visible.x + visible.width;
      const tiles = await frame.locator('bigmind-heatmap tbody tr:first-child .tile').all();
      const boxes = (await Promise.all(tiles.map((tile) => tile.boundingBox()))).filter((box) => box !== null);
      const isCut = ({ x, width: size }: { x: number; width: number }): boolean =>
        [visible.x, end].some((edge) => x < edge - 0.1 && edge + 0.1 < x + size);
      assert.deepEqual(boxes.filter(isCut), []);
      const busy = await frame.locator('bigmind-heatmap .day:not(:has(.step-0))').last().boundingBox();
      assert.ok(
        busy !== null && busy.x >= visible.x && busy.x + busy.width <= end + 0.1,
        'The last session is not seen.',
      );
    });
  }
});

/** The side bar view as a user meets it, while another program writes into the same memory. */
import { takeScreenshot } from '../../scripts/lib/hostWindow.ts';
import { openTestWindow, waitForWebview, type TestWindow } from './testWindow.ts';

describe('the BigMind view', () => {
  let window: TestWindow;

  before(async () => {
    window = await openTestWindow();
  });

  after(async () => window.close());

  it('opens from the activity bar', async () => {
    await window.page.getByRole('tab', { name: /^BigMind/ }).click();
    await waitForWebview(window.page, /memor|remember|BigMind/i);
    await takeScreenshot(window.page, 'view-empty');
  });

  it('shows without a reload what another program stores', async () => {
    await window.bigmind('save', 'The harbour lights are green on Tuesdays');
    await waitForWebview(window.page, 'The harbour lights are green on Tuesdays');
    await takeScreenshot(window.page, 'view-with-fact');
  });
});

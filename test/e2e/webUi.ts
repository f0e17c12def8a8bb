/**
 * The web UI in one of its hosts, as a user sees it: a frame that shows it, and a page that receives the keys. VS Code
 * replaces the frame whenever the view is hidden or moved, so each access looks it up again.
 */
import type { Frame, Locator, Page } from 'playwright-core';
import { repeatUntil, waitFor, type TestWindow } from './testWindow.ts';

/** The frame that shows the UI. There is only one, because a test opens either the panel or the side bar. */
export async function webUiFrame(page: Page, says: string | RegExp = /\S/u): Promise<Frame> {
  return waitFor(`the web UI that says ${String(says)}`, 60, async () => {
    for (const frame of page.frames()) {
      const isShown = await frame
        .locator('bigmind-app')
        .getByText(says)
        .first()
        .isVisible()
        .catch(() => false);
      if (isShown) return frame;
    }
    return undefined;
  });
}

/** Opens the panel in the editor. */
export async function openPanel({ page }: TestWindow): Promise<Frame> {
  await runCommand(page, 'BigMind: Open in Editor');
  return webUiFrame(page);
}

/** Opens the view in the side bar. */
/** Moves the focus into the panel, whose editor is the first one. */
export function focusPanel(page: Page): Promise<void> {
  return repeatUntil(
    'the focus in the panel',
    () => page.keyboard.press('Control+1'),
    async () => (await (await webUiFrame(page)).evaluate('document.hasFocus()')) === true,
  );
}

export async function openSideBar({ page }: TestWindow): Promise<Frame> {
  await icon(page).click();
  return webUiFrame(page);
}

export async function runCommand(page: Page, command: string): Promise<void> {
  // The commands of an extension exist once its view does.
  await icon(page).waitFor();
  const input = page.locator('.quick-input-box input');
  await repeatUntil(
    'the list of commands',
    () => page.keyboard.press('F1'),
    () => input.isVisible(),
  );
  // Text typed earlier would land in the page that had the focus.
  await input.fill(`>${command}`);
  await page.locator('.quick-input-list .focused').getByText(command).first().waitFor();
  await input.press('Enter');
}

/** Runs a command of "Manage Memory" or "Team Server". */
export async function runListed(page: Page, list: 'Manage Memory' | 'Team Server', command: string): Promise<void> {
  await runCommand(page, `BigMind: ${list}...`);
  const input = page.locator('.quick-input-box input');
  await page.locator('.quick-input-title').getByText(list, { exact: true }).waitFor();
  await input.fill(command);
  await page.locator('.quick-input-list .focused').getByText(command).first().waitFor();
  await input.press('Enter');
}

/**
 * Accepts the focused row of an open list, which contains `text`. A loading webview can take the keyboard focus and the
 * key from the list, so Enter is pressed until the list closes.
 */
export async function takeFocusedRow(page: Page, text: string): Promise<void> {
  const input = page.locator('.quick-input-box input');
  await page.locator('.quick-input-list .focused').getByText(text).first().waitFor();
  await repeatUntil(
    'the list to close',
    async () => {
      if (await input.isVisible()) await input.press('Enter');
    },
    async () => !(await input.isVisible()),
  );
}

/** The icon in the activity bar; the panel has a tab with the same name. */
function icon(page: Page): Locator {
  return page.locator('.activitybar').getByRole('tab', { name: /^BigMind/u });
}

export type Theme = 'light' | 'dark' | 'hc-light' | 'hc-dark';
export const themes: Readonly<Record<Theme, { name: string; bodyClass: string }>> = {
  light: { name: 'Default Light Modern', bodyClass: 'vscode-light' },
  dark: { name: 'Default Dark Modern', bodyClass: 'vscode-dark' },
  'hc-light': { name: 'Default High Contrast Light', bodyClass: 'vscode-high-contrast-light' },
  'hc-dark': { name: 'Default High Contrast', bodyClass: 'vscode-high-contrast:not(.vscode-high-contrast-light)' },
};

/** Resolves once the web UI uses the colors of the theme, too. */
export async function changeTheme(window: TestWindow, theme: Theme): Promise<void> {
  window.changeSettings({ 'workbench.colorTheme': themes[theme].name });
  const frame = await webUiFrame(window.page);
  await frame.locator(`body.${themes[theme].bodyClass}`).waitFor();
}

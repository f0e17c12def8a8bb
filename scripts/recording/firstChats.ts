/**
 * The first two chats of a newcomer in a real VS Code, as pictures: a chat stores a fact, a new chat answers with it,
 * and the page shows it. Only the model is scripted.
 */
import type { Page } from 'playwright-core';
import { modelVsix, userFilesWithModel, writeScript, type Script } from '../../test/e2e/scriptedChat.ts';
import { openTestWindow, waitFor, type TestWindow } from '../../test/e2e/testWindow.ts';
import { openPanel } from '../../test/e2e/webUi.ts';
import type { Frame } from './animatedPng.ts';

const fact = 'We deploy on Thursdays only.';
const viewport = { width: 1120, height: 700 };

const chats = [
  {
    name: 'remember',
    prompt: `Remember: ${fact}`,
    calls: [{ tool: 'memory_store_fact', input: { category: 'decision', fact } }],
    answer: 'I will remember that you deploy on Thursdays only.',
  },
  {
    name: 'recall',
    prompt: 'When do we deploy?',
    waitsFor: 'next',
    calls: [{ tool: 'memory_start_session', input: {} }],
    answer: 'On Thursdays only. You told me in an earlier chat.',
  },
];

export async function recordFirstChats(): Promise<Frame[]> {
  const script = writeScript(chats);
  const window = await openTestWindow({
    extensions: [modelVsix],
    copyInstall: true,
    userFiles: userFilesWithModel,
    env: { ...script.env, BIGMIND_USER: 'mira' },
    files: { 'README.md': '# Tidetable\n' },
    context: { viewport },
  });
  try {
    return await takeFrames(window, script);
  } finally {
    await window.close();
  }
}

async function takeFrames(window: TestWindow, script: Script): Promise<Frame[]> {
  const { page } = window;
  const allow = page.getByRole('button', { name: /^Allow/ }).first();
  await waitFor('the question of VS Code', 120, async () => ((await allow.isVisible()) ? true : undefined));
  const asked = await stillPicture(page);
  await allow.click();
  await page.getByText('I will remember that').first().waitFor();
  const stored = await stillPicture(page);
  script.say('next');
  await waitFor('the end of the chats', 120, async () => {
    if (await allow.isVisible()) await allow.click();
    return script.log().find(({ event }) => event === 'done' || event === 'failed');
  });
  await page.getByText('You told me in an earlier chat').first().waitFor();
  const recalled = await stillPicture(page);
  const panel = await openPanel(window);
  await panel.getByRole('button', { name: 'Knowledge' }).press('Enter');
  await panel.getByText(fact).first().waitFor();
  const shown = await stillPicture(page);
  return [
    { png: asked, milliseconds: 3_500 },
    { png: stored, milliseconds: 3_000 },
    { png: recalled, milliseconds: 4_000 },
    { png: shown, milliseconds: 4_500 },
  ];
}

/** Once nothing moves. */
async function stillPicture(page: Page): Promise<Buffer> {
  let before: Buffer | undefined;
  return waitFor('VS Code to stop changing', 60, async () => {
    const now = await page.screenshot({ caret: 'hide', animations: 'disabled' });
    if (before?.equals(now) === true) return now;
    before = now;
    return undefined;
  });
}

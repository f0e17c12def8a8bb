/**
 * The dialog of a decision by keyboard, as a user sees it: its steps, the way back, Escape and Undo, the source and the
 * project that an editor determines, and the inbox of proposals.
 */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { showcaseUser } from '../fixtures/showcase/people.ts';
import { showcaseSnapshot } from '../fixtures/showcase/showcase.ts';
import { openTestWindow, repeatUntil, waitFor } from './testWindow.ts';
import type { TestWindow } from './testWindow.ts';
import { runCommand, runListed, takeFocusedRow, webUiFrame } from './webUi.ts';

const title = 'Moor at the west quay';

interface SavedRow {
  fact: string;
  decided_by: string;
  alternatives: string;
  deprecated: number;
  source_ref: string | null;
  project_id: string | null;
}

interface Tables {
  facts: SavedRow[];
  projects: { id: string; name: string }[];
}

const tablesOf = async (window: TestWindow): Promise<Tables> =>
  (JSON.parse(await window.bigmind('export', '--json')) as { tables: Tables }).tables;

/** The dialog of a window, which takes its input by keyboard. */
function dialogOf({ page }: TestWindow): {
  input: () => Locator;
  isAtStep: (step: string) => Promise<void>;
  answer: (text: string) => Promise<void>;
} {
  const input = (): Locator => page.locator('.quick-input-widget .quick-input-box input');
  return {
    input,
    isAtStep: (step) => page.locator('.quick-input-title').getByText(`Save Decision (${step})`).waitFor(),
    answer: async (text) => {
      await input().fill(text);
      await input().press('Enter');
    },
  };
}

/** Opens a file and selects all of it. The click takes the focus, which an editor that still loads does not have. */
async function selectAllOf({ page }: TestWindow, file: string): Promise<void> {
  await runCommand(page, 'Go to File...');
  await page.locator('.quick-input-box input').fill(file);
  await takeFocusedRow(page, file);
  await page.locator('.tab.active').getByText(file).waitFor();
  const selected = page.locator('.statusbar').getByText(/selected\)/u);
  await repeatUntil(
    'the selection',
    async () => {
      await page.locator('.editor-instance .view-line').first().click();
      await page.keyboard.press('ControlOrMeta+A');
    },
    () => selected.isVisible(),
  );
}

describe('the dialog of a decision', () => {
  let window: TestWindow;
  before(async () => {
    window = await openTestWindow({
      remote: 'https://github.com/acme/harbour.git',
      env: { BIGMIND_USER: 'ada' },
      files: { 'quay.ts': '// first\nconst quay = 1;\n// third\n' },
    });
  });
  after(async () => window.close());

  const saved = async (): Promise<SavedRow[]> => (await tablesOf(window)).facts;

  it('stores nothing if it is left with Escape', async () => {
    const { input, isAtStep, answer } = dialogOf(window);
    await runCommand(window.page, 'BigMind: Save Decision...');
    await isAtStep('1/4');
    await answer(title);
    await isAtStep('2/4');
    await input().press('Escape');
    await input().waitFor({ state: 'hidden' });
    assert.deepEqual(await saved(), []);
  });

  it('says what is missing, goes back without losing an answer, and can be undone', async () => {
    const { page } = window;
    const { input, isAtStep, answer } = dialogOf(window);
    await runCommand(page, 'BigMind: Save Decision...');
    await isAtStep('1/4');
    await input().press('Enter');
    await page.locator('.quick-input-message').getByText('Enter what was decided.').waitFor();
    await answer(title);
    await isAtStep('2/4');
    await page.locator('.quick-input-widget').getByRole('button', { name: 'Back' }).click();
    await isAtStep('1/4');
    assert.equal(await input().inputValue(), title);
    await input().press('Enter');
    await isAtStep('2/4');
    await answer('It is deep.');
    await isAtStep('3/4');
    assert.equal(await input().inputValue(), 'ada');
    await input().press('Enter');
    await isAtStep('4/4');
    await answer('The east quay: too shallow; the basin');
    await page.locator('.notification-toast').getByText('Decision saved.').waitFor();
    const [row] = await saved();
    assert.deepEqual(
      [row?.fact, row?.decided_by, row?.alternatives],
      [title, 'ada', JSON.stringify(['The east quay: too shallow', 'the basin'])],
    );
    await page.locator('.notification-toast').getByRole('button', { name: 'Undo' }).click();
    await page.locator('.notification-toast').getByText('Change undone.').waitFor();
    assert.equal((await saved())[0]?.deprecated, 1);
  });

  it('shows the selection as the source, and loses no answer if the source is refused', async () => {
    const { page } = window;
    const { input, isAtStep, answer } = dialogOf(window);
    const [text, reason] = ['Number the quays', 'Maps need it.'];
    await selectAllOf(window, 'quay.ts');
    await runCommand(page, 'BigMind: Save Decision...');
    await page.locator('.quick-input-message').getByText('Source: quay.ts#L1-L3').waitFor();
    await answer(text);
    await isAtStep('2/4');
    await answer(reason);
    await isAtStep('3/4');
    await input().press('Enter');
    await isAtStep('4/4');
    writeFileSync(join(window.workspace, 'quay.ts'), 'const quay = 1;');
    await input().press('Enter');
    await isAtStep('5/5');
    await page.locator('.quick-input-list').getByText('cites line 3, but quay.ts has 1 line').waitFor();
    await input().press('ArrowDown');
    await takeFocusedStep('Change the Answers');
    await isAtStep('1/4');
    assert.equal(await input().inputValue(), text);
    await input().press('Enter');
    await isAtStep('2/4');
    assert.equal(await input().inputValue(), reason);
    await input().press('Enter');
    await isAtStep('3/4');
    await input().press('Enter');
    await isAtStep('4/4');
    await input().press('Enter');
    await isAtStep('5/5');
    await takeFocusedRow(page, 'Save Without the Source');
    await page.locator('.notification-toast').getByText('Decision saved.').waitFor();
    const row = (await saved()).find(({ fact }) => fact === text);
    assert.deepEqual([row?.decided_by, row?.source_ref], ['ada', null]);
  });

  /** Accepts a row after which the dialog goes on. */
  async function takeFocusedStep(text: string): Promise<void> {
    await window.page.locator('.quick-input-list .focused').getByText(text).waitFor();
    await dialogOf(window).input().press('Enter');
  }
});

describe('a decision in a window with several folders', () => {
  let window: TestWindow;
  before(async () => {
    const folders = [{ path: 'quay' }, { path: 'pier' }];
    window = await openTestWindow({
      env: { BIGMIND_USER: 'ada' },
      files: {
        'port.code-workspace': JSON.stringify({ folders }),
        'quay/quay.ts': 'const quay = 1;\n',
        'pier/pier.ts': 'const pier = 1;\n// of wood\n',
      },
      workspaceFile: 'port.code-workspace',
    });
  });
  after(async () => window.close());

  /** Waits until a fact is saved; its source and its project. */
  async function placeOf(text: string): Promise<unknown> {
    return waitFor(`the saved fact "${text}"`, 60, async () => {
      const { facts, projects } = await tablesOf(window);
      const row = facts.find(({ fact }) => fact === text);
      return row && [row.source_ref, projects.find(({ id }) => id === row.project_id)?.name];
    });
  }

  async function saveAndAnswer(text: string, lastStep: string): Promise<void> {
    const { input, isAtStep, answer } = dialogOf(window);
    await runCommand(window.page, 'BigMind: Save Decision...');
    await isAtStep(`1/${lastStep}`);
    await answer(text);
    await isAtStep(`2/${lastStep}`);
    await answer('It lasts.');
    await isAtStep(`3/${lastStep}`);
    await input().press('Enter');
    await isAtStep(`4/${lastStep}`);
    await input().press('Enter');
  }

  it('asks for the project if no editor determines it', async () => {
    await saveAndAnswer('Build in stone', '5');
    await dialogOf(window).isAtStep('5/5');
    await dialogOf(window).input().fill('pier');
    await takeFocusedRow(window.page, 'pier');
    assert.deepEqual(await placeOf('Build in stone'), [null, 'pier']);
  });

  it('belongs to the project of the folder whose lines are selected', async () => {
    await selectAllOf(window, 'pier.ts');
    await saveAndAnswer('Build in wood', '4');
    assert.deepEqual(await placeOf('Build in wood'), ['pier/pier.ts#L1-L2', 'pier']);
  });

  it('is in the same project as a remembered selection', async () => {
    await runCommand(window.page, 'BigMind: Remember Selection');
    await takeFocusedRow(window.page, 'Observation');
    await window.page.locator('.notification-toast').getByText('Remembered.').waitFor();
    assert.deepEqual(await placeOf('const pier = 1;\n// of wood'), ['pier/pier.ts#L1-L2', 'pier']);
  });
});

describe('the proposed decisions', () => {
  let window: TestWindow;
  before(async () => {
    window = await openTestWindow({ env: { BIGMIND_USER: showcaseUser }, memory: showcaseSnapshot() });
  });
  after(async () => window.close());

  it('are opened by their command', async () => {
    await runListed(window.page, 'Manage Memory', 'Review Proposed Decisions');
    await webUiFrame(window.page, '2 proposed decisions');
  });
});

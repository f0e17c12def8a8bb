/**
 * The commands that open a form of the page, as a user sees them: what is filled in, the source and the project that an
 * editor determines, and the inbox of proposals.
 */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Frame } from 'playwright-core';
import { takeScreenshot } from '../../scripts/lib/hostWindow.ts';
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

/** The form of a new decision, which its command opened in the panel. */
async function openForm({ page }: TestWindow): Promise<Frame> {
  await runCommand(page, 'BigMind: Save Decision...');
  const frame = await webUiFrame(page, 'Record who decided what and why');
  await frame.getByLabel('What was decided?').waitFor();
  return frame;
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

describe('the form of a decision', () => {
  let window: TestWindow;
  before(async () => {
    window = await openTestWindow({
      remote: 'https://github.com/acme/harbour.git',
      env: { BIGMIND_USER: 'ada' },
      files: { 'quay.ts': '// first\nconst quay = 1;\n// third\n' },
    });
  });
  after(async () => {
    await takeScreenshot(window.page, 'decision-form-end');
    await window.close();
  });

  const saved = async (): Promise<SavedRow[]> => (await tablesOf(window)).facts;

  it('opens also in an empty memory, stores nothing if it is left, and says what is missing', async () => {
    const frame = await openForm(window);
    await takeScreenshot(window.page, 'decision-form');
    assert.equal(await frame.getByLabel('Decided by').inputValue(), 'ada');
    assert.equal(await frame.getByRole('form').getByLabel('Project').inputValue(), 'harbour');
    await frame.getByRole('button', { name: 'Save Decision' }).click();
    await frame.getByText('Enter what was decided.').waitFor();
    await frame.getByRole('button', { name: 'Cancel' }).click();
    await frame.getByText('No memories yet').waitFor();
    assert.deepEqual(await saved(), []);
  });

  it('shows the selection as the source, and loses no input if the source is refused', async () => {
    const { page } = window;
    await selectAllOf(window, 'quay.ts');
    const frame = await openForm(window);
    assert.equal(await frame.getByLabel('Source').inputValue(), 'quay.ts#L1-L3');
    await frame.getByLabel('What was decided?').fill(title);
    await frame.getByLabel('Rationale').fill('It is deep.');
    await frame.getByLabel('Alternatives').fill('The east quay: too shallow\nthe basin');
    writeFileSync(join(window.workspace, 'quay.ts'), 'const quay = 1;');
    await frame.getByRole('button', { name: 'Save Decision' }).click();
    await frame.getByText('cites line 3, but quay.ts has 1 line').waitFor();
    assert.equal(await frame.getByLabel('What was decided?').inputValue(), title);
    await takeScreenshot(page, 'decision-form-refused');
    await frame.getByLabel('Source').fill('');
    await frame.getByRole('button', { name: 'Save Decision' }).click();
    await frame.getByText('Decision saved.').waitFor();
    const [row] = await saved();
    assert.deepEqual(
      [row?.fact, row?.decided_by, row?.alternatives, row?.source_ref],
      [title, 'ada', JSON.stringify(['The east quay: too shallow', 'the basin']), null],
    );
  });

  it('records the outcome of the decision that is selected, in the panel that is open', async () => {
    await runCommand(window.page, 'BigMind: Record Outcome of Decision...');
    await takeFocusedRow(window.page, title);
    const frame = await webUiFrame(window.page, 'What happened?');
    await frame.getByLabel('Rating').selectOption('9');
    await frame.getByLabel('What happened?').fill('No ship was late.');
    await frame.getByRole('button', { name: 'Record Outcome', exact: true }).click();
    await frame.getByText('Outcome recorded.').waitFor();
    // Again, although this decision is open.
    await runCommand(window.page, 'BigMind: Record Outcome of Decision...');
    await takeFocusedRow(window.page, title);
    await (await webUiFrame(window.page, 'What happened?')).getByLabel('Rating').waitFor();
  });
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

  async function save(text: string): Promise<void> {
    const frame = await webUiFrame(window.page, 'Record who decided what and why');
    await frame.getByLabel('What was decided?').fill(text);
    await frame.getByLabel('Rationale').fill('It lasts.');
    await frame.getByRole('button', { name: 'Save Decision' }).click();
    await frame.getByText('Decision saved.').waitFor();
  }

  it('asks for the folder if no editor determines it', async () => {
    await runCommand(window.page, 'BigMind: Save Decision...');
    await window.page.locator('.quick-input-list').getByText('pier').first().waitFor();
    await window.page.locator('.quick-input-box input').fill('pier');
    await takeFocusedRow(window.page, 'pier');
    await save('Build in stone');
    assert.deepEqual(await placeOf('Build in stone'), [null, 'pier']);
    assert.equal((await tablesOf(window)).projects.filter(({ name }) => name === 'pier').length, 1);
  });

  it('belongs to the project of the folder whose lines are selected', async () => {
    await selectAllOf(window, 'pier.ts');
    await openForm(window);
    await save('Build in wood');
    assert.deepEqual(await placeOf('Build in wood'), ['pier/pier.ts#L1-L2', 'pier']);
  });

  it('is in the same project as a remembered selection', async () => {
    await selectAllOf(window, 'pier.ts');
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

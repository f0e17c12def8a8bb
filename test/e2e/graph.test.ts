/** The map in a real VS Code, by keyboard and by mouse: the list, an opened entity, and the drawing. */
import assert from 'node:assert/strict';
import type { Frame, Locator } from 'playwright-core';
import { takeScreenshot } from '../../scripts/lib/hostWindow.ts';
import { graphSnapshot } from '../fixtures/showcase/graph.ts';
import { showcaseUser } from '../fixtures/showcase/people.ts';
import { violationsIn } from '../support/axe.ts';
import { Keys } from './keys.ts';
import { goTo } from './shownViews.ts';
import { openTestWindow, timeoutMs, plainWindow, repeatUntil, type TestWindow } from './testWindow.ts';
import { changeTheme, focusPanel, openPanel, runCommand, themes, webUiFrame, type Theme } from './webUi.ts';

const counted = (count: number): RegExp => new RegExp(`\\b${String(count)} entities`, 'u');

describe('the map', () => {
  let window: TestWindow;
  let keys: Keys;

  before(async () => {
    window = await openTestWindow({
      env: { BIGMIND_USER: showcaseUser },
      memory: graphSnapshot(),
      userFiles: { 'settings.json': plainWindow },
    });
    await openPanel(window);
    keys = new Keys({ page: window.page, frame: () => webUiFrame(window.page), enter: () => focusPanel(window.page) });
  });

  after(async () => {
    await takeScreenshot(window.page, 'graph-end');
    await window.close();
  });

  const shown = (): Promise<Frame> => webUiFrame(window.page);

  /** Opens the entity from the list, with its drawing. */
  async function open(name: string): Promise<Frame> {
    const frame = await shown();
    await goTo(frame, 'Map', /\d entities/u);
    await frame.getByRole('searchbox').fill(name);
    await frame
      .getByRole('tree', { name: 'Entities' })
      .getByRole('treeitem', { name: new RegExp(`^${name} \\d`, 'u') })
      .click();
    await frame.getByRole('heading', { name, level: 2, exact: true }).waitFor();
    await draw(frame);
    return frame;
  }

  /** The drawing stays shown from one entity to the next. */
  async function draw(frame: Frame): Promise<void> {
    const button = frame.getByRole('button', { name: 'Show Drawing' });
    if (await button.isVisible()) await button.click();
    await frame.locator('bigmind-graph-drawing').waitFor();
  }

  it('lists entities by kind and folder, and folds them by keyboard', async () => {
    await keys.goTo('Map');
    const tree = (await shown()).getByRole('tree', { name: 'Entities' });
    // All memories are read by then.
    await tree.getByRole('treeitem', { name: /^src 9/u, expanded: true }).waitFor();
    await keys.tabTo(/^Files/u);
    await keys.press('ArrowRight');
    await keys.waitForFocus(/^src/u);
    await keys.press('ArrowLeft');
    await tree.getByRole('treeitem', { name: /^src 9/u, expanded: false }).waitFor();
    await keys.press('ArrowLeft');
    await keys.waitForFocus(/^Files/u);
    await keys.press('ArrowLeft');
    await tree.getByRole('treeitem', { name: /^Files/u, expanded: false }).waitFor();
    await keys.press('End');
    await keys.waitForFocus((name) => !name.startsWith('Files'));
    await keys.press('Home', 'ArrowRight');
    await tree.getByRole('treeitem', { name: /^Files/u, expanded: true }).waitFor();
    await takeScreenshot(window.page, 'graph-list');
  });

  /** From the search field, with its words: a file comes first, then two concepts. */
  async function openRateLimit(): Promise<void> {
    await keys.press('ArrowDown');
    await keys.waitForFocus((name) => name !== '' && name !== 'Search entities');
    await keys.press('End', 'ArrowUp');
    await keys.waitForFocus(/^rate limit/u);
    await keys.press('Enter');
    await keys.waitForFocus('rate limit');
  }

  it('opens an entity by keyboard, without a drawing, and what is mentioned together with it', async () => {
    await keys.tabTo('Search entities', 'Shift+Tab');
    await keys.write('rate lim');
    await openRateLimit();
    const frame = await shown();
    assert.equal(await frame.locator('bigmind-graph-drawing').count(), 0);
    await frame.getByRole('treeitem', { name: /^rate limit/u, selected: true }).waitFor();
    await keys.tabTo('api');
    await keys.press('Enter');
    await keys.waitForFocus('api');
    await keys.press('Escape');
    await keys.waitForFocus((name) => name !== '');
  });

  it('shows the drawing when it is asked for', async () => {
    await keys.tabTo('Search entities', 'Shift+Tab');
    await openRateLimit();
    await keys.tabTo('Show Drawing', 'Shift+Tab');
    await keys.press('Enter');
    await keys.sees('Hide Drawing');
    await keys.sees(counted(5));
    await keys.tabTo(/^Drawing of \d+ entities$/u);
    await takeScreenshot(window.page, 'graph-drawing');
  });

  /** From the start to a neighbor; the direction depends on the layout. */
  async function moveTo(said: Locator, name: string): Promise<void> {
    const directions = ['ArrowUp', 'ArrowRight', 'ArrowDown', 'ArrowLeft'];
    await repeatUntil(
      `the keyboard on ${name}`,
      async () => {
        const [direction = ''] = directions.splice(0, 1);
        directions.push(direction);
        await keys.press('Home', direction);
      },
      async () => (await said.innerText()).startsWith(`${name}, `),
    );
  }

  it('moves in the drawing by arrow keys, and says where the keyboard is', async () => {
    const said = (await shown()).locator('bigmind-graph-drawing p[role=status]');
    await said.getByText(/^rate limit, Concept, 4 connections, expanded, selected$/u).waitFor();
    await moveTo(said, 'api');
    await said.getByText(/^api, Concept/u).waitFor();
    await keys.press('+');
    await keys.sees(counted(10));
    await said.getByText(/^api, Concept, \d+ connections, expanded, selected$/u).waitFor();
    await keys.press('PageUp', 'Shift+ArrowLeft', '0');
  });

  it('opens a memory that an entity came from, and continues with the same drawing', async () => {
    await keys.tabTo('The API is versioned in the path');
    await keys.press('Enter');
    await keys.sees('Knowledge');
    const memory = (await shown()).locator('bigmind-memory-detail');
    await memory.getByText('The API is versioned in the path').first().waitFor();
    await keys.goTo('Map');
    await keys.tabTo('Search entities');
    await openRateLimit();
    await keys.sees(counted(10));
  });

  it('hides an entity, shows it again, and starts at another one', async () => {
    const frame = await shown();
    await keys.tabTo(/^Drawing of \d+ entities$/u);
    await keys.press('Home', 'Enter');
    await frame.getByRole('heading', { name: 'rate limit', level: 2, exact: true }).waitFor();
    const said = frame.locator('bigmind-graph-drawing p[role=status]');
    await moveTo(said, 'api');
    await keys.press('Enter');
    await frame.getByRole('heading', { name: 'api', level: 2, exact: true }).waitFor();
    await frame.getByRole('button', { name: 'Hide', exact: true }).click();
    await frame.getByRole('button', { name: 'Show 1 Hidden Entity' }).click();
    await frame.getByRole('button', { name: 'Show 1 Hidden Entity' }).waitFor({ state: 'hidden' });
    await open('harbours');
    await frame.getByRole('heading', { name: 'harbours', level: 2, exact: true }).waitFor();
  });

  it('merges a name that is proposed, and undoes it', async () => {
    const frame = await open('rate limit');
    await frame.getByRole('button', { name: 'Merge \u2068Rate Limits\u2069' }).click();
    await frame.getByRole('heading', { name: 'Other names' }).waitFor();
    await frame.getByText('Names merged.').waitFor();
    await frame.getByRole('button', { name: 'Undo' }).click();
    await frame.getByRole('heading', { name: 'May mean the same' }).waitFor();
    assert.equal(await frame.getByRole('heading', { name: 'Other names' }).count(), 0);
  });

  it('merges by keyboard a name that is typed, and splits it again', async () => {
    await open('departures board');
    await keys.tabTo('A name that means the same');
    await keys.write('a11y');
    await keys.press('Enter');
    await keys.tabTo('Split \u2068a11y\u2069');
    await keys.press('Enter');
    await keys.sees('Name split.');
    await keys.seesNoMore('Other names');
  });

  it('says why a name cannot be merged', async () => {
    const frame = await open('departures board');
    await frame.getByLabel('A name that means the same').fill('quetzal');
    await frame.getByLabel('A name that means the same').press('Enter');
    await frame.getByText('There is no entity "quetzal" in scope.').waitFor();
  });

  it('names what is under the mouse, selects it by a click, and expands it by a double click', async () => {
    const frame = await open('rate limit');
    const drawing = frame.locator('bigmind-graph-drawing');
    const api = drawing.locator('.node', { has: frame.locator('title', { hasText: /^\u2068api\u2069, Concept$/u }) });
    await api.hover();
    await drawing.locator('text', { hasText: /^api$/u }).waitFor();
    await api.click();
    await frame.getByRole('heading', { name: 'api', level: 2, exact: true }).waitFor();
    await api.dblclick();
    await keys.sees(counted(10));
  });

  it('keeps names that look like markup as text', async () => {
    const tags = '<img src=x onerror=document.title=1>,<b>bold</b>';
    await window.bigmind('save', 'Its names look like markup', '--tags', tags);
    const frame = await shown();
    await goTo(frame, 'Map', /\d entities/u);
    await frame.getByRole('searchbox').fill('bold');
    await frame.getByText('<b>bold</b>', { exact: true }).waitFor();
    assert.equal(await frame.locator('bigmind-entity-tree b, bigmind-entity-tree img').count(), 0);
    const drawing = (await open('<b>bold</b>')).locator('bigmind-graph-drawing');
    await drawing.locator('text', { hasText: '<img src=x onerror' }).waitFor();
    assert.equal(await drawing.locator('svg b, svg img').count(), 0);
  });

  it('is as it was after the window is reloaded', async () => {
    await open('harbours');
    // The browser's own reload does not wait until VS Code has saved its state.
    await Promise.all([
      window.page.waitForEvent('load', { timeout: timeoutMs }),
      runCommand(window.page, 'Developer: Reload Window'),
    ]);
    // VS Code may not have had time to save which tab was active.
    await window.page
      .getByRole('tab', { name: /^BigMind/u })
      .last()
      .click({ timeout: timeoutMs });
    const frame = await webUiFrame(window.page, 'Hide Drawing');
    await frame.getByRole('heading', { name: 'harbours', level: 2 }).waitFor();
    await frame.locator('bigmind-graph-drawing').waitFor();
    await frame.getByRole('treeitem', { name: /^harbours/u, selected: true }).waitFor();
  });

  for (const theme of Object.keys(themes) as Theme[]) {
    it(`breaks no rule of accessibility in the theme ${themes[theme].name}`, async () => {
      await changeTheme(window, theme);
      const frame = await open('rate limit');
      // A webview is transparent. axe does not see what VS Code draws behind it and assumes white.
      await frame.evaluate('document.documentElement.style.background = "var(--vscode-editor-background)"');
      assert.deepEqual(await violationsIn(frame), []);
      await takeScreenshot(window.page, `graph-${theme}`);
      await frame.getByRole('button', { name: 'Hide Drawing' }).click();
      assert.deepEqual(await violationsIn(frame), []);
      await frame.getByRole('button', { name: 'Close' }).click();
      await frame.getByRole('searchbox').fill('');
      await frame.getByRole('treeitem', { name: /^Files/u }).waitFor();
      assert.deepEqual(await violationsIn(frame), []);
      await takeScreenshot(window.page, `graph-start-${theme}`);
    });
  }
});

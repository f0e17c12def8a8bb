/**
 * The view People in a real VS Code. Three people share a store: one uses VS Code, and the assistants of the others
 * register theirs while the view is open.
 */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { takeScreenshot } from '../../scripts/lib/hostWindow.ts';
import { showcaseMember, showcaseUser } from '../fixtures/showcase/people.ts';
import { teamRoles, teamSnapshot } from '../fixtures/showcase/team.ts';
import { violationsIn } from '../support/axe.ts';
import { openChat, runProgram } from '../support/program.ts';
import { temporaryHome, type TemporaryHome } from '../support/temporaryHome.ts';
import { Keys } from './keys.ts';
import { goTo } from './shownViews.ts';
import { openTestWindow, plainWindow, type TestWindow } from './testWindow.ts';
import { changeTheme, focusPanel, openPanel, themes, webUiFrame, type Theme } from './webUi.ts';

const secretFact = 'The quetzal service runs on port 81';

describe('the view People', () => {
  let window: TestWindow;
  /** Of the other people. */
  let elsewhere: TemporaryHome;
  let keys: Keys;

  before(async () => {
    elsewhere = temporaryHome();
    window = await openTestWindow({
      env: { BIGMIND_USER: showcaseUser, BIGMIND_INSTANCE: 'Desk of Mira' },
      remote: 'https://github.com/harbourline/tidetable.git',
      memory: teamSnapshot(new Date()),
      userFiles: {
        'settings.json': plainWindow,
      },
    });
    await openPanel(window);
    keys = new Keys({ page: window.page, frame: () => webUiFrame(window.page), enter: () => focusPanel(window.page) });
  });

  after(async () => {
    await takeScreenshot(window.page, 'people-end');
    await window.close();
    elsewhere.remove();
  });

  const as = (user: string): Record<string, string> => ({
    BIGMIND_USER: user,
    BIGMIND_HOME: window.home,
    BIGMIND_INSTANCE: `Laptop of ${user}`,
  });

  async function chooseCard(user: string, level: string): Promise<void> {
    const { code, err } = await runProgram(elsewhere, ['minds', 'card', level], { env: as(user) });
    assert.equal(code, 0, err);
  }

  /** Someone else's assistant stores a fact. */
  async function storeAs(user: string): Promise<void> {
    const chat = await openChat(elsewhere, { env: as(user) });
    const { isError, text } = await chat.call('memory_store_fact', {
      category: 'codebase',
      fact: `${secretFact} for ${user}`,
    });
    assert.ok(!isError, text);
    await chat.close();
  }

  it('shows the own card, and those of others as soon as an assistant uses the memory for them', async () => {
    const frame = await webUiFrame(window.page);
    await goTo(frame, 'People', 'Who worked on');
    await frame.getByRole('article', { name: 'Mira Solberg' }).getByText('Desk of Mira').waitFor();
    assert.equal(await frame.getByRole('article').count(), 1);
    await chooseCard('jonas', 'headlines');
    await storeAs('jonas');
    await storeAs(showcaseMember);
    const jonas = frame.getByRole('article', { name: 'Jonas Weber' });
    await jonas.getByText(teamRoles.jonas).waitFor();
    await jonas.getByText('Laptop of jonas').waitFor();
    await frame.getByRole('article', { name: 'Priya Nair' }).waitFor();
    assert.match(await jonas.innerText(), /Curator of the team[^]* sessions in the last 26 weeks/u);
  });

  it('shows no fact and no headline of a session', async () => {
    const text = await (await webUiFrame(window.page)).locator('bigmind-people-view').innerText();
    assert.doesNotMatch(text, /quetzal|Looked into|Answered questions/u);
  });

  it('says by keyboard alone who worked on something, and why', async () => {
    await keys.goTo('People');
    await keys.tabTo('Who worked on…');
    await keys.write('quays');
    await keys.press('Enter');
    const frame = await webUiFrame(window.page);
    // Priya proposed approved knowledge about them.
    await keys.sees('2 people found');
    const found = frame.locator('.found > li', { hasText: 'Jonas Weber' });
    await found.getByText(teamRoles.jonas).waitFor();
    await takeScreenshot(window.page, 'people-found');
    await keys.tabTo(/^\S.*, \d+ sessions, \d people$/u);
    const topic = await keys.focused();
    await keys.press('ArrowRight');
    await keys.waitForFocus((name) => name !== topic);
    await keys.press('Enter');
    await keys.sees('3 people found');
  });

  it('finds nobody by a fact', async () => {
    await keys.tabTo('Who worked on…');
    await keys.write('quetzal');
    await keys.press('Enter');
    await keys.sees('No one found among 3 people with a card');
    await keys.tabTo('Who worked on…');
    await keys.write('');
    await keys.press('Enter');
    await keys.seesNoMore('No one found among 3 people with a card');
  });

  for (const theme of Object.keys(themes) as Theme[]) {
    it(`breaks no rule of accessibility in the theme ${themes[theme].name}`, async () => {
      await changeTheme(window, theme);
      const frame = await webUiFrame(window.page);
      // A webview is transparent. axe does not see what VS Code draws behind it and assumes white.
      await frame.evaluate('document.documentElement.style.background = "var(--vscode-editor-background)"');
      await goTo(frame, 'People', 'Busiest topics');
      assert.deepEqual(await violationsIn(frame), []);
      await takeScreenshot(window.page, `people-${theme}`);
    });
  }

  it('disappears for everyone else when a person turns their card off', async () => {
    await chooseCard('jonas', 'off');
    const frame = await webUiFrame(window.page);
    await frame.getByRole('article', { name: 'Jonas Weber' }).waitFor({ state: 'detached' });
    await frame.getByRole('article', { name: 'Priya Nair' }).waitFor();
  });

  it('says in a personal memory that nothing is shown to anyone, and is not offered there', async () => {
    const path = join(window.home, 'personal', 'memory.db');
    const env = { ...as(showcaseUser), BIGMIND_DB_PATH: path };
    assert.equal((await runProgram(elsewhere, ['save', 'The kettle is green'], { env })).code, 0);
    window.changeSettings({ 'bigmind.storage.path': path });
    const frame = await webUiFrame(window.page, 'This memory is personal');
    await frame.getByText('Nothing about you is shown to anyone').waitFor();
    await takeScreenshot(window.page, 'people-personal');
    assert.equal(await frame.getByRole('navigation').getByRole('button', { name: 'Team' }).count(), 0);
  });
});

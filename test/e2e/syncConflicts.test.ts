/**
 * The conflicts of a sync in the page of `bigmind serve`: two computers changed the same memories, and the person
 * decides, with the mouse or by keyboard, and takes a decision back.
 */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Frame } from 'playwright-core';
import { showcaseUser } from '../fixtures/showcase/people.ts';
import { showcaseSnapshot } from '../fixtures/showcase/showcase.ts';
import type { Snapshot } from '../../src/memory/upkeep/snapshot.ts';
import { violationsIn } from '../support/axe.ts';
import { runProgram } from '../support/program.ts';
import { rowsIn } from '../support/rows.ts';
import { temporaryHome, type TemporaryHome } from '../support/temporaryHome.ts';
import { Keys } from './keys.ts';
import { openServedPage, type ServedPage } from './servedPage.ts';
import { goTo, goToList } from './shownViews.ts';
import { webUiFrame } from './webUi.ts';

const passphrase = { BIGMIND_EXPORT_PASSPHRASE: 'four random words here' };

describe('the conflicts of a sync in the page', () => {
  let shown: ServedPage;
  let laptop: TemporaryHome;
  let cloud: TemporaryHome;
  let frame: Frame;
  let keys: Keys;
  let facts: string[];

  before(async () => {
    shown = await openServedPage({ memory: ofOnePerson(), notes: [], viewport: { width: 1100, height: 800 } });
    laptop = temporaryHome();
    laptop.env['BIGMIND_USER'] = showcaseUser;
    cloud = temporaryHome();
    const place = cloud.path;
    facts = rowsIn(shown.home.database, 'SELECT fact FROM facts ORDER BY id').map((row) => String(row['fact']));
    for (const [home, name] of [
      [shown.home, 'desktop'],
      [laptop, 'laptop'],
    ] as const)
      await bigmind(home, 'sync', 'setup', '--folder', place, '--name', name, '--yes');
    for (const home of [shown.home, laptop]) await bigmind(home, 'sync', 'now');
    for (const [home, word] of [
      [laptop, 'hourly'],
      [shown.home, 'daily'],
    ] as const) {
      const database = new DatabaseSync(home.database);
      // As edits of another program: the next sync finds them.
      database.exec(`UPDATE facts SET fact = fact || ', checked ${word}', content_hash = content_hash || '${word}'`);
      database.exec(`UPDATE identity_profile SET preferences = 'Answer in short sentences, ${word}.'`);
      database.close();
      await bigmind(home, 'rebuild');
    }
    for (const home of [laptop, shown.home]) await bigmind(home, 'sync', 'now');
    frame = await webUiFrame(shown.page);
    keys = new Keys({
      page: shown.page,
      frame: () => Promise.resolve(frame),
      enter: () => frame.locator('body').focus(),
    });
  });

  after(async () => {
    await shown.close();
    laptop.remove();
    cloud.remove();
  });

  async function bigmind(home: TemporaryHome, ...args: string[]): Promise<string> {
    const { code, out, err } = await runProgram(home, args, { env: passphrase });
    assert.equal(code, 0, err);
    return out;
  }

  const current = (): string[] =>
    rowsIn(shown.home.database, 'SELECT fact FROM facts ORDER BY id').map((row) => String(row['fact']));

  /** Of the listed conflicts, without their times, which change by themselves. */
  const titles = async (): Promise<string[]> =>
    (await frame.getByRole('listbox').getByRole('option').allInnerTexts()).map(
      (text) => text.trim().split('\n')[0] ?? '',
    );

  it('counts them in the navigation, and opens them first', async () => {
    await frame.getByRole('button', { name: 'Knowledge, 4 conflicts' }).waitFor();
    await goToList(frame, 'To review', 'Two of your computers changed these memories');
    await frame.getByRole('option', { name: /^Profile/u }).waitFor();
    assert.equal(await frame.getByRole('listbox').getByRole('option').count(), 4);
  });

  it('shows both versions with their computers and what differs', async () => {
    await frame.getByRole('option', { name: facts[0] ?? '' }).click();
    await frame
      .getByText(/desktop \(this computer\)|laptop/u)
      .first()
      .waitFor();
    const marked = await frame.locator('bigmind-curation-conflicts mark').allTextContents();
    assert.deepEqual(marked.toSorted(), ['daily', 'hourly']);
  });

  for (const [colors, media] of [
    ['light', { colorScheme: 'light', forcedColors: 'none' }],
    ['dark', { colorScheme: 'dark', forcedColors: 'none' }],
    ['high contrast', { colorScheme: 'dark', forcedColors: 'active' }],
    ['light high contrast', { colorScheme: 'light', forcedColors: 'active' }],
  ] as const)
    for (const width of [1100, 340])
      it(`breaks no rule in ${colors} colors, ${String(width)} pixels wide`, async () => {
        await shown.page.emulateMedia(media);
        await shown.page.setViewportSize({ width, height: 800 });
        await frame.getByRole('heading', { name: facts[0] ?? '' }).waitFor();
        assert.deepEqual(await violationsIn(frame), []);
        const over = 'document.scrollingElement.scrollWidth - document.scrollingElement.clientWidth';
        assert.equal(await shown.page.evaluate(over), 0);
        const { PICTURES: folder } = process.env;
        if (folder !== undefined)
          await shown.page.screenshot({ path: join(folder, `conflict ${colors} ${String(width)}.png`) });
      });

  it('makes the other version current by keyboard, moves on, and takes it back', async () => {
    await shown.page.setViewportSize({ width: 1100, height: 800 });
    await frame.getByRole('option', { name: facts[0] ?? '' }).focus();
    const before = current();
    await keys.press('o');
    await frame.getByText('The other version is current now.').waitFor();
    await frame.getByRole('button', { name: 'Knowledge, 3 conflicts' }).waitFor();
    assert.notEqual(current()[0], before[0]);
    await keys.waitForFocus((name) => name.includes(facts[1] ?? '?'));
    await frame.getByRole('button', { name: 'Undo' }).click();
    await frame.getByRole('button', { name: 'Knowledge, 4 conflicts' }).waitFor();
    assert.deepEqual(current(), before);
    await frame.getByRole('option', { name: facts[0] ?? '' }).waitFor();
  });

  for (const [step, place] of [
    ['first', 0],
    ['middle', 1],
    ['last', 3],
  ] as const)
    it(`selects the ${step} conflict again after an undo by keyboard, at its place`, async () => {
      const before = await titles();
      await frame.getByRole('listbox').getByRole('option').nth(place).click();
      await keys.press('c');
      await frame.getByRole('button', { name: 'Knowledge, 3 conflicts' }).waitFor();
      await keys.press('Control+z');
      await frame.getByRole('button', { name: 'Knowledge, 4 conflicts' }).waitFor();
      // The list is read again after the number in the navigation.
      await frame.getByRole('listbox').getByRole('option').nth(3).waitFor();
      await frame
        .getByRole('listbox')
        .getByRole('option')
        .nth(place)
        .and(frame.locator('[aria-selected="true"]:focus'))
        .waitFor();
      assert.deepEqual(await titles(), before);
    });

  it('sends the chosen versions to the other computer, and says when there are no more', async () => {
    await frame.getByRole('option', { name: facts[0] ?? '' }).click();
    await frame.getByRole('button', { name: 'Use Other Version' }).click();
    await frame.getByRole('button', { name: 'Knowledge, 3 conflicts' }).waitFor();
    for (const left of ['2 conflicts', '1 conflict', '']) {
      await frame.getByRole('button', { name: 'Keep Current Version' }).click();
      const name = left === '' ? /^Knowledge$/u : `Knowledge, ${left}`;
      await frame.getByRole('button', { name, exact: true }).waitFor();
    }
    await frame.getByText('No conflicts').waitFor();
    assert.deepEqual(await violationsIn(frame), []);
    for (const home of [shown.home, laptop]) await bigmind(home, 'sync', 'now');
    const there = rowsIn(laptop.database, 'SELECT fact FROM facts ORDER BY fact').map((row) => row['fact']);
    assert.deepEqual(there, current().toSorted());
    await goTo(frame, 'Home', 'Pinned facts');
    await goTo(frame, 'Knowledge', /\d items/u);
    assert.equal(await frame.getByText('To review').count(), 0);
  });
});

/** Without the other people of the showcase, whose memory is a team's. */
function ofOnePerson(): Snapshot {
  const { tables, ...head } = showcaseSnapshot();
  const own = <Row extends { user_id?: unknown }>(rows: readonly Row[]): Row[] =>
    rows.filter(({ user_id: user }) => user === 'u-mira');
  const none = Object.fromEntries(Object.keys(tables).map((name) => [name, []])) as unknown as typeof tables;
  return {
    ...head,
    tables: {
      ...none,
      users: tables.users.filter(({ id }) => id === 'u-mira').map((row) => ({ ...row, role: 'member' })),
      ...{ projects: tables.projects, agents: tables.agents, identity_profile: tables.identity_profile },
      facts: own(tables.facts)
        .filter(({ deprecated, category }) => deprecated !== 1 && category === 'codebase')
        .slice(0, 3)
        .map((row) => ({ ...row, source_session: null })),
    },
  };
}

/** Every view of the web UI and how to open it, for screenshots and accessibility checks. */
import type { Frame } from 'playwright-core';

export interface ShownView {
  /** The name of its pictures. */
  name: string;
  open: (frame: Frame) => Promise<void>;
}

export const shownViews: readonly ShownView[] = [
  { name: 'home', open: (frame) => goTo(frame, 'Home', 'Pinned facts') },
  { name: 'memories', open: (frame) => goToList(frame, 'All', /\d items/u) },
  { name: 'memory', open: openFact },
  { name: 'decisions', open: (frame) => goToList(frame, 'Decisions', /\d items/u) },
  { name: 'decision', open: openDecision },
  { name: 'new-decision', open: openNewDecision },
  { name: 'proposed-decisions', open: (frame) => goToList(frame, 'Proposed', /\d proposed decisions/u) },
  { name: 'sessions', open: (frame) => goTo(frame, 'Sessions', /\d sessions/u) },
  { name: 'session', open: openOutage },
  { name: 'curation', open: (frame) => openProposal(frame, 'Rate limit of the public API') },
  { name: 'hypotheses', open: (frame) => goToList(frame, 'Hypotheses', 'I believe') },
  { name: 'reminders', open: (frame) => goTo(frame, 'Reminders', 'Renew the certificate of the kiosks') },
  { name: 'audit', open: openChanges },
  { name: 'storage', open: (frame) => goTo(frame, 'Storage', 'Memory contents') },
];

/** What the side bar shows. */
export const sideBarViews: readonly ShownView[] = [
  { name: 'home', open: (frame) => goTo(frame, 'Home', 'Pinned facts') },
  { name: 'search', open: (frame) => goTo(frame, 'Search', /\d items/u) },
];

/** Those that are checked, but have no picture: a card and a recap name real days. */
export const checkedViews: readonly ShownView[] = [
  ...shownViews,
  { name: 'people', open: (frame) => goTo(frame, 'People', 'Your card') },
  { name: 'recap', open: openRecap },
  // The showcase has no learned facts.
  { name: 'learned', open: openLearned },
  // Only few facts of the showcase have tags.
  { name: 'graph', open: (frame) => goTo(frame, 'Map', /\d entities/u) },
];

const placeOf: Readonly<Record<string, string>> = {
  Review: 'Team',
  People: 'Team',
  Storage: 'Manage',
  Reminders: 'Manage',
  Audit: 'Manage',
};

/** The names of all views, as the navigation of a team's memory shows them. */
export const viewTitles = ['Home', 'Sessions', 'Knowledge', ...Object.keys(placeOf), 'Map'];

/** The buttons that lead to a view: its place if that has several, and the view itself. */
export async function wayTo(frame: Frame, view: string): Promise<string[]> {
  await frame.getByRole('navigation').waitFor();
  const place = placeOf[view];
  return place === undefined ? [view] : [place, view];
}

/** Opens a view; closes what was open there and clears the search. */
export async function goTo(frame: Frame, view: string, says: string | RegExp): Promise<void> {
  for (const name of await wayTo(frame, view)) {
    await frame
      .getByRole('navigation')
      .getByRole('button', { name: new RegExp(`^${name}`, 'u') })
      .last()
      .click();
  }
  const search = frame.getByRole('searchbox');
  if ((await search.count()) > 0 && (await search.inputValue()) !== '') await search.fill('');
  await frame.getByText(says).first().waitFor();
}

/** Chooses what the list of knowledge shows: in a row, or in a narrow page in a select. The choice is kept. */
export async function goToList(frame: Frame, list: string, says: string | RegExp): Promise<void> {
  await goTo(frame, 'Knowledge', /\d items|\d proposed|No /u);
  const row = frame.getByRole('group', { name: 'Show' });
  const select = frame.getByLabel('Show');
  if (await row.isVisible()) await row.getByText(list).click();
  else {
    const labels = await select.locator('option').allInnerTexts();
    await select.selectOption({ label: labels.find((label) => label.startsWith(list)) ?? list });
  }
  await frame.getByText(says).first().waitFor();
}

/** Opens a row of a list that renders only those in sight. */
export async function openRow(frame: Frame, name: string): Promise<void> {
  const list = frame.getByRole('listbox');
  const row = list.getByRole('option', { name }).first();
  await list.press('Home');
  for (let page = 0; page < 20 && !(await row.isVisible()); page += 1) await list.press('PageDown');
  await row.click();
}

async function openDecision(frame: Frame): Promise<void> {
  await goToList(frame, 'Decisions', /\d items/u);
  await openRow(frame, 'The rate limit is 60 requests a minute');
  await frame.getByText('scrapers reached 4,000 requests a minute').waitFor();
}

/** Saving it says what is missing. */
async function openNewDecision(frame: Frame): Promise<void> {
  await goToList(frame, 'Decisions', /\d items/u);
  await frame.getByRole('button', { name: 'New Decision…' }).click();
  await frame.getByRole('button', { name: 'Save Decision' }).click();
  await frame.getByText('Enter why it was decided.').waitFor();
}

async function openOutage(frame: Frame): Promise<void> {
  const headline = 'Looked into the outage of the ticket weekend';
  await goTo(frame, 'Sessions', /\d sessions/u);
  await frame.getByLabel('Period').selectOption({ label: 'Any time' });
  await frame.getByRole('searchbox').fill('outage');
  await frame.getByRole('option', { name: headline }).click();
  await frame.getByRole('heading', { name: headline }).waitFor();
}

/** The showcase ends in March 2026. The period is kept, also for the other views. */
async function openRecap(frame: Frame): Promise<void> {
  await sinceJanuary(frame);
  await frame.getByRole('heading', { name: 'Decisions taken' }).waitFor();
}

/** Sessions, and what else happened, unfolded. */
export async function sinceJanuary(frame: Frame): Promise<void> {
  await goTo(frame, 'Sessions', /\d sessions/u);
  await frame.getByLabel('Period').selectOption({ label: 'Custom range' });
  await frame.getByLabel('From', { exact: true }).fill('2026-01-01');
  const happened = frame.locator('bigmind-happened details');
  await happened.waitFor();
  if ((await happened.getAttribute('open')) === null) await happened.locator('summary').click();
}

async function openLearned(frame: Frame): Promise<void> {
  await goToList(frame, 'Learned', 'Nothing learned yet');
}

/** Goes through its session, because search scores change with the date of the host. */
async function openFact(frame: Frame): Promise<void> {
  await openOutage(frame);
  await frame.getByRole('button', { name: 'The rate limit is 60 requests a minute' }).click();
  await frame.getByText('The rate limit is 100 requests a minute').waitFor();
}

async function openProposal(frame: Frame, title: string): Promise<void> {
  await goTo(frame, 'Review', title);
  await frame.getByText(title).first().click();
  await frame.getByText('forwarded address to 120 requests').first().waitFor();
}

/** Shows only changes: reads come from the page itself, in a different order in each run. */
async function openChanges(frame: Frame): Promise<void> {
  await goTo(frame, 'Audit', 'You see the actions of all users');
  const level = frame.getByLabel('Level');
  if (await level.isHidden()) await frame.getByText('Filters', { exact: true }).click();
  await level.selectOption({ label: 'Changes' });
  await frame.getByRole('button', { name: 'Clear Filters' }).waitFor();
}

/** Every view of the web UI and how to open it, for screenshots and accessibility checks. */
import type { Frame } from 'playwright-core';

export interface ShownView {
  /** The name of its pictures. */
  name: string;
  open: (frame: Frame) => Promise<void>;
}

export const shownViews: readonly ShownView[] = [
  { name: 'profile', open: (frame) => goTo(frame, 'Profile', 'Pinned facts') },
  { name: 'activity', open: openBusyDay },
  { name: 'memories', open: (frame) => goTo(frame, 'Memories', /\d memories/u) },
  { name: 'memory', open: openFact },
  { name: 'sessions', open: (frame) => goTo(frame, 'Sessions', /\d sessions/u) },
  { name: 'session', open: openOutage },
  { name: 'curation', open: (frame) => openProposal(frame, 'Rate limit of the public API') },
  { name: 'journal', open: (frame) => goTo(frame, 'Journal', 'I believe') },
  { name: 'audit', open: openChanges },
];

/** Opens a view; closes what was open there and clears the search. */
export async function goTo(frame: Frame, view: string, says: string | RegExp): Promise<void> {
  await frame
    .getByRole('navigation')
    .getByRole('button', { name: new RegExp(`^${view}`, 'u') })
    .click();
  const search = frame.getByRole('searchbox');
  if ((await search.count()) > 0) await search.fill('');
  await frame.getByText(says).first().waitFor();
}

async function openBusyDay(frame: Frame): Promise<void> {
  await goTo(frame, 'Activity', 'Today');
  await frame.getByRole('gridcell', { name: /Monday, March 9/u }).click();
  await frame.getByRole('heading', { name: /March 9/u }).waitFor();
}

async function openOutage(frame: Frame): Promise<void> {
  const headline = 'Looked into the outage of the ticket weekend';
  await goTo(frame, 'Sessions', /\d sessions/u);
  await frame.getByRole('searchbox').fill('outage');
  await frame.getByRole('option', { name: headline }).click();
  await frame.getByRole('heading', { name: headline }).waitFor();
}

/** Goes through its session, because search scores change with the date of the host. */
async function openFact(frame: Frame): Promise<void> {
  await openOutage(frame);
  await frame.getByRole('button', { name: 'The rate limit is 60 requests a minute' }).click();
  await frame.getByText('The rate limit is 100 requests a minute').waitFor();
}

async function openProposal(frame: Frame, title: string): Promise<void> {
  await goTo(frame, 'Curation', title);
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

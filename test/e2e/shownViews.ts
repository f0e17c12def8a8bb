/** Every view of the web UI, and how one gets there: what pictures are taken of and what is checked for accessibility. */
import type { Frame } from 'playwright-core';

export interface ShownView {
  /** As its pictures are called. */
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

/** Leaves what was opened and searched for before. */
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

/** By way of its session and not by a search, whose scores change with the day of the host. */
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

/** Reads are those of the page itself, which no two runs have in the same order. */
async function openChanges(frame: Frame): Promise<void> {
  await goTo(frame, 'Audit', 'You see the actions of all users');
  const level = frame.getByLabel('Level');
  if (await level.isHidden()) await frame.getByText('Filters', { exact: true }).click();
  await level.selectOption({ label: 'Changes' });
  await frame.getByRole('button', { name: 'Clear Filters' }).waitFor();
}

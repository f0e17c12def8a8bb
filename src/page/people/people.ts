/** Answers the page's queries about the directory of a shared memory, and changes what it shows of the user. */
import type { Person, PersonCard as Card } from '../../memory/people/cards.ts';
import type { Reason } from '../../memory/people/expert.ts';
import { defaultCard } from '../../memory/profile/profile.ts';
import type { CommandOf } from '../../protocol/commands.ts';
import type { PersonCard, DirectoryCard, OwnCard, ReasonCard, WhoCard } from '../../protocol/people/people.ts';
import { matchOf } from '../../search/explanation/shownResults.ts';
import type { QueryOf } from '../../protocol/queries.ts';
import type { CommandEffects } from '../shared/commandResult.ts';
import type { PageReading } from '../shared/pageHost.ts';

/** Titles of knowledge on a card. */
const headlinesShown = 5;

export async function readPeople(
  { memory, caller }: PageReading,
  { offset, limit }: QueryOf<'people'>,
): Promise<DirectoryCard | null> {
  const directory = await memory.people.list(caller, { offset, limit });
  if (directory === undefined) return null;
  const { totals, busiest, cards, total } = directory;
  const shown = cards.map((card) => personCard(card, caller.user.id));
  return { totals, busiest, cards: shown, total, own: await readOwnCard({ memory, caller }) };
}

async function readOwnCard({ memory, caller }: Pick<PageReading, 'memory' | 'caller'>): Promise<OwnCard> {
  const { level, topics, projects } = (await memory.profiles.get(caller))?.card ?? defaultCard();
  const own = await memory.identities.ownProjects(caller);
  return { level, topics, projects: own.map(({ key, name }) => ({ key, name, isChosen: projects.includes(key) })) };
}

export async function askWho(
  { memory, search, caller }: PageReading,
  { query, limit }: QueryOf<'whoWorkedOn'>,
): Promise<WhoCard | null> {
  const people = await memory.people.everyone(caller);
  if (people === undefined) return null;
  const { experts, searched, notice = null } = await search.whoWorkedOn(caller, people, { query, limit });
  const shown = experts.map(({ person, score, reasons }) => {
    // A person is found for a reason, however weak.
    // A person is found for a reason, however weak.
    return { ...personOf(person, caller.user.id), match: matchOf(score, 1), reasons: reasons.map(reasonCard) };
  });
  return { experts: shown, searched, notice };
}

export async function showOnCard(
  { memory, caller }: PageReading,
  { level, topics, projects: named }: CommandOf<'showOnCard'>,
): Promise<CommandEffects> {
  const projects = named && (await memory.identities.ownProjectsNamed(caller, named)).map(({ key }) => key);
  const change = { ...(level !== null && { level }), ...(topics && { topics }), ...(projects && { projects }) };
  const { redacted } = await memory.profiles.showOnCard(caller, change);
  return { redacted };
}

function personCard(card: Card, reader: string): PersonCard {
  const { teamRole, role, lastDay, topics, weeks, badges, knowledge, showsHeadlines, instances } = card;
  return {
    ...personOf(card, reader),
    ...{ teamRole, role, lastDay, weeks, badges },
    topics: topics.map(({ topic, sessions }) => ({ topic, sessions })),
    headlines: showsHeadlines ? knowledge.slice(0, headlinesShown).map(({ title }) => title) : [],
    instances: instances.map(({ name, url }) => ({ name, url })),
  };
}

function personOf({ userId, username, name }: Person, reader: string): Pick<PersonCard, 'username' | 'name' | 'isOwn'> {
  return { username, name, isOwn: userId === reader };
}

function reasonCard(reason: Reason): ReasonCard {
  const none = { text: '', count: 0, lastDay: null, isByMeaning: false, titles: [] };
  switch (reason.kind) {
    case 'topic': {
      const { kind, topic, sessions, lastDay, isByMeaning } = reason;
      return { ...none, kind, text: topic, count: sessions, lastDay, isByMeaning };
    }
    case 'role':
      return { ...none, kind: reason.kind, text: reason.role };
    case 'knowledge':
      return { ...none, kind: reason.kind, count: reason.count, titles: reason.titles };
  }
}

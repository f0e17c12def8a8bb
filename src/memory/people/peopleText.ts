/**
 * The directory as text and as a structure, for the tools and the command line. Texts of people are passed through
 * `show`, which makes them harmless for its reader.
 */
import { counted, shorten } from '../../util/text.ts';
import { plainLine } from '../trust/quoting.ts';
import type { Person, PersonCard, CardTopic } from './cards.ts';
import type { Expert, Reason } from './expert.ts';
import type { Directory } from './people.ts';

type Show = (text: string) => string;

/** Says it where someone asks for the directory of a personal store. */
export const noDirectory =
  'This memory is personal. The directory of people belongs to a memory that a team shares, with an admin; nothing about you is shown to anyone.';

/** In characters, for the role of a person. */
const maxRole = 200;
const maxTopics = 8;

/** One line, such as "ada (Ada Lovelace), admin: Engineer. Topics: Rust (5 sessions, last on 2026-03-30). …". */
export function cardLine(card: PersonCard, show: Show): string {
  const { role, topics, badges, weeks, instances, lastDay, knowledge, showsHeadlines } = card;
  const sessions = weeks.reduce((sum, count) => sum + count, 0);
  const parts = [
    ...(role === null ? [] : [shorten(show(role), maxRole).replace(/\.$/u, '')]),
    ...(topics.length === 0
      ? []
      : [
          `Topics: ${topics
            .slice(0, maxTopics)
            .map((topic) => topicText(topic, show))
            .join(', ')}`,
        ]),
    ...(showsHeadlines && knowledge.length > 0 ? [`Knowledge: ${titlesOf(card).map(show).join('; ')}`] : []),
    `${counted(sessions, 'session')} in ${counted(weeks.length, 'week')}, ${counted(badges.length, 'badge')}`,
    `Last seen on ${lastDay}: ${instances.map((instance) => instanceText(instance, show)).join(', ')}`,
  ];
  return `${nameText(card, show)}, ${card.teamRole}: ${parts.join('. ')}.`;
}

/** Two sentences: the totals, and the busiest topics if there are any. */
export function totalsText({ totals, busiest }: Pick<Directory, 'totals' | 'busiest'>, show: Show): string {
  const { people, sessions, memories, knowledge } = totals;
  const counts = [
    counted(people, 'person', 'people'),
    counted(sessions, 'session'),
    counted(memories, 'memory', 'memories'),
    counted(knowledge, 'entry of team knowledge', 'entries of team knowledge'),
  ];
  const topics = busiest.map(
    ({ topic, sessions: n, people: by }) =>
      `${show(topic)} (${counted(n, 'session')}, ${counted(by, 'person', 'people')})`,
  );
  return [`${counts.join(', ')}.`, ...(topics.length === 0 ? [] : [`Busiest topics: ${topics.join(', ')}.`])].join(' ');
}

/** One line, such as "ada (Ada Lovelace): topic Rust, 5 sessions, last on 2026-03-30; role: Engineer". */
export function expertLine({ person, reasons }: Expert, show: Show): string {
  return `${nameText(person, show)}: ${reasons.map((reason) => reasonText(reason, show)).join('; ')}`;
}

function reasonText(reason: Reason, show: Show): string {
  switch (reason.kind) {
    case 'topic': {
      const { topic, sessions, lastDay, isByMeaning } = reason;
      const work = sessions === 0 ? ', named on their card' : `, ${counted(sessions, 'session')}`;
      return `topic ${show(topic)}${work}${lastDay === null ? '' : `, last on ${lastDay}`}${isByMeaning ? ', similar in meaning' : ''}`;
    }
    case 'role':
      return `role: ${shorten(show(reason.role), maxRole)}`;
    case 'knowledge': {
      const titles = reason.titles.length === 0 ? '' : ` (${reason.titles.map(show).join('; ')})`;
      return `${counted(reason.count, 'entry of team knowledge', 'entries of team knowledge')}${titles}`;
    }
  }
}

/** For programs, in snake_case. */
export function structuredDirectory({ totals, busiest, cards, total }: Directory): Record<string, unknown> {
  return {
    shared: true,
    totals,
    busiest_topics: busiest.map(({ topic, ...counts }) => ({ topic: plainLine(topic), ...counts })),
    minds: cards.map(structuredCard),
    total,
  };
}

export function structuredExpert({ person, score, reasons }: Expert): Record<string, unknown> {
  return { ...structuredName(person), score: Math.round(score * 100) / 100, reasons: reasons.map(structuredReason) };
}

function structuredCard(card: PersonCard): Record<string, unknown> {
  const { role, topics, badges, weeks, from, instances, lastDay, showsHeadlines, knowledge } = card;
  return {
    ...structuredName(card),
    team_role: card.teamRole,
    ...(role !== null && { role: shorten(plainLine(role), maxRole) }),
    topics: topics.slice(0, maxTopics).map(structuredTopic),
    ...(showsHeadlines && knowledge.length > 0 && { headlines: titlesOf(card).map(plainLine) }),
    weeks: { from, sessions: weeks },
    badges,
    last_seen: lastDay,
    instances: instances.map(({ name, url }) => ({
      name: plainLine(name),
      ...(url !== null && { url: plainLine(url) }),
    })),
  };
}

function structuredName({ username, name }: Person): Record<string, unknown> {
  return { user: plainLine(username), ...(name !== username && { name: plainLine(name) }) };
}

function structuredTopic({ topic, sessions, lastDay }: CardTopic): Record<string, unknown> {
  return { topic: plainLine(topic), sessions, ...(lastDay !== null && { last: lastDay }) };
}

function structuredReason(reason: Reason): Record<string, unknown> {
  const { kind } = reason;
  switch (reason.kind) {
    case 'topic':
      return { kind, ...structuredTopic(reason), ...(reason.isByMeaning && { by_meaning: true }) };
    case 'role':
      return { kind, role: shorten(plainLine(reason.role), maxRole) };
    case 'knowledge':
      return { kind, count: reason.count, ...(reason.titles.length > 0 && { titles: reason.titles.map(plainLine) }) };
  }
}

const titlesShown = 5;

function titlesOf({ knowledge }: Person): string[] {
  return knowledge.slice(0, titlesShown).map(({ title }) => title);
}

function nameText({ username, name }: Person, show: Show): string {
  return name === username ? show(username) : `${show(username)} (${show(name)})`;
}

function topicText({ topic, sessions, lastDay }: CardTopic, show: Show): string {
  if (sessions === 0) return show(topic);
  return `${show(topic)} (${counted(sessions, 'session')}${lastDay === null ? '' : `, last on ${lastDay}`})`;
}

function instanceText({ name, url }: Person['instances'][number], show: Show): string {
  return url === null ? show(name) : `${show(name)} at ${show(url)}`;
}

/** `bigmind minds`: the directory of a shared memory, who worked on something, and what it shows of the user. */
import { maxExperts } from '../../memory/people/expert.ts';
import {
  cardLine,
  expertLine,
  noDirectory,
  structuredDirectory,
  structuredExpert,
  totalsText,
} from '../../memory/people/peopleText.ts';
import type { CardChoice } from '../../memory/profile/profile.ts';
import { defaultCard } from '../../memory/profile/profile.ts';
import { requireWholeBetween } from '../../memory/shared/input.ts';
import type { CardLevel } from '../../memory/shared/vocabulary.ts';
import { plainLine } from '../../memory/trust/quoting.ts';
import { counted } from '../../util/text.ts';
import type { Command, CommandContext, CommandInput, ExitCode } from '../shared/command.ts';
import { answer, listOption, numberOption, wrongUsage } from '../shared/command.ts';

const defaultCards = 50;
const maxCards = 200;
const defaultExperts = 10;

export const mindsCommand: Command = {
  name: 'minds',
  usage: '[--limit N] | who QUERY [--limit N] | card [off|basic|topics|headlines] [--topics A,B] [--projects A,B]',
  summary: 'List the people who share this memory, or find who worked on something.',
  details:
    'Only a memory that a team shares has this directory. It shows the public card of each person, and no memory of theirs. card shows or sets what it shows of you: off is nothing; basic is your name, role, activity by week, badges, and the topics of --topics; topics, the default, adds the topics of at least three of your sessions in the projects of --projects; headlines adds the titles of your approved knowledge. --topics "" and --projects "" remove what you chose.',
  options: {
    limit: { type: 'string' },
    topics: { type: 'string', multiple: true },
    projects: { type: 'string', multiple: true },
  },
  takes: { min: 0, max: 40 },
  run: (input, context) => {
    const [action, ...words] = input.positionals;
    for (const name of ['topics', 'projects'])
      if (action !== 'card' && input.values[name] !== undefined)
        throw wrongUsage(`--${name} belongs to "minds card".`, `Use: bigmind minds card --${name} A,B`);
    if (action === undefined) return list(input, context);
    if (action === 'who' && words.join('').trim() === '')
      throw wrongUsage('"minds who" needs more arguments.', 'Use: bigmind minds who QUERY');
    if (action === 'who') return who(words.join(' '), input, context);
    if (action === 'card' && words.length < 2) return card(words[0], input, context);
    throw wrongUsage(
      `"minds ${[action, ...words].join(' ').slice(0, 60)}" is not a command.`,
      'Use: bigmind help people',
    );
  },
};

async function list(input: CommandInput, context: CommandContext): Promise<ExitCode> {
  const limit = requireWholeBetween('limit', numberOption(input, 'limit') ?? defaultCards, 1, maxCards);
  const directory = await context.memory.people.list(await context.caller(), { offset: 0, limit });
  if (directory === undefined) return personal(input, context);
  const { cards, total } = directory;
  if (cards.length < total) context.note(`${String(cards.length)} of ${counted(total, 'person', 'people')}.`);
  const lines = [totalsText(directory, plainLine), ...cards.map((shown) => cardLine(shown, plainLine))];
  answer(input, context, structuredDirectory(directory), lines.join('\n'));
  return 0;
}

async function who(query: string, input: CommandInput, context: CommandContext): Promise<ExitCode> {
  const limit = requireWholeBetween('limit', numberOption(input, 'limit') ?? defaultExperts, 1, maxExperts);
  const caller = await context.caller();
  const people = await context.memory.people.everyone(caller);
  if (people === undefined) return personal(input, context);
  const { experts, searched, notice } = await context.search.whoWorkedOn(caller, people, { query, limit });
  if (notice !== undefined) context.note(notice);
  const lines = experts.map((expert) => expertLine(expert, plainLine));
  const none = `Nobody found among ${counted(searched, 'person', 'people')} with a card. Try other words.`;
  const json = {
    shared: true,
    people: experts.map(structuredExpert),
    searched,
    ...(notice !== undefined && { notice }),
  };
  answer(input, context, json, lines.length === 0 ? none : lines.join('\n'));
  return 0;
}

async function card(level: string | undefined, input: CommandInput, context: CommandContext): Promise<ExitCode> {
  const topics = listOption(input, 'topics');
  const named = listOption(input, 'projects');
  const { profiles, identities } = context.memory;
  const caller = await context.caller();
  const projects = named && (await identities.ownProjectsNamed(caller, named)).map(({ key }) => key);
  const change = { ...(level !== undefined && { level }), ...(topics && { topics }), ...(projects && { projects }) };
  const isChange = Object.keys(change).length > 0;
  const profile = isChange ? (await profiles.showOnCard(caller, change)).profile : await profiles.get(caller);
  const choice = profile?.card ?? defaultCard();
  answer(input, context, choice, cardText(choice, caller.mode === 'personal'));
  return 0;
}

const shown: Readonly<Record<CardLevel, string>> = {
  off: 'nothing',
  basic: 'your name, role, activity by week and badges',
  topics: 'your name, role, activity by week, badges, and topics of sessions in projects that you chose',
  headlines: 'all of that, topics, and the titles of your approved knowledge',
};

function cardText({ level, topics, projects }: CardChoice, isPersonal: boolean): string {
  const chosen =
    topics.length === 0 || level === 'off' ? '' : ` Topics that you chose: ${topics.map(plainLine).join(', ')}.`;
  const shownOf =
    level === 'off' || level === 'basic'
      ? ''
      : projects.length === 0
        ? ' You chose no project, so no topic of your sessions is shown: choose with --projects A,B.'
        : ` Projects that you chose: ${projects.map(plainLine).join(', ')}.`;
  const now = isPersonal ? ' This memory is personal, so nobody sees it yet.' : '';
  return `${level}: a directory shows ${shown[level]}.${chosen}${shownOf}${now}`;
}

function personal(input: CommandInput, context: CommandContext): ExitCode {
  answer(input, context, { shared: false, reason: noDirectory }, noDirectory);
  return 0;
}

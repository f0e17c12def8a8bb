/** `bigmind search`: the same search that models use, for users and scripts. */
import { refused } from '../../memory/shared/input.ts';
import { memoryKinds } from '../../memory/shared/vocabulary.ts';
import { authorsOf } from '../../memory/trust/authors.ts';
import { plainLine } from '../../memory/trust/quoting.ts';
import { labelsOf } from '../../memory/trust/trust.ts';
import type { Explanation } from '../../search/explanation/explanation.ts';
import { explanationText } from '../../search/explanation/explanation.ts';
import { commandText } from '../../search/howTo/commandText.ts';
import type { SearchInput } from '../../search/search.ts';
import type { SearchAnswer, SearchResult } from '../../search/explanation/searchResult.ts';
import { isStated, matchOf, statedFirst } from '../../search/explanation/shownResults.ts';
import { counted, shorten, wrapped } from '../../util/text.ts';
import { localDay } from '../../util/time.ts';
import type { Command, CommandContext } from '../shared/command.ts';
import { answer, codeForProject, numberOption, textOption } from '../shared/command.ts';

export const searchCommand: Command = {
  name: 'search',
  usage: 'QUERY [--limit N] [--kind KIND[,KIND]] [--project NAME|all] [--since DATE] [--until DATE] [--explain]',
  summary: 'Search the memory: facts and decisions first, then sessions, the best of each first.',
  details: `A match is strong, weak or none, which means that nothing here clearly answers; --json gives the score. KIND is ${memoryKinds.join(', ')}; chunk means a kept exchange. DATE is a day such as 2026-03-30, or a time in ISO 8601; the query itself may say "last week". --explain shows how each result got its score.`,
  options: {
    limit: { type: 'string' },
    kind: { type: 'string' },
    project: { type: 'string' },
    since: { type: 'string' },
    until: { type: 'string' },
    explain: { type: 'boolean' },
  },
  takes: { min: 1, max: Infinity },
  run: async (input, context) => {
    const limit = numberOption(input, 'limit');
    const kinds = textOption(input, 'kind');
    const project = textOption(input, 'project');
    const since = textOption(input, 'since');
    const until = textOption(input, 'until');
    const query = input.positionals.join(' ');
    if (query.trim() === '') throw refused('QUERY', 'is empty', 'Give the words to search for.');
    const asked: SearchInput = {
      query,
      explain: input.values['explain'] === true,
      limit,
      ...(kinds !== undefined && { kinds: kinds.split(',') }),
      project,
      since,
      until,
    };
    const found = await context.search.find(await context.caller(), asked);
    if (found.notice !== undefined) context.note(found.notice);
    if (found.results.length === 0 && found.commands === undefined) {
      const { none, next } = await nothingFound(asked, found, context);
      const notice = [found.notice, next].filter((part) => part !== undefined).join(' ');
      answer(input, context, { ...found, ...(notice !== '' && { notice }) }, none);
      return codeForProject(input, context);
    }
    const around = {
      timeZone: context.memory.clock.timeZone,
      isEverywhere: project === 'all',
      best: found.results[0]?.score ?? 0,
    };
    const commands = (found.commands ?? []).map((ran) => commandText(ran, around));
    const lines = statedFirst(found.results).flatMap((result) => linesFor(result, around, result === found.results[0]));
    answer(
      input,
      context,
      found,
      [...commands, ...lines, ...(asked.explain === true ? ['', ...answeredNote] : [])].join('\n'),
    );
    return 0;
  },
};

interface Around {
  timeZone: string;
  /** Results come from all projects, so each names its project. */
  isEverywhere: boolean;
  /** The score of the strongest result. */
  best: number;
}

/**
 * In characters: of the best result if it may be what one looked for, and of the others. What was written down, such as the
 * message of a commit, may be it however weak the match: a long question never finds all its words in one text.
 */
const maxText = { first: 1_200, others: 160 } as const;

/** One line per result, so that other programs can filter them; with an explanation, several lines for readability. */
function linesFor(result: SearchResult, { timeZone, isEverywhere, best }: Around, isFirst: boolean): string[] {
  const { kind, id, score, why, project, sessionId } = result;
  const name = kind === 'session' ? id.slice(0, 8) : `#${id}`;
  const wasSaid = kind === 'message' || kind === 'chunk';
  const about = [
    matchOf(score, best).padEnd(6),
    `${kind} ${name}`,
    localDay(result.createdAt, timeZone),
    ...(kind === 'entry' && result.sourceRef !== null ? [plainLine(result.sourceRef)] : []),
    ...(wasSaid && sessionId !== null ? [`session ${plainLine(sessionId.slice(0, 8))}`] : []),
    ...(isEverywhere && project !== null ? [plainLine(project)] : []),
    ...remarksOn(result),
  ];
  const [title, body] = [plainLine(result.title ?? ''), plainLine(result.text)] as const;
  const isLong = isFirst && (isStated(result) || matchOf(score, best) !== 'none');
  const text = shorten(
    title === '' || body.startsWith(title) ? body : `${title} – ${body}`,
    isLong ? maxText.first : maxText.others,
  );
  if (why === undefined) return [[...about, text].join('  ')];
  return [about.join('  '), ...indented(text), ...explained(why, score)];
}

function remarksOn({ status, repeats, contradictedBy, ...trust }: SearchResult): string[] {
  return [
    ...authorsOf(trust).map((author) => `(${author})`),
    ...labelsOf(trust).map((label) => `(${label})`),
    ...(status === 'pending' ? ['(proposal)'] : []),
    ...(repeats > 0 ? [`(said ${String(repeats + 1)} times)`] : []),
    ...(contradictedBy.length > 0 ? [`(contradicted by fact #${contradictedBy.join(', #')})`] : []),
  ];
}

/** The evidence and each factor on separate lines, and their total. */
function explained(why: Explanation, score: number): string[] {
  const strength = why.strength.toFixed(2);
  const answered = why.answered.toFixed(2);
  const best = why.best.toFixed(2);
  const product = (why.best === 0 ? 0 : why.answered * Math.sqrt(why.strength / why.best)).toFixed(2);
  const part = why.isNearbyOnly === true ? `, of which ${score.toFixed(2)} counts` : '';
  const total = `= ${strength}; ${answered} answered × √(${strength} / ${best}) = ${product}${part}`;
  return [...explanationText(why).split('; '), total].flatMap(indented);
}

/** A common terminal width. */
const columns = 100;
const margin = '      ';

const answeredNote = wrapped(
  '"answered" is how much of the question the first results cover, and how much of it the whole memory covers.',
  columns,
);

/** Wrapped to that width; lines after the first are indented further. */
function indented(text: string): string[] {
  const lines = wrapped(text, columns - margin.length - 2);
  return lines.map((line, place) => `${margin}${place === 0 ? '' : '  '}${line}`);
}

interface NothingFound {
  /** For display. */
  none: string;
  /** What to try next, also in the JSON output. */
  next?: string;
}

/**
 * Also searches the other projects, unless a project was given. This takes a moment, but happens only if nothing was
 * found.
 */
async function nothingFound(
  asked: SearchInput,
  { searched, notice }: SearchAnswer,
  context: CommandContext,
): Promise<NothingFound> {
  // The project is unknown; the notice lists similar ones.
  if (asked.project !== undefined && searched === 0 && notice !== undefined) return { none: 'Nothing was searched.' };
  const isFiltered = asked.kinds !== undefined || asked.since !== undefined || asked.until !== undefined;
  const [nothing, whatElse] = isFiltered
    ? ['No memory matches these filters.', 'Remove --kind, --since or --until.']
    : ['There are no memories to search here.', 'To add one, run "bigmind save TEXT".'];
  const none = searched === 0 ? nothing : `Nothing found in ${counted(searched, 'memory', 'memories')}.`;
  const otherwise = searched === 0 ? whatElse : 'Try other words.';
  if (asked.project !== undefined) return { none: `${none} ${otherwise}` };
  const elsewhere = await context.search.find(await context.caller(), { ...asked, project: 'all' });
  if (elsewhere.searched === searched) return { none: `${none} ${otherwise}` };
  const { length } = elsewhere.results;
  if (length === 0) return { none: `${none} Other projects have no results either. Try other words.` };
  const isAll = length < (asked.limit ?? 10);
  const next = `${String(length)}${isAll ? '' : ' or more'} found in other projects. Add --project all.`;
  return { none: `${none} ${next}`, next };
}

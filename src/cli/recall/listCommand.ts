/** `bigmind list`: the live facts of the user, and those that others share, newest first, with filters. */
import type { Fact, FactListFilter } from '../../memory/facts/facts.ts';
import type { Faded } from '../../memory/fading/faded.ts';
import type { Caller } from '../../memory/shared/identity.ts';
import { unknownProjectIn } from '../../memory/shared/identity.ts';
import { requireOneOf, requireWholeBetween } from '../../memory/shared/input.ts';
import { factTypes } from '../../memory/shared/vocabulary.ts';
import { authorsOf, structuredAuthors } from '../../memory/trust/authors.ts';
import { plainLine } from '../../memory/trust/quoting.ts';
import { labelsOf, trustOf } from '../../memory/trust/trust.ts';
import { counted, shorten, wordsFrom } from '../../util/text.ts';
import { localDay, localMinute } from '../../util/time.ts';
import type { Command, CommandInput } from '../shared/command.ts';
import { listLearned } from './listLearned.ts';
import { answer, listOption, numberOption, textOption, wrongUsage } from '../shared/command.ts';

const defaultLimit = 20;
const maxLimit = 1_000;
/** In characters, for the text of a fact on its line. */
const maxText = 160;

export const listCommand: Command = {
  name: 'list',
  usage:
    '[--type TYPE[,TYPE]] [--agent NAME] [--tags A,B] [--project NAME|all] [--faded | --learned [--session ID]] [--limit N]',
  summary: 'List your live facts and those that others share, newest first.',
  details: `One line for each fact: number, type, day, agent, project, tags and text; "-" is none. TYPE is ${factTypes.join(', ')}. --tags finds facts that have all of them. --faded lists only your facts that have faded, because they were not used for a long time. --learned lists what was learned from sessions, with a quote, also what was dismissed or replaced; --session lists that of one session. --limit is 20 by default, at most 1,000. Expired and replaced facts are not listed.`,
  options: {
    type: { type: 'string', multiple: true },
    agent: { type: 'string' },
    tags: { type: 'string', multiple: true },
    project: { type: 'string' },
    faded: { type: 'boolean' },
    learned: { type: 'boolean' },
    session: { type: 'string' },
    limit: { type: 'string' },
  },
  takes: { min: 0, max: 0 },
  run: async (input, context) => {
    const { identities, facts, fading, clock } = context.memory;
    const limit = requireWholeBetween('limit', numberOption(input, 'limit') ?? defaultLimit, 1, maxLimit);
    const caller = await context.caller();
    const faded = input.values['faded'] === true ? await fading.of(caller) : undefined;
    const filter = { ...filterFrom(input), ...(faded !== undefined && { among: [...faded.keys()] }) };
    const scope = await identities.scope(caller, textOption(input, 'project'));
    const notice = unknownProjectIn(scope);
    refuseMixed(input);
    if (input.values['learned'] === true) {
      if (notice !== undefined) context.note(notice);
      const sessionId = textOption(input, 'session');
      const isWhole = input.values['json'] === true && input.values['limit'] === undefined;
      const wanted = { scope: sessionId === undefined ? scope : 'all', limit: isWhole ? Infinity : limit } as const;
      await listLearned(input, context, wanted);
      return notice === undefined ? 0 : 1;
    }
    const found = await facts.list(caller, scope, limit, filter);
    if (notice !== undefined) context.note(notice);
    if (found.facts.length < found.total) context.note(moreNote(found.facts.length, found.total));
    const json = {
      facts: found.facts.map((fact) => structuredFact(fact, caller, faded)),
      total: found.total,
      ...(notice !== undefined && { notice }),
    };
    const lines = found.facts.map((fact) => lineFor(fact, { reader: caller, timeZone: clock.timeZone, faded }));
    answer(input, context, json, lines.length === 0 ? nothingListed(input, notice) : lines.join('\n'));
    return notice === undefined ? 0 : 1;
  },
};

/** What was learned has its own filters. */
function refuseMixed({ values }: CommandInput): void {
  if (values['learned'] !== true) {
    if (values['session'] !== undefined) throw wrongUsage('--session needs --learned.', 'Add --learned.');
    return;
  }
  const other = ['type', 'agent', 'tags', 'faded'].find((name) => values[name] !== undefined);
  if (other !== undefined)
    throw wrongUsage(`--learned does not take --${other}.`, 'Use --project, --session and --limit.');
}

function filterFrom(input: CommandInput): FactListFilter {
  const types = listOption(input, 'type');
  const tags = listOption(input, 'tags');
  const agent = textOption(input, 'agent');
  return {
    order: 'newest',
    ...(types !== undefined && { types: types.map((type) => requireOneOf('type', type, factTypes)) }),
    ...(tags !== undefined && { tags: wordsFrom(tags) }),
    agent,
  };
}

function moreNote(shown: number, total: number): string {
  const next = total <= maxLimit ? `Add --limit ${String(total)} to see all.` : 'Add filters to see fewer.';
  return `${shown.toLocaleString('en')} of ${counted(total, 'fact')}. ${next}`;
}

function nothingListed(input: CommandInput, notice: string | undefined): string {
  if (notice !== undefined) return 'Nothing was listed.';
  const isFiltered = ['type', 'agent', 'tags', 'faded'].some((name) => input.values[name] !== undefined);
  const what = isFiltered ? 'No fact matches these filters.' : 'There are no facts here.';
  return textOption(input, 'project') === undefined ? `${what} Add --project all to list those of all projects.` : what;
}

interface Asked {
  reader: Caller;
  timeZone: string;
  /** With `--faded`: since when each fact was not used. */
  faded: ReadonlyMap<number, Faded> | undefined;
}

/** One line per fact, in the same columns, so that other programs can filter them. */
function lineFor(fact: Fact, asked: Asked): string {
  const { timeZone } = asked;
  const columns = [
    `#${String(fact.id)}`,
    fact.type,
    localDay(fact.createdAt, timeZone),
    plainLine(fact.agentName ?? '') || '-',
    plainLine(fact.projectName ?? '') || '-',
    plainLine(fact.tags.join(',')) || '-',
    shorten(plainLine(fact.fact), maxText),
  ];
  return [...columns, ...remarksOn(fact, asked)].join('  ');
}

function remarksOn(fact: Fact, { reader, timeZone, faded }: Asked): string[] {
  const { supersedesCount: older, expiresAt } = fact;
  const remarks = [
    ...(isOwn(fact, reader) ? [] : ['shared by another user', ...authorsOf(fact)]),
    ...(older > 0 ? [`replaced ${String(older)} older`] : []),
    ...(expiresAt === null ? [] : [`expires ${localMinute(expiresAt, timeZone)}`]),
    ...unusedRemark(faded?.get(fact.id), timeZone),
    ...labelsFor(fact),
  ];
  return remarks.map((remark) => `(${remark})`);
}

function unusedRemark(faded: Faded | undefined, timeZone: string): string[] {
  return faded === undefined ? [] : [`not used since ${localDay(faded.since, timeZone)}`];
}

/** Only the owner of a shared fact can change it. */
function isOwn({ userId }: Fact, { user }: Caller): boolean {
  return userId === user.id;
}

function labelsFor({ origin, category, fact, tags }: Fact): string[] {
  return labelsOf(trustOf({ origin, texts: [category, fact, ...tags] }));
}

/** A fact as programs read it. */
function structuredFact(fact: Fact, reader: Caller, faded: Asked['faded']): Record<string, unknown> {
  const since = faded?.get(fact.id)?.since;
  const labels = labelsFor(fact);
  return {
    id: fact.id,
    uid: fact.uid,
    type: fact.type,
    category: fact.category,
    text: fact.fact,
    confidence: fact.confidence,
    tags: fact.tags,
    agent: fact.agentName,
    project: fact.projectName,
    visibility: fact.visibility,
    own: isOwn(fact, reader),
    ...structuredAuthors(fact),
    source_ref: fact.sourceRef,
    supersedes: fact.supersedesUid,
    supersedes_count: fact.supersedesCount,
    expires_at: fact.expiresAt,
    created_at: fact.createdAt,
    updated_at: fact.updatedAt,
    ...(since !== undefined && { unused_since: since }),
    ...(labels.length > 0 && { labels }),
  };
}

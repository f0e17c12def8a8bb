/**
 * The answer of a search tool in two forms: lines grouped by session, and the same results as a flat list. Clients show
 * one of them, which costs tokens, so lower ranks get fewer characters, and what was not asked for comes last.
 */
import { shortSessionId } from '../../../memory/shared/memoryRef.ts';
import { noteOpened } from '../../../memory/recall/offers.ts';
import type { Candidate } from '../../../memory/recall/recall.ts';
import type { Session } from '../../../memory/sessions/sessions.ts';
import type { CitationChecks } from '../../../memory/shared/citations/citingFacts.ts';
import { checkCitingFacts, citationText } from '../../../memory/shared/citations/citingFacts.ts';
import { authorsOf, structuredAuthors } from '../../../memory/trust/authors.ts';
import { dataNotice, plainLine, quotedCode } from '../../../memory/trust/quoting.ts';
import { labelsOf, labelText, maySendAutomatically, trustedPart, trustOfSession } from '../../../memory/trust/trust.ts';
import type { Explanation } from '../../../search/explanation/explanation.ts';
import { explanationText } from '../../../search/explanation/explanation.ts';
import { commandText } from '../../../search/howTo/commandText.ts';
import type { RanCommand } from '../../../search/howTo/ranCommands.ts';
import { minSentConfidence } from '../../../search/shared/weights.ts';
import type { SearchAnswer, SearchResult } from '../../../search/explanation/searchResult.ts';
import { counted, shorten } from '../../../util/text.ts';
import { localDay, minuteOf } from '../../../util/time.ts';
import { excerptAround } from '../../../search/explanation/excerpt.ts';
import type { ToolContext, ToolReply } from '../../shared/tool.ts';
import { groupBy } from '../../../util/groupBy.ts';

/** In characters, for the excerpt of a memory, by rank; `maxLaterExcerpt` for all further ranks. */
const maxExcerpts = [420, 420, 300, 300, 240] as const;
const maxLaterExcerpt = 200;
/** A stated memory (a fact or knowledge) is short and useful, so at least this much of it is shown at any rank. */
const maxStatement = 300;
/** With `full`, in characters: for a memory, and for all of them; memories beyond that get excerpts. */
const maxFullText = 8_000;
const maxFullAnswer = 40_000;
/** Of a decision: how many rejected alternatives are shown, and the characters of each. */
const maxRejected = 4;
const maxRejectedLength = 100;
/** How many learned facts or highlights the first sessions give. */
const maxConclusions = [5, 2] as const;
const maxLearnedRead = 12;
/** In characters, for a session's headline above its results. */
const maxHeadline = 80;

interface Asked {
  query: string;
  full?: boolean | undefined;
  /** Whether the best results also have what their sessions concluded. */
  concludes?: boolean | undefined;
}

type SearchContext = Pick<ToolContext, 'memory' | 'caller' | 'search'>;

interface ConcludedLine {
  /** The kind and number of a learned fact; empty for a highlight. */
  head: string;
  sentence: string;
}

/** One result as both forms show it. */
interface Shown {
  /** What a check of the lines that it cites found. */
  citation: string | undefined;
  result: SearchResult;
  /** From 1. */
  rank: number;
  /** On one line. */
  text: string;
  isCut: boolean;
}

/** What the session of a result concluded. */
interface Concluded {
  session: string;
  lines: string[];
}

/** `hint` says what to call if nothing was found. */
export async function searchReply(
  answer: SearchAnswer,
  asked: Asked,
  context: SearchContext,
  hint: string,
): Promise<ToolReply> {
  const { results, searched, commands = [], notice: note } = answer;
  const checks = await checkCitingFacts(
    context.caller,
    results.filter(({ kind }) => kind === 'fact'),
  );
  if (asked.full === true) {
    context.memory.fading.noteUse(context.caller, results);
    await noteOpened(context.memory, context.caller, results);
  }
  const shown = shownOf(results, asked).map((one) => ({ ...one, citation: citationOf(one.result, checks) }));
  const concluded = asked.concludes === true ? await conclusionsBeside(shown, context) : [];
  const nothing = `Nothing found in ${searched.toLocaleString('en')} memories.`;
  const next = results.length === 0 ? hint : nextFor(shown, asked);
  const { timeZone } = context.memory.clock;
  const ran = commands.map((command) => `Ran here before: ${commandText(command, { timeZone, isEverywhere: true })}`);
  const lines = results.length > 0 ? await linesOf(shown, concluded, context) : ran.length > 0 ? [] : [nothing];
  return {
    ...(results.length + ran.length > 0 && { notice: dataNotice }),
    text: [...ran, ...lines, ...(note === undefined ? [] : [`Note: ${note}`])].join('\n'),
    structured: {
      ...(ran.length > 0 && { commands: commands.map(structuredCommand) }),
      results: shown.map(structuredResult),
      ...(concluded.length > 0 && {
        concluded: concluded.map(({ session, lines: said }) => ({ session_id: session, conclusions: said })),
      }),
      searched,
      ...(note !== undefined && { note }),
    },
    next,
  };
}

function structuredCommand({ command, succeeded, failed, lastSucceeded, lastFailed, project }: RanCommand): unknown {
  return {
    command: plainLine(command),
    succeeded,
    failed,
    last_succeeded: minuteOf(lastSucceeded),
    ...(lastFailed !== null && { last_failed: minuteOf(lastFailed) }),
    ...(project !== null && { project: plainLine(project) }),
  };
}

function shownOf(results: readonly SearchResult[], { query, full: isFull }: Asked): Omit<Shown, 'citation'>[] {
  let left = isFull === true ? maxFullAnswer : 0;
  return results.map((result, place) => {
    const whole = plainLine(result.text);
    const isStatement = result.kind === 'fact' || result.kind === 'knowledge';
    const excerpt = Math.max(maxExcerpts[place] ?? maxLaterExcerpt, isStatement ? maxStatement : 0);
    const text = excerptAround(whole, query, Math.max(roomFor(whole, excerpt), Math.min(maxFullText, left)));
    left -= text.length;
    return { result, rank: place + 1, text, isCut: text.length < whole.length };
  });
}

/** What the sessions of the best results concluded, without what the results say. */
async function conclusionsBeside(shown: readonly Shown[], context: SearchContext): Promise<Concluded[]> {
  const ids = [...new Set(shown.flatMap(({ result }) => sourceOf(result) ?? []))];
  const facts = new Set(shown.flatMap(({ result }) => (result.kind === 'fact' ? result.id : [])));
  const concluded: Concluded[] = [];
  for (const [place, session] of ids.slice(0, maxConclusions.length).entries()) {
    const conclusions = await conclusionsOf(session, maxConclusions[place] ?? 0, { ...context, shown: facts });
    const said = shown.filter(({ result }) => sourceOf(result) === session).map(({ text }) => text);
    const others = conclusions.filter(({ sentence }) => !said.some((text) => text.includes(sentence)));
    if (others.length > 0) concluded.push({ session, lines: others.map(({ head, sentence }) => `${head}${sentence}`) });
  }
  return concluded;
}

/** The session that a result is, was said in, or was learned from. */
function sourceOf(result: SearchResult): string | undefined {
  return sessionOf(result) ?? (result.kind === 'fact' ? (result.sessionId ?? undefined) : undefined);
}

/**
 * What a model learned from a session, without the facts that are `shown` as results; or its highlights, if no model has
 * read it. One that read the web may repeat a stranger's words.
 */
async function conclusionsOf(
  id: string,
  max: number,
  { memory, caller, search, shown }: SearchContext & { shown: ReadonlySet<string> },
): Promise<ConcludedLine[]> {
  const session = await sessionIfAny(id, { memory, caller });
  if (session === undefined || session.readWeb) return [];
  const facts = await search.factsOfSessions(caller, [session.id], maxLearnedRead);
  const learned = facts.filter(({ evidence, ownerId }) => evidence !== null && ownerId === caller.user.id);
  if (learned.length > 0) {
    const byValue = learned.toSorted((one, other) => (other.evidence?.value ?? 0) - (one.evidence?.value ?? 0));
    const others = byValue.filter(
      (fact) => !shown.has(fact.id) && isCertain(fact) && maySendAutomatically(trustedPart(fact)),
    );
    return others.slice(0, max).map(({ evidence, id: fact, text }) => {
      return { head: `[${evidence?.type ?? ''}] #${fact} `, sentence: plainLine(text) };
    });
  }
  const highlights = await memory.highlights.ofSession(caller, session.id, max);
  return highlights
    .map(({ sentence }) => ({ head: '', sentence: plainLine(sentence) }))
    .filter(({ sentence }) => maySendAutomatically({ origin: null, texts: [sentence] }));
}

function isCertain({ confidence, contradictedBy }: Candidate): boolean {
  return (confidence ?? 1) >= minSentConfidence && contradictedBy.length === 0;
}

function sessionIfAny(
  id: string,
  { memory, caller }: Pick<ToolContext, 'memory' | 'caller'>,
): Promise<Session | undefined> {
  return memory.sessions.get(caller, id).then(
    (found) => found.session,
    () => undefined,
  );
}

function citationOf({ kind, id }: SearchResult, checks: CitationChecks): string | undefined {
  return kind === 'fact' ? citationText(checks.get(id)) : undefined;
}

/** Chinese, Japanese and Korean text needs fewer characters for the same content, and each costs more tokens. */
function roomFor(text: string, characters: number): number {
  const beginning = text.slice(0, 400);
  const dense = beginning.match(/[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/gu)?.length ?? 0;
  return Math.round(characters * (1 - (0.65 * dense) / Math.max(1, beginning.length)));
}

/** How to read shortened texts. */
function nextFor(shown: readonly Shown[], { full: isFull }: Asked): string | undefined {
  if (!shown.some(({ isCut }) => isCut)) return undefined;
  return isFull === true
    ? 'Text that still ends in "…" is too long for an answer: ask for fewer results, or open the memory page.'
    : 'Some texts are shortened, which "…" marks: call this again with full true for the whole texts.';
}

/** Shown once above several results of one session. */
interface SessionAbove {
  day: string;
  project: string | null;
}

/** Groups in the order of their best result. Each result begins with its rank, also within a group. */
async function linesOf(
  shown: readonly Shown[],
  concluded: readonly Concluded[],
  context: Pick<ToolContext, 'memory' | 'caller'>,
): Promise<string[]> {
  const { timeZone } = context.memory.clock;
  const idOf = shortIdsOf(shown);
  const groups = [...groupBy(shown, (one) => sessionOf(one.result) ?? one)];
  const linesOfGroup = async ([session, together]: (typeof groups)[number]): Promise<string[]> => {
    const [best] = together;
    if (best === undefined) return [];
    if (typeof session !== 'string' || together.length === 1) return [resultLine(best, { timeZone, idOf })];
    const above = { day: localDay(best.result.createdAt, timeZone), project: best.result.project };
    const about = [`Session ${idOf(session)}`, above.day, ...(above.project === null ? [] : [above.project])];
    const isNamedBelow = together.some(({ result }) => result.kind === 'session');
    const heading = [...about, ...(isNamedBelow ? [] : await headlineOf(session, context))].map(plainLine).join(' · ');
    return [heading, ...together.map((one) => `   ${resultLine(one, { timeZone, idOf, above })}`)];
  };
  const beside = concluded.flatMap(({ session, lines }) => [
    `Session ${plainLine(idOf(session))} concluded:`,
    ...lines.map((line) => `   - ${line}`),
  ]);
  return [...(await Promise.all(groups.map(linesOfGroup))).flat(), ...beside];
}

/** Undefined if the session adds nothing to a result: a fact is complete by itself. */
function sessionOf(result: SearchResult): string | undefined {
  return result.kind === 'session' ? result.id : saidInSession(result) ? result.sessionId : undefined;
}

/** The headline, with trust labels if it needs any; empty if there is none or the session was erased. */
async function headlineOf(id: string, { memory, caller }: Pick<ToolContext, 'memory' | 'caller'>): Promise<string[]> {
  const session = await sessionIfAny(id, { memory, caller });
  if (session === undefined) return [];
  const headline = shorten(session.oneLiner, maxHeadline);
  return headline === '' ? [] : [`"${headline}"${labelText(trustOfSession(session))}`];
}

/** Short ids if they are unique among the sessions of this answer, else the full ones. */
function shortIdsOf(shown: readonly Shown[]): (id: string) => string {
  const ids = new Set(shown.flatMap(({ result }) => sourceOf(result) ?? []));
  const times = new Map<string, number>();
  for (const id of ids) times.set(shortSessionId(id), (times.get(shortSessionId(id)) ?? 0) + 1);
  return (id) => ((times.get(shortSessionId(id)) ?? 0) > 1 ? id : shortSessionId(id));
}

interface Around {
  timeZone: string;
  idOf: (session: string) => string;
  /** Already shown above the line. */
  above?: SessionAbove;
}

function resultLine({ result, rank, text, citation }: Shown, { timeZone, idOf, above }: Around): string {
  const day = localDay(result.createdAt, timeZone);
  const isSession = result.kind === 'session';
  const about = [
    `${result.kind} ${isSession ? quotedCode(idOf(result.id)) : `#${result.id}`}`,
    ...(result.type === null ? [] : [result.type]),
    result.score.toFixed(2),
    ...(day === above?.day ? [] : [day]),
    ...(result.speaker === null ? [] : [result.speaker]),
    ...(result.project === null || result.project === above?.project ? [] : [result.project]),
    // The source matters for stated memories; exchanges and messages are read in their session.
    ...(result.sourceRef === null || sessionOf(result) !== undefined ? [] : [result.sourceRef]),
    ...(citation === undefined ? [] : [citation]),
    ...(saidInSession(result) && above === undefined ? [`session ${idOf(result.sessionId)}`] : []),
    ...(result.agent === null ? [] : [`via ${result.agent}`]),
    ...authorsOf(result),
    ...(result.decidedBy === null ? [] : [`decided by ${result.decidedBy}`]),
    ...(result.status === 'pending' ? ['proposal, not approved yet'] : []),
    ...(result.status === 'superseded' ? ['superseded'] : []),
    ...(result.supersedesCount > 0 ? [`replaced ${counted(result.supersedesCount, 'older one')}`] : []),
    ...labelsOf(result),
    ...(result.repeats > 0 ? [`said ${String(result.repeats + 1)} times`] : []),
    ...(result.contradictedBy.length > 0 ? [`contradicted by fact #${result.contradictedBy.join(', #')}`] : []),
  ];
  const title = result.title === null || result.title === '' ? '' : `**${plainLine(result.title)}** `;
  const rejected = result.alternatives.length === 0 ? '' : ` Rejected: ${rejectedIn(result).join('; ')}.`;
  const why = result.why === undefined ? '' : `\n   why: ${explanationText(result.why)}`;
  return `${String(rank)}. [${about.map(plainLine).join(' · ')}] ${title}${text}${rejected}${why}`;
}

/** The first few alternatives that a decision rejected, shortened. */
function rejectedIn({ alternatives }: SearchResult): string[] {
  return alternatives.slice(0, maxRejected).map((one) => shorten(plainLine(one), maxRejectedLength));
}

function structuredResult({ result, text, isCut, citation }: Shown): Record<string, unknown> {
  const labels = labelsOf(result);
  const sourceRef = sourceRefOf(result);
  return {
    kind: result.kind,
    id: result.id,
    ...(labels.length > 0 && { notice: labels.join(', ') }),
    ...(result.title !== null && result.title !== '' && { title: plainLine(result.title) }),
    text,
    ...(isCut && { truncated: true }),
    score: Number(result.score.toFixed(3)),
    ...(saidInSession(result) && { session_id: result.sessionId }),
    // An exchange is identified by its id; its number counts exchanges, not messages.
    ...(result.kind === 'message' && result.seq !== null && { seq: result.seq }),
    ...(result.project !== null && { project: plainLine(result.project) }),
    created_at: minuteOf(result.createdAt),
    ...(sourceRef !== null && { source_ref: plainLine(sourceRef) }),
    ...(citation !== undefined && { citation: plainLine(citation) }),
    ...(result.speaker !== null && { speaker: plainLine(result.speaker) }),
    ...(result.type !== null && { type: result.type }),
    ...(result.agent !== null && { agent: plainLine(result.agent) }),
    ...structuredAuthors(result),
    ...(result.decidedBy !== null && { decided_by: plainLine(result.decidedBy) }),
    ...(result.alternatives.length > 0 && { alternatives: rejectedIn(result) }),
    ...(result.supersedesCount > 0 && { supersedes_count: result.supersedesCount }),
    ...(result.status !== null && { status: result.status }),
    ...(result.repeats > 0 && { repeats: result.repeats }),
    ...(result.contradictedBy.length > 0 && { contradicted_by: result.contradictedBy }),
    ...(result.why && { why: shortExplanation(result.why) }),
  };
}

/**
 * The stored reference; null if it equals the id, as for sessions that their client named. For a message of a client's
 * own transcript (`claude-code:CONVERSATION#MESSAGE`, both ids of 36 characters), the message id is cut to eight
 * characters, because session and number already identify it.
 */
function sourceRefOf({ id, sourceRef, sessionId, seq }: SearchResult): string | null {
  if (sourceRef === id) return null;
  if (sourceRef === null || sessionId === null || seq === null) return sourceRef;
  const [conversation = '', message = ''] = sourceRef.split('#', 2);
  return conversation.endsWith(`:${sessionId}`) ? `${conversation}#${message.slice(0, 8)}` : sourceRef;
}

/** Figures with three significant digits, without zeros. */
function shortExplanation(why: Explanation): unknown {
  return JSON.parse(JSON.stringify(why), (_name, value: unknown) => {
    if (typeof value !== 'number') return value;
    return value === 0 ? undefined : Number(value.toPrecision(3));
  });
}

/** Exchanges and messages are read in their session; a fact is complete by itself. */
function saidInSession(result: SearchResult): result is SearchResult & { sessionId: string } {
  return (result.kind === 'chunk' || result.kind === 'message') && result.sessionId !== null;
}

/** `bigmind list --learned`: what was learned from sessions, with the evidence. */
import type { SessionHighlight } from '../../memory/learn/sessionHighlights.ts';
import type { LearnedFact } from '../../memory/learn/learnStore.ts';
import { stateOf } from '../../memory/facts/evidence.ts';
import type { ProjectScope } from '../../memory/shared/identity.ts';
import { plainLine } from '../../memory/trust/quoting.ts';
import { counted, shorten } from '../../util/text.ts';
import { localDay } from '../../util/time.ts';
import type { CommandContext, CommandInput } from '../shared/command.ts';
import { answer, textOption } from '../shared/command.ts';
import { sessionIdFrom } from '../shared/sessionId.ts';

/** From this score on, a highlight counts as value 2. */
const highScore = 0.5;
/** In characters. */
const maxSubject = 80;

/**
 * Lists learned facts in any state, the last said first, and the highlights of sessions that no model has read. With
 * `--json`, `items` has the fields that programs read.
 */
export async function listLearned(
  input: CommandInput,
  context: CommandContext,
  { scope, limit }: { scope: ProjectScope; limit: number },
): Promise<void> {
  const { learning, highlights: chosen, clock } = context.memory;
  const caller = await context.caller();
  const typed = textOption(input, 'session');
  const sessionId = typed === undefined ? undefined : await sessionIdFrom(typed, context);
  const { facts, total } = await learning.list(caller, { scope, sessionId, limit });
  if (facts.length < total)
    context.note(
      `${facts.length.toLocaleString('en')} of ${counted(total, 'fact')}. Add --limit ${String(total)} to see all.`,
    );
  const highlights = await chosen.list(caller, { scope, sessionId, limit: limit - facts.length });
  const items = [...facts.map(itemOf), ...highlights.map(itemOfHighlight)];
  const lines = [
    ...facts.flatMap((fact) => linesFor(fact, clock.timeZone)),
    ...highlights.flatMap((highlight) => linesForHighlight(highlight, clock.timeZone)),
  ];
  const elsewhere = scope === 'all' ? '' : ', or add --project all';
  const none = `Nothing was learned here yet. Run \`bigmind learn\`${elsewhere}.`;
  answer(input, context, { items, total: total + highlights.length }, lines.length === 0 ? none : lines.join('\n'));
}

function itemOf(fact: LearnedFact): Record<string, unknown> {
  const { type, value, source, model, seq, quote, by, when, about, also } = fact.evidence;
  return {
    id: fact.id,
    uid: fact.uid,
    session_id: fact.sourceSession,
    seq,
    type,
    text: fact.fact,
    quote,
    by,
    value,
    state: stateOf(fact),
    source,
    model,
    when,
    about,
    replaces: fact.replaces,
    also,
    project: fact.projectName,
    confidence: fact.confidence,
    created_at: fact.createdAt,
  };
}

/** A highlight has no number, because it is no fact. */
function itemOfHighlight(highlight: SessionHighlight): Record<string, unknown> {
  const { sessionId, seq, sentence, by, score, subject, projectName, createdAt } = highlight;
  return {
    ...{ id: null, uid: null, session_id: sessionId, seq, type: 'fact', text: sentence, quote: sentence, by },
    ...{ value: score >= highScore ? 2 : 1, state: 'learned', source: 'rule', model: null, when: [], about: [] },
    ...{ replaces: null, also: [], subject, score, project: projectName, confidence: null, created_at: createdAt },
  };
}

function linesForHighlight(highlight: SessionHighlight, timeZone: string): string[] {
  const { sentence, by, subject, projectName, createdAt } = highlight;
  const day = localDay(createdAt, timeZone);
  return [
    ['-', 'highlight', day, plainLine(projectName ?? '') || '-', shorten(plainLine(subject), maxSubject)].join('  '),
    `    ${by === 'user' ? 'you' : 'assistant'}: "${plainLine(sentence)}"`,
  ];
}

function linesFor(fact: LearnedFact, timeZone: string): string[] {
  const { type, by, quote, also } = fact.evidence;
  const state = stateOf(fact);
  const columns = [
    `#${String(fact.id)}`,
    type,
    localDay(fact.createdAt, timeZone),
    plainLine(fact.projectName ?? '') || '-',
    plainLine(fact.fact),
  ];
  const remarks = [
    ...(state === 'learned' ? [] : [state]),
    ...(also.length === 0 ? [] : [`said in ${String(also.length + 1)} sessions`]),
  ];
  return [
    [...columns, ...remarks.map((remark) => `(${remark})`)].join('  '),
    `    ${by === 'user' ? 'you' : 'assistant'}: "${plainLine(quote)}"`,
  ];
}

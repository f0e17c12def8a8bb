/** `bigmind list --learned`: what was learned from sessions, with the evidence. */
import type { LearnedFact } from '../../memory/learn/learnStore.ts';
import { stateOf } from '../../memory/facts/evidence.ts';
import type { ProjectScope } from '../../memory/shared/identity.ts';
import { plainLine } from '../../memory/trust/quoting.ts';
import { counted } from '../../util/text.ts';
import { localDay } from '../../util/time.ts';
import type { CommandContext, CommandInput } from '../shared/command.ts';
import { answer, textOption } from '../shared/command.ts';

/** Lists learned facts in any state, the last said first. With `--json`, `items` has the fields that programs read. */
export async function listLearned(
  input: CommandInput,
  context: CommandContext,
  { scope, limit }: { scope: ProjectScope; limit: number },
): Promise<void> {
  const { learning, clock } = context.memory;
  const caller = await context.caller();
  const sessionId = textOption(input, 'session');
  const { facts, total } = await learning.list(caller, { scope, sessionId, limit });
  if (facts.length < total)
    context.note(
      `${facts.length.toLocaleString('en')} of ${counted(total, 'fact')}. Add --limit ${String(total)} to see all.`,
    );
  const items = facts.map(itemOf);
  const lines = facts.flatMap((fact) => linesFor(fact, clock.timeZone));
  const none = 'Nothing was learned here yet. Run `bigmind learn`, or add --project all.';
  answer(input, context, { items, total }, lines.length === 0 ? none : lines.join('\n'));
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

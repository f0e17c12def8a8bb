/** `bigmind save_decision`: stores a decision with who decided, why, and what was rejected. */
import type { DecisionInput, SavedDecision } from '../../memory/decisions/decisions.ts';
import { structuredDecision } from '../../memory/decisions/decisionQueries.ts';
import { textsOf } from '../../memory/decisions/decisionStatus.ts';
import type { Fact } from '../../memory/facts/facts.ts';
import { plainLine } from '../../memory/trust/quoting.ts';
import { wordsFrom } from '../../util/text.ts';
import { answer, listOption, textOption } from '../shared/command.ts';
import type { Command, CommandInput } from '../shared/command.ts';
import { noteSaved } from '../shared/savedNotes.ts';
import { decisionLines } from './decisionText.ts';

export const saveDecisionCommand: Command = {
  name: 'save_decision',
  usage:
    'TITLE --decided-by WHO --rationale WHY [--project NAME] [--assisted-by A,B] [--alternatives "A: reason; B"] [--alternative "A: reason"]... [--confidence high|medium|low|0..1] [--source REF] [--supersedes ID] [--informed-by ID,ID] [--tags A,B] [--visibility private|workspace]',
  summary: 'Remember a decision: who decided, why, and what was rejected.',
  details:
    'Without a decider, a project or a rationale, nothing is stored. The project is that of this folder, of --project, or of the decision that this one replaces. --alternatives separates them by semicolons; --alternative gives one and can be repeated. ID is 12, #12 or a uid. --informed-by names the facts that the decision rests on.',
  options: {
    'decided-by': { type: 'string' },
    rationale: { type: 'string' },
    'assisted-by': { type: 'string', multiple: true },
    alternatives: { type: 'string', multiple: true },
    alternative: { type: 'string', multiple: true },
    confidence: { type: 'string' },
    source: { type: 'string' },
    'informed-by': { type: 'string', multiple: true },
    tags: { type: 'string', multiple: true },
    visibility: { type: 'string' },
    supersedes: { type: 'string' },
    project: { type: 'string' },
  },
  // The domain names a missing title together with everything else that is missing.
  takes: { min: 0, max: Infinity },
  run: async (input, context) => {
    const { decisions } = context.memory;
    const saved = await decisions.save(await context.caller(), inputFrom(input));
    const decision = await decisions.detail(saved.fact);
    const structured = decision && structuredDecision(decision);
    const { status, fact, replaced, redacted } = saved;
    noteSaved(context, redacted, {
      origin: fact.origin,
      texts: decision === undefined ? [fact.fact] : textsOf(decision.fact),
    });
    const lines = structured === undefined ? [] : decisionLines(structured, context.memory.clock.timeZone);
    const supersedes = replaced?.uid ?? null;
    const { id, uid } = fact;
    answer(
      input,
      context,
      { status, id, uid, supersedes, decision: structured, redacted },
      [sentenceFor(saved), ...lines, ...saved.lostConfidence.map(lessSureLine)].join('\n'),
    );
    return 0;
  },
};

function inputFrom(input: CommandInput): DecisionInput {
  const [decidedBy, rationale] = [textOption(input, 'decided-by'), textOption(input, 'rationale')];
  const [confidence, sourceRef] = [textOption(input, 'confidence'), textOption(input, 'source')];
  const [supersedes, project] = [textOption(input, 'supersedes'), textOption(input, 'project')];
  const visibility = textOption(input, 'visibility');
  const informedBy = listOption(input, 'informed-by');
  const tags = listOption(input, 'tags');
  return {
    title: input.positionals.join(' '),
    // A terminal names no agent, unlike the client of a tool.
    assistedBy: listOption(input, 'assisted-by') ?? [],
    alternatives: alternativesFrom(input),
    decidedBy,
    rationale,
    confidence,
    sourceRef,
    supersedes,
    project,
    visibility,
    informedBy,
    ...(tags !== undefined && { tags: wordsFrom(tags) }),
  };
}

/** One `--alternative` may contain semicolons. */
function alternativesFrom(input: CommandInput): string[] {
  return [...(listOption(input, 'alternatives', ';') ?? []), ...(listOption(input, 'alternative', '\0') ?? [])];
}

function sentenceFor({ status, fact, replaced }: SavedDecision): string {
  const id = String(fact.id);
  const replacing = replaced === null ? '' : ` It replaces #${String(replaced.id)}.`;
  if (status === 'duplicate') return `Already known as decision #${id}.${replacing}`;
  const done =
    status === 'completed' ? `Fact #${id} is now a decision with details.` : `Remembered as decision #${id}.`;
  const rate = `To record how it turns out, run "bigmind save_retrospective ${id}".`;
  return `${done}${replacing} ${rate}`;
}

function lessSureLine({ id, fact, confidence }: Fact): string {
  return `It contradicts #${String(id)} "${plainLine(fact)}", whose confidence is now ${String(confidence)}.`;
}

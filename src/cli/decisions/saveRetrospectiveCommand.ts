/** `bigmind save_retrospective`: records how a decision turned out, as of a date. */
import type { OutcomeInput } from '../../memory/decisions/decisions.ts';
import { structuredOutcome } from '../../memory/decisions/decisionQueries.ts';
import { verdicts } from '../../memory/shared/vocabulary.ts';
import { plainLine } from '../../memory/trust/quoting.ts';
import { answer, textOption, wrongUsage } from '../shared/command.ts';
import type { Command, CommandInput } from '../shared/command.ts';
import { noteSaved } from '../shared/savedNotes.ts';
import { outcomeText } from './decisionText.ts';

export const saveRetrospectiveCommand: Command = {
  name: 'save_retrospective',
  usage: `ID --rating 1..10|8/10|high|medium|low --notes TEXT [--verdict ${verdicts.join('|')}] [--date DATE] [--source REF]`,
  summary: 'Record how a decision turned out.',
  details:
    'ID is 12, #12 or a uid. A decision can have several retrospectives, each with the day that it describes: --date, today by default. Without --verdict, a rating from 7 means that it held, a lower one that results are mixed. "reversed" retires the decision.',
  options: {
    rating: { type: 'string' },
    notes: { type: 'string' },
    verdict: { type: 'string' },
    date: { type: 'string' },
    source: { type: 'string' },
  },
  takes: { min: 1, max: 1 },
  run: async (input, context) => {
    const given = inputFrom(input);
    const { decisions, clock } = context.memory;
    const { outcome, fact, isRetired, redacted } = await decisions.addOutcome(await context.caller(), given);
    noteSaved(context, redacted, { origin: outcome.origin, texts: [outcome.notes] });
    const recorded = structuredOutcome(outcome);
    const { id, uid } = fact;
    const retired = isRetired ? ' It is retired: searches and chats no longer find it.' : '';
    answer(
      input,
      context,
      { status: 'stored', id, uid, outcome: recorded, retired: isRetired, redacted },
      [
        `Recorded for decision #${String(id)} "${plainLine(fact.fact)}".${retired}`,
        outcomeText(recorded, clock.timeZone),
      ].join('\n'),
    );
    return 0;
  },
};

function inputFrom(input: CommandInput): OutcomeInput {
  const [decision = ''] = input.positionals;
  const [rating, notes] = [textOption(input, 'rating'), textOption(input, 'notes')];
  if (rating === undefined || notes === undefined) {
    const missing = [...(rating === undefined ? ['--rating'] : []), ...(notes === undefined ? ['--notes'] : [])];
    const what = missing.length === 1 ? 'is missing' : 'are missing';
    throw wrongUsage(`${missing.join(' and ')} ${what}.`, 'Give a rating from 1 to 10, and what happened.');
  }
  const [verdict, observedAt] = [textOption(input, 'verdict'), textOption(input, 'date')];
  const sourceRef = textOption(input, 'source');
  return {
    decision,
    rating,
    notes,
    verdict,
    observedAt,
    sourceRef,
  };
}

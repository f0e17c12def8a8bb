/** The tool that answers questions about decisions: who, with which agent, why, what was rejected, how it turned out. */
import * as z from 'zod';
import type { StructuredDecision } from '../../../memory/decisions/decisionQueries.ts';
import { answerTemplate, decisionTemplates, maxTemplateAnswer } from '../../../memory/decisions/decisionQueries.ts';
import { authorsOf } from '../../../memory/trust/authors.ts';
import { dataNotice, plainLine } from '../../../memory/trust/quoting.ts';
import { counted, shorten } from '../../../util/text.ts';
import { minuteOf } from '../../../util/time.ts';
import { howToSeeMore, project } from '../../shared/fields.ts';
import { defineTool } from '../../shared/tool.ts';

/** In characters, for each text of a decision. */
const maxText = 300;
const maxShort = 120;
/** Of each decision. */
const maxAlternatives = 5;
const maxOutcomes = 3;

export const queryDecisions = defineTool({
  name: 'query_decisions',
  title: 'Query decisions',
  description:
    'Answer a question about decisions. why-to-check: call it BEFORE redoing something, it warns of what was rejected, reversed or rated badly. who-decided: who, with which agent, and why. agent-decisions: what an agent assisted with. retrospectives: how decisions turned out. For anything else use memory_search.',
  readOnly: true,
  input: () => ({
    template: z.enum(decisionTemplates),
    title: z.string().optional().describe('What it is about. For who-decided and why-to-check.'),
    project: project().optional(),
    assisted_by: z.string().optional().describe('Name of the agent. For agent-decisions.'),
    rating: z.union([z.number(), z.string()]).optional().describe('1 to 10, or high, medium, low. For retrospectives.'),
    limit: z.number().int().min(1).max(maxTemplateAnswer).optional().describe('Default 5.'),
  }),
  run: async (input, { memory, caller }) => {
    const { template, title, project: named, assisted_by: assistedBy, rating, limit = 5 } = input;
    const answer = await answerTemplate(memory, caller, { template, title, project: named, assistedBy, rating }, limit);
    const shown = answer.decisions.map(shortDecision);
    const rest = answer.total - shown.length;
    return {
      ...(shown.length > 0 && { notice: dataNotice }),
      text: shown.length === 0 ? (answer.notice ?? 'No decision matches.') : shown.map(decisionText).join('\n'),
      structured: {
        decisions: shown,
        total: answer.total,
        ...(answer.notice !== undefined && { note: plainLine(answer.notice) }),
      },
      ...(rest > 0 && {
        next: `${counted(rest, 'more')}: ${howToSeeMore(input.limit, 'narrow the title or the project')}.`,
      }),
      ...(shown.length === 0 && { next: 'Try other words, project "all" or one that is named, or memory_search.' }),
    };
  },
});

/** The same with shortened texts on one line each, and without what most decisions lack. */
function shortDecision(decision: StructuredDecision) {
  const line = (text: string, length = maxText): string => shorten(plainLine(text), length);
  const { labels = [], warnings = [] } = decision;
  return {
    id: decision.id,
    uid: decision.uid,
    ...(labels.length > 0 && { notice: labels.join(', ') }),
    title: line(decision.title),
    status: decision.status,
    ...(decision.superseded_by !== null && { superseded_by: decision.superseded_by }),
    ...(decision.author !== undefined && { author: decision.author }),
    decided_by: line(decision.decided_by, maxShort),
    assisted_by: decision.assisted_by.map((name) => line(name, maxShort)),
    ...(decision.project !== null && { project: line(decision.project, maxShort) }),
    decided_at: minuteOf(decision.decided_at),
    rationale: line(decision.rationale),
    ...(decision.alternatives.length > 0 && {
      alternatives: decision.alternatives.slice(0, maxAlternatives).map((one) => line(one, maxShort)),
    }),
    ...(decision.confidence < 1 && { confidence: decision.confidence }),
    ...(decision.source_ref !== null && { source_ref: line(decision.source_ref) }),
    ...(decision.citation !== undefined && { citation: line(decision.citation) }),
    ...(decision.supersedes_count > 0 && { supersedes_count: decision.supersedes_count }),
    ...(decision.outcomes.length > 0 && {
      outcomes: decision.outcomes.slice(0, maxOutcomes).map(({ rating, verdict, notes, date }) => ({
        rating,
        verdict,
        notes: line(notes),
        date: minuteOf(date),
      })),
    }),
    ...(warnings.length > 0 && {
      warnings: warnings.map(
        ({ why, approach, reason }) =>
          `${why}: ${line(approach, maxShort)}${reason === null ? '' : ` (${line(reason, maxShort)})`}`,
      ),
    }),
  };
}

function decisionText(decision: ReturnType<typeof shortDecision>): string {
  const about = [
    `#${String(decision.id)}`,
    decision.status,
    ...(decision.superseded_by === undefined ? [] : [`by #${String(decision.superseded_by)}`]),
    decision.decided_at,
    ...authorsOf({ author: decision.author ?? null }),
    `decided by ${decision.decided_by}`,
    ...(decision.assisted_by.length === 0 ? [] : [`with ${decision.assisted_by.join(', ')}`]),
    ...(decision.project === undefined ? [] : [decision.project]),
    ...(decision.source_ref === undefined ? [] : [decision.source_ref]),
    ...(decision.citation === undefined ? [] : [decision.citation]),
    ...(decision.supersedes_count === undefined ? [] : [`replaced ${counted(decision.supersedes_count, 'older one')}`]),
    ...(decision.notice === undefined ? [] : [decision.notice]),
  ];
  return [
    `- [${about.join(' · ')}] ${decision.title}`,
    `  Why: ${decision.rationale}`,
    ...(decision.alternatives === undefined ? [] : [`  Rejected: ${decision.alternatives.join('; ')}`]),
    ...(decision.outcomes ?? []).map(
      ({ rating, verdict, notes, date }) => `  ${date}: ${verdict}, ${String(rating)} of 10. ${notes}`,
    ),
    ...(decision.warnings ?? []).map((warning) => `  Warning: ${warning}`),
  ].join('\n');
}

/** Decisions as text for a terminal: one line for each, with indented lines for what it says. */
import type {
  StructuredDecision,
  StructuredOutcome,
  StructuredWarning,
} from '../../memory/decisions/decisionQueries.ts';
import { plainLine } from '../../memory/trust/quoting.ts';
import { shorten, wrapped } from '../../util/text.ts';
import { localDay } from '../../util/time.ts';

/** A common terminal width. */
const columns = 100;
const margin = '      ';
/** In characters, for one reason, alternative or note; `--json` has all of it. */
const maxText = 600;

/** Warnings first, because they are why someone asks. */
export function decisionLines(decision: StructuredDecision, timeZone: string): string[] {
  const { id, title, decided_at, rationale, alternatives, outcomes, source_ref, citation, warnings = [] } = decision;
  const remarks = remarksOn(decision).map((remark) => `(${plainLine(remark)})`);
  const head = [`#${String(id)}`, localDay(decided_at, timeZone), shorten(plainLine(title), 160), ...remarks];
  const parts = [
    ...warnings.map((warning) => warningText(warning, timeZone)),
    decidersOf(decision),
    `Why: ${plainLine(rationale)}`,
    ...alternatives.map((alternative) => `Rejected: ${plainLine(alternative)}`),
    ...outcomes.map((outcome) => outcomeText(outcome, timeZone)),
    ...(source_ref === null ? [] : [`Source: ${plainLine([source_ref, citation].filter(Boolean).join(', '))}`]),
  ];
  return [head.join('  '), ...parts.flatMap(indented)];
}

/** `Held, 8/10, on 2026-03-30: Faster than before.` */
export function outcomeText({ rating, verdict, notes, date }: StructuredOutcome, timeZone: string): string {
  const judged = `${verdict.slice(0, 1).toUpperCase()}${verdict.slice(1)}`;
  return `${judged}, ${String(rating)}/10, on ${localDay(date, timeZone)}: ${plainLine(notes)}`;
}

function remarksOn({ status, superseded_by, supersedes_count, labels = [] }: StructuredDecision): string[] {
  const replacedBy = superseded_by === null ? '' : ` by #${String(superseded_by)}`;
  return [
    ...(status === 'active' ? [] : [`${status}${replacedBy}`]),
    ...(supersedes_count > 0 ? [`replaced ${String(supersedes_count)} older`] : []),
    ...labels,
  ];
}

function decidersOf({ author, decided_by, assisted_by, project, confidence }: StructuredDecision): string {
  const agents = assisted_by.length === 0 ? '' : ` with ${assisted_by.join(', ')}`;
  const where = project === null ? 'for every project' : `in ${project}`;
  const sure = confidence === 1 ? '' : `, confidence ${String(confidence)}`;
  const shared = author === undefined ? '' : `, shared by ${author}`;
  return plainLine(`Decided by ${decided_by}${agents}, ${where}${sure}${shared}`);
}

function warningText({ why, approach, reason, date }: StructuredWarning, timeZone: string): string {
  const because = reason === null ? '' : `: ${plainLine(reason)}`;
  return `! ${plainLine(approach)} was ${why} on ${localDay(date, timeZone)}${because}`;
}

/** Wrapped; lines after the first are indented further. */
function indented(text: string): string[] {
  const lines = wrapped(shorten(text, maxText), columns - margin.length - 2);
  return lines.map((line, place) => `${margin}${place === 0 ? '' : '  '}${line}`);
}

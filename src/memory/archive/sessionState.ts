/**
 * Substitutes for a continuation message if no compaction was recorded: the state of the last session, from its summary
 * and its last messages. The most important parts come first, because clients cut the end.
 */
import { oneLine } from '../../util/text.ts';
import { clipToTokens } from '../../util/tokens.ts';
import type { Session, SessionSummary } from '../sessions/sessions.ts';
import { summaryByRule } from '../summarize/ruleSummary.ts';
import type { SummaryMessage } from '../summarize/words/utterances.ts';

const requestsShown = 5;
const filesShown = 25;
/** Token limits: of one request, of the last answer, of the summary. */
const room = { request: 90, answer: 200, summary: 600 } as const;

/** Returns Markdown; empty summary fields are derived by rule. `messages` are the session's last ones, in order. */
export function sessionStateText(
  session: Session,
  summary: SessionSummary | undefined,
  messages: readonly SummaryMessage[],
): string {
  const ruleSummary = summaryByRule(messages, null);
  const headline = session.oneLiner === '' ? ruleSummary.headline : session.oneLiner;
  const outcome = session.outcome ?? ruleSummary.outcome;
  const narrative = summary === undefined || summary.summary === '' ? ruleSummary.summary : summary.summary;
  const files = [...new Set([...(summary?.codeRefs ?? []), ...ruleSummary.files])];
  const said = (role: string): SummaryMessage[] => messages.filter((one) => one.type === 'text' && one.role === role);
  const requests = said('user').slice(-requestsShown);
  const answer = said('assistant').at(-1);
  return [
    ...(headline === '' ? [] : [`Session: ${headline}`]),
    ...(outcome === null ? [] : [`Outcome: ${outcome}`]),
    ...listed('Last requests of the user, oldest first', requests.map(requestLine)),
    ...(answer === undefined ? [] : [`Last answer:\n${clipToTokens(answer.content.trim(), room.answer)}`]),
    ...listed('Files touched', files.slice(0, filesShown)),
    ...(narrative === '' ? [] : [`Summary:\n${clipToTokens(narrative, room.summary)}`]),
  ].join('\n\n');
}

function requestLine({ content }: SummaryMessage): string {
  return clipToTokens(oneLine(content), room.request);
}

function listed(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : [`${title}:\n${lines.map((line) => `- ${line}`).join('\n')}`];
}

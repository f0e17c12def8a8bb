/**
 * A session as Markdown for people and for programs that search files: front matter, summary, decisions, facts, kept
 * exchanges and transcript. Stored text is fenced or escaped, so that none of it can end a block, begin a heading, be a
 * link or pass as ours.
 */
import { localMinute } from '../../util/time.ts';
import type { Message } from '../archive/archive.ts';
import type { Chunk } from '../archive/chunks.ts';
import type { Session, SessionFact, SessionSummary } from '../sessions/sessions.ts';
import type { Origin } from '../shared/vocabulary.ts';
import { markdownLine, markdownQuotation } from '../trust/markdownText.ts';
import { dataNotice, inert, plainLine } from '../trust/quoting.ts';
import { labelText, trustOf, trustOfSession } from '../trust/trust.ts';
import type { Cleaner } from './cleanContent.ts';

/** Everything of one session, as stored. */
export interface SessionContent {
  session: Session;
  summary: SessionSummary | undefined;
  /** Live ones first. */
  facts: readonly SessionFact[];
  /** The kept exchanges. */
  chunks: readonly Chunk[];
  messages: readonly Message[];
  /** Of all messages, of which `messages` may be a part. */
  messageTotal: number;
}

export interface SessionPage {
  /** Everything before the exchanges and messages; it contains no fence. */
  head: () => string;
  /**
   * An exchange or a message each, in their order. The last line closes the fence of the text. They are rendered when
   * they are asked for, so that a part of a long session does not cost as much as the whole.
   */
  blocks: (() => string)[];
}

export function sessionPage(content: SessionContent, timeZone: string, cleaner: Cleaner): SessionPage {
  const { chunks, messages } = content;
  const blocks = [
    ...underHeading('Kept exchanges', chunkBlocks(chunks, messages, { timeZone, cleaner })),
    ...underHeading(
      transcriptTitle(content),
      messages.map((message) => () => messageBlock(cleaner.message(message), timeZone)),
    ),
  ];
  return { head: () => headText(content, cleaner), blocks };
}

function headText(content: SessionContent, cleaner: Cleaner): string {
  const session = cleaner.session(content.session);
  const summary = content.summary && cleaner.summary(content.summary);
  const facts = content.facts.map((fact) => cleaner.sessionFact(fact));
  const decisions = facts.filter(({ type }) => type === 'decision');
  const others = facts.filter(({ type }) => type !== 'decision');
  const parts = [
    frontMatter(session, content.messageTotal),
    `# ${markdownLine(titleOf(session))}\n\n> ${dataNotice}${labelText(trustOfSession(session))}`,
    ...summaryParts(summary, session),
    ...listPart(
      'Decisions',
      decisions.map((fact) => factLine(fact)),
    ),
    ...listPart(
      'Facts',
      others.map((fact) => factLine(fact)),
    ),
  ];
  return parts.join('\n\n');
}

/** Not escaped. */
export function titleOf({ oneLiner }: Pick<Session, 'oneLiner'>): string {
  return plainLine(oneLiner) === '' ? 'Session without a headline' : oneLiner;
}

/** A fact with its number, on one line. `more` is what else the page says about it. */
export function factLine(
  fact: Omit<SessionFact, 'category'> & { origin?: Origin | null },
  more: readonly string[] = [],
): string {
  const { id, type, confidence, rationale, deprecated, origin = null } = fact;
  const state = deprecated ? ['deprecated'] : [];
  const about = [`fact #${String(id)}`, type, `${String(Math.round(confidence * 100))} %`, ...state, ...more].join(
    ', ',
  );
  const why = rationale === null || rationale === '' ? '' : ` — ${markdownLine(rationale)}`;
  return `- ${markdownLine(fact.fact)}${why} (${about})${labelText(trustOf({ origin, texts: [fact.fact, rationale] }))}`;
}

/** A YAML string is any JSON string, so that no value can end its line or the block. */
function frontMatter(session: Session, messageTotal: number): string {
  const { id, projectName, startedAt, endedAt, branches, agentName, oneLiner, topics, outcome, readWeb } = session;
  const fields: Record<string, unknown> = {
    id: plainLine(id),
    project: lineOrNull(projectName),
    started: startedAt,
    ended: endedAt,
    branches: branches.map(plainLine),
    client: lineOrNull(agentName),
    headline: plainLine(oneLiner),
    topics: topics.map(plainLine),
    outcome: lineOrNull(outcome),
    importance: session.importance,
    read_web: readWeb,
    messages: messageTotal,
  };
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${JSON.stringify(value)}`);
  return ['---', ...lines, '---'].join('\n');
}

function lineOrNull(text: string | null): string | null {
  return text === null ? null : plainLine(text);
}

function summaryParts(summary: SessionSummary | undefined, { readWeb }: Session): string[] {
  if (summary === undefined) return [];
  const texts = [summary.summary, ...summary.keyFacts, ...summary.codeRefs];
  const labels = labelText(trustOf({ origin: readWeb ? 'web' : 'agent', texts })).trim();
  const quoted = markdownQuotation(summary.summary).join('\n');
  return [
    ...(quoted === '' ? [] : [`## Summary\n\n${labels === '' ? '' : `_${labels}_\n\n`}${quoted}`]),
    ...listPart('Key facts', summary.keyFacts.map(bullet)),
    ...listPart('Code references', summary.codeRefs.map(bullet)),
  ];
}

function bullet(text: string): string {
  return `- ${markdownLine(text)}`;
}

function listPart(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : [`## ${title}\n\n${lines.join('\n')}`];
}

function transcriptTitle({ messages, messageTotal }: SessionContent): string {
  if (messages.length === messageTotal) return 'Transcript';
  return `Transcript (the first ${messages.length.toLocaleString('en')} of ${messageTotal.toLocaleString('en')} messages)`;
}

function underHeading(heading: string, blocks: SessionPage['blocks']): SessionPage['blocks'] {
  return blocks.map((text, place) => (place === 0 ? () => `## ${heading}\n\n${text()}` : text));
}

/** Exchanges that the transcript contains are left out, because a search would find each twice. */
function chunkBlocks(
  chunks: readonly Chunk[],
  messages: readonly Message[],
  { timeZone, cleaner }: { timeZone: string; cleaner: Cleaner },
): SessionPage['blocks'] {
  const said = new Set(messages.map(({ content }) => content));
  return chunks
    .filter(({ content }) => !said.has(content))
    .map((chunk) => () => chunkBlock(cleaner.chunk(chunk), timeZone));
}

function chunkBlock({ id, role, speaker, createdAt, content }: Chunk, timeZone: string): string {
  const who = [role, ...(speaker === null ? [] : [speaker])].map(markdownLine).join(' · ');
  return block(`${localMinute(createdAt, timeZone)} · ${who} · exchange #${String(id)}`, content);
}

function messageBlock(message: Message, timeZone: string): string {
  const { id, role, type, tool, files, speaker, createdAt, content } = message;
  const names = [role, speaker, type === 'text' ? null : type, tool].filter((name) => name !== null);
  const about = [localMinute(createdAt, timeZone), ...names.map(markdownLine), `message #${String(id)}`].join(' · ');
  const list = files.length === 0 ? '' : `\n\nFiles: ${files.map(markdownLine).join(', ')}`;
  return block(`${about}${list}`, content);
}

/** A heading, and a fence that is longer than any in the text, so that nothing in it can close it. */
function block(heading: string, content: string): string {
  const text = inert(content).replace(/\s+$/u, '');
  const longest = (text.match(/`{3,}/gu) ?? []).reduce((length, run) => Math.max(length, run.length), 2);
  const fence = '`'.repeat(longest + 1);
  return `### ${heading}\n\n${fence}text\n${text}\n${fence}`;
}

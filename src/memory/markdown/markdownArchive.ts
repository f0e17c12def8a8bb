/**
 * Sessions and facts of a caller as Markdown. The stored text is already without secrets; the present rules are applied
 * again, because a rule may be newer than a memory.
 */
import { groupBy } from '../../util/groupBy.ts';
import { clipToTokens, estimateTokens } from '../../util/tokens.ts';
import type { Archive } from '../archive/archive.ts';
import type { Chunks } from '../archive/chunks.ts';
import type { Facts } from '../facts/facts.ts';
import type { Session, SessionRevision, Sessions } from '../sessions/sessions.ts';
import type { NotedReads } from '../shared/audit.ts';
import type { Caller } from '../shared/identity.ts';
import type { Clock, Redact } from '../shared/ports.ts';
import type { ProjectPage } from './listPages.ts';
import type { SessionContent, SessionPage } from './sessionPage.ts';
import { sessionPage } from './sessionPage.ts';

/** The most that one page has; it says how many there are. */
const maxMessages = 20_000;
const maxParts = 1_000;
const maxFacts = 10_000;

/** Tokens of an excerpt, and of one message in it. */
export const excerptBudget = { whole: 6_000, message: 1_500 } as const;

export interface Excerpt {
  text: string;
  /** Of all exchanges and messages of the session. */
  total: number;
  /** How many of them are before the end of the text; equals `total` if nothing follows. */
  through: number;
}

interface MarkdownParts {
  sessions: Sessions;
  chunks: Chunks;
  archive: Archive;
  facts: Facts;
  clock: Clock;
  redact: Redact;
  reads?: NotedReads;
}

/** Renders what a caller may see; reads only. */
export class MarkdownArchive {
  readonly #parts: MarkdownParts;

  constructor(parts: MarkdownParts) {
    this.#parts = parts;
  }

  get timeZone(): string {
    return this.#parts.clock.timeZone;
  }

  /** The caller's own sessions, the oldest first. */
  async revisions(caller: Caller): Promise<SessionRevision[]> {
    const all = await this.#parts.sessions.listRevisions(caller);
    return all.map((one) => ({ ...one, session: this.#cleanSession(one.session) }));
  }

  /** One of the caller's own sessions in full; rejects with `not_found` for any other. */
  async session(caller: Caller, id: string): Promise<string> {
    const { head, blocks } = await this.#page(caller, id);
    return `${[head, ...blocks].join('\n\n')}\n`.toWellFormed();
  }

  /**
   * As much of a session as fits the budget: its beginning, or its exchanges and messages after the first `after` ones.
   * At least one of them, cut if it is long.
   */
  async excerpt(caller: Caller, sessionId: string, after: number): Promise<Excerpt> {
    const id = await this.#parts.sessions.idOf(caller, sessionId);
    const page = await this.#page(caller, id);
    this.#parts.reads?.noteRead(caller, { action: 'open', kind: 'session', id });
    return excerptOf(page, after);
  }

  /** The live facts that the caller sees, by project, those without one first. */
  async projects(caller: Caller): Promise<ProjectPage[]> {
    const { facts } = await this.#parts.facts.list(caller, 'all', maxFacts, { order: 'newest' });
    const clean = facts.map((fact) => ({ ...fact, fact: this.#clean(fact.fact) }));
    return [...groupBy(clean, ({ projectId }) => projectId)]
      .map(([id, ofProject]) => {
        const name = this.#clean(ofProject[0]?.projectName ?? '');
        return { project: id === null ? null : { id, name }, facts: ofProject };
      })
      .toSorted((one, other) => ((one.project?.name ?? '') < (other.project?.name ?? '') ? -1 : 1));
  }

  async #page(caller: Caller, sessionId: string): Promise<SessionPage> {
    const { sessions, chunks, archive } = this.#parts;
    const { session, summary } = await sessions.get(caller, sessionId);
    const archived = await archive.listBySession(session.id, maxMessages);
    const content: SessionContent = {
      session,
      summary,
      facts: (await sessions.factsOf(caller, session.id, maxParts)).facts,
      chunks: (await chunks.listBySession(session.id, maxParts)).chunks,
      messages: archived.messages,
      messageTotal: archived.total,
    };
    return sessionPage(this.#cleanContent(content), this.timeZone);
  }

  #cleanContent(content: SessionContent): SessionContent {
    const { session, summary, facts, chunks, messages } = content;
    const clean = (text: string): string => this.#clean(text);
    return {
      ...content,
      session: this.#cleanSession(session),
      summary: summary && {
        summary: clean(summary.summary),
        keyFacts: summary.keyFacts.map(clean),
        codeRefs: summary.codeRefs.map(clean),
      },
      facts: facts.map((fact) => ({ ...fact, fact: clean(fact.fact) })),
      chunks: chunks.map((chunk) => ({ ...chunk, content: clean(chunk.content) })),
      messages: messages.map((message) => ({ ...message, content: clean(message.content) })),
    };
  }

  #cleanSession(session: Session): Session {
    const { oneLiner, topics, outcome } = session;
    return {
      ...session,
      oneLiner: this.#clean(oneLiner),
      topics: topics.map((topic) => this.#clean(topic)),
      outcome: outcome === null ? null : this.#clean(outcome),
    };
  }

  #clean(text: string): string {
    return this.#parts.redact(text).text;
  }
}

/** Pure, so that every size can be tried. */
export function excerptOf({ head, blocks }: SessionPage, after: number): Excerpt {
  const parts = after === 0 ? [clipToTokens(head, excerptBudget.whole)] : [];
  let left = excerptBudget.whole - estimateTokens(parts.join(''));
  let through = Math.min(after, blocks.length);
  for (const text of blocks.slice(through)) {
    const clipped = clippedBlock(text);
    left -= estimateTokens(clipped) + 2;
    if (left < 0 && through > after) break;
    parts.push(clipped);
    through += 1;
  }
  return { text: parts.join('\n\n'), total: blocks.length, through };
}

/** No token estimate is below one for so many characters, and estimating all of a long text takes long. */
const maxEstimated = excerptBudget.message * 20;

/** A cut block keeps its last line, which closes its fence. */
function clippedBlock(text: string): string {
  const start = text.slice(0, maxEstimated);
  if (start === text && estimateTokens(text) <= excerptBudget.message) return text;
  const fence = text.slice(text.lastIndexOf('\n') + 1);
  const content = start === text ? text.slice(0, -fence.length) : start;
  return `${clipToTokens(content, excerptBudget.message).trimEnd()}…\n${fence}`.replace(/……/u, '…');
}

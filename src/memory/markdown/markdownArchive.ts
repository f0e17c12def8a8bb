/**
 * Sessions and facts of a caller as Markdown. The stored text is already without secrets; the present rules are applied
 * again, because a rule may be newer than a memory.
 */
import { groupBy } from '../../util/groupBy.ts';
import { clipToTokens, estimateTokens } from '../../util/tokens.ts';
import type { Archive } from '../archive/archive.ts';
import type { Chunks } from '../archive/chunks.ts';
import type { Facts } from '../facts/facts.ts';
import type { SessionRevision, Sessions } from '../sessions/sessions.ts';
import type { NotedReads } from '../shared/audit.ts';
import type { Caller } from '../shared/identity.ts';
import type { Clock, Redact } from '../shared/ports.ts';
import type { Cleaner } from './cleanContent.ts';
import { createCleaner } from './cleanContent.ts';
import type { ProjectPage } from './listPages.ts';
import type { SessionContent, SessionPage } from './sessionPage.ts';
import { sessionPage } from './sessionPage.ts';

/** The most that one page has; it says how many there are. */
const maxMessages = 20_000;
const maxParts = 1_000;

/** Tokens of an excerpt, and of one message in it. */
export const excerptBudget = { whole: 6_000, message: 1_500 } as const;

interface Excerpt {
  text: string;
  /** Of all exchanges and messages of the session. */
  total: number;
  /** How many of them are before the end of the text; equals `total` if nothing follows. */
  through: number;
}

interface MarkdownParts {
  sessions: Pick<Sessions, 'listRevisions' | 'idOf' | 'get' | 'factsOf'>;
  chunks: Pick<Chunks, 'listBySession'>;
  archive: Pick<Archive, 'listBySession'>;
  facts: Pick<Facts, 'list'>;
  clock: Clock;
  redact: Redact;
  reads?: NotedReads;
}

/** Renders what a caller may see; reads only. */
export class MarkdownArchive {
  readonly #parts: MarkdownParts;
  readonly #cleaner: Cleaner;

  constructor(parts: MarkdownParts) {
    this.#parts = parts;
    this.#cleaner = createCleaner(parts.redact);
  }

  get timeZone(): string {
    return this.#parts.clock.timeZone;
  }

  /** The caller's own sessions, the oldest first. */
  async revisions(caller: Caller): Promise<SessionRevision[]> {
    const all = await this.#parts.sessions.listRevisions(caller);
    return all.map((one) => ({ ...one, session: this.#cleaner.session(one.session) }));
  }

  /** One of the caller's own sessions in full; rejects with `not_found` for any other. */
  async session(caller: Caller, id: string): Promise<string> {
    const { head, blocks } = await this.#page(caller, id);
    return `${[head(), ...blocks.map((text) => text())].join('\n\n')}\n`.toWellFormed();
  }

  /**
   * As much of a session as fits the budget: its beginning, or its exchanges and messages after the first `after` ones.
   * At least one of them, cut if it is long.
   */
  async excerpt(caller: Caller, sessionId: string, after: number): Promise<Excerpt> {
    const id = await this.#parts.sessions.idOf(caller, sessionId);
    const page = await this.#page(caller, id);
    await this.#parts.reads?.noteRead(caller, { action: 'open', kind: 'session', id });
    return excerptOf(page, after);
  }

  /** The live facts that the caller sees, by project, those without one first. */
  async projects(caller: Caller): Promise<ProjectPage[]> {
    // All of them, because a limit would take the page of an older project away.
    const { facts } = await this.#parts.facts.list(caller, 'all', Number.MAX_SAFE_INTEGER, { order: 'newest' });
    const clean = facts.map((fact) => this.#cleaner.fact(fact));
    return [...groupBy(clean, ({ projectId }) => projectId)]
      .map(([id, ofProject]) => ({
        project: id === null ? null : { id, name: ofProject[0]?.projectName ?? '' },
        facts: ofProject,
      }))
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
    return sessionPage(content, this.timeZone, this.#cleaner);
  }
}

/** Pure, so that every size can be tried. */
export function excerptOf({ head, blocks }: SessionPage, after: number): Excerpt {
  const parts = after === 0 ? [clipToTokens(head(), excerptBudget.whole)] : [];
  let left = excerptBudget.whole - estimateTokens(parts.join(''));
  let through = Math.min(after, blocks.length);
  for (const text of blocks.slice(through)) {
    const clipped = clippedBlock(text());
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

/** Makes the requests about a session: its windows, and the known items about the same subjects. Nothing is written. */
import type { CallingUser } from '../shared/identity.ts';
import type { Ports } from '../shared/ports.ts';
import { createContentWords } from '../shared/statements.ts';
import type { LearnRequest } from './learner.ts';
import type { KnownItem, SummaryBefore } from './learnRequest.ts';
import { aroundTokens, learnRequest, maxKnownItems } from './learnRequest.ts';
import type { LearnStore, WaitingSession } from './learnStore.ts';
import type { LearnWindow } from './turns.ts';
import { seamTurns, windowAfter } from './turns.ts';

/** New turns that are read at once; a window has fewer. */
const turnsRead = 1_500;
/** Known facts of a project that are compared with a window. */
const maxKnown = 1_000;
/** Share of a fact's words that the turns must contain to count as about the same subject. */
const sameSubjectFrom = 0.5;

/** Makes the requests of a caller. */
export class SessionRequests {
  readonly #store: Pick<LearnStore, 'turns' | 'list'>;
  readonly #ports: Pick<Ports, 'indexText'>;

  constructor(store: Pick<LearnStore, 'turns' | 'list'>, ports: Pick<Ports, 'indexText'>) {
    this.#store = store;
    this.#ports = ports;
  }

  /** The next window; the last one covers the rest of the session, also if that is only tool calls. */
  async windowOf(
    { id, before, through }: Pick<WaitingSession, 'id' | 'before' | 'through'>,
    inputTokens = Infinity,
  ): Promise<LearnWindow | undefined> {
    const turns = await this.#store.turns(id, { after: before, seam: seamTurns, limit: turnsRead });
    const covered = turns.filter(({ seq }) => seq <= through);
    const window = windowAfter(covered, before, inputTokens - aroundTokens);
    if (window === undefined) return undefined;
    const isLast = window.through === covered.at(-1)?.seq && turns.length < turnsRead;
    return isLast ? { ...window, through } : window;
  }

  async requestFor(
    caller: CallingUser,
    session: WaitingSession,
    window: LearnWindow,
  ): Promise<{ request: LearnRequest; known: KnownItem[] }> {
    const { id: sessionId, projectId, headline, outcome, commits } = session;
    const isFirst = window.after < 0;
    const known = await this.#knownFor(caller, projectId, window);
    const before: SummaryBefore | undefined = isFirst ? undefined : { headline, outcome };
    const text = learnRequest({ window, known, before, commits });
    const id = isFirst ? sessionId : `${sessionId}-${String(window.after + 1)}`;
    return { request: { id, sessionId, text }, known };
  }

  /**
   * Learned facts of the project about what the turns are about, the closest first; none from the web, because their
   * words may be a stranger's.
   */
  async #knownFor(caller: CallingUser, projectId: string | null, window: LearnWindow): Promise<KnownItem[]> {
    const { indexText } = this.#ports;
    const { facts } = await this.#store.list({
      userId: caller.user.id,
      scope: { projectId },
      states: ['learned', 'confirmed'],
      limit: maxKnown,
    });
    const candidates = facts.filter((fact) => fact.projectId === projectId && fact.origin !== 'web');
    if (candidates.length === 0) return [];
    const said = new Set(indexText(window.lines.join('\n')).split(' '));
    const wordsOf = createContentWords(indexText);
    const scored = candidates.map((fact) => {
      const words = [...wordsOf(fact.fact)];
      return { fact, share: words.filter((word) => said.has(word)).length / Math.max(1, words.length) };
    });
    return scored
      .filter(({ share }) => share >= sameSubjectFrom)
      .sort((one, other) => other.share - one.share || other.fact.id - one.fact.id)
      .slice(0, maxKnownItems)
      .map(({ fact }) => ({ id: fact.id, type: fact.evidence.type, text: fact.fact }));
  }
}

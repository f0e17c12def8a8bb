/**
 * The health check (plan, phase 2.5): memories that a user or a model should review, each finding with a remedy. It
 * changes nothing. Deprecated memories are only counted.
 */
import { counted, shorten } from '../../util/text.ts';
import { hoursBefore, localDay } from '../../util/time.ts';
import type { FadedFacts } from '../fading/fading.ts';
import type { Finding, Remedy } from '../shared/findings.ts';
import type { Caller } from '../shared/identity.ts';
import { requireWholeBetween } from '../shared/input.ts';
import type { Clock } from '../shared/ports.ts';
import { quotedLine } from '../trust/quoting.ts';
import { labelText, trustOf, vouching } from '../trust/trust.ts';

/** Facts with a lower confidence are reported. */
const lowConfidence = 0.5;
const defaultStaleDays = 30;
const maxNamed = 5;

/** A memory named in a finding. */
interface NamedMemory {
  /** `#12`, or the beginning of a session's id. */
  name: string;
  text: string;
  at: string | null;
  /** The name of the newest memory that contradicts it; absent if nothing does. */
  contradictedBy?: string;
}

/** The total, and the first few. */
export interface NamedMemories {
  total: number;
  first: NamedMemory[];
}

export interface HealthCounts {
  /** Live facts not stored, confirmed or changed since `staleBefore`. */
  staleFacts: NamedMemories;
  lowConfidenceFacts: NamedMemories;
  /** Live facts that another live fact contradicts. */
  contradictions: NamedMemories;
  /** Live facts that read like instructions to a model and were not stored or confirmed by a person. */
  withheldFacts: NamedMemories;
  openSessions: NamedMemories;
  /** Ended sessions without a narrative; imported ones are not counted. */
  sessionsWithoutDetail: NamedMemories;
  openHypotheses: NamedMemories;
  deprecatedFacts: number;
  deprecatedKnowledge: number;
  /** Proposals of all users that wait for review. */
  pendingKnowledge: number;
}

export interface HealthQuery {
  userId: string;
  conversationId: string | null;
  staleBefore: string;
  lowConfidence: number;
  first: number;
}

export interface HealthStore {
  /**
   * Over one user's memories; knowledge is counted for all users. Each finding names at most `first` memories. The
   * session of `conversationId` does not count as open.
   */
  health(query: HealthQuery): Promise<HealthCounts>;
}

export interface HealthReport {
  findings: Finding[];
  counts: HealthCounts;
  staleDays: number;
}

interface HealthParts {
  fading: FadedFacts;
  clock: Clock;
}

/** Runs the health check for a caller. */
export class Health {
  readonly #store: HealthStore;
  readonly #clock: Clock;
  readonly #fading: FadedFacts;

  constructor(store: HealthStore, { fading, clock }: HealthParts) {
    this.#store = store;
    this.#clock = clock;
    this.#fading = fading;
  }

  /** `staleDays` is 1 to 3650; 30 when absent. */
  async check(caller: Caller, input: { staleDays?: number } = {}): Promise<HealthReport> {
    const staleDays = requireWholeBetween('stale_days', input.staleDays ?? defaultStaleDays, 1, 3650);
    const staleBefore = hoursBefore(this.#clock.now(), staleDays * 24);
    const { user, conversationId } = caller;
    const query = { userId: user.id, conversationId, staleBefore, lowConfidence, first: maxNamed };
    const counts = await this.#store.health(query);
    const { size: faded } = await this.#fading.of(caller);
    return { findings: [...this.#findingsOf(counts, staleDays, caller), ...fadedFindings(faded)], counts, staleDays };
  }

  #findingsOf(counts: HealthCounts, staleDays: number, caller: Caller): Finding[] {
    const findings = [
      this.#named(
        counts.contradictions,
        (n) => `${counted(n, 'fact')} ${n === 1 ? 'is' : 'are'} contradicted by a newer one`,
        { code: 'settle_contradictions' },
      ),
      this.#named(
        counts.lowConfidenceFacts,
        (n) => `${counted(n, 'fact')} with a confidence below ${String(lowConfidence)}`,
        { code: 'confirm_facts' },
      ),
      this.#named(
        counts.withheldFacts,
        (n) =>
          `${counted(n, 'fact is', 'facts are')} not added to chats automatically, because the text reads like instructions to a model`,
        vouching,
      ),
      this.#named(counts.staleFacts, (n) => `${counted(n, 'fact')} not changed for ${String(staleDays)} days or more`, {
        code: 'review_stale_facts',
      }),
      this.#named(counts.openSessions, (n) => `${counted(n, 'session')} in progress`, { code: 'end_sessions' }),
      this.#named(counts.sessionsWithoutDetail, (n) => `${counted(n, 'ended session')} without a summary`, {
        code: 'summarize_sessions',
      }),
      this.#named(counts.openHypotheses, (n) => counted(n, 'open hypothesis', 'open hypotheses'), {
        code: 'resolve_hypotheses',
      }),
    ].flat();
    const all = [...findings, ...pendingFindings(counts.pendingKnowledge, caller)];
    if (all.length === 0) all.push({ status: 'ok', what: 'No memory needs attention.' });
    return [...all, ...deprecatedFindings(counts.deprecatedFacts + counts.deprecatedKnowledge)];
  }

  #named(found: NamedMemories, what: (count: number) => string, remedy: Remedy): Finding[] {
    if (found.total === 0) return [];
    const named = found.first.map(({ name, text, at, contradictedBy }) => {
      const newer = contradictedBy === undefined ? '' : `, by ${quotedLine(contradictedBy)}`;
      const day = at === null ? '' : ` (${localDay(at, this.#clock.timeZone)})`;
      return `${quotedLine(name)} ${shorten(quotedLine(text), 90)}${day}${labelText(trustOf({ origin: null, texts: [text] }))}${newer}`;
    });
    const rest = found.total - found.first.length;
    const more = rest > 0 ? [`and ${String(rest)} more`] : [];
    return [{ status: 'warning', what: `${what(found.total)}.`, remedy, details: [...named, ...more] }];
  }
}

function pendingFindings(count: number, caller: Caller): Finding[] {
  if (count === 0) return [];
  const what = `${counted(count, 'proposal')} for the team waiting for review.`;
  return [{ status: 'warning', what, remedy: pendingRemedy(caller) }];
}

function deprecatedFindings(count: number): Finding[] {
  if (count === 0) return [];
  const memories = counted(count, 'deprecated memory', 'deprecated memories');
  return [{ status: 'ok', what: `${memories} kept, but hidden from context and search.` }];
}

/** Nothing is wrong with them. */
function fadedFindings(count: number): Finding[] {
  if (count === 0) return [];
  const facts = counted(count, 'fact has faded', 'facts have faded');
  const remedy = { code: 'review_faded_facts' } as const;
  return [{ status: 'ok', what: `${facts}: not used for a long time, so chats get others first.`, remedy }];
}

function pendingRemedy({ mode, user }: Caller): Remedy {
  return mode === 'team' && user.role === 'member' ? 'A curator or an admin decides.' : { code: 'review_proposals' };
}

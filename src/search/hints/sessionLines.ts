/**
 * Lines of the sessions that are most related to a prompt: what a model learned from them, or the highlights of those
 * that began alike and that no model has read.
 */
import type { SessionHighlight } from '../../memory/learn/sessionHighlights.ts';
import type { Candidate } from '../../memory/recall/recall.ts';
import type { Caller } from '../../memory/shared/identity.ts';
import { quotedLine } from '../../memory/trust/quoting.ts';
import { maySendAutomatically } from '../../memory/trust/trust.ts';
import { fingerprint } from '../../util/fingerprint.ts';
import type { Search } from '../search.ts';
import { sessionsAmending } from './amendments.ts';
import type { Material, RankedSession, ScoredLine } from './conclusions.ts';
import { factLines } from './conclusions.ts';

export interface FindHighlights {
  /** The highlights of a session of the caller's own that no model has read; see `SessionHighlights`. */
  ofSession(caller: Caller, sessionId: string, max: number): Promise<SessionHighlight[]>;
}

/** Sessions of which the learned facts are read, and how many of each. */
const sessionsRead = 4;
export const factsRead = 12;
/** Sessions with this share of the best one's evidence are about the same matter; at most two are quoted. */
const sameMatter = { share: 0.5, max: 2 } as const;
/** How many highlights a session gives: the only one about the matter, or one of two. */
const maxHighlights = { only: 6, each: 4 } as const;
/** How much a highlight's evidence counts beside how likely it is worth knowing. */
const evenSalience = 0.5;

export class SessionLines {
  readonly #search: Search;
  readonly #highlights: FindHighlights;
  readonly #material: Material & { caller: Caller };

  constructor(search: Search, highlights: FindHighlights, material: Material & { caller: Caller }) {
    this.#search = search;
    this.#highlights = highlights;
    this.#material = material;
  }

  /** What a model learned from the most related sessions, and these facts. */
  async facts(found: readonly Candidate[], ranked: readonly RankedSession[]): Promise<ScoredLine[]> {
    const { caller } = this.#material;
    const ids = ranked.slice(0, sessionsRead).map(({ session }) => session.id);
    const facts = await this.#search.factsOfSessions(caller, ids, factsRead);
    const further = facts.filter(({ id }) => !found.some((fact) => fact.id === id));
    return factLines([...found, ...further], caller, this.#material);
  }

  /** The highlights of the sessions that are about the same matter as the prompt. */
  async quotes(ranked: readonly RankedSession[], hasTime: () => boolean): Promise<ScoredLine[]> {
    const { relatedness, openings } = this.#material;
    const minScore = Math.max(relatedness.neededWithBeginning, sameMatter.share * (ranked[0]?.score ?? 0));
    const alike = ranked.filter(({ score }) => score >= minScore);
    const [best] = alike;
    if (best === undefined) return [];
    const settled = await this.#highlightsOf(best.session, maxHighlights.only);
    const sentences = settled.map(({ sentence }) => sentence);
    const amendments = sessionsAmending(best.session, sentences, { ...this.#material, minShare: 0 });
    const amending = ranked.filter(({ session }) => amendments.includes(session));
    const same = [...new Set([best, ...amending, ...alike])].slice(0, sameMatter.max);
    const max = same.length === 1 ? maxHighlights.only : maxHighlights.each;
    const lines: ScoredLine[] = [];
    for (const one of same) {
      if (one !== best && !hasTime()) continue;
      const { session } = one;
      const highlights = one === best ? settled : await this.#highlightsOf(session, max);
      // An amendment begins in other words, but is about what the other session began with.
      const began = openings.get((amending.includes(one) ? best : one).session.id) ?? '';
      lines.push(...this.#linesOf(session, highlights.slice(0, max), began));
    }
    return lines;
  }

  #highlightsOf({ id }: Candidate, max: number): Promise<SessionHighlight[]> {
    return this.#highlights.ofSession(this.#material.caller, id, max);
  }

  #linesOf(session: Candidate, highlights: readonly SessionHighlight[], began: string): ScoredLine[] {
    const lines = highlights.flatMap(({ sentence, by, seq, createdAt: saidAt, score: salience }) => {
      // A question is no conclusion, and what an assistant says after reading the web may be a stranger's.
      if (isQuestion(sentence) || (by !== 'user' && session.origin === 'web')) return [];
      if (!maySendAutomatically({ origin: 'transcript', texts: [sentence] })) return [];
      const { relatedness } = this.#material;
      const score = relatedness.of({ text: sentence, began });
      const matched = (): string[] => relatedness.wordsOf({ text: sentence, began });
      const claim = { kind: 'highlight', id: `${session.id} ${String(seq)} ${fingerprint(sentence)}` };
      const statement = `[${by} said] ${quotedLine(sentence)}`;
      const weight = score * (evenSalience + salience);
      return [
        {
          memory: session,
          claim,
          statement,
          exactWords: () => '',
          saidAt,
          session,
          score,
          worth: score,
          matched,
          weight,
        },
      ];
    });
    lines.sort((one, other) => other.weight - one.weight);
    return lines.map((line, rank) => ({ ...line, rank }));
  }
}

function isQuestion(sentence: string): boolean {
  return /[?？]["')*_\s]*$/u.test(sentence);
}

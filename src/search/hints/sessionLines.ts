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
import { PromptWords } from '../ranking/clearMatch.ts';
import { sharedEvidence } from '../ranking/relatedness.ts';
import type { Search } from '../search.ts';
import type { Material, RankedSession, ScoredLine } from './conclusions.ts';
import { factLines } from './conclusions.ts';

export interface FindHighlights {
  /** The highlights of a session of the caller's own that no model has read; see `SessionHighlights`. */
  ofSession(caller: Caller, sessionId: string, max: number): Promise<SessionHighlight[]>;
}

/** Sessions of which the learned facts are read, and how many of each. */
const sessionsRead = 4;
const factsRead = 12;
/** Sessions with this share of the best one's evidence are about the same matter; at most two are quoted. */
const sameMatter = { share: 0.5, max: 2 } as const;
/** How many highlights a session gives: the only one about the matter, or one of two. */
const maxHighlights = { only: 6, each: 4 } as const;
/** How much a highlight's evidence counts beside how likely it is worth knowing. */
const evenSalience = 0.5;

/** How a session begins that amends what another one settled. */
const amendment =
  /(?<![\p{L}\p{N}])(?:amend(?:ments?|ed|(?:s|ing)?(?= (?:the|our|my|this|that|what|it)\b))|supersed(?:es?|ed|ing)|overrul(?:es?|ed|ing)|from now on|instead of what we|(?:what|as) we (?:decided|settled|agreed)|nachtrag|anders als (?:beschlossen|vereinbart|besprochen)|ab jetzt|ab sofort)(?![\p{L}\p{N}])|修订|更正|改为|从现在起/iu;
/** Commits are amended, too. */
const amendedCommit =
  /--amend\b|\b(?:git|commits?|commit message)\b[^.\n]{0,30}\bamend\w*|\bamend\w*\b[^.\n]{0,30}\b(?:commits?|rebased?)\b/giu;
/**
 * What the amendment shares with what was settled: one or two informative words, in nats; and of learned facts a share of
 * the shorter text, because any two long texts of a project share some words.
 */
const minShared = { evidence: 8, ofFacts: 0.2 } as const;

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

  /** All that a model learned from these sessions, whatever the prompt says. */
  async factsOf(sessions: readonly Candidate[]): Promise<ScoredLine[]> {
    const { caller } = this.#material;
    const ids = sessions.map(({ id }) => id);
    return factLines(await this.#search.factsOfSessions(caller, ids, factsRead), caller, this.#material, -Infinity);
  }

  /** The highlights of the sessions that are about the same matter as the prompt. */
  async quotes(ranked: readonly RankedSession[], hasTime: () => boolean): Promise<ScoredLine[]> {
    const { relatedness, openings } = this.#material;
    const minScore = Math.max(relatedness.neededWithBeginning, sameMatter.share * (ranked[0]?.score ?? 0));
    const alike = ranked.filter(({ score }) => score >= minScore);
    const [best] = alike;
    if (best === undefined) return [];
    const settled = await this.#highlightsOf(best.session, maxHighlights.only);
    const amendments = this.amending(
      best.session,
      settled.map(({ sentence }) => sentence),
      0,
    );
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

  /**
   * Sessions newer than the given one that say they amend something, and share words with what it settled, those that
   * share the most first.
   */
  amending(settling: Candidate, settled: readonly string[], minShare: number = minShared.ofFacts): Candidate[] {
    const words = new PromptWords([this.#beginningOf(settling), ...settled].join('\n'));
    const found = this.#material.sessions.flatMap((session) => {
      const beginning = this.#beginningOf(session);
      if (session.createdAt <= settling.createdAt || !amendment.test(beginning.replace(amendedCommit, ''))) return [];
      const text = `${beginning}\n${session.text}`;
      const shared = sharedEvidence(words, text);
      const whole = Math.min(words.whole, new PromptWords(text).whole);
      return shared >= Math.max(minShared.evidence, minShare * whole) ? [{ session, shared }] : [];
    });
    return found.sort((one, other) => other.shared - one.shared).map(({ session }) => session);
  }

  #beginningOf({ id, title }: Candidate): string {
    return `${title ?? ''}\n${this.#material.openings.get(id) ?? ''}`;
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

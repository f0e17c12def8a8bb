/**
 * Warns when a prompt proposes what was tried and rejected, reversed or rated badly. It compares words and asks no
 * model, because a hook waits for it. It is silent in doubt: a person who gets a wrong warning twice ignores the next.
 */
import type { PastApproach } from '../../memory/decisions/decisionStore.ts';
import { createTextComparer } from '../../memory/shared/similarity/similarity.ts';
import type { ReadText, TextComparison } from '../../memory/shared/similarity/similarity.ts';
import { quotedLine } from '../../memory/trust/quoting.ts';
import { localDay } from '../../util/time.ts';
import { clipToTokens, estimateTokens } from '../../util/tokens.ts';
import { indexText } from '../query/words.ts';
import { proposalsIn } from './proposals.ts';
import type { Proposal } from './proposals.ts';

export interface RedoWarning {
  past: PastApproach;
  /** From 0.6 to 1; see `TextComparison`. */
  similarity: number;
  /** From 0.6, 0.8 and 0.95. */
  severity: RedoSeverity;
  /** One line of Markdown with at most 90 tokens; stored text in it is quoted. */
  line: string;
}

type RedoSeverity = 'moderate' | 'high' | 'critical';

const maxRedoWarnings = 2;
/** Minimum similarities, the highest first. */
const severities: readonly (readonly [RedoSeverity, number])[] = [
  ['critical', 0.95],
  ['high', 0.8],
  ['moderate', 0.6],
];
/**
 * The prompt and the approach must share words that texts of a project would share by chance once in a thousand times,
 * in nats. One word alone is enough only for an approach that is no more than a name: see `choosesName`.
 */
const minEvidence = 7;
const minSharedWords = 2;
/** What the sentence itself must share if only its context shares the rest. */
const minOwnEvidence = 2.5;
/** A sentence that contains less of an approach, apart from typing errors and compounds, is not compared in full. */
const minKnown = 0.45;
/** Characters of an approach that is compared as a whole, and that are read of a longer one. */
const maxWhole = 200;
const maxRead = 1_000;
const maxParts = 4;
const sentenceEnd = /(?<=[.!?;])\s+|(?<=[。！？；])|\n+/u;
/** From this similarity on, two approaches are the same, and one warning is enough. */
const sameFrom = 0.8;

const comparer = createTextComparer(indexText);

/** The approaches that a prompt repeats, the most similar first and then the newest. Some milliseconds for 1,000. */
export function findRepeated(prompt: string, past: readonly PastApproach[]): Repeated[] {
  if (past.length === 0) return [];
  const proposals = new Proposals(proposalsIn(prompt, comparer.read));
  const found = past.flatMap((approach): Repeated[] => {
    const chosen = comparer.read(approach.chosen ?? '');
    const similarity = Math.max(...partsOf(approach.approach).map((part) => proposals.similarityTo(part, chosen)));
    const severity = severityOf(similarity);
    return severity === undefined ? [] : [{ past: approach, similarity, severity }];
  });
  return found.sort(clearestFirst);
}

/** At most two, in the given order, and one for approaches that say the same. Contains only what may be sent. */
export function warningsOf(repeated: readonly Repeated[], timeZone: string): RedoWarning[] {
  return withoutSame(repeated).map((one) => ({ ...one, line: lineOf(one, timeZone) }));
}

export type Repeated = Omit<RedoWarning, 'line'>;

/** The whole of a short approach; the sentences of a long one, of which the first ones say what was tried. */
function partsOf(approach: string): string[] {
  if (approach.length <= maxWhole) return [approach];
  return approach.slice(0, maxRead).split(sentenceEnd).slice(0, maxParts);
}

/** The proposals of a prompt, by word: most approaches share too little with each to be compared in full. */
class Proposals {
  readonly #proposals: readonly Proposal[];
  /** The proposals with a stem or concept. */
  readonly #having = new Map<string, Set<number>>();

  constructor(proposals: readonly Proposal[]) {
    this.#proposals = proposals;
    for (const [place, { withContext }] of proposals.entries()) {
      for (const key of withContext.words.flatMap(({ stem, concept }) => [stem, concept])) {
        this.#having.set(key, (this.#having.get(key) ?? new Set()).add(place));
      }
    }
  }

  /** 0 to 1; 0 if no proposal clearly says the same. */
  similarityTo(approach: string, chosen: ReadText): number {
    if (this.#proposals.length === 0) return 0;
    const read = comparer.read(approach);
    const shared = this.#sharedWeights(read);
    const possible = this.#proposals.filter((_, place) => (shared[place] ?? 0) >= minKnown * read.weight);
    return Math.max(0, ...possible.map((proposal) => similarityOfProposal(proposal, read, chosen)));
  }

  #sharedWeights(approach: ReadText): Float64Array {
    const shared = new Float64Array(this.#proposals.length);
    for (const { stem, concept, weight } of approach.words) {
      const withStem = this.#having.get(stem);
      const withConcept = concept === stem ? undefined : this.#having.get(concept);
      for (const place of withStem ?? []) shared[place] = (shared[place] ?? 0) + weight;
      for (const place of withConcept ?? []) {
        if (withStem?.has(place) !== true) shared[place] = (shared[place] ?? 0) + weight;
      }
    }
    return shared;
  }
}

function similarityOfProposal({ sentence, withContext }: Proposal, approach: ReadText, chosen: ReadText): number {
  const alone = comparer.compareWithin(sentence, approach);
  if (approach.words.filter(({ isVerb }) => !isVerb).length === 1) {
    return alone.evidence >= minEvidence && choosesName(sentence, approach, chosen) ? alone.similarity : 0;
  }
  if (withContext === sentence || alone.evidence < minOwnEvidence) return clearSimilarity(alone);
  return Math.max(clearSimilarity(alone), clearSimilarity(comparer.compareWithin(withContext, approach)));
}

/**
 * Whether a sentence chooses what an approach names, such as "MongoDB", for the purpose that was decided. Alone, the
 * name is only the subject of a sentence. So it must be chosen, and what else the sentence is for must be in the
 * statement of what was `chosen` instead.
 */
function choosesName({ words }: ReadText, approach: ReadText, chosen: ReadText): boolean {
  const known = new Set([...approach.words, ...chosen.words].map(({ concept }) => concept));
  const isChosen = words.some(({ concept, isVerb }) => isVerb && concept === 'choose');
  return isChosen && words.every(({ concept, sign, isVerb }) => isVerb || sign === -1 || known.has(concept));
}

/** 0 if both share too little to tell. */
function clearSimilarity({ similarity, evidence, sharedWords }: TextComparison): number {
  return evidence < minEvidence || sharedWords < minSharedWords ? 0 : similarity;
}

function severityOf(similarity: number): RedoSeverity | undefined {
  return severities.find(([, from]) => similarity >= from)?.[0];
}

function clearestFirst(one: Repeated, other: Repeated): number {
  return other.similarity - one.similarity || (one.past.at < other.past.at ? 1 : -1);
}

/** The same approach can have been rejected several times, in other words. */
function withoutSame(found: readonly Repeated[]): Repeated[] {
  const kept: Repeated[] = [];
  for (const one of found) {
    if (kept.length === maxRedoWarnings) break;
    const isKnown = kept.some(({ past }) => areSame(past.approach, one.past.approach));
    if (!isKnown) kept.push(one);
  }
  return kept;
}

function areSame(one: string, other: string): boolean {
  return comparer.compare(comparer.read(one), comparer.read(other)).similarity >= sameFrom;
}

/** Tokens of a line, and of its parts; the reason gets what is left. */
const maxTokens = { line: 90, approach: 26, chosen: 12 } as const;

function lineOf({ past, similarity, severity }: Repeated, timeZone: string): string {
  const { ref, approach, reason, chosen, at, why } = past;
  const head = `- [${severity}, ${String(Math.round(similarity * 100))} % similar]`;
  const outcome = `${head} "${quotedPart(approach, maxTokens.approach)}" was ${why} on ${localDay(at, timeZone)}`;
  const instead = chosen === null ? '' : ` Chosen instead: ${withPoint(quotedPart(chosen, maxTokens.chosen))}`;
  const end = `${instead} (${ref.kind === 'fact' ? '#' : 'exchange #'}${ref.id})`;
  if (reason === null || reason.trim() === '') return `${outcome}.${end}`;
  const left = maxTokens.line - estimateTokens(`${outcome}: .${end}`);
  return `${outcome}: ${withPoint(quotedPart(reason, left))}${end}`;
}

function quotedPart(text: string, tokens: number): string {
  return clipToTokens(quotedLine(text), tokens)
    .replace(/[.。]$/u, '')
    .replaceAll('"', "'");
}

function withPoint(text: string): string {
  return /[.!?…。！？]$/u.test(text) ? text : `${text}.`;
}

/**
 * A synthesis without a language model: the sentences of the sources that say most about the entity, word for word. So
 * each one traces to its source. Statements that contradict each other are reported and not chosen.
 */
import { estimateTokens } from '../../../util/tokens.ts';
import { oneLine } from '../../../util/text.ts';
import type { IndexText } from '../../shared/ports.ts';
import { comparisonWith } from '../../shared/statements.ts';
import { ownParagraphs } from '../../summarize/words/ownWords.ts';
import { sentencesOf } from '../../summarize/words/sentences.ts';
import { isStopWord } from '../../summarize/words/stopWords.ts';
import type { EntityKind } from '../entities.ts';
import { entityKey } from '../entities.ts';
import { mentionsIn } from '../mentions.ts';
import { productKey } from '../products.ts';
import type { JudgedSource, SynthesisConflict, SynthesisContent, SynthesisSentence } from './synthesis.ts';
import { isWholeStatement, isWorthSaying, maxSentenceLength } from './worthSaying.ts';

/** Of a source. */
const maxSentences = 6;
const maxRead = 2_000;
/** Of a synthesis. */
const maxChosen = 10;
const maxTokens = 320;
/** Candidates that are compared with each other, because each pair is. */
const maxCompared = 40;
const maxConflicts = 5;
/** Share of common words from which two sentences count as one. */
const sameFrom = 0.6;

interface Candidate {
  text: string;
  source: JudgedSource;
  /** Stems of its informative words. */
  words: ReadonlySet<string>;
  score: number;
}

/** `sources`: newest first; those that may not be used are left out before. */
export function extractSynthesis(
  sources: readonly JudgedSource[],
  about: Naming,
  indexText: IndexText,
): SynthesisContent {
  const candidates = candidatesIn(sources, about, indexText);
  const { conflicts, left } = compared(toCompare(scored(candidates)), indexText);
  const chosen = fitting(left);
  const inOrder = chosen.toSorted((one, other) => one.source.createdAt.localeCompare(other.source.createdAt));
  return { sentences: inOrder.map(sentenceFrom), conflicts };
}

/** Whether a synthesis says something, and nothing that this rule would leave out today. */
export function isWorthKeeping({ sentences, conflicts }: SynthesisContent): boolean {
  const all = [...sentences, ...conflicts.flatMap(({ statements }) => statements)];
  const isUsable = ({ text, sources }: SynthesisSentence): boolean =>
    sources.some(({ kind }) => isStatement(kind)) ? isWholeStatement(text) : isWorthSaying(text);
  return all.length > 0 && all.every(isUsable);
}

/** A stated memory is about what it names, even if only its tags do, and worth saying. */
function isStatement(kind: JudgedSource['ref']['kind']): boolean {
  return kind === 'fact' || kind === 'knowledge';
}

function candidatesIn(sources: readonly JudgedSource[], about: Naming, indexText: IndexText): Candidate[] {
  return sources.flatMap((source) => {
    const isStated = isStatement(source.ref.kind);
    const text = source.text.slice(0, maxRead);
    const paragraphs = isStated
      ? text.split('\n')
      : ownParagraphs(text, 'assistant').flatMap((part) => part.split('\n'));
    const read = paragraphs.flatMap(sentencesOf).map(oneLine);
    // The last one may be cut.
    const sentences = text.length < source.text.length ? read.slice(0, -1) : read;
    return sentences
      .filter((sentence) => (isStated && sentence === sentences[0]) || mentions(sentence, about))
      .filter(isStated ? isWholeStatement : isWorthSaying)
      .slice(0, maxSentences)
      .map((text) => ({ text, source, words: wordsOf(text, indexText), score: 0 }));
  });
}

/** How sentences name an entity. */
interface Naming {
  key: string;
  kind: EntityKind;
  /** All that it is called. */
  names: readonly string[];
}

/** Of a name with a form, what the rules find in the sentence counts: `CLAUDE.md` does not mention Claude. */
function mentions(sentence: string, { key, kind, names }: Naming): boolean {
  const keys = new Set([key, ...names.map(entityKey)]);
  if (kind === 'concept' || kind === 'person' || kind === 'project') {
    const squeezed = entityKey(sentence.slice(0, maxSentenceLength));
    return [...keys].some((one) => squeezed.includes(one));
  }
  return [...mentionsIn(sentence)].some(
    (found) =>
      keys.has(found.key) || (found.kind === 'file' ? isPartOf(found.key, key) : keys.has(productKey(found.key))),
  );
}

/** Which file a part of its path means is known of the whole memory. */
function isPartOf(spelling: string, path: string): boolean {
  return path.endsWith(`/${spelling}`) || spelling.endsWith(`/${path}`);
}

function wordsOf(text: string, indexText: IndexText): ReadonlySet<string> {
  const written = text
    .split(/[^\p{L}\p{N}_.#/-]+/u)
    .filter((word) => word.length > 1 && !isStopWord(word))
    .join(' ');
  return new Set(
    indexText(written)
      .split(' ')
      .filter((word) => word !== ''),
  );
}

/** Settled and newer statements first; among them those whose words many others share. The best first. */
function scored(candidates: readonly Candidate[]): Candidate[] {
  const frequency = new Map<string, number>();
  for (const { words } of candidates) for (const word of words) frequency.set(word, (frequency.get(word) ?? 0) + 1);
  const most = Math.max(1, ...frequency.values());
  const withScores = candidates.map((candidate, at) => {
    const { words, source } = candidate;
    const shared = [...words].reduce((sum, word) => sum + ((frequency.get(word) ?? 1) - 1) / most, 0);
    const central = words.size === 0 ? 0 : shared / Math.sqrt(words.size);
    const recent = 1 - at / candidates.length;
    const kind = source.isSettled ? 1 : kindWeights[source.ref.kind];
    return { ...candidate, score: (kind + 0.6 * central + 0.5 * recent) * source.confidence };
  });
  return withScores.sort((one, other) => other.score - one.score || one.text.localeCompare(other.text));
}

const kindWeights: Readonly<Record<JudgedSource['ref']['kind'], number>> = {
  fact: 0.9,
  knowledge: 0.9,
  session: 0.5,
  chunk: 0.4,
  entry: 0.4,
  message: 0.3,
};

/** At most two of those that look alike, because one of them may say the opposite. */
function toCompare(candidates: readonly Candidate[]): Candidate[] {
  const kept: Candidate[] = [];
  for (const candidate of candidates) {
    if (kept.length >= maxCompared) break;
    const alike = kept.filter((one) => overlap(one.words, candidate.words) >= sameFrom);
    if (alike.length < 2 && !alike.some(({ text }) => text === candidate.text)) kept.push(candidate);
  }
  return kept;
}

/** Of the larger set. */
function overlap(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  let common = 0;
  for (const word of one) if (other.has(word)) common += 1;
  return common / Math.max(1, one.size, other.size);
}

/** Of two that say the same, the newer one is left. */
function compared(
  candidates: readonly Candidate[],
  indexText: IndexText,
): { conflicts: SynthesisConflict[]; left: Candidate[] } {
  const conflicts: SynthesisConflict[] = [];
  const out = new Set<Candidate>();
  for (const [at, one] of candidates.entries()) {
    const compare = comparisonWith(one.text, indexText);
    for (const other of candidates.slice(at + 1)) {
      if (out.has(one)) break;
      if (out.has(other)) continue;
      const isAlike = overlap(one.words, other.words) >= sameFrom;
      if (compare(other.text)?.relation === 'contradicts') {
        conflicts.push({ statements: [one, other].map(sentenceFrom) });
        out.add(one).add(other);
      } else if (isAlike) out.add(one.source.createdAt < other.source.createdAt ? one : other);
    }
  }
  return { conflicts: conflicts.slice(0, maxConflicts), left: candidates.filter((candidate) => !out.has(candidate)) };
}

/** The best that fit; a longer one may make room for a shorter. */
function fitting(candidates: readonly Candidate[]): Candidate[] {
  const chosen: Candidate[] = [];
  let tokens = 0;
  for (const candidate of candidates) {
    const cost = estimateTokens(candidate.text);
    if (chosen.length >= maxChosen || tokens + cost > maxTokens) continue;
    chosen.push(candidate);
    tokens += cost;
  }
  return chosen;
}

function sentenceFrom({ text, source }: Candidate): SynthesisSentence {
  const ended = /[.!…。！]["')\]]?$/u.test(text) ? text : `${text}.`;
  return { text: ended, sources: [source.ref] };
}

/**
 * The inbox of a reviewer: each proposal with evidence from its session and similar entries. Both are found by words
 * only, like contradictions between facts; a person decides.
 */
import { oneLine, shorten } from '../../util/text.ts';
import type { IndexText } from '../shared/ports.ts';
import type { Comparison, StatementRelation } from '../shared/statements.ts';
import { closestFirst, comparisonWith, informativeWords } from '../shared/statements.ts';
import type { Knowledge } from './knowledge.ts';
import type { LiveKnowledge, SaidInSession, StoredInbox } from './knowledgeStore.ts';

/** A fact or an exchange of the proposer, from the session of the proposal. */
interface Evidence {
  kind: 'fact' | 'chunk';
  id: string;
  /** On one line, at most 300 characters. */
  text: string;
}

interface SimilarKnowledge extends LiveKnowledge {
  relation: StatementRelation;
  /** 0 to 1. */
  similarity: number;
}

export interface Proposal {
  entry: Knowledge;
  /** The session of the proposal; null if it is unknown or deleted. */
  session: { id: string; headline: string } | null;
  /** The passages that share most words with it; at most 3. */
  evidence: Evidence[];
  /** Approved or pending entries: contradictions first, then the most similar; at most 3. */
  similar: SimilarKnowledge[];
}

export interface Inbox {
  proposals: Proposal[];
  /** Counts all that the reader may see. */
  total: number;
  /** Whether the reader may review proposals. */
  mayReview: boolean;
}

const evidenceShown = 3;
const evidenceLength = 300;
const similarShown = 3;
/** Entries that are compared in full. */
const maxCompared = 8;
/** Characters of a content that are compared. */
const comparedLength = 2_000;

export function inboxFrom(stored: StoredInbox, indexText: IndexText): Inbox {
  const shelf = shelfOf(stored.live);
  const proposals = stored.proposals.map(({ entry, session }) => {
    const said = stored.said.filter(({ sessionId }) => sessionId === session?.id);
    return {
      entry,
      session,
      evidence: evidenceFor(entry, said, indexText),
      similar: similarTo(entry, shelf, indexText),
    };
  });
  return { proposals, total: stored.total, mayReview: stored.right !== 'none' };
}

/** Requires two common words, or one if the proposal has no more. */
function evidenceFor(entry: Knowledge, said: readonly SaidInSession[], indexText: IndexText): Evidence[] {
  const informative = new Set([
    ...informativeWords(entry.title, indexText),
    ...informativeWords(entry.content, indexText),
  ]);
  const scored = said.map((one) => {
    const words = new Set(indexText(one.text).split(' '));
    return { one, shared: [...informative].filter((word) => words.has(word)).length };
  });
  return scored
    .filter(({ shared }) => shared >= Math.min(2, informative.size) && shared > 0)
    .sort((one, other) => other.shared - one.shared)
    .slice(0, evidenceShown)
    .map(({ one: { kind, id, text } }) => ({ kind, id, text: shorten(oneLine(text), evidenceLength) }));
}

/** The live entries, with an index by word. */
interface Shelf {
  entries: readonly LiveKnowledge[];
  /** The number of words of each entry. */
  sizes: readonly number[];
  holding: ReadonlyMap<string, readonly number[]>;
}

function shelfOf(entries: readonly LiveKnowledge[]): Shelf {
  const holding = new Map<string, number[]>();
  const sizes = entries.map(({ title, content }, place) => {
    const words = plainWords(beginningOf({ title, content }));
    for (const word of words) {
      const places = holding.get(word);
      if (places === undefined) holding.set(word, [place]);
      else places.push(place);
    }
    return words.size;
  });
  return { entries, sizes, holding };
}

/** Only the entries that share most words are compared in full, which is far more expensive. */
function similarTo(entry: Knowledge, shelf: Shelf, indexText: IndexText): SimilarKnowledge[] {
  const words = plainWords(beginningOf(entry));
  const common = new Map<number, number>();
  for (const word of words) {
    for (const place of shelf.holding.get(word) ?? []) common.set(place, (common.get(place) ?? 0) + 1);
  }
  // Relative to the shorter text, so that a short entry finds a long one that contains it.
  const shared = [...common]
    .map(([place, count]) => ({ place, share: count / Math.min(words.size, shelf.sizes[place] ?? words.size) }))
    .sort((one, other) => other.share - one.share || one.place - other.place)
    .flatMap(({ place }) => shelf.entries[place] ?? [])
    .filter(({ id }) => id !== entry.id)
    .slice(0, maxCompared);
  const compare = comparerOf(entry, indexText);
  return shared
    .flatMap((other) => {
      const comparison = compare(other);
      return comparison === undefined ? [] : [{ ...other, ...comparison }];
    })
    .sort(closestFirst)
    .slice(0, similarShown);
}

/**
 * The contents determine the relation. If they differ in length, titles and whole texts can still show that both
 * entries have the same subject.
 */
function comparerOf(entry: Knowledge, indexText: IndexText): (other: LiveKnowledge) => Comparison | undefined {
  const byContent = comparisonWith(entry.content, indexText);
  const byTitle = comparisonWith(entry.title, indexText);
  const byAll = comparisonWith(`${entry.title}. ${entry.content}`, indexText);
  return ({ title, content }) => {
    const contents = byContent(content.slice(0, comparedLength));
    if (contents !== undefined && contents.relation !== 'similar') return contents;
    const alike = [contents, byTitle(title), byAll(beginningOf({ title, content }))].map(
      (found) => found?.similarity ?? 0,
    );
    const similarity = Math.max(...alike);
    return similarity === 0 ? undefined : { relation: 'similar', similarity };
  };
}

function beginningOf({ title, content }: { title: string; content: string }): string {
  return `${title}. ${content.slice(0, comparedLength)}`;
}

/** Without stemming, which would be too slow for every entry. Scripts without spaces yield characters. */
function plainWords(text: string): ReadonlySet<string> {
  const words = text.normalize('NFKC').toLowerCase().match(wordOrCharacter) ?? [];
  return new Set(words);
}

const wordOrCharacter = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu;

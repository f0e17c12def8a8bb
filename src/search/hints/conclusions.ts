/** What sessions concluded, as lines with the evidence that they are about the matter of a prompt. */
import type { Evidence } from '../../memory/facts/evidence.ts';
import type { OfferRef } from '../../memory/recall/offers.ts';
import type { Candidate } from '../../memory/recall/recall.ts';
import type { Caller } from '../../memory/shared/identity.ts';
import { quotedLine } from '../../memory/trust/quoting.ts';
import { maySendAutomatically, trustedPart } from '../../memory/trust/trust.ts';
import { topicWordsOf } from '../query/commonWords.ts';
import type { Relatedness } from '../ranking/relatedness.ts';
import { minSentConfidence } from '../shared/weights.ts';
import { fileIn, withoutKind } from './callHints.ts';
import { nameOfSymbol } from './touchedNames.ts';

export interface RankedSession {
  session: Candidate;
  /** In nats. */
  score: number;
}

export interface ScoredLine {
  memory: Candidate;
  /** Under which the line is recorded as sent. */
  claim: OfferRef;
  /** On one line, after its kind. */
  statement: string;
  /** The words that it was learned from, with a space and quotation marks; empty if they say little more. */
  exactWords: () => string;
  /** ISO 8601. */
  saidAt: string;
  session: Candidate;
  /** The evidence that it is about the matter, in nats. */
  score: number;
  /**
   * In nats, too, beside other lines of its kind: also with how its session began, how well it matches, and how many
   * sessions about the matter are newer.
   */
  worth: number;
  /** The words that the prompt shares with it, the rarest first. */
  matched: () => readonly string[];
  /** Of a highlight, among those of its session, the best first; 0 for a fact. */
  rank: number;
}

/** What a prompt is compared with. */
export interface Material {
  relatedness: Relatedness;
  /** How the sessions began, by their ids. */
  openings: ReadonlyMap<string, string>;
  sessions: readonly Candidate[];
  /** How well whole sessions match, by their ids; 0 to 1. */
  matches: ReadonlyMap<string, number>;
  /** Names of the files that are open in an editor; see `namesOfFiles`. */
  openFiles: ReadonlySet<string>;
  /** Names of the symbols and files that the prompt names; see `namesInText`. */
  named: ReadonlySet<string>;
}

/** The best first. */
export function byWorth(one: ScoredLine, other: ScoredLine): number {
  return other.worth - one.worth;
}

/** What a fact of the session that matches best is worth more, in nats. */
const ofBestSession = 8;
/**
 * What being about an open file counts, in nats: about as much as an informative word of the prompt. And what being about
 * a symbol or file counts that the prompt names, if few facts are: then it is about exactly this.
 */
const ofName = { open: 4, named: 8 } as const;
/** About more than these, a name is one that most of the work touches. */
const fewFacts = 4;
/** How much less, with each doubling of the sessions from the newest one on, in nats. */
const ofOlder = 1;

/**
 * The caller's own learned facts of these sessions that are worth more than `minWorth`. What another user shares was
 * reviewed by nobody.
 */
export function factLines(
  facts: readonly Candidate[],
  { user }: Caller,
  { relatedness, openings, sessions, matches, openFiles, named }: Material,
  minWorth = 0,
): ScoredLine[] {
  const namesOf = ({ evidence }: Candidate): string[] =>
    openFiles.size + named.size === 0
      ? []
      : (evidence?.about ?? []).flatMap((name) => fileIn(name) ?? nameOfSymbol(name) ?? []);
  const factsAbout = new Map<string, number>();
  for (const name of facts.flatMap(namesOf)) factsAbout.set(name, (factsAbout.get(name) ?? 0) + 1);
  const newestFirst = sessions.toSorted((one, other) => other.createdAt.localeCompare(one.createdAt));
  return facts.flatMap((memory): ScoredLine[] => {
    const { evidence, ownerId, contradictedBy, confidence } = memory;
    const session = sessions.find(({ id }) => id === memory.sessionId);
    if (evidence === null || session === undefined || ownerId !== user.id) return [];
    if ((confidence ?? 1) < minSentConfidence || contradictedBy.length > 0) return [];
    const began = `${session.title ?? ''}\n${openings.get(session.id) ?? ''}`;
    const words = { text: memory.text, when: evidence.when.join('\n'), about: evidence.about.join('\n'), began };
    const found = relatedness.ofFact(words);
    const names = namesOf(memory);
    const open = names.filter((name) => openFiles.has(name));
    const exact = names.filter((name) => named.has(name) && (factsAbout.get(name) ?? 0) <= fewFacts);
    const ofNames = (exact.length > 0 ? ofName.named : 0) + (open.length > 0 && found.score > 0 ? ofName.open : 0);
    const age = Math.log2(newestFirst.indexOf(session) + 1);
    const worth = found.worth + ofBestSession * (matches.get(session.id) ?? 0) - ofOlder * age + ofNames;
    // Reads the whole text, so only where it may matter.
    if (worth <= minWorth || !maySendAutomatically(trustedPart(memory))) return [];
    const text = `${words.text}\n${words.when}\n${words.about}`;
    return [
      {
        ...{ memory, session, worth, rank: 0 },
        claim: { kind: 'fact', id: memory.id },
        statement: `[${evidence.type}] #${memory.id} ${quotedLine(memory.text)}`,
        exactWords: () => exactWordsOf(memory.text, evidence, session),
        saidAt: memory.createdAt,
        score: (exact.length > 0 ? Math.max(found.score, found.ofWords) : found.score) + ofNames,
        matched: () => [...new Set([...relatedness.wordsOf({ text, began }), ...open.slice(0, 1).map(withoutKind)])],
      },
    ];
  });
}

/** A quote with at least this many words that its sentence does not have says something more. */
const minNewWords = 3;

/** Nobody vouched for them: a person who edits the sentence does not see them. */
function exactWordsOf(text: string, { quote, by }: Evidence, { origin }: Candidate): string {
  if (by !== 'user' && origin === 'web') return '';
  const held = new Set(topicWordsOf(text).map(({ word }) => word));
  const isNew = topicWordsOf(quote).filter(({ word }) => !held.has(word)).length >= minNewWords;
  return isNew && maySendAutomatically({ origin: 'transcript', texts: [quote] }) ? ` "${quotedLine(quote)}"` : '';
}

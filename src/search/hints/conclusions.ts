/** What sessions concluded, as lines with the evidence that they are about the matter of a prompt. */
import type { OfferRef } from '../../memory/recall/offers.ts';
import type { Candidate } from '../../memory/recall/recall.ts';
import type { Caller } from '../../memory/shared/identity.ts';
import { quotedLine } from '../../memory/trust/quoting.ts';
import { maySendAutomatically, trustedPart } from '../../memory/trust/trust.ts';
import type { Relatedness } from '../ranking/relatedness.ts';
import { minSentConfidence } from '../shared/weights.ts';

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
  /** ISO 8601. */
  saidAt: string;
  session: Candidate;
  /** In nats. */
  score: number;
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
}

/** How much of the evidence in the beginning of its session counts for a fact. */
const shareOfBeginning = 0.5;

/** The caller's own learned facts of these sessions. What another user shares was reviewed by nobody. */
export function factLines(
  facts: readonly Candidate[],
  { user }: Caller,
  { relatedness, openings, sessions }: Material,
): ScoredLine[] {
  return facts.flatMap((memory): ScoredLine[] => {
    const { evidence, ownerId, contradictedBy, confidence } = memory;
    const session = sessions.find(({ id }) => id === memory.sessionId);
    if (evidence === null || session === undefined || ownerId !== user.id) return [];
    if ((confidence ?? 1) < minSentConfidence || contradictedBy.length > 0) return [];
    if (!maySendAutomatically(trustedPart(memory))) return [];
    const began = `${session.title ?? ''}\n${openings.get(session.id) ?? ''}`;
    const conclusion = { text: `${memory.text}\n${memory.keywords}`, began };
    const score = relatedness.of(conclusion, shareOfBeginning);
    const matched = (): string[] => relatedness.wordsOf(conclusion);
    const statement = `[${evidence.type}] #${memory.id} ${quotedLine(memory.text)}`;
    const claim = { kind: 'fact', id: memory.id };
    return [{ memory, claim, statement, saidAt: memory.createdAt, session, score, matched, rank: 0 }];
  });
}

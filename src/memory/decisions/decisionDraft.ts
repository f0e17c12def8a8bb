/**
 * A draft of a decision from an exchange that a rule kept: the sentence as its title, the reason that the passage
 * gives, and what was not chosen. A person completes and approves it; nothing becomes a decision by itself.
 */
import { oneLine, shorten } from '../../util/text.ts';
import type { KeptReason } from '../shared/vocabulary.ts';
import { alternativesIn } from './alternatives.ts';
import type { KeptDecision } from './decisionStore.ts';

export interface DecisionDraft {
  chunkId: number;
  /** The sentence that states the decision, word for word, at most 300 characters. */
  quote: string;
  /** The quote without its last punctuation. */
  title: string;
  decidedBy: string;
  assistedBy: string[];
  /** Null if the passage gives no reason; then a person has to. */
  rationale: string | null;
  alternatives: string[];
  project: string | null;
  sessionId: string;
  sessionHeadline: string;
  createdAt: string;
}

/** Finds the sentence of a passage for which a rule keeps it; undefined if the rules no longer find one. */
export type FindSentence = (content: string, role: string, reason: KeptReason) => string | undefined;

const maxQuote = 300;
const because = /\b(?:because|since|so that|as it|due to|weil|damit|parce que|porque)\b|因为|由于/iu;

/** `decidedBy` is the owner of the exchange: whoever typed it, or whose assistant said it. */
export function draftFrom(kept: KeptDecision, decidedBy: string, findSentence: FindSentence): DecisionDraft {
  const { chunkId, content, role, agentName, projectName, sessionId, sessionHeadline, createdAt } = kept;
  const quote = shorten(oneLine(findSentence(content, role, 'decision') ?? content), maxQuote);
  return {
    chunkId,
    quote,
    title: quote.replace(/[.!。！\s]+$/u, ''),
    decidedBy,
    assistedBy: agentName === null ? [] : [agentName],
    rationale: reasonIn(content, quote),
    alternatives: alternativesIn(quote),
    project: projectName,
    sessionId,
    sessionHeadline,
    createdAt,
  };
}

/** The sentence with a reason: the quote itself, or the one after it. */
function reasonIn(content: string, quote: string): string | null {
  if (because.test(quote)) return quote;
  const text = oneLine(content);
  const place = text.indexOf(quote.slice(0, 60));
  const rest = place < 0 ? '' : text.slice(place + quote.length).trim();
  const next = /^[^.!?。！？]{8,400}[.!?。！？]?/u.exec(rest)?.[0].trim() ?? '';
  return because.test(next) ? next : null;
}

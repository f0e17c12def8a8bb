/**
 * A draft of a decision from an exchange that a rule kept: what its sentence says was decided, the reason that the
 * passage gives, and what was not chosen. A person completes and approves it; nothing becomes a decision by itself.
 */
import { oneLine, shorten } from '../../util/text.ts';
import type { KeptReason } from '../shared/vocabulary.ts';
import { alternativesIn } from './alternatives.ts';
import type { KeptDecision } from './decisionStore.ts';

export interface DecisionDraft {
  chunkId: number;
  /** The sentence that states the decision, word for word, at most 300 characters. */
  quote: string;
  /** The quote without "we decided to", its reason and its last punctuation. */
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
/** Where a reason begins; "so that" and a German "weil" belong to it. */
const because =
  /[,;，；]?\s*(?:\b(?:because|since|due to|as(?=\s+it\b)|parce que|porque)\s+|因为|由于|\b(?=(?:so that|damit|weil)\b))/iu;
const decided =
  /^(?:(?:so|then|ok|okay|today|finally),?\s+)?(?:we|i|the team)(?:['’]ve|\s+have)?\s+(?:decided|agreed)\s+to\s+/iu;

/** `decidedBy` is the owner of the exchange: whoever typed it, or whose assistant said it. */
export function draftFrom(kept: KeptDecision, decidedBy: string, findSentence: FindSentence): DecisionDraft {
  const { chunkId, content, role, agentName, projectName, sessionId, sessionHeadline, createdAt } = kept;
  const quote = shorten(oneLine(findSentence(content, role, 'decision') ?? content), maxQuote);
  return {
    chunkId,
    quote,
    title: titleOf(quote),
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

function titleOf(quote: string): string {
  const { index: end = 0 } = because.exec(quote) ?? {};
  const statement = quote.slice(0, end === 0 ? undefined : end).replace(decided, '');
  return capitalized(statement.replace(/[.!。！\s]+$/u, ''));
}

/** From the quote itself, or else the whole sentence after it. */
function reasonIn(content: string, quote: string): string | null {
  const own = because.exec(quote);
  // A sentence that begins with its reason says both together.
  if (own !== null) return own.index === 0 ? quote : capitalized(quote.slice(own.index + own[0].length));
  const text = oneLine(content);
  const place = text.indexOf(quote.slice(0, 60));
  const rest = place < 0 ? '' : text.slice(place + quote.length).trim();
  const next = /^[^.!?。！？]{8,400}[.!?。！？]?/u.exec(rest)?.[0].trim() ?? '';
  return because.test(next) ? next : null;
}

function capitalized(text: string): string {
  return text.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase());
}

/** Which sessions amend what others settled, and the order in which a prompt gets both: what holds comes first. */
import type { Candidate } from '../../memory/recall/recall.ts';
import { PromptWords } from '../ranking/clearMatch.ts';
import { sharedEvidence } from '../ranking/relatedness.ts';
import type { Material, ScoredLine } from './conclusions.ts';
import { byWorth } from './conclusions.ts';

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
/** Facts of a session that amends others, before each fact that they amend. */
const maxAmending = 3;
/** What a fact shares with the one that it amends, in nats: two informative words. */
const minAmending = 9;

/** Among which sessions to look. */
type Among = Pick<Material, 'sessions' | 'openings'> & {
  /** Of the evidence of the shorter text that both must share, 0 to 1. */
  minShare?: number;
};

/**
 * Sessions newer than the given one that say they amend something, and share words with what it settled, those that
 * share the most first.
 */
export function sessionsAmending(
  settling: Candidate,
  settled: readonly string[],
  { sessions, openings, minShare = minShared.ofFacts }: Among,
): Candidate[] {
  const beginningOf = ({ id, title }: Candidate): string => `${title ?? ''}\n${openings.get(id) ?? ''}`;
  const words = new PromptWords([beginningOf(settling), ...settled].join('\n'));
  const found = sessions.flatMap((session) => {
    const beginning = beginningOf(session);
    if (session.createdAt <= settling.createdAt || !amendment.test(beginning.replace(amendedCommit, ''))) return [];
    const text = `${beginning}\n${session.text}`;
    const shared = sharedEvidence(words, text);
    const whole = Math.min(words.whole, new PromptWords(text).whole);
    return shared >= Math.max(minShared.evidence, minShare * whole) ? [{ session, shared }] : [];
  });
  return found.sort((one, other) => other.shared - one.shared).map(({ session }) => session);
}

/** Each fact after those that amend it. */
export function withAmending<T extends ScoredLine>(facts: readonly T[], amending: readonly T[]): T[] {
  const sorted = amending.toSorted((one, other) => rejectedLast(one, other) || byWorth(one, other));
  return facts.flatMap((fact) => {
    const words = new PromptWords(fact.memory.text);
    const newer = sorted.filter(({ memory, session }) => {
      return session !== fact.session && sharedEvidence(words, memory.text) >= minAmending;
    });
    return [...newer.slice(0, maxAmending), fact];
  });
}

/** What holds comes before what was given up. */
function rejectedLast(one: ScoredLine, other: ScoredLine): number {
  const isRejected = ({ memory }: ScoredLine): number => (memory.evidence?.type === 'rejected' ? 1 : 0);
  return isRejected(one) - isRejected(other);
}

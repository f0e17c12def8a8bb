/**
 * Who worked on something? Ranks people by their public cards and by approved knowledge that they proposed, and says
 * why. It reads no other memory of theirs: what a card does not show is not found either.
 */
import type { Person, CardTopic } from '../../memory/people/cards.ts';
import type { Expert, Reason, WhoAnswer } from '../../memory/people/expert.ts';
import { maxExperts } from '../../memory/people/expert.ts';
import type { Caller } from '../../memory/shared/identity.ts';
import { limits, requireText, requireWholeBetween } from '../../memory/shared/input.ts';
import type { Clock } from '../../memory/shared/ports.ts';
import { dayNumber } from '../../util/days.ts';
import { standardScores } from '../embedding/wordVectors.ts';
import type { SearchAnswer } from '../explanation/searchResult.ts';
import type { Meaning } from '../ranking/meaning.ts';
import { PublicWords } from './publicWords.ts';

export interface ExpertsInput {
  query: string;
  /** 1 to 50; the default is 10. */
  limit?: number;
}

interface ExpertsParts {
  /** Searches approved knowledge, by words and by meaning. */
  findKnowledge: (caller: Caller, query: string, limit: number) => Promise<SearchAnswer>;
  meaning: Pick<Meaning, 'similarTexts'>;
  clock: Clock;
}

/** A reason with its strength, 0 to 1. */
interface Weighed {
  strength: number;
  reason: Reason;
}

const knowledgeRead = 50;
/** Results below this are found by a common word only. */
const minKnowledgeScore = 0.3;
const reasonsShown = 4;
const titlesShown = 3;
/** The strength of a topic is from `first` for one session to 1 for `many`, and less if it was long ago. */
const sessionsWorth = { first: 0.5, many: 32 };
const ageWorth = { old: 0.6, halfDays: 90 };
/** What someone says of themselves counts less than work. */
const saidWorth = 0.6;
const knowledgeWorth = 0.9;
/** A topic is near in meaning if it is this many standard deviations nearer than the mean of all; 5 is the strongest. */
const near = { deviations: 2, strongest: 5, worth: 0.7, most: 5 };
/** Among fewer topics a mean says nothing, and a cosine of 1 counts as `few` deviations. */
const fewTopics = { fewest: 10, few: 3 };

export async function findExperts(
  caller: Caller,
  people: readonly Person[],
  input: ExpertsInput,
  { findKnowledge, meaning, clock }: ExpertsParts,
): Promise<WhoAnswer> {
  const query = requireText('query', input.query, limits.shortText, 'Shorten it.');
  const limit = requireWholeBetween('limit', input.limit ?? 10, 1, maxExperts);
  const words = new PublicWords(query, people.map(textOf));
  const topics = [...new Set(people.flatMap((person) => person.topics.map(({ topic }) => topic)))];
  const likeness = await meaning.similarTexts(query, topics);
  const nearness = nearnessOf(topics, likeness.answer);
  const knowledge = await findKnowledge(caller, query, knowledgeRead);
  const scores = new Map(knowledge.results.map(({ id, score }) => [id, score]));
  const today = dayNumber(clock.now().toISOString().slice(0, 10)) ?? 0;
  const experts = people.flatMap((person) => {
    const weighed = [
      ...person.topics.flatMap((topic) => weighTopic(topic, { words, nearness, today })),
      ...weighRole(person, words),
      ...weighKnowledge(person, scores),
    ];
    return weighed.length === 0 ? [] : [expertFrom(person, weighed)];
  });
  const notice = likeness.notice ?? knowledge.notice;
  return {
    experts: experts.sort(betterFirst).slice(0, limit),
    searched: people.length,
    notice,
  };
}

/** Everything by which a person is found without knowledge. */
function textOf({ topics, role }: Person): string {
  return [...topics.map(({ topic }) => topic), role ?? ''].join('\n');
}

/** Of topics near the query in meaning: how near, 0 to 1. */
function nearnessOf(topics: readonly string[], cosines: readonly number[] | undefined): ReadonlyMap<string, number> {
  if (cosines === undefined) return new Map();
  const isFew = topics.length < fewTopics.fewest;
  const deviations = isFew ? cosines.map((cosine) => cosine * fewTopics.few) : standardScores(cosines);
  const found = topics.flatMap((topic, place): [string, number][] => {
    const far = deviations[place] ?? 0;
    return far < near.deviations ? [] : [[topic, Math.min(1, far / near.strongest)]];
  });
  return new Map(found.sort(([, one], [, other]) => other - one).slice(0, near.most));
}

function weighTopic(
  topic: CardTopic,
  { words, nearness, today }: { words: PublicWords; nearness: ReadonlyMap<string, number>; today: number },
): Weighed[] {
  const [byWords, byMeaning] = [words.shareIn(topic.topic), (nearness.get(topic.topic) ?? 0) * near.worth];
  const strength = Math.max(byWords, byMeaning) * workIn(topic, today);
  if (strength === 0) return [];
  return [{ strength, reason: { kind: 'topic', isByMeaning: byMeaning > byWords, ...topic } }];
}

function workIn({ sessions, lastDay }: CardTopic, today: number): number {
  if (sessions === 0) return saidWorth;
  const { first, many } = sessionsWorth;
  const amount = first + (1 - first) * Math.min(1, Math.log2(sessions) / Math.log2(many));
  const days = lastDay === null ? Infinity : Math.max(0, today - (dayNumber(lastDay) ?? 0));
  return amount * (ageWorth.old + (1 - ageWorth.old) * 2 ** (-days / ageWorth.halfDays));
}

function weighRole({ role }: Person, words: PublicWords): Weighed[] {
  const share = role === null ? 0 : words.shareIn(role);
  return role === null || share === 0 ? [] : [{ strength: share * saidWorth, reason: { kind: 'role', role } }];
}

function weighKnowledge({ knowledge, showsHeadlines }: Person, scores: ReadonlyMap<string, number>): Weighed[] {
  const found = knowledge
    .map(({ id, title }) => ({ title, score: scores.get(String(id)) ?? 0 }))
    .filter(({ score }) => score >= minKnowledgeScore)
    .sort((one, other) => other.score - one.score);
  const [best] = found;
  if (best === undefined) return [];
  const titles = showsHeadlines ? found.slice(0, titlesShown).map(({ title }) => title) : [];
  const reason: Reason = { kind: 'knowledge', count: found.length, titles };
  return [{ strength: knowledgeWorth * Math.min(1, best.score), reason }];
}

/** Reasons add up, but never beyond 1. */
function expertFrom(person: Person, weighed: readonly Weighed[]): Expert {
  const reasons = weighed.toSorted((one, other) => other.strength - one.strength);
  return {
    person,
    score: 1 - reasons.reduce((rest, { strength }) => rest * (1 - Math.min(0.95, strength)), 1),
    reasons: reasons.slice(0, reasonsShown).map(({ reason }) => reason),
  };
}

function betterFirst(one: Expert, other: Expert): number {
  return other.score - one.score || (one.person.username < other.person.username ? -1 : 1);
}

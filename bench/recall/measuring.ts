/** Measures one set: BigMind and the floor on the same questions, and the difference between them. */
import { askedInAllWays } from './asking.ts';
import type { AskedInAllWays } from './asking.ts';
import { floor } from './baselines.ts';
import type { Baseline } from './baselines.ts';
import { withStore } from './bigmind.ts';
import type { Conversation, Dataset } from './dataset.ts';
import { differencesOf } from './difference.ts';
import type { Difference } from './difference.ts';
import { tokenLimits } from './firstTokens.ts';
import { figuresOf, hasAnswer, scoreOf } from './metrics.ts';
import type { Answered, Score } from './metrics.ts';
import { sessionOfTurn } from './sets.ts';

/** BigMind's figures on one set, with a separate store for each conversation. */
export interface Measured {
  /** With many results. */
  score: Score;
  /** Further shares by name, in addition to the usual measures. */
  further: Record<string, number>;
  /** The floor with as many results. */
  floorScore: Score;
  /** How much higher BigMind's figures are than the floor's, by name. */
  overFloor: Record<string, Difference>;
}

/** The default limit of `memory_search`. */
const fewResults = 10;

export async function measure(set: Dataset, note: (text: string) => void): Promise<Measured> {
  const transcripts = set.reader === 'claude-code' ? set.folder : undefined;
  const each = set.conversations.map(({ turns, questions }, index) => {
    return withStore({ turns, transcripts }, note, (store) => {
      note(`${set.name}: conversation ${index + 1} of ${set.conversations.length}`);
      return askedInAllWays(set, questions, store);
    });
  });
  const asked = (await Promise.all(each)).flat();
  const floorMany = set.conversations.flatMap((conversation) => answersOf(floor, set, conversation));
  const floorFew = floorMany.map((answered) => ({ ...answered, ranked: answered.ranked.slice(0, fewResults) }));
  const [many, few] = [asked.map((each) => each.many), asked.map((each) => each.few)];
  const [score, fewScore] = [scoreOf(many), scoreOf(few)];
  return {
    score,
    further: {
      'limit 10: recall@5': fewScore.overall['recall@5'],
      'limit 10: recall@10': fewScore.overall['recall@10'],
      'limit 10: mrr': fewScore.overall.mrr,
      ...evidenceWithin(asked),
      ...sessionsAlone(asked),
      ...(score.staleFirst !== undefined && { [staleFirst]: score.staleFirst }),
      ...(score.abstention !== undefined && { [abstention]: score.abstention }),
    },
    floorScore: scoreOf(floorMany),
    overFloor: { ...overFloor('', many, floorMany), ...overFloor('limit 10: ', few, floorFew) },
  };
}

/** Names of figures; for the first, less is better. */
export const staleFirst = 'stale first';
export const abstention = 'abstention AUC';

/** The results of a simple method, in the units of the set's evidence. */
export function answersOf(
  { fill }: Baseline,
  { level }: Pick<Dataset, 'level'>,
  { turns, questions }: Conversation,
): Answered[] {
  const find = fill(turns);
  return questions.map((question) => {
    const hits = find(question);
    const ranked = hits.map(({ id }) => (level === 'session' ? sessionOfTurn(id) : id));
    const { category, evidence, stale } = question;
    return { category, evidence, stale, ranked, topScore: hits[0]?.score ?? 0 };
  });
}

/** Share of the questions that have an answer. */
function evidenceWithin(asked: readonly AskedInAllWays[]): Record<string, number> {
  const answerable = asked.filter(({ many }) => hasAnswer(many));
  const share = (isWithin: (one: AskedInAllWays) => boolean | undefined): number =>
    answerable.filter(isWithin).length / Math.max(1, answerable.length);
  return Object.fromEntries(
    tokenLimits.flatMap((tokens, index) => [
      [`text: evidence in ${tokens} tokens`, share(({ withinText }) => withinText[index])],
      [`json: evidence in ${tokens} tokens`, share(({ withinJson }) => withinJson[index])],
    ]),
  );
}

function sessionsAlone(asked: readonly AskedInAllWays[]): Record<string, number> {
  const alone = asked.flatMap(({ sessions }) => sessions ?? []);
  if (alone.length === 0) return {};
  const { overall } = scoreOf(alone);
  return { 'sessions alone: recall@5': overall['recall@5'], 'sessions alone: mrr': overall.mrr };
}

function overFloor(prefix: string, ours: readonly Answered[], floors: readonly Answered[]): Record<string, Difference> {
  const [our, other] = [ours, floors].map((answered) => answered.filter(hasAnswer).map(figuresOf));
  const differences = differencesOf(our ?? [], other ?? []);
  return { [`${prefix}recall@5`]: differences['recall@5'], [`${prefix}mrr`]: differences.mrr };
}

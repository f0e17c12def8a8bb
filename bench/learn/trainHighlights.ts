/**
 * `npm run train:highlights`: fits the weights of the linear model that selects highlights, writes them to
 * `src/memory/learn/highlights/weights.ts`, and prints cross-validated figures. BIGMIND_BENCH names the folder of the
 * labelled sessions. `-- --check` writes nothing.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { candidatesFrom } from '../../src/memory/learn/highlights/candidates.ts';
import type { Candidate } from '../../src/memory/learn/highlights/candidates.ts';
import { featureNames, featuresOf, sessionWordsFrom } from '../../src/memory/learn/highlights/features.ts';
import { maxHighlights, minScore, subjectsFrom } from '../../src/memory/learn/highlights/highlights.ts';
import { selectFrom } from '../../src/memory/learn/highlights/selection.ts';
import type { Weights } from '../../src/memory/learn/highlights/selection.ts';
import { readLabelledSessions } from './labelledSessions.ts';
import type { LabelledSession } from './labelledSessions.ts';
import { fitLogistic } from './logisticRegression.ts';
import type { Example } from './logisticRegression.ts';
import { isClearlySame, isSame, readItem, wordsIn } from './sameItem.ts';
import type { ReadItem } from './sameItem.ts';

const l2 = 5;
/**
 * What is expected of features that the labelled sessions seldom show, but other people's do: short corrections, chosen
 * options and recaps. Few examples move a weight little from here.
 */
const expectedWeights: Readonly<Record<string, number>> = {
  contradicts: 1.5,
  isChosen: 1.5,
  acceptedProposal: 1,
  isRecap: 1.5,
  finding: 1,
};
/** A sentence that is the same as an item only by the looser measure is a weak example. */
const looseTarget = 0.3;
const folds = 6;
/** Cross-validation is repeated with other folds, because 48 sessions are few. */
const rounds = 5;
const perSession = [1, 3, 5, 8];
const weightsFile = join(import.meta.dirname, '../../src/memory/learn/highlights/weights.ts');

interface TrainingSession {
  session: LabelledSession;
  candidates: Candidate[];
  examples: Example[];
  items: ReadItem[];
}

interface Counts {
  shown: number;
  right: number;
  clearlyRight: number;
  wanted: number;
  found: number;
  clearlyFound: number;
}

type WithSubject = 'sentence' | 'sentence and subject';

function trainingSession(session: LabelledSession): TrainingSession {
  const candidates = candidatesFrom(session.utterances);
  const words = sessionWordsFrom(candidates);
  const items = session.items.map(readItem);
  const examples = candidates.map((candidate) => ({
    features: featuresOf(candidate, words),
    target: targetOf(candidate, items),
  }));
  return { session, candidates, examples, items };
}

function targetOf({ sentence, messageId }: Candidate, items: readonly ReadItem[]): number {
  const words = wordsIn(sentence);
  if (items.some((item) => isClearlySame(sentence, words, messageId, item))) return 1;
  return words.size >= 4 && items.some((item) => isSame(words, item)) ? looseTarget : 0;
}

function fit(sessions: readonly TrainingSession[]): Weights {
  const weights = fitLogistic(
    sessions.flatMap(({ examples }) => examples),
    featureNames.map((name) => expectedWeights[name] ?? 0),
    l2,
  );
  return Object.fromEntries(featureNames.map((name, at) => [name, Number((weights[at] ?? 0).toFixed(2))]));
}

/** Sums the counts over all sessions, each scored by weights from other sessions. */
function crossValidate(
  sessions: readonly TrainingSession[],
  limits: { max: number; minScore: number },
  withSubject: WithSubject,
): Counts {
  const total = { shown: 0, right: 0, clearlyRight: 0, wanted: 0, found: 0, clearlyFound: 0 };
  for (let round = 0; round < rounds; round += 1) {
    for (let fold = 0; fold < folds; fold += 1) {
      const isTest = (at: number): boolean => foldOf(at, round) === fold;
      const weights = fitted(sessions, round, fold);
      for (const session of sessions.filter((_, at) => isTest(at))) {
        const counts = countRight(session, weights, limits, withSubject);
        for (const name of Object.keys(total) as (keyof Counts)[]) total[name] += counts[name];
      }
    }
  }
  return total;
}

const fits = new Map<string, Weights>();

function fitted(sessions: readonly TrainingSession[], round: number, fold: number): Weights {
  const key = `${round}/${fold}`;
  const weights = fits.get(key) ?? fit(sessions.filter((_, at) => foldOf(at, round) !== fold));
  fits.set(key, weights);
  return weights;
}

/** A fixed shuffle: the sessions of a fold are spread differently in each round. */
function foldOf(session: number, round: number): number {
  return Math.floor(((session + 1) * (round + 1) * 0.618_034 * 997) % folds);
}

function countRight(
  { session, candidates, items }: TrainingSession,
  weights: Weights,
  limits: { max: number; minScore: number },
  withSubject: WithSubject,
): Counts {
  const selected = selectFrom(candidates, weights, limits);
  const subjects = subjectsFrom(session.utterances, selected);
  const shown = selected.map(({ candidate: { sentence, messageId } }, at) => {
    const words = wordsIn(withSubject === 'sentence' ? sentence : `${subjects[at] ?? ''} ${sentence}`);
    const same = items.filter((item) => isSame(words, item));
    const clearlySame = items.filter((item) => isClearlySame(sentence, words, messageId, item));
    return { same, clearlySame };
  });
  const wanted = items.filter(({ value }) => value >= 2);
  return {
    shown: shown.length,
    right: shown.filter(({ same }) => same.length > 0).length,
    clearlyRight: shown.filter(({ clearlySame }) => clearlySame.length > 0).length,
    wanted: wanted.length,
    found: wanted.filter((item) => shown.some(({ same }) => same.includes(item))).length,
    clearlyFound: wanted.filter((item) => shown.some(({ clearlySame }) => clearlySame.includes(item))).length,
  };
}

function percent(part: number, whole: number): string {
  return whole === 0 ? '–' : `${((100 * part) / whole).toFixed(1)} %`;
}

function lineOf(name: string, sessions: number, counts: Counts): string {
  const { shown, right, clearlyRight, wanted, found, clearlyFound } = counts;
  const measured = `precision ${percent(right, shown)}, recall ${percent(found, wanted)}`;
  const strictly = `clearly the same: ${percent(clearlyRight, shown)}, ${percent(clearlyFound, wanted)}`;
  return `${name}: ${measured}; ${strictly}; ${(shown / rounds / sessions).toFixed(2)} a session`;
}

async function writeWeights(weights: Weights): Promise<void> {
  const source = `/** Generated by \`npm run train:highlights\`: the weights of the features in \`features.ts\`. */
import type { Weights } from './selection.ts';

export const weights: Weights = ${JSON.stringify(weights)};
`;
  writeFileSync(weightsFile, await format(source, { ...(await resolveConfig(weightsFile)), parser: 'typescript' }));
}

async function train(folder: string | undefined, isCheck: boolean): Promise<void> {
  if (folder === undefined || folder === '')
    throw new Error('Set BIGMIND_BENCH to the folder of the labelled sessions.');
  const sessions = readLabelledSessions(folder).map(trainingSession);
  const examples = sessions.flatMap((session) => session.examples);
  const positive = examples.filter(({ target }) => target === 1).length;
  console.log(`${sessions.length} sessions, ${examples.length} candidates, ${positive} of them clearly an item`);
  console.log(`Cross-validated by session, ${folds} folds, ${rounds} rounds; recall of value 2 and 3:`);
  for (const withSubject of ['sentence', 'sentence and subject'] as const) {
    for (const max of perSession) {
      const counts = crossValidate(sessions, { max, minScore: 0 }, withSubject);
      console.log(lineOf(`${max} ${withSubject}`, sessions.length, counts));
    }
    for (const limit of [minScore, 0.3, 0.4]) {
      const counts = crossValidate(sessions, { max: maxHighlights, minScore: limit }, withSubject);
      console.log(lineOf(`${maxHighlights} ${withSubject} from a score of ${limit}`, sessions.length, counts));
    }
  }
  if (!isCheck) await writeWeights(fit(sessions));
}

await train(process.env['BIGMIND_BENCH'], process.argv.includes('--check'));

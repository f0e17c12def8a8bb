/**
 * The features of a sentence, by which the linear model scores it: cue families in three languages, the speaker, the
 * place, the form, and how the user took it up. Each is between 0 and 1, and none depends on the words of a project.
 */
import type { Candidate } from './candidates.ts';
import { readCues } from './cueReading.ts';
import type { Cues } from './cueReading.ts';
import { families, familiesByRole, headingFamilies, openings } from './cues.ts';
import { isContradiction } from './replies.ts';

/** What the features need to know of the whole session. */
interface SessionWords {
  /** In how many utterances a word occurs. */
  utterancesWith: ReadonlyMap<string, number>;
  byUsers: ReadonlySet<string>;
  utterances: number;
  /** The average of `commonness` over all candidates. */
  averageCommonness: number;
}

export function sessionWordsFrom(candidates: readonly Candidate[]): SessionWords {
  const utterancesWith = new Map<string, number>();
  const lastUtteranceWith = new Map<string, number>();
  const byUsers = new Set<string>();
  const utterances = new Set<number>();
  for (const { words, utterance, role } of candidates) {
    utterances.add(utterance);
    for (const word of words) {
      if (role === 'user') byUsers.add(word);
      if (lastUtteranceWith.get(word) === utterance) continue;
      lastUtteranceWith.set(word, utterance);
      utterancesWith.set(word, (utterancesWith.get(word) ?? 0) + 1);
    }
  }
  const sum = candidates.reduce((total, { words }) => total + commonness(words, utterancesWith), 0);
  return {
    utterancesWith,
    byUsers,
    utterances: utterances.size,
    averageCommonness: sum / Math.max(1, candidates.length),
  };
}

type Feature = (candidate: Candidate, session: SessionWords, cues: Cues) => number | boolean;

const placeFeatures: Readonly<Record<string, Feature>> = {
  bias: () => 1,
  byUser: ({ role }) => role === 'user',
  inFirstMessage: ({ role, utterance }) => role === 'user' && utterance === 0,
  inLastAnswer: ({ isLastAnswer }) => isLastAnswer,
  inLastTenth: ({ utterance }, { utterances }) => utterance >= utterances * 0.9,
  firstOfAssistant: ({ role, position }) => role === 'assistant' && position === 0,
  firstOfUser: ({ role, position }) => role === 'user' && position === 0,
  lastOfMessage: ({ position, sentences }) => position === sentences - 1,
  onlyOfMessage: ({ sentences }) => sentences === 1,
  placeInMessage: ({ position, sentences }) => position / sentences,
  inLongRequest: ({ role, sentences }) => role === 'user' && sentences > 4,
  inLongAnswer: ({ role, sentences }) => role === 'assistant' && sentences > 8,
  isPair: ({ isPair }) => isPair,
  isItem: ({ isItem }) => isItem,
  isEmphasized: ({ isEmphasized }) => isEmphasized,
  hasSentenceBefore: ({ before }) => before !== '',
  hasHeading: ({ heading }) => heading !== '',
  isAccepted: ({ reply }) => reply === 'acceptance',
  isCorrected: ({ reply }) => reply === 'correction',
  isAskedAbout: ({ reply }) => reply === 'question',
  acceptedProposal: ({ reply }, _, { general }) => reply === 'acceptance' && general.has('proposal'),
  contradicts: ({ role, utterance, plain }) => role === 'user' && utterance > 0 && isContradiction(plain),
  isChosen: ({ isChosen }) => isChosen,
  answersUser: ({ role, answersQuestion }) => role === 'assistant' && answersQuestion,
  answersAssistant: ({ role, answersQuestion }) => role === 'user' && answersQuestion,
  answersCorrection: ({ role, followsCorrection }) => role === 'assistant' && followsCorrection,
};

const formFeatures: Readonly<Record<string, Feature>> = {
  over4Words: ({ wordCount }) => wordCount > 4,
  over8Words: ({ wordCount }) => wordCount > 8,
  over12Words: ({ wordCount }) => wordCount > 12,
  over18Words: ({ wordCount }) => wordCount > 18,
  over26Words: ({ wordCount }) => wordCount > 26,
  wordCount: ({ wordCount }) => Math.min(1, wordCount / 40),
  codeShare: ({ plain }) => codeShare(plain),
  centrality: ({ words }, session) => centrality(words, session),
  userWords: ({ words }, { byUsers }) => shareOf(words, (word) => byUsers.has(word)),
  newWords: ({ words }, { utterancesWith }) => shareOf(words, (word) => (utterancesWith.get(word) ?? 0) <= 1),
};

const patterns: Readonly<Record<string, RegExp>> = {
  hasLabel: /^[^\s.:：][^.:：\n]{0,40}[:：]\s*\S/,
  startsLower: /^[a-z]/,
  endsWithColon: /[:：]$/,
  isQuestion: /[?？]["')\]]?$|[吗呢]$/,
  hasArrow: /→|->|=>/,
  hasQuote: /["“„「『]/,
  namesFile: /\w\/[\w.]|\w\.(?:ts|tsx|js|mjs|py|go|rs|java|kt|cs|cpp|rb|php|md|json|ya?ml|toml|sh|sql|css|html)\b/,
  namesLine: /:\d{1,5}(?:-\d{1,5})?\b|\b[Ll]ines? \d|\b[Zz]eilen? \d|第\s?\d{1,5}\s?行/,
  namesSymbol: /[a-z\d][A-Z]|\w_\w|\w\(\)/,
  namesOption: /(?:^|[\s`("'])--?[a-z][\w-]{1,40}/,
  hasNumber: /(?:^|[\s(`~≥≤<>=])\d{1,9}(?:[.,]\d{1,9})?\s?(?:%|[A-Za-z]{1,7}|次|秒|分钟|天|个|行)?(?=[\s.,;:)`]|$)/,
};

const cueFeatures: Readonly<Record<string, Feature>> = {
  isRecap: (_, __, { isRecap }) => isRecap,
  ...featuresFrom(families, (name) => [[name, (_, __, { general }) => general.has(name)]]),
  ...featuresFrom(openings, (name) => [[name, (_, __, cues) => cues.openings.has(name)]]),
  ...featuresFrom(familiesByRole, (name) => [
    [`user${capitalized(name)}`, ({ role }, _, { byRole }) => role === 'user' && byRole.has(name)],
    [`assistant${capitalized(name)}`, ({ role }, _, { byRole }) => role === 'assistant' && byRole.has(name)],
  ]),
  ...featuresFrom(headingFamilies, (name) => [
    [`heading${capitalized(name)}`, (_, __, { headings }) => headings.has(name)],
  ]),
};

const features: readonly (readonly [string, Feature])[] = [
  ...Object.entries(placeFeatures),
  ...Object.entries(formFeatures),
  ...Object.entries(patterns).map(([name, pattern]) => [name, ({ plain }: Candidate) => pattern.test(plain)] as const),
  ...Object.entries(cueFeatures),
];

/** One or more features for each family. */
function featuresFrom<Name extends string>(
  cueFamilies: Readonly<Record<Name, unknown>>,
  featuresOfFamily: (name: Name) => [string, Feature][],
): Record<string, Feature> {
  return Object.fromEntries((Object.keys(cueFamilies) as Name[]).flatMap(featuresOfFamily));
}

/** Valid identifiers, because the weights have the same names. */
export const featureNames: readonly string[] = features.map(([name]) => name);

/** In the order of `featureNames`. */
export function featuresOf(candidate: Candidate, session: SessionWords): number[] {
  const cues = readCues(candidate.plain, candidate.heading);
  return features.map(([, feature]) => Number(feature(candidate, session, cues)));
}

function capitalized(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}

function codeShare(sentence: string): number {
  if (!sentence.includes('`')) return 0;
  const code = sentence.match(/`[^`]{1,200}`/g) ?? [];
  return code.reduce((sum, { length }) => sum + length, 0) / sentence.length;
}

/** How much more often the session speaks of its words than of those of other sentences; 1 if three times as often. */
function centrality(words: ReadonlySet<string>, { utterancesWith, averageCommonness }: SessionWords): number {
  return Math.min(1, commonness(words, utterancesWith) / (3 * Math.max(0.1, averageCommonness)));
}

/** The average over the words of the logarithm of the number of utterances with it. */
function commonness(words: ReadonlySet<string>, utterancesWith: ReadonlyMap<string, number>): number {
  let sum = 0;
  for (const word of words) sum += Math.log(utterancesWith.get(word) ?? 1);
  return sum / Math.max(1, words.size);
}

function shareOf(words: ReadonlySet<string>, has: (word: string) => boolean): number {
  let count = 0;
  for (const word of words) if (has(word)) count += 1;
  return words.size === 0 ? 0 : count / words.size;
}

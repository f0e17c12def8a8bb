/**
 * Synthetic conversations, the same in each run, to measure a store of 100,000 memories. Word frequencies are as uneven
 * as in real text (Zipf), and most words are made up. The lengths are those of chats: short turns of people, long
 * answers of assistants, with the names, numbers, code and typographic marks of such answers.
 */
import { seededRandom } from '../test/support/seededRandom.ts';
import type { Random } from '../test/support/seededRandom.ts';

export interface TalkMessage {
  session: string;
  session_started_at: string;
  seq: number;
  role: 'user' | 'assistant';
  speaker: string;
  content: string;
  created_at: string;
}

const commonText =
  'the to and of a i in it is that you for on with this we be have are was not as at but so do if they or can what my all ' +
  'will just like would there about from your how an get one out up when me them time know our which more some had then no ' +
  'who could new should make want use now has by see than way also been think only good into work people because any need ' +
  'after day did other first here over go even well back much these right year where take very why two still every most ' +
  'something set really before look down same data file found being again another off last long while code under might let ' +
  'thing things never team many through change better keep own place sure both part old around few try next point help ' +
  'start find run test little home case name using each end such week feel less call show great always too tell number ' +
  'line since question used read maybe friend world different problem page write must without between support server ' +
  'love order plan today talk second live message user issue important state build give person add life family project ' +
  'side enough value system remember version idea school answer during against check hard far already big book room list ' +
  'open once until lot example function happen nice reason away later yet type money night trip story water music dog ' +
  'meeting store error start-up car park summer dinner weekend morning photo class game food doctor city house job train';

const vocabularySize = 30_000;
const longAnswerEvery = 3;
const messagesPerSession = 20;
const speakers = ['Ada', 'Grace', 'Linus', 'Margaret', 'Dennis', 'Barbara', 'Ken', 'Radia', 'Edsger', 'Frances'];

/** `count` messages in sessions of twenty; every third is a long answer. */
export function* syntheticTalk(count: number, seed: number): Generator<TalkMessage> {
  const random = seededRandom(seed);
  const draw = wordDrawer(random);
  for (let i = 0; i < count; i += 1) {
    const session = Math.floor(i / messagesPerSession);
    const isAnswer = i % longAnswerEvery === longAnswerEvery - 1;
    const startedAt = Date.UTC(2025, 0, 1) + session * 5_400_000;
    yield {
      session: `talk-${session}`,
      session_started_at: new Date(startedAt).toISOString(),
      seq: i % messagesPerSession,
      role: isAnswer ? 'assistant' : 'user',
      speaker: isAnswer ? 'Assistant' : (speakers[(session * 7 + (i % 2)) % speakers.length] ?? 'Ada'),
      content: isAnswer ? paragraph(draw, random, 100, 200) : paragraph(draw, random, 8, 32),
      created_at: new Date(startedAt + (i % messagesPerSession) * 60_000).toISOString(),
    };
  }
}

function paragraph(draw: () => string, random: Random, min: number, max: number): string {
  const length = min + Math.floor(random() * (max - min));
  const parts: string[] = [];
  let startsSentence = true;
  for (let i = 0; i < length; i += 1) {
    const word = draw();
    const end = sentenceEnd(random);
    parts.push((startsSentence ? word.charAt(0).toUpperCase() + word.slice(1) : word) + end);
    startsSentence = /[.?!]$/u.test(end);
  }
  return parts.join(' ');
}

/** A typographic mark after one word in four hundred: models write one in a third of their long answers. */
function sentenceEnd(random: Random): string {
  const chance = random();
  if (chance < 0.06) return '.';
  if (chance < 0.11) return ',';
  if (chance < 0.118) return '?';
  if (chance < 0.122) return '!';
  return chance > 0.9975 ? ' —' : '';
}

/** Words by rank, the common ones first; one in fifty is a number, a name of code or a path instead. */
function wordDrawer(random: Random): () => string {
  const words = vocabulary(random);
  const cumulative = new Float64Array(words.length);
  let total = 0;
  for (let rank = 0; rank < words.length; rank += 1) {
    total += 1 / (rank + 2.7);
    cumulative[rank] = total;
  }
  const zipfian = (): string => words[firstAtLeast(cumulative, random() * total)] ?? 'the';
  return () => (random() < 0.02 ? technical(zipfian, random) : zipfian());
}

function technical(word: () => string, random: Random): string {
  const [one, other] = [word(), word()];
  const kind = Math.floor(random() * 5);
  if (kind === 0) return `${one}${other.charAt(0).toUpperCase()}${other.slice(1)}`;
  if (kind === 1) return `${one.toUpperCase()}_${other.toUpperCase()}`;
  if (kind === 2) return `src/${one}/${other}.ts`;
  if (kind === 3) return `${one}'s`;
  return String(Math.floor(random() * 10_000));
}

function firstAtLeast(sorted: Float64Array, wanted: number): number {
  let [low, high] = [0, sorted.length - 1];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle] ?? 0) < wanted) low = middle + 1;
    else high = middle;
  }
  return low;
}

const onsets = 'b br c ch cl d dr f fl g gr h j k l m n p pl pr qu r s sc sh sl sp st str t th tr v w'.split(' ');
const vowels = 'a e i o u ai ea ee oa ou'.split(' ');
const codas = ['', '', 'b', 'ck', 'd', 'l', 'll', 'm', 'n', 'nd', 'ng', 'nt', 'p', 'r', 'rd', 's', 'st', 't', 'x'];
const endings = ['', '', '', '', 's', 'ed', 'ing', 'er', 'ly', 'ness', 'ation', 'ment', 'able', 'y'];

function vocabulary(random: Random): string[] {
  const words = new Set(commonText.split(' '));
  const pick = (parts: readonly string[]): string => parts[Math.floor(random() * parts.length)] ?? '';
  while (words.size < vocabularySize) {
    const syllables = 1 + Math.floor(random() * 2.5);
    let word = '';
    for (let i = 0; i < syllables; i += 1) word += pick(onsets) + pick(vowels) + pick(codas);
    words.add(word + pick(endings));
  }
  return [...words];
}

/**
 * The sentences of a session that may be highlights, and pairs of adjacent ones, each with its place in the
 * conversation. The time is linear in the length of the session, and each message is read once.
 */
import { withoutBold } from '../../summarize/words/sentences.ts';
import { isStopWord, unspaced, writtenWords } from '../../summarize/words/stopWords.ts';
import type { Utterance } from '../../summarize/words/utterances.ts';
import { passagesFrom } from './passages.ts';
import type { Passage } from './passages.ts';
import { choiceFrom, isRefusal, replyFrom } from './replies.ts';
import type { Reply } from './replies.ts';

export interface Candidate extends Passage {
  messageId: number;
  role: 'user' | 'assistant';
  /** Whether it is two adjacent sentences. */
  isPair: boolean;
  /** The sentence without bold. */
  plain: string;
  /** The words that it is about, in lower case; pairs of characters in scripts without spaces. */
  words: ReadonlySet<string>;
  /** The number of words; two characters count as one in scripts without spaces. */
  wordCount: number;
  /** Index of the utterance in the session. */
  utterance: number;
  /** Index of the sentence in the message, and the number of its sentences. */
  position: number;
  sentences: number;
  /** Whether it is in the last answer before the user's next message, or before the end. */
  isLastAnswer: boolean;
  /** How the user's next message takes up an assistant's message; undefined if it is not the next one. */
  reply: Reply | undefined;
  /** Whether the user's next message refuses an assistant's message. */
  isRefused: boolean;
  /** Whether the last message of the other side asks. */
  answersQuestion: boolean;
  /** Whether the last message of the other side corrects or doubts. */
  followsCorrection: boolean;
}

type Placed = Omit<Candidate, 'isPair' | 'plain' | 'words' | 'wordCount'>;

const maxPairLength = 300;
/** A user may decide in two words; an assistant says as much in passing. */
const minWords = { user: 2, assistant: 5 };

export function candidatesFrom(utterances: readonly Utterance[]): Candidate[] {
  let other: Utterance | undefined;
  return utterances.flatMap((utterance, index) => {
    const { role } = utterance;
    const [previous, next] = [utterances[index - 1], utterances[index + 1]];
    if (previous !== undefined && previous.role !== role) other = previous;
    const taken = role === 'assistant' && next?.role === 'user' ? next.said : undefined;
    const place = {
      messageId: utterance.message.id,
      role,
      utterance: index,
      isLastAnswer: role === 'assistant' && next?.role !== 'assistant',
      reply: taken === undefined ? undefined : replyFrom(taken),
      isRefused: taken !== undefined && isRefusal(taken),
      answersQuestion: other !== undefined && /[?？][\s"')*_]*$/.test(other.said.slice(-12)),
      followsCorrection: other !== undefined && replyFrom(other.said) === 'correction',
    };
    const passages = passagesFrom(utterance, taken === undefined ? undefined : choiceFrom(taken));
    return passages
      .map((passage, position) => ({ ...place, ...passage, position, sentences: passages.length }))
      .flatMap(candidatesOf);
  });
}

/** The sentence, if it is long enough, and the pair of it and the one before. */
function candidatesOf(placed: Placed): Candidate[] {
  const single = candidateOf(placed, false);
  if (single.wordCount < minWords[placed.role]) return [];
  const space = /[。！？]$/.test(placed.before) ? '' : ' ';
  const sentence = `${placed.before}${space}${placed.sentence}`;
  if (placed.before === '' || sentence.length > maxPairLength) return [single];
  return [single, candidateOf({ ...placed, sentence, before: '' }, true)];
}

function candidateOf(placed: Placed, isPair: boolean): Candidate {
  const plain = withoutBold(placed.sentence);
  const words = new Set<string>();
  const pairs = new Set<string>();
  for (const written of writtenWords(plain)) {
    if (unspaced.test(written)) for (const pair of pairsOf(written)) pairs.add(pair);
    else if (/^\d/.test(written) || (written.length > 2 && !isStopWord(written))) words.add(written.toLowerCase());
  }
  return { ...placed, isPair, plain, words: new Set([...words, ...pairs]), wordCount: words.size + pairs.size / 2 };
}

function pairsOf(run: string): string[] {
  const characters = Array.from(run);
  return characters.slice(1).map((character, at) => `${characters[at] ?? ''}${character}`);
}

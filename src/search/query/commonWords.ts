/** The words of a text that may reveal its topic. How common each is comes from the lists of the domain. */
import { createEverydayShares } from '../../memory/shared/similarity/everydayWords.ts';
import { isStopWord } from '../../memory/summarize/words/stopWords.ts';
import { isQuestionStopWord } from './question.ts';
import { indexText, runsOf, wordsOfRun } from './words.ts';

/** The estimated share of all texts that contain a word from `wordsOf`, 0 to 1; a default for unknown words. */
export const everydayShareOf = createEverydayShares(indexText);

/** A word with its parts, such as `getuserbyid` with `get` and `user`. */
export interface TopicWord {
  word: string;
  /** Empty for most words. */
  pieces: readonly string[];
}

/**
 * The distinct words of a text that may reveal its topic, in order; without stop words, short numbers and single
 * characters.
 */
export function topicWordsOf(text: string): TopicWord[] {
  const words = new Map<string, TopicWord>();
  for (const run of runsOf(text)) {
    if (isStopWord(run) && !/^\d{3,}$/u.test(run)) continue;
    const [first = '', ...others] = [wordsOfRun(run)].flat();
    // Scripts without spaces give a sequence of pairs; other scripts give a compound followed by its parts.
    const isCompound = /^[\p{ASCII}]*$/u.test(run);
    const found = isCompound ? [{ word: first, pieces: others.filter(isInformative) }] : wordsAlone([first, ...others]);
    for (const one of found) if (isInformative(one.word)) words.set(one.word, one);
  }
  return [...words.values()];
}

function wordsAlone(words: readonly string[]): TopicWord[] {
  return words.map((word) => ({ word, pieces: [] }));
}

function isInformative(word: string): boolean {
  return Array.from(word).length > 1 && !isQuestionStopWord(word) && !/^\d{1,2}$/u.test(word);
}

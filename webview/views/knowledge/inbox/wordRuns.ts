/** Which words of a text another text lacks, regardless of their order. */

/** A piece of a text; the joined runs are the whole text. */
interface WordRun {
  words: string;
  /** Whether only this text contains it. */
  isOwn: boolean;
}

interface Word {
  text: string;
  folded: string;
  isWord: boolean;
}

/** `language` is BCP 47; its rules separate the words, also in scripts without spaces. */
export function wordRuns(text: string, other: string, language: string): WordRun[] {
  const segmenter = new Intl.Segmenter(language, { granularity: 'word' });
  const otherWords = new Set(wordsOf(other, segmenter).map(({ folded }) => folded));
  const runs: WordRun[] = [];
  let between = '';
  for (const word of wordsOf(text, segmenter)) {
    if (!word.isWord) {
      between += word.text;
      continue;
    }
    addWord(runs, between, word.text, !otherWords.has(word.folded));
    between = '';
  }
  return between === '' ? runs : [...runs, { words: between, isOwn: false }];
}

function wordsOf(text: string, segmenter: Intl.Segmenter): Word[] {
  return [...segmenter.segment(text)].map(({ segment, isWordLike }) => ({
    text: segment,
    folded: segment.toLowerCase(),
    isWord: isWordLike === true,
  }));
}

/** Text between two words of the same run belongs to the run; between different runs it is not marked. */
function addWord(runs: WordRun[], between: string, word: string, isOwn: boolean): void {
  const last = runs.at(-1);
  if (last?.isOwn === isOwn) last.words += between + word;
  else if (isOwn) {
    if (last !== undefined) last.words += between;
    else if (between !== '') runs.push({ words: between, isOwn: false });
    runs.push({ words: word, isOwn });
  } else runs.push({ words: between + word, isOwn });
}

/** What one text says that another does not, word by word, whatever the order of the words. */

/** A piece of a text; the runs of a text put together are the text. */
export interface WordRun {
  words: string;
  /** Only this text says it. */
  isOwn: boolean;
}

interface Word {
  text: string;
  folded: string;
  isWord: boolean;
}

/** `language` as BCP 47: by its rules words are told apart, so that scripts without spaces have words, too. */
export function wordRuns(text: string, other: string, language: string): WordRun[] {
  const segmenter = new Intl.Segmenter(language, { granularity: 'word' });
  const said = new Set(wordsOf(other, segmenter).map(({ folded }) => folded));
  const runs: WordRun[] = [];
  let between = '';
  for (const word of wordsOf(text, segmenter)) {
    if (!word.isWord) {
      between += word.text;
      continue;
    }
    addWord(runs, between, word.text, !said.has(word.folded));
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

/** What stands between two words of one run belongs to it; between an own and another it is nobody's own. */
function addWord(runs: WordRun[], between: string, word: string, isOwn: boolean): void {
  const last = runs.at(-1);
  if (last?.isOwn === isOwn) last.words += between + word;
  else if (isOwn) {
    if (last !== undefined) last.words += between;
    else if (between !== '') runs.push({ words: between, isOwn: false });
    runs.push({ words: word, isOwn });
  } else runs.push({ words: between + word, isOwn });
}

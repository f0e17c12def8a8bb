/** Two texts side by side, with the words marked that only one of them has. */
import { html, type TemplateResult } from 'lit';
import { language } from '../../l10n/t.ts';

/** Characters; longer texts are shown without marks, because nobody compares them word by word. */
const longestCompared = 6_000;

/** The text with what `other` does not say underlined; a screen reader is told nothing of the marks but the words. */
export function renderCompared(text: string, other: string): TemplateResult {
  if (text.length + other.length > longestCompared) return html`${text}`;
  const said = new Set(wordsOf(other).map(({ folded }) => folded));
  return html`${runsOf(text, said).map(({ words, isOwn }) => (isOwn ? html`<mark>${words}</mark>` : words))}`;
}

interface Word {
  text: string;
  folded: string;
  isWord: boolean;
}

/** By the rules of the language, so that scripts without spaces have words, too. */
function wordsOf(text: string): Word[] {
  const segmenter = new Intl.Segmenter(language(), { granularity: 'word' });
  return [...segmenter.segment(text)].map(({ segment, isWordLike }) => ({
    text: segment,
    folded: segment.toLowerCase(),
    isWord: isWordLike === true,
  }));
}

/** Neighbours of one kind are one run; what stands between two marked words is marked with them. */
function runsOf(text: string, said: ReadonlySet<string>): { words: string; isOwn: boolean }[] {
  const runs: { words: string; isOwn: boolean }[] = [];
  let between = '';
  for (const word of wordsOf(text)) {
    if (!word.isWord) {
      between += word.text;
      continue;
    }
    const isOwn = !said.has(word.folded);
    const last = runs.at(-1);
    if (last?.isOwn === isOwn) last.words += between + word.text;
    else {
      if (last !== undefined && !last.isOwn) last.words += between;
      else if (between !== '') runs.push({ words: between, isOwn: false });
      runs.push({ words: word.text, isOwn });
    }
    between = '';
  }
  return between === '' ? runs : [...runs, { words: between, isOwn: false }];
}

/**
 * The sentences of one message in its writer's own words (`summarize/words/ownWords.ts`), verbatim, each with its
 * place: the heading above it, the sentence before it, and whether it is an item of a list.
 */
import { verbatimSentencesOf, withoutBold } from '../../summarize/words/sentences.ts';
import type { Utterance } from '../../summarize/words/utterances.ts';
import { isOption } from './replies.ts';

export interface Passage {
  /** Verbatim, except for line breaks. */
  sentence: string;
  /** The sentence before it in the same paragraph or item; empty if there is none. */
  before: string;
  /** The heading above it; empty if there is none. */
  heading: string;
  isItem: boolean;
  isEmphasized: boolean;
  /** Whether it is the option that the user chose. */
  isChosen: boolean;
  /** The number of an item in a numbered list. */
  number: string | undefined;
}

/** Sentences of one message that are read: the first and the last ones. */
const sentencesRead = { first: 80, last: 40 };
const maxSentenceLength = 500;
const itemStart = /\n(?=[ \t]{0,20}(?:[-*+•]|\d{1,3}[.)])[ \t])/;
const itemMark = /^[ \t]{0,20}(?:[-*+•]|(?<number>\d{1,3})[.)])[ \t]{1,4}/;
const headingLine =
  /^[ \t]{0,3}#{1,6}[ \t]{1,4}(?<text>.{1,200})$|^[ \t]{0,3}\*\*(?<bold>[^*\n]{2,80})\*\*:?[ \t]{0,4}$/;

/** `choice` is the mark of the option that the user chose next, if any. */
export function passagesFrom(utterance: Utterance, choice: string | undefined): Passage[] {
  const passages: Passage[] = [];
  const headings = createHeadingFinder(utterance.said);
  for (const paragraph of utterance.paragraphs()) {
    let heading = headings.headingOf(paragraph);
    for (const block of paragraph.split(itemStart)) {
      const title = titleIn(block);
      if (title === undefined) passages.push(...sentencesIn(block, heading, choice));
      else headings.setHeading((heading = title));
    }
  }
  return bounded(withoutOtherOptions(passages));
}

/** An option that the user passed over would be mistaken for a decision. */
function withoutOtherOptions(passages: readonly Passage[]): readonly Passage[] {
  if (!passages.some(({ isChosen }) => isChosen)) return passages;
  return passages.filter(({ isChosen, number }) => isChosen || number === undefined);
}

function bounded(passages: readonly Passage[]): Passage[] {
  if (passages.length <= sentencesRead.first + sentencesRead.last) return [...passages];
  return [...passages.slice(0, sentencesRead.first), ...passages.slice(-sentencesRead.last)];
}

function sentencesIn(block: string, heading: string, choice: string | undefined): Passage[] {
  const mark = itemMark.exec(block);
  const text = block.slice(mark?.[0].length ?? 0);
  const number = mark?.groups?.['number'];
  const isChosen =
    choice !== undefined && [text, heading].some((labelled) => isOption(choice, number, withoutBold(labelled)));
  const shape = { heading, number, isItem: mark !== null, isEmphasized: text.startsWith('**'), isChosen };
  const sentences = verbatimSentencesOf(text);
  return sentences.flatMap((sentence, at) =>
    sentence.length <= maxSentenceLength ? [{ ...shape, sentence, before: sentences[at - 1] ?? '' }] : [],
  );
}

interface HeadingFinder {
  /** The last heading before a paragraph; paragraphs are queried in their order. */
  headingOf: (paragraph: string) => string;
  setHeading: (heading: string) => void;
}

/** Own paragraphs come without headings, so this finds them in the message, in one pass. */
function createHeadingFinder(said: string): HeadingFinder {
  let from = 0;
  let heading = '';
  return {
    headingOf: (paragraph) => {
      const start = from < 0 ? -1 : said.indexOf(paragraph.slice(0, 200), from);
      if (start >= 0) heading = said.slice(from, start).split('\n').map(titleIn).findLast(isFound) ?? heading;
      // A paragraph that is not found, for example because tags were removed from it, ends the search.
      from = start < 0 ? -1 : start + paragraph.length;
      return heading;
    },
    setHeading: (found) => {
      heading = found;
    },
  };
}

function titleIn(line: string): string | undefined {
  const found = headingLine.exec(line)?.groups;
  return found?.['text'] ?? found?.['bold'];
}

function isFound(title: string | undefined): title is string {
  return title !== undefined;
}

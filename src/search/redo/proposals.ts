/**
 * The sentences of a prompt that propose to do something. A prompt also describes, reports, asks and quotes, in words
 * that an approach has too; only a proposal can repeat one. In doubt a sentence proposes nothing.
 */
import type { ReadText, TextComparer } from '../../memory/shared/similarity/similarity.ts';
import { ownWordsOf } from '../query/promptText.ts';

export interface Proposal {
  sentence: ReadText;
  /** With the sentence before it, to which "put them into Redis" refers; the same as `sentence` if there is none. */
  withContext: ReadText;
}

// No `u` flag beside `i`: Unicode case folding takes many times as long to set up, and a hook is a new process.

/** Headings, tables and rulers are from a plan or an output, and so are the lines after them. */
const structure = /^\s*(?:#{1,6}\s|\||={3,}|-{3,}|\*{3,})/mu;
const listItem = /^\s*(?:[-*•]|\d{1,2}[.)])\s+/u;
/** Added lines of a diff, comments, and lines that end as code does. */
const codeLine = /^\s*(?:\+\s|\/\/|\/\*|<\/?\w)|[;{}]\s*$/u;
/** A longer list is a pasted plan. */
const maxListItems = 4;
/** A quotation of several words is not a proposal; code of several words is not either. */
const quoted = /"[^"\n]{20,}"|“[^”\n]{20,}”|„[^“\n]{20,}“|`[^`\n]{25,}`|「[^」\n]{8,}」/gu;
const sentenceEnd = /(?<=[.!?;:])\s+|(?<=[。！？；：])|\n+/u;
const maxSentences = 40;
const announcement = /[:：]$/u;

/** Words of a wish, a plan or a request. */
const wish =
  /\b(?:should|must|needs?|let'?s|let us|have to|wants?|would|could|can (?:we|you|i)|(?:how|what) about|why (?:not|don'?t)|going to|gonna|plan to|planning|prefer|better|instead|i think|maybe|please|lass\w*|sollen|sollten?|könn\w+|möchte\w*|wollen|bitte|will)\b|[吧请想要把将]|应该|可以/i;
/** A sentence that begins like this describes something, unless it contains a wish. */
const description =
  /^\W*(?:the|our|this|that|these|those|it|its|there|here|i|we|they|he|she|you|a|an|my|your|der|die|das|den|ein|eine|es|wir|ich|unser\w*)\b/i;
/** What was done. Decisions, wishes and plans in the past tense may still be proposals. */
const narrative =
  /\b(?:i|we|they|you|he|she|someone|people)(?:'ve| have|'d| had)? (?:(?:already|just|also|once|then|now|even|previously) )?(?!decided|wanted|planned|agreed|needed|embed|proceed|exceed|succeed|speed)(?:\w{3,}ed|had|made|built|wrote|put|kept|saw|did|ran|got|went|took|read|found)\b|\b(?:wir|ich) (?:haben?|hatten?)\b|以前|曾经|已经|上次|之前/i;

/** In the user's own words, without pasted logs, code, plans and quotations. */
export function proposalsIn(prompt: string, read: TextComparer['read']): Proposal[] {
  const sentences = sentencesOf(prompt).map((text) => ({ text, sentence: read(text) }));
  return sentences.flatMap((said, place): Proposal[] => {
    const [before, after] = [sentences[place - 1], sentences[place + 1]];
    if (!proposes(said) || isRetracted(before, after)) return [];
    const { text, sentence } = said;
    const isContext = before !== undefined && sentence.inspects === undefined && maySetContext(before);
    return [{ sentence, withContext: isContext ? read(`${before.text}\n${text}`) : sentence }];
  });
}

/** A sentence with its text. */
interface Said {
  text: string;
  sentence: ReadText;
}

/** "Stop that." is about the sentence before, and "never do this:" about the one after. */
function isRetracted(before: Said | undefined, after: Said | undefined): boolean {
  if (before?.sentence.retracts === true && announcement.test(before.text)) return true;
  return after?.sentence.retracts === true && !announcement.test(after.text);
}

function sentencesOf(prompt: string): string[] {
  const [own = ''] = ownWordsOf(prompt).split(structure);
  const text = withoutPlan(own.split('\n').filter((line) => !codeLine.test(line))).join('\n');
  const sentences = text.replace(quoted, ' ').split(sentenceEnd);
  return sentences.flatMap((sentence) => sentence.trim() || []).slice(0, maxSentences);
}

/** Up to the first item of a long list; the items of a short one are sentences. */
function withoutPlan(lines: readonly string[]): string[] {
  const isPlan = lines.filter((line) => listItem.test(line)).length > maxListItems;
  const said = isPlan
    ? lines.slice(
        0,
        lines.findIndex((line) => listItem.test(line)),
      )
    : lines;
  return said.map((line) => line.replace(listItem, ''));
}

function proposes({ text, sentence }: Said): boolean {
  return !sentence.asks && !narrative.test(text) && (wish.test(text) || !description.test(text));
}

function maySetContext({ text, sentence }: Said): boolean {
  return !narrative.test(text) && !sentence.asks && sentence.inspects === undefined;
}

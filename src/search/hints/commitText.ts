/** How a chat reads a commit or a decision record: its subject or title, and the sentences below it that matter. */
import { splitFilesLine } from '../../memory/entries/commitFiles.ts';
import { sentencesOf } from '../../memory/summarize/words/sentences.ts';
import { quotedLine } from '../../memory/trust/quoting.ts';
import { trustOf } from '../../memory/trust/trust.ts';
import { clipToTokens, estimateTokens } from '../../util/tokens.ts';
import type { PromptWords } from '../ranking/clearMatch.ts';
import { sharedEvidence } from '../ranking/relatedness.ts';

interface CommitText {
  /** The short id of the commit, or the path of the record. */
  source: string;
  /** The subject or title, and below it what the text says. */
  text: string;
  /** The local day of the commit; null for a record. */
  day: string | null;
}

/** The user chose to learn from this repository; a message that reads like an order still stays out. */
export function mayQuoteCommit(text: string): boolean {
  return trustOf({ origin: 'repository', texts: [text] }).marks.length === 0;
}

/** A sentence that says how something has to be counts as much as two words of the prompt. */
const ruleWorth = 8;
const rule =
  /\b(?:must|never|always|only|exactly|strictly|at most|at least|instead|because|so that|rather than|no longer|policy|keeps?|do(?:es)? not|don't|cannot|reverted)\b|\b(?:muss|nie|immer|nur|genau|statt|weil|damit)\b|必须|不要|只能|因为|始终/iu;

/** In tokens. */
const subjectLength = 40;

/** Whether a message says below its subject how something has to be. */
export function statesRule(message: string): boolean {
  return rule.test(message.split('\n').slice(1).join('\n'));
}

/** On one line of at most `room` tokens: the sentences that share most with `words` or state a rule, in their order. */
export function commitLine({ source, text, day }: CommitText, words: PromptWords, room: number): string {
  const [subject = '', ...body] = splitFilesLine(text).message.split('\n');
  const title = `"${clipToTokens(quotedLine(subject), subjectLength)}"`;
  const head = day === null ? `- ${quotedLine(source)} ${title}:` : `- commit ${quotedLine(source)} ${title} (${day}):`;
  const sentences = body
    .flatMap((part) => sentencesOf(part))
    .map((sentence, place) => ({
      ...{ sentence, place },
      worth: sharedEvidence(words, sentence) + (rule.test(sentence) ? ruleWorth : 0),
    }));
  let left = room - estimateTokens(head);
  const taken = sentences
    .toSorted((one, other) => other.worth - one.worth)
    .filter(({ sentence }) => {
      const cost = estimateTokens(sentence) + 1;
      if (cost > left) return false;
      left -= cost;
      return true;
    })
    .sort((one, other) => one.place - other.place);
  return `${head} ${quotedLine(taken.map(({ sentence }) => sentence).join(' '))}`;
}

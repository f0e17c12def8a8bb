/**
 * Finds exchanges of a session that are worth keeping verbatim although they were not flagged: decisions, fixes,
 * preferences and rejected approaches, by the rules of `keepingRules.ts`. Precision comes before recall: what
 * `sentenceRule.ts` excludes is never kept, nor tool output, nor anything below `sureEnough`.
 */
import type { KeptReason } from '../../shared/vocabulary.ts';
import { sentencesOf } from '../words/sentences.ts';
import { unspaced, writtenWords } from '../words/stopWords.ts';
import type { Utterance } from '../words/utterances.ts';
import type { KeepingRule } from './keepingRule.ts';
import { anyCue, keepingRules } from './keepingRules.ts';
import { createRuleFinder, findingIn } from './sentenceRule.ts';
import type { Finding } from './sentenceRule.ts';

const rulesIn = { user: createRuleFinder(keepingRules.user), assistant: createRuleFinder(keepingRules.assistant) };
const sureEnough = 0.6;
const maxKept = 12;
const maxPassageLength = 1_500;

/** Sentences of one paragraph that are read; a paragraph with more is a list or a paste. */
const sentencesRead = 60;

/** Two sentences with at least this share of common words count as the same. */
const nearDuplicateFrom = 0.7;

export interface KeptExchange {
  /** The message that contains it. */
  messageId: number;
  role: 'user' | 'assistant';
  reason: KeptReason;
  /** Verbatim; of a long message only the passage; at most 1,500 characters. */
  content: string;
  /** 0 to 1: the confidence of the rule. */
  confidence: number;
}

/** A passage that a rule found, with the sentence that matched. */
export interface KeptPassage extends KeptExchange {
  sentence: string;
}

/** Best first. Of two near-duplicates the one with higher confidence is kept; of equal ones the later comes first. */
export function worthKeeping(utterances: readonly Utterance[]): KeptPassage[] {
  const found = utterances.flatMap(passagesOf).reverse();
  const kept: (KeptPassage & { words: ReadonlySet<string> })[] = [];
  for (const passage of found.toSorted((a, b) => b.confidence - a.confidence)) {
    const words = wordsOf(passage.sentence);
    if (kept.every((other) => overlap(words, other.words) < nearDuplicateFrom)) kept.push({ ...passage, words });
    if (kept.length === maxKept) break;
  }
  return kept.map(({ words: _, ...passage }) => passage);
}

/** The sentence of a kept passage that a rule for `reason` found; undefined if no rule finds one. */
export function sentenceFor(passage: string, role: string, reason: KeptReason): string | undefined {
  const by = role === 'user' ? 'user' : 'assistant';
  const found = passage.split(/\n{2,}/u).flatMap((paragraph) => {
    const finding = bestFinding(paragraph, by, reason);
    return finding === undefined ? [] : [finding];
  });
  return found.toSorted((one, other) => other.confidence - one.confidence)[0]?.sentence;
}

function passagesOf({ message, said, role, paragraphs }: Utterance): KeptPassage[] {
  // A user's paragraphs are read for its requests in any case.
  if (role === 'assistant' && !anyCue.assistant.test(said)) return [];
  return paragraphs().flatMap((paragraph): KeptPassage[] => {
    const finding = anyCue[role].test(paragraph) ? bestFinding(paragraph, role) : undefined;
    if (finding === undefined) return [];
    const { rule, confidence, sentence } = finding;
    const content = passageAround(paragraph, sentence);
    return [{ messageId: message.id, role, reason: rule.reason, content, confidence, sentence }];
  });
}

/** With `reason`, only by rules for it. */
function bestFinding(
  paragraph: string,
  role: 'user' | 'assistant',
  reason?: KeptReason,
): Finding<KeepingRule> | undefined {
  const rulesFor = (lower: string): readonly KeepingRule[] =>
    rulesIn[role](lower).filter((rule) => reason === undefined || rule.reason === reason);
  let best: Finding<KeepingRule> | undefined;
  let before = '';
  for (const sentence of sentencesOf(paragraph).slice(0, sentencesRead)) {
    const found = anyCue[role].test(sentence) ? findingIn(sentence, rulesFor, before) : undefined;
    if (found !== undefined && found.confidence > (best?.confidence ?? 0)) best = found;
    before = `${before}${sentence} `;
  }
  return best !== undefined && best.confidence >= sureEnough ? best : undefined;
}

/** The paragraph; of a long one, the text around the sentence. */
function passageAround(paragraph: string, sentence: string): string {
  if (paragraph.length <= maxPassageLength) return paragraph;
  const place = Math.max(0, paragraph.replaceAll('’', "'").indexOf(sentence.slice(0, 60)));
  const start = Math.max(0, Math.min(place - 300, paragraph.length - maxPassageLength));
  const cut = paragraph.slice(start, start + maxPassageLength);
  const first = start === 0 ? 0 : Math.min(300, cut.search(/(?<=\s)\S/u));
  return cut
    .slice(Math.max(0, first))
    .replace(/[\ud800-\udbff]$/u, '')
    .replace(/^[\udc00-\udfff]/u, '')
    .trim();
}

/** For scripts without spaces, each character counts as a word. */
function wordsOf(sentence: string): ReadonlySet<string> {
  const words = writtenWords(sentence.toLowerCase());
  return new Set(words.flatMap((word) => (unspaced.test(word) ? Array.from(word) : word.length > 2 ? [word] : [])));
}

function overlap(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const common = [...one].filter((word) => other.has(word)).length;
  const all = one.size + other.size - common;
  return all === 0 ? 1 : common / all;
}

/**
 * Finds exchanges of a session that are worth keeping verbatim although they were not flagged: decisions, fixes,
 * preferences and rejected approaches, by the rules of `keepingRules.ts`. Precision comes before recall: questions,
 * suppositions, quotations and tool output are never kept, nor anything below `sureEnough`.
 */
import type { KeptReason } from '../../shared/vocabulary.ts';
import { clausesOf, isQuoted, isSupposed, sentencesOf } from '../words/sentences.ts';
import type { Clause } from '../words/sentences.ts';
import { unspaced, writtenWords } from '../words/stopWords.ts';
import type { Utterance } from '../words/utterances.ts';
import type { KeepingRule } from './keepingRule.ts';
import { anyCue, keepingRules } from './keepingRules.ts';

const sureEnough = 0.6;
const maxKept = 12;
const maxPassageLength = 1_500;

/** Sentences of one paragraph that are read; a paragraph with more is a list or a paste. */
const sentencesRead = 60;

/** Two sentences with at least this share of common words count as the same. */
const nearDuplicateFrom = 0.7;

const hedges = /\b(?:i think|i guess|probably|perhaps|vielleicht|je pense|creo que|quizás)\b|可能|也许|たぶん/i;
const doubts = /\b(?:maybe|possibly|likely|not sure (?:if|whether)|i suspect|seems? (?:to|like))\b/i;
const denials =
  /\b(?:not|never|n't|haven't|hasn't|didn't|before we|hard to|yet to|noch nicht|pas encore|todavía no)\s(?:\w{1,12} )?$|还没(?:有)?$/i;
const reasons = /\b(?:because|since|so that|due to|as it|weil|damit|parce que|porque)\b|因为|由于|ため|から/i;

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

interface Finding {
  rule: KeepingRule;
  confidence: number;
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
function bestFinding(paragraph: string, role: 'user' | 'assistant', reason?: KeptReason): Finding | undefined {
  let best: Finding | undefined;
  let before = '';
  for (const sentence of sentencesOf(paragraph).slice(0, sentencesRead)) {
    const found = anyCue[role].test(sentence) ? findingIn(sentence, role, before, reason) : undefined;
    if (found !== undefined && found.confidence > (best?.confidence ?? 0)) best = found;
    before = `${before}${sentence} `;
  }
  return best !== undefined && best.confidence >= sureEnough ? best : undefined;
}

function findingIn(
  sentence: string,
  role: 'user' | 'assistant',
  before: string,
  reason: KeptReason | undefined,
): Finding | undefined {
  let best: Finding | undefined;
  const clauses = clausesOf(sentence);
  for (const [index, clause] of clauses.entries()) {
    if (
      clause.asks ||
      (index > 0 && isSupposed(openingOf(sentence)) && !/^(?:but|aber|mais|pero)\b/i.test(clause.text))
    )
      continue;
    const lower = clause.text.toLowerCase();
    for (const rule of keepingRules[role]) {
      if (reason !== undefined && rule.reason !== reason) continue;
      if (!rule.signs.some((sign) => lower.includes(sign))) continue;
      const text = rule.spansBut === true ? withBut(sentence, clause, clauses[index + 1]) : clause.text;
      const confidence = confidenceOf(rule, text, sentence, before);
      if (confidence > (best?.confidence ?? 0)) best = { rule, confidence, sentence };
    }
  }
  return best;
}

/** The clause as in the sentence, up to the end of a `but` behind it that states something. */
function withBut(sentence: string, { text }: Clause, next: Clause | undefined): string {
  if (next === undefined || next.asks || !/^but\b/i.test(next.text)) return text;
  const start = sentence.indexOf(text);
  return sentence.slice(start, sentence.indexOf(next.text, start + text.length) + next.text.length);
}

/** The start of a sentence. A condition there applies up to the sentence's end, or to a `but`. */
function openingOf(sentence: string): string {
  return sentence.slice(0, 8);
}

function confidenceOf(rule: KeepingRule, clause: string, sentence: string, before: string): number {
  const cue = rule.cue.exec(clause);
  if (cue === null || rule.after?.test(before + sentence) === false || rule.holds?.(clause) === false) return 0;
  const ahead = clause.slice(0, cue.index);
  if (isSupposed(ahead) || isSupposed(cue[0]) || denials.test(ahead)) return 0;
  const said = before + sentence.slice(0, Math.max(0, sentence.indexOf(clause)) + cue.index);
  if (isQuoted(said, said.length)) return 0;
  if (doubts.test(clause)) return 0;
  const hedge = hedges.test(clause) ? 0.1 : 0;
  const question = /[?？]$/u.test(sentence) ? 0.05 : 0;
  const reason = reasons.test(sentence) ? 0.05 : 0;
  return Math.round((rule.confidence - hedge - question + reason) * 100) / 100;
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

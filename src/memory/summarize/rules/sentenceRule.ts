/**
 * What a rule about sentences is, and which of several rules finds the most in a sentence. Questions, suppositions,
 * quotations and denials are excluded. A cue has no unbounded repetition, so no text makes it slow.
 */
import { clausesOf, isQuoted, isSupposed } from '../words/sentences.ts';
import type { Clause } from '../words/sentences.ts';

export interface SentenceRule {
  name: string;
  /** 0 to 1: the confidence from the cue alone. */
  confidence: number;
  /** Lower case; a clause without any of them is skipped, which is far cheaper than testing the cue. */
  signs: readonly string[];
  /** Tested on each clause, ignoring case. No `u` flag: Unicode case folding takes many times as long to set up. */
  cue: RegExp;
  /** A pattern that the paragraph must match up to the end of the sentence. */
  after?: RegExp;
  /** What must be true of the clause before the cue. */
  ahead?: (text: string) => boolean;
  /** What else must be true of the clause, for what a pattern cannot say. */
  holds?: (clause: string) => boolean;
  /** Whether a clause is read together with the `but` behind it. */
  spansBut?: boolean;
}

export interface Finding<Rule> {
  rule: Rule;
  /** 0 to 1: the rule's, less what makes the sentence unsure. */
  confidence: number;
  sentence: string;
}

const hedges = /\b(?:i think|i guess|probably|perhaps|vielleicht|je pense|creo que|quizás)\b|可能|也许|たぶん/i;
const doubts = /\b(?:maybe|possibly|likely|not sure (?:if|whether)|i suspect|seems? (?:to|like))\b/i;
const denials =
  /\b(?:not|never|n't|haven't|hasn't|didn't|before we|hard to|yet to|noch nicht|pas encore|todavía no)\s(?:\w{1,12} )?$|还没(?:有)?$/i;
const reasons = /\b(?:because|since|so that|due to|as it|weil|damit|parce que|porque)\b|因为|由于|ため|から/i;

/** The finding of the surest rule. `before` is the text of the paragraph up to the sentence. */
export function findingIn<Rule extends SentenceRule>(
  sentence: string,
  rules: readonly Rule[],
  before: string,
): Finding<Rule> | undefined {
  let best: Finding<Rule> | undefined;
  const clauses = clausesOf(sentence);
  for (const [index, clause] of clauses.entries()) {
    if (
      clause.asks ||
      (index > 0 && isSupposed(openingOf(sentence)) && !/^(?:but|aber|mais|pero)\b/i.test(clause.text))
    )
      continue;
    for (const rule of rulesWithSign(rules, clause.text.toLowerCase())) {
      const text = rule.spansBut === true ? withBut(sentence, clause, clauses[index + 1]) : clause.text;
      const confidence = confidenceOf(rule, text, sentence, before);
      if (confidence > (best?.confidence ?? 0)) best = { rule, confidence, sentence };
    }
  }
  return best;
}

/** A sign and the place of its rule. */
interface Sign {
  text: string;
  place: number;
}

/** The signs of a list of rules, by a hash of their first two characters. */
const signIndexes = new WeakMap<readonly SentenceRule[], readonly (readonly Sign[] | undefined)[]>();
const slots = 1 << 14;

/** In their order; one pass over the clause finds the signs of all rules. */
function rulesWithSign<Rule extends SentenceRule>(rules: readonly Rule[], lower: string): Rule[] {
  const index = signIndexes.get(rules) ?? indexedSigns(rules);
  const places = new Set<number>();
  for (let at = 0; at < lower.length; at += 1) {
    const signs = index[slotAt(lower, at)];
    if (signs === undefined) continue;
    for (const { text, place } of signs) if (lower.startsWith(text, at)) places.add(place);
  }
  return places.size === 0 ? [] : rules.filter((_rule, place) => places.has(place));
}

function indexedSigns(rules: readonly SentenceRule[]): readonly (readonly Sign[] | undefined)[] {
  const index = new Array<Sign[] | undefined>(slots).fill(undefined);
  for (const [place, { signs }] of rules.entries()) {
    for (const text of signs) (index[slotAt(text, 0)] ??= []).push({ text, place });
  }
  signIndexes.set(rules, index);
  return index;
}

/** Signs have at least two characters. */
function slotAt(text: string, at: number): number {
  return (text.charCodeAt(at) * 131 + text.charCodeAt(at + 1)) & (slots - 1);
}

/** The clause as in the sentence, up to the end of a `but` behind it that states something. */
function withBut(sentence: string, { text }: Clause, next: Clause | undefined): string {
  if (next === undefined || next.asks || !/^(?:(?:but|aber)\b|但)/i.test(next.text)) return text;
  const start = sentence.indexOf(text);
  return sentence.slice(start, sentence.indexOf(next.text, start + text.length) + next.text.length);
}

/** The start of a sentence. A condition there applies up to the sentence's end, or to a `but`. */
function openingOf(sentence: string): string {
  return sentence.slice(0, 8);
}

function confidenceOf(rule: SentenceRule, clause: string, sentence: string, before: string): number {
  const cue = rule.cue.exec(clause);
  if (cue === null || rule.after?.test(before + sentence) === false || rule.holds?.(clause) === false) return 0;
  const ahead = clause.slice(0, cue.index);
  if (rule.ahead?.(ahead) === false) return 0;
  if (isSupposed(ahead) || isSupposed(cue[0]) || denials.test(ahead)) return 0;
  const said = before + sentence.slice(0, Math.max(0, sentence.indexOf(clause)) + cue.index);
  if (isQuoted(said, said.length)) return 0;
  if (doubts.test(clause)) return 0;
  const hedge = hedges.test(clause) ? 0.1 : 0;
  const question = /[?？]$/u.test(sentence) ? 0.05 : 0;
  const reason = reasons.test(sentence) ? 0.05 : 0;
  return Math.round((rule.confidence - hedge - question + reason) * 100) / 100;
}

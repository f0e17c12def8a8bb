/**
 * What a rule about sentences is, and which of several rules finds the most in a sentence. Questions, suppositions,
 * quotations and denials are excluded. A cue has no unbounded repetition, so no text makes it slow.
 */
import { createNamedFinder } from '../words/namedFinder.ts';
import type { NamedFinder } from '../words/namedFinder.ts';
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
  rulesIn: RulesIn<Rule>,
  before: string,
): Finding<Rule> | undefined {
  const mayApply = rulesIn(sentence.toLowerCase());
  if (mayApply.length === 0) return undefined;
  let best: Finding<Rule> | undefined;
  const clauses = clausesOf(sentence);
  for (const [index, clause] of clauses.entries()) {
    if (
      clause.asks ||
      (index > 0 && isSupposed(openingOf(sentence)) && !/^(?:but|aber|mais|pero)\b/i.test(clause.text))
    )
      continue;
    for (const rule of clauses.length === 1 ? mayApply : withSignIn(clause.text.toLowerCase(), mayApply)) {
      const text = rule.spansBut === true ? withBut(sentence, clause, clauses[index + 1]) : clause.text;
      const confidence = confidenceOf(rule, text, sentence, before);
      if (confidence > (best?.confidence ?? 0)) best = { rule, confidence, sentence };
    }
  }
  return best;
}

/** The rules of which a text in lower case has a sign, in their order. */
type RulesIn<Rule> = (lower: string) => readonly Rule[];

/** Creating the finder takes as long as these many sentences without it, and most texts have fewer. */
const minSentences = 200;

export function createRuleFinder<Rule extends SentenceRule>(rules: readonly Rule[]): RulesIn<Rule> {
  let sentences = 0;
  let find: NamedFinder<Rule> | undefined;
  return (lower) => {
    sentences += 1;
    if (sentences < minSentences) return withSignIn(lower, rules);
    find ??= createNamedFinder(rules, ({ signs }) => signs);
    return find(lower);
  };
}

function withSignIn<Rule extends SentenceRule>(lower: string, rules: readonly Rule[]): readonly Rule[] {
  return rules.filter(({ signs }) => signs.some((sign) => lower.includes(sign)));
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

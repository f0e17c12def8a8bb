/**
 * Regular expressions of a person's own, for what no rule can know: the keys of a company, names of customers. They run
 * over every text before it is stored, so one that could run for ever, or that matches where nothing is, is refused by
 * name; the others go on.
 */
import type { Rule } from './rule.ts';

export interface RefusedPattern {
  pattern: string;
  /** Goes on the sentence that names the pattern. */
  reason: string;
}

export interface CustomPatterns {
  rules: readonly Rule[];
  refused: readonly RefusedPattern[];
}

export const customRuleName = 'own pattern';
const longestPattern = 500;
const mostPatterns = 100;

/** Each as its source alone, or between slashes with the flags `i`, `m` or `s` behind it. */
export function customPatternsFrom(patterns: readonly string[]): CustomPatterns {
  const rules: Rule[] = [];
  const refused: RefusedPattern[] = [];
  for (const [place, pattern] of patterns.entries()) {
    const made = place < mostPatterns ? ruleFrom(pattern) : `is one of more than ${String(mostPatterns)}`;
    if (typeof made === 'string') refused.push({ pattern, reason: made });
    else rules.push(made);
  }
  return { rules, refused };
}

/** The patterns in a JSON text: a list, or an object with the list `patterns`, or one expression on each line. */
export function patternsIn(text: string): string[] {
  const trimmed = text.trim();
  if (!/^[[{]/u.test(trimmed)) return trimmed.split('\n').flatMap((line) => (line.trim() === '' ? [] : [line.trim()]));
  try {
    const value: unknown = JSON.parse(trimmed);
    const list = typeof value === 'object' && value !== null && 'patterns' in value ? value.patterns : value;
    if (Array.isArray(list)) return list.filter((item): item is string => typeof item === 'string' && item !== '');
  } catch {
    // An expression may begin with a bracket as well as a list does.
  }
  return trimmed.startsWith('[') ? [trimmed] : [];
}

/** One sentence for each that is refused, for the doctor and for whoever set it. */
export function refusalText({ pattern, reason }: RefusedPattern): string {
  const shown = pattern.length > 80 ? `${pattern.slice(0, 80)}…` : pattern;
  return `The redaction pattern ${JSON.stringify(shown)} ${reason}, so it is not used.`;
}

function ruleFrom(pattern: string): Rule | string {
  if (pattern.length > longestPattern) return `has more than ${String(longestPattern)} characters`;
  const { source = pattern, flags = '' } = /^\/(?<source>.+)\/(?<flags>[ims]*)$/su.exec(pattern)?.groups ?? {};
  let expression: RegExp;
  try {
    expression = new RegExp(source, `g${flags}u`);
  } catch (thrown) {
    return `is no regular expression (${thrown instanceof Error ? thrown.message.replace(/^.*: /u, '') : 'unreadable'})`;
  }
  if (expression.test('')) return 'matches an empty text';
  const endless = endlessPart(source);
  if (endless !== undefined) return `could run for ever, because ${endless}`;
  return { name: customRuleName, pattern: expression };
}

/**
 * What makes the engine try exponentially many ways: a group that repeats without end and holds something that repeats or
 * chooses, or runs without an end side by side. Some of these would be harmless; none is needed to tell a secret. What is
 * left is bounded by the length of the pieces that a text is searched in (`pieces`).
 */
function endlessPart(source: string): string | undefined {
  const plain = source.replace(/\\./gsu, 'x').replace(/\[[^\]]*\]/gu, 'c');
  if (/[xc.\w)](?:[*+]|\{\d*,\})[?+]?[xc.\w](?:[*+]|\{\d*,\})/u.test(plain))
    return 'two runs without an end follow each other';
  if ((plain.match(/[*+]|\{\d*,\}/gu) ?? []).length > 4) return 'it holds more than four runs without an end';
  const groups: boolean[] = [];
  for (let at = 0; at < plain.length; at += 1) {
    const rest = plain.slice(at);
    if (rest.startsWith('(')) groups.push(false);
    else if (/^(?:[|*+]|\{\d*,)/u.test(rest)) markInner(groups);
    if (!rest.startsWith(')')) continue;
    const isRisky = groups.pop() ?? false;
    if (isRisky && /^\)(?:[*+]|\{\d+,\d*\}|\{\d{2,}\})/u.test(rest)) {
      return 'a part that repeats holds another one that repeats or has a choice';
    }
    if (isRisky) markInner(groups);
  }
  return undefined;
}

function markInner(groups: boolean[]): void {
  if (groups.length > 0) groups[groups.length - 1] = true;
}

/**
 * A user's own regular expressions, for secrets that no general rule can know: the keys of a company, names of
 * customers. They are applied to every text before it is stored. A pattern that could run forever, or that matches
 * ordinary text, is refused with a reason; the others are used.
 */
import { faultOf } from './patternTrial.ts';
import type { Rule } from './matching/rule.ts';

interface RefusedPattern {
  pattern: string;
  /** A predicate that follows the name of the pattern. */
  reason: string;
}

interface CustomPatterns {
  rules: readonly Rule[];
  refused: readonly RefusedPattern[];
}

const customRuleName = 'own pattern';
const maxPatternLength = 500;
const maxPatterns = 100;

/** Each pattern is the source alone, or `/source/` with the flags `i`, `m` or `s`. */
export function customPatternsFrom(patterns: readonly string[]): CustomPatterns {
  const rules: Rule[] = [];
  const refused: RefusedPattern[] = [];
  for (const [place, pattern] of patterns.entries()) {
    const made = place < maxPatterns ? ruleFrom(pattern) : `is one of more than ${String(maxPatterns)}`;
    if (typeof made === 'string') refused.push({ pattern, reason: made });
    else rules.push(made);
  }
  return { rules, refused };
}

/**
 * The patterns in a text: a JSON list, an object with the list `patterns`, or one expression per line. If the text
 * looks like JSON but is invalid or has another content, returns the problem as a string: an empty list would be a
 * valid choice.
 */
export function patternsIn(text: string): string[] | string {
  const trimmed = text.trim();
  // A line of expressions may also begin with a bracket.
  if (!/^(?:\{|\[\s*(?:["\],]|$))/u.test(trimmed)) {
    return trimmed.split('\n').flatMap((line) => (line.trim() === '' ? [] : [line.trim()]));
  }
  let value: unknown;
  try {
    value = JSON.parse(trimmed);
  } catch {
    return 'is damaged: it is not JSON';
  }
  const isList = Array.isArray(value);
  const list: unknown =
    !isList && typeof value === 'object' && value !== null && 'patterns' in value ? value.patterns : value;
  if (!Array.isArray(list)) return 'has no list "patterns"';
  const patterns = list.filter((item): item is string => typeof item === 'string');
  if (patterns.length < list.length) return 'has a pattern that is not a string';
  return patterns.filter((pattern) => pattern !== '');
}

/** One sentence for each refused pattern, for the doctor and for the user who set it. */
export function refusalText({ pattern, reason }: RefusedPattern): string {
  const shown = pattern.length > 80 ? `${pattern.slice(0, 80)}…` : pattern;
  return `The redaction pattern ${JSON.stringify(shown)} ${reason}, so it is not used.`;
}

function ruleFrom(pattern: string): Rule | string {
  if (pattern.length > maxPatternLength) return `has more than ${String(maxPatternLength)} characters`;
  const { source = pattern, flags = '' } = /^\/(?<source>.+)\/(?<flags>[ims]*)$/su.exec(pattern)?.groups ?? {};
  let expression: RegExp;
  try {
    expression = new RegExp(source, `g${flags}u`);
  } catch (thrown) {
    return `is not a regular expression (${thrown instanceof Error ? thrown.message.replace(/^.*: /u, '') : 'unreadable'})`;
  }
  if (expression.test('')) return 'matches an empty text';
  const endless = endlessPart(source);
  if (endless !== undefined) return `could run forever, because ${endless}`;
  return faultOf(source, expression) ?? { name: customRuleName, pattern: expression };
}

/** The highest repetition limit that does not count as unlimited. */
const shortRun = 99;
const maxUnboundedRepeats = 2;

/**
 * Detects patterns with exponential backtracking: a repeated group that contains a repetition or an alternative, or
 * adjacent unlimited repetitions. Some of these would be harmless, but no secret needs them. `patternTrial.ts` tries
 * the remaining patterns, and `pieces` limits the length of the searched text.
 */
function endlessPart(source: string): string | undefined {
  const plain = source
    .replace(/\\./gsu, 'x')
    .replace(/\[[^\]]*\]/gu, 'c')
    .replace(/\{\d*,(\d+)\}/gu, (run, max: string) => (Number(max) > shortRun ? '{0,}' : run));
  if (/[xc.\w)](?:[*+]|\{\d*,\})[?+]?[xc.\w](?:[*+]|\{\d*,\})/u.test(plain))
    return 'two unlimited repetitions follow each other';
  if ((plain.match(/[*+]|\{\d*,\}/gu) ?? []).length > maxUnboundedRepeats) {
    return 'it has more than two unlimited repetitions (a limit looks like {1,20})';
  }
  const groups: boolean[] = [];
  for (let at = 0; at < plain.length; at += 1) {
    const rest = plain.slice(at);
    if (rest.startsWith('(')) groups.push(false);
    else if (/^(?:[|*+]|\{\d*,)/u.test(rest)) markInner(groups);
    if (!rest.startsWith(')')) continue;
    const isRisky = groups.pop() ?? false;
    if (isRisky && /^\)(?:[*+]|\{\d+,\d*\}|\{\d{2,}\})/u.test(rest)) {
      return 'a repeated group contains another repetition or an alternative';
    }
    if (isRisky) markInner(groups);
  }
  return undefined;
}

function markInner(groups: boolean[]): void {
  if (groups.length > 0) groups[groups.length - 1] = true;
}

/**
 * Secrets never reach the disk: every text passes through here before it is stored. Removed text is named and
 * counted, never kept. The order: passages between `<private>` marks, keys by their shape (our rules, secretlint's,
 * and the user's own), values of secret names, and text random enough to be a secret.
 */
import type { Redaction } from '../../memory/shared/ports.ts';
import { awsPairSpans } from './awsPairs.ts';
import { encodedKeySpans } from './encodedKeys.ts';
import { issuerRules, privateRules } from './issuerRules.ts';
import { maintainedSpans } from './secretlintRules.ts';
import { assignmentRules } from './passwords/assignmentRules.ts';
import { callRules, loginRules } from './passwords/callRules.ts';
import { inputRules, nearOptions, optionRules, programRules } from './passwords/commandRules.ts';
import { headerRules } from './passwords/headerRules.ts';
import { languageRules } from './passwords/languageRules.ts';
import { insertedSpans, passwordTableSpans } from './passwords/passwordTables.ts';
import { commonPlaces, foreignPlaces, inOrder } from './passwords/secretNames.ts';
import { privateKeySpans } from './privateKeys.ts';
import { privateSpans } from './privatePassages.ts';
import { randomSpans } from './randomness.ts';
import { spansOf } from './matching/rule.ts';
import type { Rule } from './matching/rule.ts';
import { cutOut } from './matching/span.ts';
import type { Span } from './matching/span.ts';
import { around, longRuns, pieces, spansWithin, widened } from './matching/windows.ts';
import type { Stretch } from './matching/windows.ts';
import { webhookRules } from './webhookRules.ts';

/** In characters. No rule matches less, so roles, names and labels are not searched. */
const minMatchLength = 9;

const byRules =
  (rules: readonly Rule[]) =>
  (text: string): Span[] =>
    rules.flatMap((rule) => spansOf(rule, text));

/** A user's own expressions. They apply to the whole process, because every text is redacted before it is stored. */
let custom: readonly Rule[] = [];

/** Each step searches the text that the previous steps left. */
const steps: readonly ((text: string) => Span[])[] = [
  privateSpans,
  (text) => (custom.length === 0 ? [] : spansWithin(text, pieces(text), byRules(custom))),
  privateKeySpans,
  (text) => encodedKeySpans(text),
  byRules(privateRules),
  // Before the key ids are removed, because only an id announces its secret.
  awsPairSpans,
  (text) => spansWithin(text, nearRuns(text), ofIssuers),
  byRules([...headerRules, ...inputRules, ...loginRules]),
  (text) => spansWithin(text, nearOptions(text), byRules(programRules)),
  namedSpans,
  randomSpans,
];

function ofIssuers(text: string): Span[] {
  return [...byRules([...issuerRules, ...webhookRules])(text), ...maintainedSpans(text)];
}

/** Where a key may be: around long runs that cannot be a word. */
function nearRuns(text: string): Stretch[] {
  const runs = longRuns(text).filter(
    ({ start, end }) => end - start > 32 || /\d|[a-z][A-Z]/u.test(text.slice(start, end)),
  );
  return widened(runs, 96, 96);
}

const nameRules = [...optionRules, ...callRules, ...assignmentRules];

/** Values of secret names. */
function namedSpans(text: string): Span[] {
  const foreign = foreignPlaces(text);
  const places = inOrder([...commonPlaces(text), ...foreign]);
  if (places.length === 0) return [];
  return [
    ...passwordTableSpans(text, places),
    ...insertedSpans(text),
    ...spansWithin(text, around(places, 64, 300), byRules(nameRules)),
    ...spansWithin(text, around(foreign, 64, 300), byRules(languageRules)),
  ];
}

export function useCustomRules(rules: readonly Rule[]): void {
  custom = rules;
}

export function redact(text: string): Redaction {
  if (text.length < minMatchLength && custom.length === 0) return { text, removed: 0 };
  let left = text;
  const rules: string[] = [];
  for (const find of steps) {
    const spans = find(left);
    if (spans.length === 0) continue;
    const { text: rest, cut } = cutOut(left, spans);
    left = rest;
    rules.push(...cut);
  }
  return rules.length === 0 ? { text, removed: 0 } : { text: left, removed: rules.length, rules };
}

/**
 * The evidence gate: which items of a model's answer may become facts. An item passes only if its turn says its quote
 * word for word. Whatever reads like instructions to a model does not pass, unless the user said it. The answer is
 * untrusted input: nothing in it is believed without its evidence.
 */
import { oneLine, shorten } from '../../util/text.ts';
import type { Redact } from '../shared/ports.ts';
import { isNoStatement } from '../shared/intake.ts';
import type { LearnedSource, LearnedType } from '../shared/vocabulary.ts';
import { learnedTypes } from '../shared/vocabulary.ts';
import { marksOf } from '../trust/instructionLike.ts';
import { visible } from '../trust/quoting.ts';
import type { Evidence, LearnedValue } from '../facts/evidence.ts';
import { containsQuote, maxItemLength, maxNames, maxQuoteLength, maxSituations, valueFrom } from '../facts/evidence.ts';
import type { LearnTurn } from './turns.ts';

/** An item as somebody claims it: any field may be anything. */
export interface ClaimedItem {
  type: string;
  text: string;
  /** `seq` of the turn that says it. */
  turn: number;
  quote: string;
  value: unknown;
  when: readonly string[];
  about: readonly string[];
  /** Number of the stored fact that says the same. */
  sameAs: number | undefined;
  /** Number of the stored fact that no longer holds. */
  replaces: number | undefined;
}

/** An item with verified evidence. */
export interface VerifiedItem {
  text: string;
  evidence: Evidence;
  sameAs: number | undefined;
  replaces: number | undefined;
}

/** Why an item was dropped. */
export type DropReason =
  'says nothing' | 'unknown type' | 'no such turn' | 'quote not in its turn' | 'reads like instructions';

export interface GateParts {
  turns: readonly LearnTurn[];
  /** Numbers of the known items that the answer may refer to. */
  known: ReadonlySet<number>;
  source: LearnedSource;
  model: string | null;
  redact: Redact;
}

/** Items of one answer; more are ignored. */
export const maxItems = 20;
const maxNameLength = 100;
/** A shorter sentence says nothing that is understood alone. */
const minItemLength = 12;

/** The items that pass, in order, and the reasons for the others. */
export function verifyItems(
  claimed: readonly ClaimedItem[],
  parts: GateParts,
): { passed: VerifiedItem[]; dropped: DropReason[] } {
  const passed: VerifiedItem[] = [];
  const dropped: DropReason[] = [];
  for (const item of claimed.slice(0, maxItems)) {
    const verified = verify(item, parts);
    if (typeof verified === 'string') dropped.push(verified);
    else passed.push(verified);
  }
  return { passed, dropped };
}

function verify(item: ClaimedItem, { turns, known, source, model, redact }: GateParts): VerifiedItem | DropReason {
  const clean = (text: string, max: number): string =>
    shorten(oneLine(redact(visible(text.slice(0, maxQuoteLength * 4).toWellFormed())).text), max);
  const text = clean(item.text, maxItemLength);
  if (text.length < minItemLength || isNoStatement(text) || !/\p{L}/u.test(text)) return 'says nothing';
  const type = typeFrom(item.type);
  if (type === undefined) return 'unknown type';
  const turn = turns.find(({ seq }) => seq === item.turn);
  if (turn === undefined) return 'no such turn';
  const quote = oneLine(item.quote);
  // A quote is stored as it was said, or not at all.
  if (quote.length > maxQuoteLength || !says(quote) || !containsQuote(turn.content, quote))
    return 'quote not in its turn';
  // The user may give orders; nobody else may, and no item may add another kind of order.
  const given = turn.role === 'user' ? marksOf(quote) : [];
  if (marksOf(`${text}\n${quote}`).some((mark) => !given.includes(mark))) return 'reads like instructions';
  const names = (values: readonly string[], max: number): string[] =>
    [...new Set(values.map((value) => clean(value, maxNameLength)))]
      .filter((name) => says(name) && marksOf(name).length === 0)
      .slice(0, max);
  const evidence: Evidence = {
    type,
    value: valueOf(item.value),
    source,
    model,
    message: turn.message,
    seq: turn.seq,
    quote,
    by: turn.role,
    when: names(item.when, maxSituations),
    about: names(item.about, maxNames),
    also: [],
  };
  const knownOnly = (id: number | undefined): number | undefined =>
    id !== undefined && known.has(id) ? id : undefined;
  return { text, evidence, sameAs: knownOnly(item.sameAs), replaces: knownOnly(item.replaces) };
}

function typeFrom(value: string): LearnedType | undefined {
  const written = value.trim().toLowerCase();
  return learnedTypes.find((type) => type === written);
}

/** A value that the answer leaves out is the middle one. */
function valueOf(value: unknown): LearnedValue {
  return value === undefined || value === null ? 2 : valueFrom(value);
}

/** Whether it contains more than punctuation. */
function says(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text);
}

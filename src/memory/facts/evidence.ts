/**
 * A learned item: a fact that a rule or a model found in a session, with the evidence for it. The evidence is a field of
 * the fact; its state follows from the fact, so that undo, sync and import need nothing else.
 */
import { oneLine } from '../../util/text.ts';
import type { Fact } from './facts.ts';
import type { FactCategory, FactType, LearnedSource, LearnedState, LearnedType } from '../shared/vocabulary.ts';
import { learnedSources, learnedTypes } from '../shared/vocabulary.ts';

/** Characters of an item: one sentence. */
export const maxItemLength = 220;
export const maxQuoteLength = 600;
export const maxSituations = 4;
export const maxNames = 12;

export type LearnedValue = 1 | 2 | 3;

/** Why a fact is believed: who said it, where, in which words. */
export interface Evidence {
  type: LearnedType;
  /** 3: not knowing it costs hours; 2: it matters whenever the subject comes up; 1: background. */
  value: LearnedValue;
  source: LearnedSource;
  /** The model, as a person knows it; null for a rule. */
  model: string | null;
  /** The permanent name of the message that says it, and its place in the session `sourceSession` of the fact. */
  message: string;
  seq: number;
  /** Word for word from that message, spaces aside. */
  quote: string;
  by: 'user' | 'assistant';
  /** Situations in which one would need it, in the words of a request. */
  when: readonly string[];
  /** Files, symbols, commands and concepts. */
  about: readonly string[];
  /** Other sessions that said the same. */
  also: readonly string[];
}

/** The type and category of the fact for an item of each type. */
export const factOf: Readonly<Record<LearnedType, { type: FactType; category: FactCategory }>> = {
  decision: { type: 'decision', category: 'decision' },
  convention: { type: 'convention', category: 'constraint' },
  // It was said in a project, and only a person makes it a preference everywhere.
  preference: { type: 'convention', category: 'constraint' },
  lesson: { type: 'observation', category: 'codebase' },
  gotcha: { type: 'bug', category: 'codebase' },
  fact: { type: 'observation', category: 'codebase' },
  rejected: { type: 'decision', category: 'decision' },
  todo: { type: 'plan', category: 'codebase' },
};

/** The item that a fact with this type and category would be. */
export function learnedTypeOf({
  type,
  category,
}: {
  type?: FactType | undefined;
  category?: FactCategory | undefined;
}): LearnedType {
  const ofCategory = category === undefined ? undefined : learnedTypeOfCategory[category];
  return type === undefined ? (ofCategory ?? 'fact') : learnedTypeOfType[type];
}

const learnedTypeOfType: Readonly<Record<FactType, LearnedType>> = {
  decision: 'decision',
  observation: 'fact',
  convention: 'convention',
  research: 'fact',
  plan: 'todo',
  bug: 'gotcha',
  architecture: 'fact',
};
const learnedTypeOfCategory: Readonly<Record<FactCategory, LearnedType>> = {
  preference: 'preference',
  decision: 'decision',
  codebase: 'fact',
  constraint: 'convention',
  identity: 'preference',
};

/** An item is believed less than what an agent stores on purpose. */
export const confidenceOf: Readonly<Record<LearnedValue, number>> = { 1: 0.5, 2: 0.6, 3: 0.7 };
/** What sessions repeat is believed more, up to this. */
export const maxLearnedConfidence = 0.9;

/** The reason of a fact that another one replaced. */
const replacedReason = /^superseded by #\d+$/u;
/** The reason of a fact that another machine stored, too. */
export const duplicateReason = 'The same was stored on another machine.';
const finishedReason = /^done in session \S+$/u;

/** The reason of a todo that a later session finished. */
export function doneReason(sessionId: string): string {
  return `done in session ${sessionId}`;
}

/** From the fact: replaced by another one or finished, deprecated for another reason, confirmed by a person, or none. */
export function stateOf({
  deprecated,
  deprecationReason,
  origin,
}: Pick<Fact, 'deprecated' | 'deprecationReason' | 'origin'>): LearnedState {
  if (!deprecated) return origin === 'person' ? 'confirmed' : 'learned';
  const reason = deprecationReason ?? '';
  const isReplaced = replacedReason.test(reason) || finishedReason.test(reason) || reason === duplicateReason;
  return isReplaced ? 'replaced' : 'dismissed';
}

/** Whether a model or an assistant found it in a recording, and no person vouched for it; not what was stored on purpose. */
export function isOnlyLearned({ evidence, origin }: Pick<Fact, 'evidence' | 'origin'>): boolean {
  return evidence !== null && (origin === 'transcript' || origin === 'web');
}

/** The form in which evidence is stored: JSON. */
export function evidenceColumn(evidence: Evidence | null): string | null {
  return evidence === null ? null : JSON.stringify(evidence);
}

/** Null for what is no evidence, such as a column that another program wrote. */
export function evidenceFrom(column: string | null): Evidence | null {
  if (column === null) return null;
  let parsed: unknown;
  try {
    parsed = JSON.parse(column);
  } catch {
    // Written by another program.
    return null;
  }
  if (typeof parsed !== 'object' || parsed === null) return null;
  const fields = new Map<string, unknown>(Object.entries(parsed));
  const type = learnedTypes.find((known) => known === fields.get('type'));
  const source = learnedSources.find((known) => known === fields.get('source'));
  const quote = fields.get('quote');
  const message = fields.get('message');
  if (type === undefined || source === undefined || typeof quote !== 'string' || typeof message !== 'string')
    return null;
  const model = fields.get('model');
  const seq = fields.get('seq');
  return {
    type,
    value: valueFrom(fields.get('value')),
    source,
    model: typeof model === 'string' ? model : null,
    message,
    seq: typeof seq === 'number' ? seq : -1,
    quote,
    by: fields.get('by') === 'user' ? 'user' : 'assistant',
    when: textsFrom(fields.get('when')),
    about: textsFrom(fields.get('about')),
    also: textsFrom(fields.get('also')),
  };
}

/** By which a learned fact is also found: when one needs it, and what it is about. */
export function wordsOfEvidence(evidence: Evidence | null): readonly string[] {
  return evidence === null ? [] : [...evidence.when, ...evidence.about];
}

/** 1 for what is no value. */
export function valueFrom(value: unknown): LearnedValue {
  const number = typeof value === 'string' ? Number(value) : value;
  return number === 3 || number === 2 ? number : 1;
}

function textsFrom(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((entry) => typeof entry === 'string') : [];
}

/**
 * Whether a text contains a quotation word for word. Spaces and line breaks count as one space. A quotation that begins
 * or ends within a word is none: "unsafe to delete" does not contain "safe to delete".
 */
export function containsQuote(content: string, quote: string): boolean {
  const wanted = oneLine(quote);
  if (wanted === '' || !wanted.isWellFormed()) return false;
  const said = oneLine(content);
  for (let at = said.indexOf(wanted); at !== -1; at = said.indexOf(wanted, at + 1)) {
    if (!isWithinWord(said, at) && !isWithinWord(said, at + wanted.length)) return true;
  }
  return false;
}

/** A letter, mark or digit of a script that has spaces between words. */
const wordCharacter =
  '(?![\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}])[\\p{L}\\p{M}\\p{N}_]';
const endsInWord = new RegExp(`${wordCharacter}$`, 'u');
const beginsInWord = new RegExp(`^${wordCharacter}`, 'u');

function isWithinWord(text: string, at: number): boolean {
  return endsInWord.test(text.slice(Math.max(0, at - 2), at)) && beginsInWord.test(text.slice(at, at + 2));
}

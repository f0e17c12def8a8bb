/**
 * Reads a session's summary from the fields of a language model's answer, which may hold anything. The result is plain
 * text of limited length. Redaction precedes shortening, so that no half of a secret is left.
 */
import { bulletsFrom, oneLine, shorten, wordsFrom } from '../../util/text.ts';
import { clipToTokens } from '../../util/tokens.ts';
import { limits } from '../shared/input.ts';
import type { Redact } from '../shared/ports.ts';

/** A model's summary of a session. */
export interface ModelSummary {
  /** One line, at most 120 characters. */
  headline: string;
  /** At most five, lower case. */
  topics: string[];
  /** One line, at most 300 characters; null if the model stated that there is none, absent if it stated nothing. */
  outcome?: string | null | undefined;
  /** Markdown, at most 600 tokens. */
  summary: string;
}

const maxLineLength = 300;
const maxTopicLength = 40;
const maxTopics = 5;
const summaryTokens = 600;

/** Undefined if there is no headline or no summary, or redaction leaves nothing of them. */
export function summaryFromFields(fields: ReadonlyMap<string, unknown>, redact: Redact): ModelSummary | undefined {
  const textsOf = (name: string): string[] => textsFrom(fields.get(name)).map((text) => redact(plain(text)).text);
  const headline = shorten(oneLine(textsOf('headline').join(' ')), limits.headline);
  const summary = clipToTokens(textsOf('summary').join('\n').trim(), summaryTokens);
  if (!says(headline) || !says(summary)) return undefined;
  const outcome = outcomeFrom(fields.get('outcome'), textsOf('outcome'));
  return {
    headline,
    topics: topicsFrom(textsOf('topics')),
    outcome,
    summary,
  };
}

/** Undefined for an invalid value: none, other types than text, or only a secret. */
function outcomeFrom(value: unknown, texts: readonly string[]): string | null | undefined {
  if (value === null) return null;
  const outcome = shorten(oneLine(texts.join(' ')), maxLineLength);
  if (/^(?:null|none|n\/a)\.?$/iu.test(outcome)) return null;
  return says(outcome) ? outcome : undefined;
}

function topicsFrom(texts: readonly string[]): string[] {
  const words = wordsFrom(texts.flatMap((text) => bulletsFrom(text)));
  return words.filter((word) => word.length <= maxTopicLength && says(word)).slice(0, maxTopics);
}

/** A text, or the texts in a list; empty for anything else. */
function textsFrom(value: unknown): string[] {
  const entries: unknown[] = Array.isArray(value) ? value : [value];
  return entries.filter((entry) => typeof entry === 'string').slice(0, limits.listEntries);
}

/** Removes control characters, including those that change the writing direction. */
function plain(text: string): string {
  return text.toWellFormed().replaceAll(/[^\P{Cc}\n\t]|[\u202a-\u202e\u2066-\u2069\u200e\u200f]/gu, '');
}

/** Whether a text contains more than punctuation and redaction marks. */
function says(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text.replaceAll(/\[removed: [^\]]*\]/gu, ''));
}

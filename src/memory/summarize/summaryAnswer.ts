/**
 * Reads what a language model answered. It is asked for a JSON object and may answer with anything: a fence or words
 * around it are passed over, and what is no summary is refused as a whole. Whatever comes out is plain text of a known
 * length, freed of secrets before it is shortened, so that no half of one is left.
 */
import { bulletsFrom, oneLine, shorten, wordsFrom } from '../../util/text.ts';
import { clipToTokens } from '../../util/tokens.ts';
import { limits } from '../shared/input.ts';
import type { Redact } from '../shared/ports.ts';

/** What a model told of a session. */
export interface ModelSummary {
  /** One line, at most 120 characters. */
  headline: string;
  /** At most five, lower case. */
  topics: string[];
  /** One line, at most 300 characters; null when the model said that there is none, absent when it said nothing of it. */
  outcome?: string | null;
  /** Markdown, at most 600 tokens. */
  summary: string;
  /** At most eight lines of at most 300 characters. */
  keyFacts: string[];
}

/** Of an answer, so that nobody looks for braces in megabytes. */
const maxAnswerLength = 40_000;
const maxLineLength = 300;
const maxTopicLength = 40;
const maxTopics = 5;
const maxFacts = 8;
const summaryTokens = 600;

/** Undefined when the answer holds no headline or no summary, or nothing is left of them without secrets. */
export function summaryFromAnswer(answer: string, redact: Redact): ModelSummary | undefined {
  if (answer.length > maxAnswerLength) return undefined;
  const told = objectIn(answer);
  if (told === undefined) return undefined;
  const textsOf = (name: string): string[] => textsFrom(told.get(name)).map((text) => redact(plain(text)).text);
  const headline = shorten(oneLine(textsOf('headline').join(' ')), limits.headline);
  const summary = clipToTokens(textsOf('summary').join('\n').trim(), summaryTokens);
  if (!says(headline) || !says(summary)) return undefined;
  const outcome = outcomeFrom(told.get('outcome'), textsOf('outcome'));
  return {
    headline,
    topics: topicsFrom(textsOf('topics')),
    ...(outcome !== undefined && { outcome }),
    summary,
    keyFacts: factsFrom(textsOf('key_facts')),
  };
}

/** Undefined for what is no answer: nothing, other things than texts, what was a secret alone. */
function outcomeFrom(value: unknown, texts: readonly string[]): string | null | undefined {
  if (value === null) return null;
  const outcome = shorten(oneLine(texts.join(' ')), maxLineLength);
  if (/^(?:null|none|n\/a)\.?$/iu.test(outcome)) return null;
  return says(outcome) ? outcome : undefined;
}

/** The object between the first brace and the last one. */
function objectIn(answer: string): Map<string, unknown> | undefined {
  const json = answer.slice(answer.indexOf('{'), answer.lastIndexOf('}') + 1);
  for (const candidate of [json, json.replaceAll(/,(?=\s*[}\]])/gu, '')]) {
    try {
      const parsed: unknown = JSON.parse(candidate);
      if (typeof parsed !== 'object' || parsed === null) return undefined;
      return new Map(Object.entries(parsed));
    } catch {
      // Models like to leave a comma behind the last entry; anything else is no JSON, and no summary.
    }
  }
  return undefined;
}

function topicsFrom(texts: readonly string[]): string[] {
  const words = wordsFrom(texts.flatMap((text) => bulletsFrom(text)));
  return words.filter((word) => word.length <= maxTopicLength && says(word)).slice(0, maxTopics);
}

function factsFrom(texts: readonly string[]): string[] {
  const lines = texts.flatMap((text) => bulletsFrom(text)).map((text) => shorten(oneLine(text), maxLineLength));
  return lines.filter(says).slice(0, maxFacts);
}

/** A text, or the texts of a list; nothing of anything else. */
function textsFrom(value: unknown): string[] {
  const entries: unknown[] = Array.isArray(value) ? value : [value];
  return entries.filter((entry) => typeof entry === 'string').slice(0, limits.listEntries);
}

/** Without control characters, and those that turn the direction of what follows. */
function plain(text: string): string {
  return text.toWellFormed().replaceAll(/[^\P{Cc}\n\t]|[\u202a-\u202e\u2066-\u2069\u200e\u200f]/gu, '');
}

/** Whether anything is left of a text but signs, and what stands for a secret. */
function says(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text.replaceAll(/\[removed: [^\]]*\]/gu, ''));
}

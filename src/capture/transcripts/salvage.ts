/**
 * Finds the whole records in a line of JSON that is damaged: a crash tears records, fills them with zeros and joins
 * the next record to the torn one.
 */
import { isFields } from './fields.ts';
import type { Fields } from './fields.ts';

interface Salvaged {
  /** In order; `at` is the index at which the record begins in the text. */
  records: { at: number; value: Fields }[];
  /** Whether text remains that belongs to no whole record. */
  hasLoss: boolean;
}

/** Characters read per character of text before the search ends: each `{"` of a torn record may begin a whole one. */
const maxReads = 32;

/** A record begins at the start of the text, behind another record or behind a torn one; it is an object. */
export function salvaged(text: string): Salvaged {
  const records: Salvaged['records'] = [];
  let hasLoss = false;
  let left = maxReads * text.length;
  let end = 0;
  for (let at = text.indexOf('{'); at !== -1 && left > 0;) {
    const past = endOfObject(text, at);
    left -= (past ?? text.length) - at;
    const isRecord = past !== undefined && isBoundary(text, past) && !(hasLoss && isPart(text, at));
    const value = isRecord ? parsedObject(text.slice(at, past)) : undefined;
    if (past === undefined || value === undefined) {
      hasLoss = true;
      at = text.indexOf('{"', at + 1);
      continue;
    }
    hasLoss ||= text.slice(end, at).trim() !== '';
    records.push({ at, value });
    end = past;
    at = text.indexOf('{', past);
  }
  return { records, hasLoss: hasLoss || text.slice(end).trim() !== '' };
}

/** Behind a record stands another one or nothing; behind a part of a torn record, the rest of that. */
function isBoundary(text: string, past: number): boolean {
  const next = /\S/u.exec(text.slice(past, past + 64))?.[0];
  return next === undefined || next === '{';
}

/** A record that was torn behind a value ends like a whole one; its values have other first names than records. */
function isPart(text: string, at: number): boolean {
  return /[:,[]\s*$/u.test(text.slice(Math.max(0, at - 64), at)) && firstName(text, at) !== firstName(text, 0);
}

function firstName(text: string, at: number): string | undefined {
  return /^\s*\{\s*"([^"]{0,64})"/u.exec(text.slice(at, at + 128))?.[1];
}

/** The index behind the object that begins at `at`; undefined if it does not end. */
function endOfObject(text: string, at: number): number | undefined {
  return new ObjectEnd().find(text, at);
}

/** Looks for the end of an object in a text that arrives in parts. */
export class ObjectEnd {
  #depth = 0;
  #isQuoted = false;
  #isEscaped = false;

  /** The index behind the object in this part; undefined if it does not end here. */
  find(part: string, from = 0): number | undefined {
    for (let place = from; place < part.length; place += 1) {
      const character = part[place];
      if (this.#isEscaped) this.#isEscaped = false;
      else if (this.#isQuoted) {
        if (character === '\\') this.#isEscaped = true;
        else if (character === '"') this.#isQuoted = false;
      } else if (character === '"') this.#isQuoted = true;
      else if (character === '{') this.#depth += 1;
      else if (character === '}' && (this.#depth -= 1) === 0) return place + 1;
    }
    return undefined;
  }
}

/** Like `JSON.parse`, but strings may also contain raw control characters; undefined if the text is no object. */
export function parsedObject(text: string): Fields | undefined {
  const value = parsed(text) ?? (control.test(text) ? parsed(text.replace(controls, escaped)) : undefined);
  return isFields(value) ? value : undefined;
}

const control = /[\u0000-\u001f]/u;
const controls = new RegExp(control.source, 'gu');

function escaped(character: string): string {
  return JSON.stringify(character).slice(1, -1);
}

/** Undefined for text that is not JSON. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    // The caller reports the line; the parser's own message would not help.
    return undefined;
  }
}

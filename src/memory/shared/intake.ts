/**
 * The input texts of one operation: each is validated, then redacted. One intake counts the removed secrets of all
 * fields, so that no field is missed.
 */
import { optionalText, refused, requireText, requireTexts } from './input.ts';
import type { Redact } from './ports.ts';
import { fingerprint } from '../../util/fingerprint.ts';

/** Validates and redacts the texts of one operation; create one for each operation. */
export class Intake {
  readonly #redact: Redact;
  #removed = 0;

  constructor(redact: Redact) {
    this.#redact = redact;
  }

  /** Secrets and private passages removed so far. */
  get removed(): number {
    return this.#removed;
  }

  /** Rejects an empty text and one longer than `maxLength` characters. */
  text(field: string, value: string, maxLength: number): string {
    return this.#clean(requireText(field, value, maxLength));
  }

  /** Like `text`, for the content of a memory: rejects text that is empty after redaction. */
  statement(field: string, value: string, maxLength: number): string {
    const left = this.text(field, value, maxLength);
    if (!isNoStatement(left)) return left;
    throw refused(
      field,
      'contains only text that must not be stored',
      'Remove the secret and try again. Nothing was stored.',
    );
  }

  /** An identifying name. If a secret is removed from it, a fingerprint keeps it distinct. */
  name(field: string, value: string, maxLength: number): string {
    const whole = requireText(field, value, maxLength);
    const left = this.#clean(whole);
    return left === whole ? whole : distinct(left, whole);
  }

  /** Absent and empty become null. */
  optional(field: string, value: string | undefined, maxLength: number): string | null {
    const text = optionalText(field, value, maxLength);
    return text === null ? null : this.#clean(text);
  }

  /** Each entry at most `maxLength` characters; absent becomes an empty list. */
  list(field: string, values: readonly string[] | undefined, maxLength: number): string[] {
    return requireTexts(field, values ?? [], maxLength).map((value) => this.#clean(value));
  }

  #clean(text: string): string {
    const { text: left, removed } = this.#redact(text);
    this.#removed += removed;
    return left;
  }
}

/** Whether nothing but marks of removed secrets is left of a text. */
export function isNoStatement(text: string): boolean {
  return text.replace(/\[removed: [^\]]*\]|[\s.,;:]/gu, '') === '';
}

/** A name without its secrets; a fingerprint of the original keeps it distinct from similar names. */
export function distinctName(name: string, redact: Redact): string {
  const { text, removed } = redact(name);
  return removed === 0 ? name : distinct(text, name);
}

function distinct(left: string, whole: string): string {
  return `${left} ${fingerprint(whole)}`;
}

/**
 * The texts of one operation on their way in: each is checked, then freed of secrets. One intake counts what was cut
 * out over all fields, so that no field is forgotten; what is a memory's text has passed here.
 */
import { optionalText, refused, requireText, requireTexts } from './input.ts';
import type { Redact } from './ports.ts';
import { fingerprint } from '../../util/fingerprint.ts';

export class Intake {
  readonly #redact: Redact;
  #removed = 0;

  constructor(redact: Redact) {
    this.#redact = redact;
  }

  /** Secrets and private passages cut out so far. */
  get removed(): number {
    return this.#removed;
  }

  /** Rejects an empty text, and one of more than `longest` characters. */
  text(field: string, value: string, longest: number): string {
    return this.#clean(requireText(field, value, longest));
  }

  /** Like `text`, for what is remembered for its own sake: rejects what holds nothing once secrets are cut out. */
  statement(field: string, value: string, longest: number): string {
    const left = this.text(field, value, longest);
    if (left.replace(/\[removed: [^\]]*\]|[\s.,;:]/gu, '') !== '') return left;
    throw refused(
      field,
      'contains only text that must not be stored',
      'Remove the secret and try again. Nothing was stored.',
    );
  }

  /** What tells something from others of its kind, by which it is found again. */
  name(field: string, value: string, longest: number): string {
    const whole = requireText(field, value, longest);
    const left = this.#clean(whole);
    return left === whole ? whole : distinct(left, whole);
  }

  /** Absent and empty are null. */
  optional(field: string, value: string | undefined, longest: number): string | null {
    const text = optionalText(field, value, longest);
    return text === null ? null : this.#clean(text);
  }

  /** Each entry at most `longest` characters; absent is none. */
  list(field: string, values: readonly string[] | undefined, longest: number): string[] {
    return requireTexts(field, values ?? [], longest).map((value) => this.#clean(value));
  }

  #clean(text: string): string {
    const { text: left, removed } = this.#redact(text);
    this.#removed += removed;
    return left;
  }
}

/** A name without its secrets that is still another one than every other name without its own. */
export function distinctName(name: string, redact: Redact): string {
  const { text, removed } = redact(name);
  return removed === 0 ? name : distinct(text, name);
}

function distinct(left: string, whole: string): string {
  return `${left} ${fingerprint(whole)}`;
}

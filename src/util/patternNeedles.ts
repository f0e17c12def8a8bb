/**
 * Detects cheaply that a pattern cannot match. Running many patterns over a text is slow, and most texts lack the words
 * that a pattern needs. The required words are read from the pattern once; the three-letter pieces of a text are
 * collected once for all patterns. An unknown construct counts as requiring nothing, so at worst a pattern runs in
 * vain.
 */

/** Each match contains at least one text of each list; empty if nothing is certain. */
export type Needles = readonly (readonly string[])[];

export function needlesOf({ source, ignoreCase, unicodeSets }: RegExp): Needles {
  return ignoreCase || unicodeSets ? [] : new SourceReader(source).alternatives();
}

/** The three-letter pieces of a text. */
export class Pieces {
  /** One bit for each hash of a piece: 4 KB, which takes as long to create as a short text takes to read. */
  readonly #held = new Uint32Array((1 << 15) / 32);

  constructor(text: string) {
    let piece = 0;
    for (let i = 0; i < text.length; i += 1) {
      piece = next(piece, text.charCodeAt(i));
      if (i >= 2) this.#held[piece >> 5] = (this.#held[piece >> 5] ?? 0) | (1 << piece);
    }
  }

  /** Whether the text may contain the needles; only a negative answer is certain. */
  mayHold(needles: Needles): boolean {
    return needles.every((list) => list.some((needle) => this.#mayHoldOne(needle)));
  }

  #mayHoldOne(needle: string): boolean {
    let piece = 0;
    for (let i = 0; i < needle.length; i += 1) {
      piece = next(piece, needle.charCodeAt(i));
      if (i >= 2 && ((this.#held[piece >> 5] ?? 0) & (1 << piece)) === 0) return false;
    }
    return true;
  }
}

/** The last three letters, hashed to 15 bits; older ones are shifted out. */
function next(piece: number, letter: number): number {
  return ((piece << 5) ^ letter) & 0x7fff;
}

/** Shorter texts contain no piece. */
const minLength = 3;
/** What follows a backslash in a character class, a code point or a backreference. */
const kind = /(?:[pPu]\{[^}]*\}|u[\da-fA-F]{4}|x[\da-fA-F]{2}|c[a-zA-Z]|k<[^>]*>|[dDsSwWnrtvf]|\d+)/uy;
const opening = /(?:\?(?:<?[=!]|<\w+>|:))?/uy;
const quantifier = /[?*+]|\{\d+(?:,\d*)?\}/uy;

/**
 * Reads a pattern's source from its start. `alternatives` stops at the end, or at the parenthesis that closes its
 * group.
 */
class SourceReader {
  readonly #source: string;
  #at = 0;

  constructor(source: string) {
    this.#source = source;
  }

  alternatives(): Needles {
    const first = this.#sequence();
    if (this.#source[this.#at] !== '|') return first;
    const each = [first];
    while (this.#takes('|')) each.push(this.#sequence());
    // Any alternative may match, so a match is only certain to contain a text from the rarest list of one of them.
    const rarest = each.map((lists) => lists.toSorted(compareInformation)[0]);
    return rarest.includes(undefined) ? [] : [rarest.flatMap((list) => list ?? [])];
  }

  #sequence(): Needles {
    const certain: (readonly string[])[] = [];
    let letters = '';
    const end = (): void => {
      if (letters.length >= minLength) certain.push([letters]);
      letters = '';
    };
    while (this.#at < this.#source.length && !'|)'.includes(this.#source[this.#at] ?? '')) {
      const atom = this.#atom();
      const times = this.#times();
      if (typeof atom === 'string' && times !== 'perhaps') letters += atom;
      if (typeof atom !== 'string' || times !== 'once') end();
      if (typeof atom !== 'string' && times !== 'perhaps') certain.push(...atom);
    }
    end();
    return certain;
  }

  /**
   * A letter, or the certain texts of another atom. An assertion that matches no character counts as an empty letter.
   */
  #atom(): string | Needles {
    const sign = this.#source[this.#at] ?? '';
    this.#at += 1;
    if (sign === '\\') return this.#escaped();
    if (sign === '[') return this.#class();
    if (sign === '(') return this.#group();
    if (sign === '^' || sign === '$') return '';
    // Half of a surrogate pair is not a letter, because a following quantifier applies to the whole pair.
    return sign === '.' || /[\ud800-\udfff]/u.test(sign) ? [] : sign;
  }

  #escaped(): string | Needles {
    if (this.#next(kind) !== '') return [];
    const sign = this.#source[this.#at] ?? '';
    this.#at += 1;
    return sign === 'b' || sign === 'B' ? '' : sign;
  }

  #class(): Needles {
    while (!this.#takes(']')) this.#at += this.#source[this.#at] === '\\' ? 2 : 1;
    return [];
  }

  /** A lookaround is not part of the match, or must not occur. */
  #group(): Needles {
    const opened = this.#next(opening);
    // Another form, such as `(?i:`, whose letters may match others.
    const isUnknown = opened === '' && this.#source[this.#at] === '?';
    const needles = this.alternatives();
    this.#at += 1;
    return isUnknown || /[=!]$/u.test(opened) ? [] : needles;
  }

  /** How often the last atom occurs, as far as it matters. */
  #times(): 'perhaps' | 'once' | 'often' {
    const times = this.#next(quantifier);
    if (times === '') return 'once';
    this.#takes('?');
    return /^(?:[?*]|\{0)/u.test(times) ? 'perhaps' : 'often';
  }

  /** Consumes and returns the next text of this form; empty if there is none. */
  #next(form: RegExp): string {
    form.lastIndex = this.#at;
    const [found = ''] = form.exec(this.#source) ?? [];
    this.#at += found.length;
    return found;
  }

  #takes(sign: string): boolean {
    const is = this.#source[this.#at] === sign;
    if (is) this.#at += 1;
    return is;
  }
}

/** Lists with longer texts first, then shorter lists. */
function compareInformation(one: readonly string[], other: readonly string[]): number {
  return minNeedleLength(other) - minNeedleLength(one) || one.length - other.length;
}

function minNeedleLength(needles: readonly string[]): number {
  return Math.min(...needles.map(({ length }) => length));
}

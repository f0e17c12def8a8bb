/**
 * Detects cheaply that a pattern cannot match. Many patterns over one text take time, while most texts lack the words
 * that a pattern needs. The required words are read from the pattern once; the three-letter parts of a text are
 * collected once for all patterns. A construct that is not understood counts as requiring nothing, so at worst a
 * pattern runs in vain.
 */

/** Each match of a pattern holds at least one of the texts of each list; there is no list where nothing is certain. */
export type Needles = readonly (readonly string[])[];

export function needlesOf({ source, ignoreCase, unicodeSets }: RegExp): Needles {
  return ignoreCase || unicodeSets ? [] : new SourceReader(source).alternatives();
}

/** Which pieces of three letters stand in a text. */
export class Pieces {
  /** A bit for each piece: 4 KB, which is made as fast as a short text is read. */
  readonly #held = new Uint32Array((1 << 15) / 32);

  constructor(text: string) {
    let piece = 0;
    for (let i = 0; i < text.length; i += 1) {
      piece = next(piece, text.charCodeAt(i));
      if (i >= 2) this.#held[piece >> 5] = (this.#held[piece >> 5] ?? 0) | (1 << piece);
    }
  }

  /** Whether the text may hold them; only that it does not is certain. */
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

/** The last three letters in 15 bits; older ones leave it. */
function next(piece: number, letter: number): number {
  return ((piece << 5) ^ letter) & 0x7fff;
}

/** Shorter ones hold no piece. */
const minLength = 3;
/** What stands, behind a backslash, for a kind of characters, for one by its number, or for what was matched before. */
const kind = /(?:[pPu]\{[^}]*\}|u[\da-fA-F]{4}|x[\da-fA-F]{2}|c[a-zA-Z]|k<[^>]*>|[dDsSwWnrtvf]|\d+)/uy;
const opening = /(?:\?(?:<?[=!]|<\w+>|:))?/uy;
const quantifier = /[?*+]|\{\d+(?:,\d*)?\}/uy;

/** Reads a pattern's source from its beginning; `alternatives` ends at the end or at the bracket that closes its group. */
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
    // Any of the alternatives may be the one that matches, so what is certain is one of each one's most rarest texts.
    const rarest = each.map((lists) => lists.toSorted(mostInformativeFirst)[0]);
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

  /** A letter, or what is certain of something else. What stands at no character counts as a letter that is none. */
  #atom(): string | Needles {
    const sign = this.#source[this.#at] ?? '';
    this.#at += 1;
    if (sign === '\\') return this.#escaped();
    if (sign === '[') return this.#class();
    if (sign === '(') return this.#group();
    if (sign === '^' || sign === '$') return '';
    // Half of a character is no letter, because what follows the other half counts for both.
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

  /** What is only looked for ahead or behind is not held by the match, or must not be. */
  #group(): Needles {
    const opened = this.#next(opening);
    // Another form, such as `(?i:`, whose letters may match others or be none.
    const isUnknown = opened === '' && this.#source[this.#at] === '?';
    const needles = this.alternatives();
    this.#at += 1;
    return isUnknown || /[=!]$/u.test(opened) ? [] : needles;
  }

  /** How often the last atom stands there, as far as that matters. */
  #times(): 'perhaps' | 'once' | 'often' {
    const times = this.#next(quantifier);
    if (times === '') return 'once';
    this.#takes('?');
    return /^(?:[?*]|\{0)/u.test(times) ? 'perhaps' : 'often';
  }

  /** What comes next if it is of this form; it is behind us then. */
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

/** The longest, and of these the fewest. */
function mostInformativeFirst(one: readonly string[], other: readonly string[]): number {
  return shortest(other) - shortest(one) || one.length - other.length;
}

function shortest(needles: readonly string[]): number {
  return Math.min(...needles.map(({ length }) => length));
}

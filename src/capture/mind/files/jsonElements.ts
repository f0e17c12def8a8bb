/** Where the elements of a list are in a text of JSON, so that one can be changed without laying out the others anew. */

/** From `start` to before `end`, in characters. */
export interface JsonPlace {
  start: number;
  end: number;
}

/**
 * The elements of the list that is the whole text, or the field `name` of the object that is the whole text; of a field
 * that is there twice, those of the last one, which a parser takes. The text must be valid JSON. Undefined without such
 * a list.
 */
export function jsonElements(text: string, name: string): JsonPlace[] | undefined {
  return new JsonScanner(text).elementsOf(name);
}

class JsonScanner {
  readonly #text: string;
  #place: number;

  constructor(text: string) {
    this.#text = text;
    this.#place = text.startsWith('\ufeff') ? 1 : 0;
    this.#skipSpace();
  }

  elementsOf(name: string): JsonPlace[] | undefined {
    if (this.#isAt('[')) return this.#elements();
    if (!this.#isAt('{')) return undefined;
    let found: JsonPlace[] | undefined;
    this.#place += 1;
    this.#skipSpace();
    while (this.#isAt('"')) {
      const start = this.#place;
      this.#skipString();
      const key: unknown = JSON.parse(this.#text.slice(start, this.#place));
      this.#skipSpace();
      this.#place += 1;
      this.#skipSpace();
      if (key === name && this.#isAt('[')) found = this.#elements();
      else this.#skipValue();
      this.#skipComma();
    }
    return found;
  }

  get #sign(): string {
    return this.#text[this.#place] ?? '';
  }

  #isAt(sign: string): boolean {
    return this.#sign === sign;
  }

  get #isAtEnd(): boolean {
    return this.#place >= this.#text.length;
  }

  #elements(): JsonPlace[] {
    const found: JsonPlace[] = [];
    this.#place += 1;
    this.#skipSpace();
    while (!this.#isAtEnd && !this.#isAt(']')) {
      const start = this.#place;
      this.#skipValue();
      found.push({ start, end: this.#place });
      this.#skipComma();
    }
    this.#place += 1;
    return found;
  }

  #skipSpace(): void {
    while (/\s/u.test(this.#sign)) this.#place += 1;
  }

  #skipComma(): void {
    this.#skipSpace();
    if (this.#isAt(',')) this.#place += 1;
    this.#skipSpace();
  }

  #skipString(): void {
    this.#place += 1;
    while (!this.#isAtEnd && !this.#isAt('"')) this.#place += this.#isAt('\\') ? 2 : 1;
    this.#place += 1;
  }

  #skipValue(): void {
    let depth = 0;
    do {
      const sign = this.#sign;
      if (sign === '"') {
        this.#skipString();
        continue;
      }
      if (sign === '{' || sign === '[') depth += 1;
      if (sign === '}' || sign === ']') depth -= 1;
      this.#place += 1;
    } while (!this.#isAtEnd && (depth > 0 || !/[\s,\]}]/u.test(this.#sign)));
  }
}

/** The text without an element, and without the comma that separated it. */
export function withoutElement(text: string, places: readonly JsonPlace[], index: number): string {
  const own = places[index];
  if (own === undefined) return text;
  const [before, after] = [places[index - 1], places[index + 1]];
  if (before !== undefined) return text.slice(0, before.end) + text.slice(own.end);
  if (after !== undefined) return text.slice(0, own.start) + text.slice(after.start);
  return text.slice(0, own.start).trimEnd() + text.slice(own.end).trimStart();
}

/** The text with another value for an element, indented as the element is. */
export function withElement(text: string, { start, end }: JsonPlace, value: unknown): string {
  const lineStart = text.lastIndexOf('\n', start - 1) + 1;
  const indent = /^[ \t]*/u.exec(text.slice(lineStart, start))?.[0] ?? '';
  const old = text.slice(start, end);
  const inner = /\n([ \t]*)\S/u.exec(old)?.[1];
  // An element on one line stays there.
  if (inner === undefined) return text.slice(0, start) + JSON.stringify(value) + text.slice(end);
  const step = inner.startsWith(indent) && inner.length > indent.length ? inner.slice(indent.length) : '  ';
  const lineEnd = old.includes('\r\n') ? '\r\n' : '\n';
  const written = JSON.stringify(value, undefined, step).replaceAll('\n', lineEnd + indent);
  return text.slice(0, start) + written + text.slice(end);
}

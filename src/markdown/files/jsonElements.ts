/** Where the elements of a list are in a text of JSON, so that one can be changed without laying out the others anew. */

/** From `start` to before `end`, in characters. */
export interface JsonPlace {
  start: number;
  end: number;
}

/** A list from its bracket to the one that closes it. */
export interface JsonList extends JsonPlace {
  elements: JsonPlace[];
}

/**
 * The list that is the whole text, or the field `name` of the object that is the whole text; of a field that is there
 * twice, the last one, which a parser takes. The text must be valid JSON. Undefined without such a list.
 */
export function jsonList(text: string, name: string): JsonList | undefined {
  const start = new JsonScanner(text, text.startsWith('\ufeff') ? 1 : 0).valueStart();
  const at = text[start] === '{' ? jsonFields(text, start).get(name)?.start : start;
  return at !== undefined && text[at] === '[' ? new JsonScanner(text, at).list() : undefined;
}

/** The values of the fields of the object at `start`; of one that is there twice, the last one. */
export function jsonFields(text: string, start: number): ReadonlyMap<string, JsonPlace> {
  return new JsonScanner(text, start).fields();
}

class JsonScanner {
  readonly #text: string;
  #place: number;

  constructor(text: string, start: number) {
    this.#text = text;
    this.#place = start;
  }

  valueStart(): number {
    this.#skipSpace();
    return this.#place;
  }

  fields(): Map<string, JsonPlace> {
    const found = new Map<string, JsonPlace>();
    this.#place += 1;
    this.#skipSpace();
    while (this.#isAt('"')) {
      const start = this.#place;
      this.#skipString();
      const name = String(JSON.parse(this.#text.slice(start, this.#place)));
      this.#skipSpace();
      this.#place += 1;
      const value = this.valueStart();
      this.#skipValue();
      found.set(name, { start: value, end: this.#place });
      this.#skipComma();
    }
    return found;
  }

  list(): JsonList {
    const start = this.#place;
    const elements = this.#elements();
    return { start, end: this.#place, elements };
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

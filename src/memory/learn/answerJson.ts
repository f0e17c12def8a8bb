/**
 * Finds JSON in a model's answer. Models put a fence, words or thoughts with braces around it, leave a comma after the
 * last entry, write line breaks and backslashes into texts as they are, or are cut off. Of what was cut off, only whole
 * entries are read, because half an entry proves nothing.
 */

/** An object or a list. */
interface FoundJson {
  /** Its first character. */
  at: number;
  value: unknown;
  /** False if the text ends before it does. */
  isWhole: boolean;
}

/** Characters that are read, also repeatedly: a text of open braces would take forever. */
const maxRead = 1_000_000;

/** All that a text contains, in order. What is in a whole one is not repeated, what is in one that was cut off is. */
export function jsonIn(text: string): FoundJson[] {
  const found: FoundJson[] = [];
  let read = 0;
  for (let at = nextStart(text, 0); at !== -1 && read < maxRead;) {
    const { json, end, isWhole } = readFrom(text, at);
    read += end - at;
    const value = json === undefined ? undefined : parsed(json);
    if (value !== undefined) found.push({ at, value, isWhole });
    at = nextStart(text, value !== undefined && isWhole ? end : at + 1);
  }
  return found;
}

function nextStart(text: string, from: number): number {
  const place = text.slice(from).search(/[[{]/u);
  return place === -1 ? -1 : from + place;
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined; // Braces of other text.
  }
}

const token =
  /(?<text>"[^"\\]*(?:\\[\s\S][^"\\]*)*")|(?<opens>[{[])|(?<closes>[}\]])|(?<comma>,)|(?<space>\s+)|(?<other>[^\s"{}[\],]+)|"[\s\S]*/gu;

/** Strict JSON from an opening bracket to its closing one, or of the whole entries before the end of the text. */
function readFrom(text: string, start: number): { json: string | undefined; end: number; isWhole: boolean } {
  const closing: string[] = [];
  let json = '';
  let comma = '';
  let whole: string | undefined;
  for (const match of text.slice(start).matchAll(token)) {
    const { text: quoted, opens, closes, comma: separator, space, other } = match.groups ?? {};
    if (separator !== undefined) comma = separator;
    const sign = opens ?? closes ?? other ?? (quoted === undefined ? undefined : strict(quoted));
    if (space !== undefined) json += ' ';
    if (sign === undefined) continue;
    json += closes === undefined ? `${comma}${sign}` : sign;
    comma = '';
    if (opens !== undefined) closing.push(opens === '{' ? '}' : ']');
    const isClosed = closes !== undefined && (closing.pop() !== closes || closing.length === 0);
    const end = start + match.index + sign.length;
    if (isClosed) return { json, end, isWhole: true };
    // In a list of the outermost object, or in the outermost list.
    const isInList = closing.at(-1) === ']' && (closing.length === 1 || (closing.length === 2 && closing[0] === '}'));
    if (isInList && (sign === '[' || sign === '}')) whole = `${json}${closing.toReversed().join('')}`;
  }
  return { json: whole, end: text.length, isWhole: false };
}

/** JSON allows neither control characters nor other escapes in texts. */
function strict(quoted: string): string {
  return quoted.replace(/\\(?:["\\/bfnrt]|u[\da-fA-F]{4})|\\|[\u0000-\u001f]/gu, (sign) => {
    if (sign === '\\') return '\\\\';
    return sign < ' ' ? JSON.stringify(sign).slice(1, -1) : sign;
  });
}

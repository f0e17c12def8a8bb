/**
 * Sets and removes one server table in a TOML text that users also edit; comments, order and line ends are kept. A
 * new table is appended under its own header, in the form of the client's documentation, and removing it restores the
 * text. Other forms, such as inline tables, are edited in place.
 */
import { isDeepStrictEqual } from 'node:util';
import { parse, patch } from '@decimalturn/toml-patch';
import { BigMindError } from '../../memory/shared/errors.ts';
import { isRecord } from '../../util/parsedValues.ts';

/** A table of strings, lists of strings, and tables of strings. */
type TomlTable = Readonly<Record<string, unknown>>;

/** The location of the table: the name of the table that contains all servers, and the server's own. */
interface TomlPlace {
  container: string;
  name: string;
}

/** The table; undefined if it does not exist. Throws `invalid_input`, naming `file` and the line. */
export function tomlTableAt(text: string, place: TomlPlace, file: string): Record<string, unknown> | undefined {
  const entry = containerIn(parsed(text, file), place, text, file)?.[place.name];
  return isTable(entry) ? entry : undefined;
}

/** The text with `table` at `place`. Throws `invalid_input`, naming `file` and the line. */
export function withTomlTable(text: string, place: TomlPlace, table: TomlTable, file: string): string {
  const document = parsed(text, file);
  const container = containerIn(document, place, text, file);
  const wanted = { ...document, [place.container]: { ...container, [place.name]: table } };
  const patched = patch(text, wanted);
  if (container?.[place.name] !== undefined) return patched;
  const added = appended(text, place, table);
  return saysTheSame(added, patched) ? added : patched;
}

/** The text without the table; the same text if there is none. Throws `invalid_input`, naming `file` and the line. */
export function withoutTomlTable(text: string, place: TomlPlace, file: string): string {
  const document = parsed(text, file);
  const container = containerIn(document, place, text, file);
  if (container?.[place.name] === undefined) return text;
  const { [place.name]: entry, ...others } = container;
  const { [place.container]: _, ...rest } = document;
  const standsAlone = new RegExp(`^\\s*(?:\\[\\s*${place.container}\\s*\\]|${place.container}\\s*=)`, 'mu').test(text);
  const wanted = Object.keys(others).length === 0 && !standsAlone ? rest : { ...rest, [place.container]: others };
  const patched = patch(text, wanted);
  const cut = isTable(entry) ? cutAppended(text, place, entry) : patched;
  return saysTheSame(cut, patched) ? cut : patched;
}

/** As for a managed block: a blank line before it, and no last line end if there was none. */
function appended(text: string, place: TomlPlace, table: TomlTable): string {
  const eol = lineEndOf(text);
  const section = sectionOf(place, table, eol);
  if (text.trim() === '') return text + section + eol;
  return text.endsWith('\n') ? text + eol + section + eol : text + eol + eol + section;
}

function cutAppended(text: string, place: TomlPlace, entry: Record<string, unknown>): string {
  const eol = lineEndOf(text);
  const section = sectionOf(place, entry, eol);
  const start = text.indexOf(section);
  if (start < 0) return text;
  const before = text.slice(0, start);
  const after = text.slice(start + section.length);
  const separator = after === '' ? eol + eol : eol;
  const kept = before.endsWith(separator) && before.trim() !== '' ? before.slice(0, -separator.length) : before;
  return kept + (after.startsWith(eol) ? after.slice(eol.length) : after);
}

function sectionOf({ container, name }: TomlPlace, table: TomlTable, eol: string): string {
  const header = `${container}.${name}`;
  const entries = Object.entries(table);
  const values = entries.filter(([, value]) => !isTable(value)).map(([key, value]) => line(key, value));
  const tables = entries.flatMap(([key, value]) =>
    isTable(value)
      ? ['', `[${header}.${key}]`, ...Object.entries(value).map(([name, inner]) => line(name, inner))]
      : [],
  );
  return [`[${header}]`, ...values, ...tables].join(eol);
}

function line(key: string, value: unknown): string {
  return `${/^[\w-]+$/u.test(key) ? key : JSON.stringify(key)} = ${written(value)}`;
}

/** Strings and lists of them; a JSON string is a valid TOML string. */
function written(value: unknown): string {
  return Array.isArray(value) ? `[${value.map(written).join(', ')}]` : JSON.stringify(value);
}

function containerIn(
  document: Record<string, unknown>,
  { container, name }: TomlPlace,
  text: string,
  file: string,
): Record<string, unknown> | undefined {
  const held = document[container];
  if (held === undefined) return undefined;
  if (!isTable(held)) throw invalid(file, lineOf(text, container), `"${container}" is not a table`);
  if (held[name] !== undefined && !isTable(held[name])) {
    throw invalid(file, lineOf(text, name), `"${container}.${name}" is not a table`);
  }
  return held;
}

function parsed(text: string, file: string): Record<string, unknown> {
  try {
    const document: unknown = parse(text);
    return isTable(document) ? document : {};
  } catch (cause) {
    const at = cause instanceof Error && 'line' in cause && typeof cause.line === 'number' ? cause.line : 1;
    const reason = cause instanceof Error ? (cause.message.split('\n').at(-1) ?? '') : String(cause);
    throw invalid(file, at, `the file is not valid TOML (${reason})`, cause);
  }
}

/** Whether the proposal is valid and contains the same values at the same places. */
function saysTheSame(proposal: string, text: string): boolean {
  try {
    return isDeepStrictEqual(parse(proposal), parse(text));
  } catch {
    // A proposal that does not parse is not used.
    return false;
  }
}

function invalid(file: string, line: number, what: string, cause?: unknown): BigMindError {
  const remedy = 'Nothing was changed. Repair the file, or move it so that BigMind creates a new one, and try again.';
  const options = { remedy, details: { file, line } };
  return new BigMindError(
    'invalid_input',
    `${file}, line ${line}: ${what}.`,
    cause === undefined ? options : { ...options, cause },
  );
}

function lineOf(text: string, word: string): number {
  return Math.max(1, text.split('\n').findIndex((candidate) => candidate.includes(word)) + 1);
}

function lineEndOf(text: string): string {
  return text.includes('\r\n') ? '\r\n' : '\n';
}

function isTable(value: unknown): value is Record<string, unknown> {
  return isRecord(value) && !(value instanceof Date);
}

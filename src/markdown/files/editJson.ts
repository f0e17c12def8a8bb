/** Edits of a text of JSON that leave every other byte: the layout of what stays, and numbers as they are written. */
import { isRecord } from '../../util/parsedValues.ts';
import { jsonFields } from './jsonElements.ts';
import type { JsonList, JsonPlace } from './jsonElements.ts';

/** The text without an element, and without the comma that separated it. */
export function withoutElement(text: string, places: readonly JsonPlace[], index: number): string {
  const own = places[index];
  if (own === undefined) return text;
  const [before, after] = [places[index - 1], places[index + 1]];
  if (before !== undefined) return text.slice(0, before.end) + text.slice(own.end);
  if (after !== undefined) return text.slice(0, own.start) + text.slice(after.start);
  return text.slice(0, own.start).trimEnd() + text.slice(own.end).trimStart();
}

/** The text with one more element at the end of the list, laid out as the others are. */
export function withNewElement(text: string, { start, elements }: JsonList, value: unknown): string {
  const last = elements.at(-1);
  if (last === undefined) return withFirstElement(text, start, value);
  const before = elements.at(-2);
  const separator = before === undefined ? `,${spaceBefore(text, last.start)}` : text.slice(before.end, last.start);
  const indent = indentAt(text, last.start);
  const model = elements.map((one) => text.slice(one.start, one.end)).findLast((one) => one.includes('\n'));
  const isOnOwnLine = text.slice(0, last.start).endsWith(`\n${indent}`);
  const step = model === undefined ? (isOnOwnLine ? stepOf(text) : undefined) : stepIn(model, indent);
  return text.slice(0, last.end) + separator + written(value, step, lineEndOf(text) + indent) + text.slice(last.end);
}

function withFirstElement(text: string, start: number, value: unknown): string {
  const end = text.indexOf(']', start);
  const [step, lineEnd] = [stepOf(text), lineEndOf(text) + indentAt(text, start)];
  const element = lineEnd + step + written(value, step, lineEnd + step) + lineEnd;
  return text.slice(0, start + 1) + element + text.slice(end);
}

/**
 * The text with these values in the fields of the object at `start`; fields that it does not have come last. Those of a
 * value that is an object itself are set one by one.
 */
export function withFields(text: string, start: number, values: Readonly<Record<string, unknown>>): string {
  return Object.entries(values).reduce((edited, [name, value]) => withField(edited, start, name, value), text);
}

function withField(text: string, start: number, name: string, value: unknown): string {
  const fields = jsonFields(text, start);
  const own = fields.get(name);
  if (own === undefined) return withNewField(text, start, [...fields.values()].at(-1), [name, value]);
  const old: unknown = JSON.parse(text.slice(own.start, own.end));
  if (JSON.stringify(old) === JSON.stringify(value)) return text;
  if (isRecord(old) && isRecord(value)) return withFields(text, own.start, value);
  return withValue(text, own, value);
}

/** The text with another value in a place, indented as the old one is. */
function withValue(text: string, { start, end }: JsonPlace, value: unknown): string {
  const old = text.slice(start, end);
  const indent = indentAt(text, start);
  // A value on one line stays there.
  const step = old.includes('\n') ? stepIn(old, indent) : undefined;
  return text.slice(0, start) + written(value, step, lineEndOf(text) + indent) + text.slice(end);
}

function withNewField(
  text: string,
  start: number,
  last: JsonPlace | undefined,
  [name, value]: [name: string, value: unknown],
): string {
  const key = JSON.stringify(name);
  const place = last?.end ?? start + 1;
  const comma = last === undefined ? '' : ',';
  const indent = last === undefined ? '' : indentAt(text, last.start);
  const isOnOwnLine = last !== undefined && text.slice(start, last.start).includes('\n');
  const added = isOnOwnLine
    ? `${lineEndOf(text)}${indent}${key}: ${written(value, stepOf(text), lineEndOf(text) + indent)}`
    : `${key}:${JSON.stringify(value)}`;
  return text.slice(0, place) + comma + added + text.slice(place);
}

/** On one line without a step. `lineBreak` has the indentation of the first line. */
function written(value: unknown, step: string | undefined, lineBreak: string): string {
  return step === undefined
    ? JSON.stringify(value)
    : JSON.stringify(value, undefined, step).replaceAll('\n', lineBreak);
}

function lineEndOf(text: string): string {
  return text.includes('\r\n') ? '\r\n' : '\n';
}

/** Of the line in which the place is. */
function indentAt(text: string, place: number): string {
  const start = text.lastIndexOf('\n', place - 1) + 1;
  return /^[ \t]*/u.exec(text.slice(start, place))?.[0] ?? '';
}

/** By how much lines are indented in the file. */
function stepOf(text: string): string {
  return /^[ \t]+(?=["[{])/mu.exec(text)?.[0] ?? '  ';
}

/** The same within a value, whose first line has the indentation `indent`. */
function stepIn(value: string, indent: string): string {
  const inner = /\n([ \t]*)\S/u.exec(value)?.[1] ?? '';
  return inner.startsWith(indent) && inner.length > indent.length ? inner.slice(indent.length) : '  ';
}

/** White space from the end of the text before the place. */
function spaceBefore(text: string, place: number): string {
  return /\s*$/u.exec(text.slice(Math.max(0, place - maxSpace), place))?.[0] ?? '';
}

/** In characters; no layout has more. */
const maxSpace = 200;

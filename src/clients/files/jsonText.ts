/**
 * Sets and removes one value, or one element of a list, in a JSON text that users and other programs also edit.
 * Everything else is kept: comments, order, indentation, trailing commas and line ends, and a comment stays with its
 * line. Removing is the exact inverse of setting, except that an object that had to be added remains, empty.
 */
import { createScanner, findNodeAtLocation, getNodeValue, parseTree, printParseErrorCode } from 'jsonc-parser';
import type { Node, ParseError } from 'jsonc-parser';
import { BigMindError } from '../../memory/shared/errors.ts';
import { styleOf } from './jsonStyle.ts';
import type { JsonStyle } from './jsonStyle.ts';

/** Keys of objects and indices of lists, from the root object inwards. */
type JsonPath = readonly (string | number)[];

/** The value at `path`; undefined if there is none. Throws `invalid_input` like `withJsonValue`. */
export function jsonValueAt(text: string, path: readonly string[], file: string): unknown {
  const root = rootOf(text, file);
  holderOf(text, root, path, file);
  const node = root === undefined ? undefined : findNodeAtLocation(root, [...path]);
  return node === undefined ? undefined : getNodeValue(node);
}

/**
 * The text with `value` at `path`; missing objects on the path are created. An empty text becomes a whole document.
 * Throws `invalid_input`, naming `file` and the line, if the text is not a JSON object or the path contains a value
 * that is not an object.
 */
export function withJsonValue(text: string, path: readonly string[], value: unknown, file: string): string {
  const root = rootOf(text, file);
  if (root === undefined) return `${JSON.stringify(nested(path, value), undefined, 2)}\n`;
  const present = findNodeAtLocation(root, [...path]);
  const { holder, depth } = holderOf(text, root, path, file);
  const style = styleOf(text, holder, root);
  if (present !== undefined) {
    const written = style.written(value);
    return text.slice(0, present.offset) + written + text.slice(present.offset + present.length);
  }
  const property = `${JSON.stringify(path[depth])}:${style.space}${style.written(nested(path.slice(depth + 1), value))}`;
  return inserted(text, holder, property, style);
}

/**
 * The text with `value` at the end of the list at `path`, which is created if missing. Throws like `withJsonValue`,
 * and also if the value at `path` is not a list.
 */
export function withJsonElement(text: string, path: readonly string[], value: unknown, file: string): string {
  const root = rootOf(text, file);
  if (root !== undefined) holderOf(text, root, path, file);
  const list = root === undefined ? undefined : findNodeAtLocation(root, [...path]);
  if (root === undefined || list === undefined) return withJsonValue(text, path, [value], file);
  if (list.type !== 'array') throw invalid(file, text, list.offset, `"${path.at(-1) ?? ''}" is not a list`);
  const style = styleOf(text, list, root);
  return inserted(text, list, style.written(value), style);
}

/** The text with a new value for an existing property or list element at `path`; the same text if there is none. */
export function withJsonReplaced(text: string, path: JsonPath, value: unknown, file: string): string {
  const root = rootOf(text, file);
  const node = root === undefined ? undefined : findNodeAtLocation(root, [...path]);
  if (root === undefined || node?.parent === undefined) return text;
  const written = styleOf(text, node.parent, root).written(value);
  return text.slice(0, node.offset) + written + text.slice(endOf(node));
}

/**
 * The text without the property or list element at `path`; the same text if there is none. Throws like
 * `withJsonValue`.
 */
export function withoutJsonValue(text: string, path: JsonPath, file: string): string {
  const root = rootOf(text, file);
  const keys = path.findIndex((part) => typeof part === 'number');
  holderOf(text, root, path.slice(0, keys === -1 ? path.length : keys).map(String), file);
  const node = root === undefined ? undefined : findNodeAtLocation(root, [...path]);
  const cutOut = node?.parent?.type === 'property' ? node.parent : node;
  const holder = cutOut?.parent;
  if (cutOut === undefined || holder === undefined) return text;
  const siblings = holder.children ?? [];
  const previous = siblings[siblings.indexOf(cutOut) - 1];
  const from = previous === undefined ? holder.offset + 1 : endOf(previous);
  const before = tokensIn(text, from, cutOut.offset);
  const after = tokensIn(text, endOf(cutOut), endOf(holder) - 1);
  const comma = after.find((token) => token.text === ',');
  const rest = text.slice(comma?.end ?? endOf(cutOut));
  const last = before.at(-1);
  // Text after the removed item on its line must not be appended to the line comment above.
  const staysBelow = last?.text.startsWith('//') === true && !/^[ \t]*\r?\n/u.test(rest);
  const cut = text.slice(0, staysBelow ? cutOut.offset : (last?.end ?? from)) + rest;
  const former = comma === undefined ? before.find((token) => token.text === ',') : undefined;
  const result = former === undefined ? cut : cut.slice(0, former.end - 1) + cut.slice(former.end);
  return siblings.length === 1 ? collapsed(result, holder.offset) : result;
}

/** Writes an object or list that contains only white space as `{}` or `[]`. */
function collapsed(text: string, offset: number): string {
  return text.slice(0, offset) + text.slice(offset).replace(/^([[{])\s*([\]}])/u, '$1$2');
}

/** `item` is a property of the object, or an element of the list, `holder`. */
function inserted(text: string, holder: Node, item: string, style: JsonStyle): string {
  const close = endOf(holder) - 1;
  const last = holder.children?.at(-1);
  const from = last === undefined ? holder.offset + 1 : endOf(last);
  const tokens = tokensIn(text, from, close);
  const at = tokens.at(-1)?.end ?? from;
  const hasComma = tokens.some((token) => token.text === ',');
  const rest = text.slice(at);
  const tail = last === undefined && !text.slice(at, close).includes('\n') ? style.tail : '';
  const comma = last === undefined || hasComma ? '' : ',';
  const lead = style.lead ?? (last === undefined ? '' : style.space);
  return text.slice(0, from) + comma + text.slice(from, at) + lead + item + (hasComma ? ',' : '') + tail + rest;
}

/** The innermost existing object on the path, and the number of keys that lead to it. */
function holderOf(
  text: string,
  root: Node | undefined,
  path: readonly string[],
  file: string,
): { holder: Node; depth: number } {
  let holder = root ?? { type: 'object', offset: 0, length: 0 };
  for (const [depth, key] of path.entries()) {
    refuseTwins(text, holder, key, file);
    if (depth === path.length - 1) break;
    const next = findNodeAtLocation(holder, [key]);
    if (next === undefined) return { holder, depth };
    if (next.type !== 'object') throw invalid(file, text, next.offset, `"${key}" is not an object`);
    holder = next;
  }
  return { holder, depth: path.length - 1 };
}

/** Of two properties with the same name, clients read the last one, but users may edit the other. */
function refuseTwins(text: string, holder: Node, key: string, file: string): void {
  const [, twin] = (holder.children ?? []).filter((property) => property.children?.[0]?.value === key);
  if (twin !== undefined) throw invalid(file, text, twin.offset, `"${key}" occurs twice`);
}

/** Undefined for a text without any content. */
function rootOf(text: string, file: string): Node | undefined {
  const errors: ParseError[] = [];
  const root = treeOf(text, errors, file);
  const [error] = errors;
  if (error !== undefined) {
    throw invalid(file, text, error.offset, `the file is not valid JSON (${printParseErrorCode(error.error)})`);
  }
  if (root !== undefined && root.type !== 'object') throw invalid(file, text, root.offset, 'the file is not an object');
  return root;
}

/** A file of strangers may be nested more deeply than any parser can follow. */
function treeOf(text: string, errors: ParseError[], file: string): Node | undefined {
  try {
    return parseTree(text, errors, { allowTrailingComma: true, allowEmptyContent: true });
  } catch (thrown) {
    if (!(thrown instanceof RangeError)) throw thrown;
    throw invalid(file, text, 0, 'the file is nested too deeply');
  }
}

function invalid(file: string, text: string, offset: number, what: string): BigMindError {
  const line = text.slice(0, offset).split('\n').length;
  return new BigMindError('invalid_input', `${file}, line ${line}: ${what}.`, {
    remedy: 'Nothing was changed. Repair the file, or move it so that BigMind creates a new one, and try again.',
    details: { file, line },
  });
}

/** Tokens between two offsets; between properties or elements, these can only be commas and comments. */
function tokensIn(text: string, from: number, to: number): { text: string; end: number }[] {
  const scanner = createScanner(text, false);
  scanner.setPosition(from);
  const tokens = [];
  for (scanner.scan(); scanner.getTokenLength() > 0 && scanner.getTokenOffset() < to; scanner.scan()) {
    const offset = scanner.getTokenOffset();
    const end = offset + scanner.getTokenLength();
    const token = text.slice(offset, end);
    if (token.trim() !== '') tokens.push({ text: token, end });
  }
  return tokens;
}

function nested(path: readonly string[], value: unknown): unknown {
  return path.reduceRight<unknown>((inner, key) => ({ [key]: inner }), value);
}

function endOf(node: Node): number {
  return node.offset + node.length;
}

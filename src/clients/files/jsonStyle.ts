/**
 * Detects the layout of a JSON text, so that inserted values match its style. It reads the text only and changes
 * nothing.
 */
import type { Node } from 'jsonc-parser';

/** How a property is written into one object of the text. */
export interface JsonStyle {
  /** Line end and indentation before a property; undefined if the object is on one line. */
  lead: string | undefined;
  /** Text before the closing brace of an object that was empty. */
  tail: string;
  space: '' | ' ';
  written: (value: unknown) => string;
}

/** The style of the text around `holder`: on one line or several, with its indentation and line ends. */
export function styleOf(text: string, holder: Node, root: Node): JsonStyle {
  const within = text.slice(holder.offset, holder.offset + holder.length);
  const oneLine = holder.children?.length === 0 ? isOneLine(text) && within !== text.trim() : !within.includes('\n');
  const space = isOneLine(text) && /"\s*:\S/u.test(text) ? '' : ' ';
  if (oneLine) return { lead: undefined, tail: '', space, written: (value) => JSON.stringify(value) };
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  const outer = indentAt(text, holder.offset);
  const unit = unitOf(text, root);
  const [child] = holder.children ?? [];
  const inner = child === undefined ? outer + unit : indentAt(text, child.offset);
  return {
    lead: eol + inner,
    tail: eol + outer,
    space: ' ',
    written: (value) => JSON.stringify(value, undefined, unit).replaceAll('\n', eol + inner),
  };
}

function isOneLine(text: string): boolean {
  return !text.trim().includes('\n');
}

function indentAt(text: string, offset: number): string {
  const line = text.slice(text.lastIndexOf('\n', offset - 1) + 1, offset);
  return /^[ \t]*/u.exec(line)?.[0] ?? '';
}

/** One level of indentation, taken from the first property of the document; by default two spaces. */
function unitOf(text: string, root: Node): string {
  const [first] = root.children ?? [];
  const indent = first === undefined ? '' : indentAt(text, first.offset);
  return indent === '' ? '  ' : indent;
}

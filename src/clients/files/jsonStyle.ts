/**
 * How a JSON text is laid out, so that what is written into it looks as if its people had written it. Looks at the text
 * only and changes nothing.
 */
import type { Node } from 'jsonc-parser';

/** How a property is written into one object of the text. */
export interface JsonStyle {
  /** Line end and indentation before a property; undefined where the object stands on one line. */
  lead: string | undefined;
  /** Before the closing brace of an object that was empty. */
  tail: string;
  space: '' | ' ';
  written: (value: unknown) => string;
}

/** The style of the text around `holder`: on one line or on several, with its indentation and line ends. */
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

/** One level of indentation, as the first property of the document shows it; two spaces where none does. */
function unitOf(text: string, root: Node): string {
  const [first] = root.children ?? [];
  const indent = first === undefined ? '' : indentAt(text, first.offset);
  return indent === '' ? '  ' : indent;
}

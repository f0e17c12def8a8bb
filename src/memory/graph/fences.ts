/**
 * Code blocks between fences. A reader names little of what is in them: the packages that they install or import, and
 * the error codes of a log.
 */
import { errorCodeFrom } from './forms/errorCodes.ts';
import { packagesIn } from './forms/packages.ts';
import type { Named } from './names.ts';

interface TextRange {
  /** In UTF-16 units; `to` is exclusive. */
  from: number;
  to: number;
  isFence: boolean;
}

const fence = /^[ \t>]{0,12}(?<marks>`{3,}(?!`)|~{3,}(?!~))[^`\n]*$/gmu;
const code = /\b(?:E[A-Z_]{2,16}|SQLITE_[A-Z_]{3,30}|ERR_[A-Z_]{3,50}|(?:TS|E|CS|MSB|LNK|NETSDK|AADSTS)\d{3,7})\b/gu;

/** The text between fences and beside them, in order; a fence that is not closed ends with the text. */
export function rangesOf(text: string): TextRange[] {
  if (!text.includes('```') && !text.includes('~~~')) return [{ from: 0, to: text.length, isFence: false }];
  const ranges: TextRange[] = [];
  let from = 0;
  let opening = '';
  for (const { index, 0: line, groups } of text.matchAll(fence)) {
    const marks = groups?.['marks'] ?? '';
    if (opening !== '' && (!marks.startsWith(opening) || !line.trimEnd().endsWith(marks))) continue;
    ranges.push({ from, to: index, isFence: opening !== '' });
    from = index + line.length;
    opening = opening === '' ? marks : '';
  }
  return [...ranges, { from, to: text.length, isFence: opening !== '' }];
}

/** In order. */
export function mentionsInFence(text: string, from: number, to: number): Named[] {
  const block = text.slice(from, to);
  const found: Named[] = packagesIn(block).map(({ name, index }) => at(name, 'package', from + index));
  for (const { 0: name, index } of block.matchAll(code)) {
    if (errorCodeFrom(name) !== undefined) found.push(at(name, 'error', from + index));
  }
  return found.toSorted((one, other) => one.start - other.start);
}

function at(name: string, kind: Named['kind'], start: number): Named {
  return { name, kind, start, end: start + name.length };
}

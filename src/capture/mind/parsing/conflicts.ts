/** Unresolved merge conflicts in the files of a project's memory. */
const conflictMark = /^(?:<{7}|>{7}|\|{7})(?:\s|$)/u;
const separator = /^={7}$/u;

/** Empties the lines of conflict markers, and returns where a conflict begins, from 1. */
export function takeOutConflicts(lines: string[]): number[] {
  const begins: number[] = [];
  let isInside = false;
  for (const [place, line] of lines.entries()) {
    if (!mayBeMark(line)) continue;
    const isMark = conflictMark.test(line) || (isInside && separator.test(line));
    if (!isMark) continue;
    if (line.startsWith('<')) begins.push(place + 1);
    isInside = !line.startsWith('>');
    lines[place] = '';
  }
  return begins;
}

/** Fast, because nearly no line is a mark. */
function mayBeMark(line: string): boolean {
  const first = line.charAt(0);
  return first === '<' || first === '>' || first === '|' || first === '=';
}

/** The lines, from 1, where a conflict begins. */
export function conflictLines(markdown: string): number[] {
  return takeOutConflicts(markdown.split(/\r?\n/u));
}

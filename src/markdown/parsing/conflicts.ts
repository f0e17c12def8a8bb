/**
 * Unresolved merge conflicts in the files of a project's memory, as Git writes them in its styles `merge`, `diff3` and
 * `zdiff3`, also one within another, whose marks are longer.
 */
const conflictMark = /^(?<marks><{7,}|>{7,}|\|{7,}|={7,})(?:\s|$)/u;

interface Conflict {
  /** Characters of each mark. */
  length: number;
  /** Where the common ancestor of both sides begins, which nobody decided. */
  base?: number;
}

/**
 * Empties the lines of conflict markers and of common ancestors, and returns where a conflict begins, from 1. Both sides
 * are kept.
 */
export function takeOutConflicts(lines: string[]): number[] {
  let begins: number[] = [];
  const open: Conflict[] = [];
  for (const [place, line] of lines.entries()) {
    if (!mayBeMark(line)) continue;
    const marks = conflictMark.exec(line)?.groups?.['marks'] ?? '';
    const sign = marks.charAt(0);
    const current = open.at(-1);
    if (marks === '') continue;
    if (sign === '<') {
      begins.push(place + 1);
      open.push({ length: marks.length });
    } else if (sign === '>') {
      const ended = open.findLastIndex(({ length }) => length === marks.length);
      if (ended >= 0) open.length = ended;
    } else if (current?.length !== marks.length || (sign === '=' && line.trimEnd() !== marks)) continue;
    else if (sign === '|') current.base ??= place;
    else if (current.base !== undefined) {
      const { base } = current;
      lines.fill('', base, place);
      begins = begins.filter((begin) => begin <= base);
      delete current.base;
    }
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

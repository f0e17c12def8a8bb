/** Code that Markdown marks by an indentation of four columns, after an empty line. */
import { closesCode, fenceIn, headingIn, withoutComments } from '../../capture/notes/markdownBlocks.ts';

const codeIndent = 4;
const bullet = /^(?<before>\s*(?:[-*+•]|\d{1,3}[.)])\s+)\S/u;

/**
 * Removes indented code and comments, but keeps their line feeds, so that line numbers stay correct. Below a bullet, text
 * belongs to the bullet unless it is indented by four columns more than its text. A bullet begins no code, because people
 * indent whole lists.
 */
export function withoutIndentedCode(markdown: string): string {
  const lines = withoutComments(markdown).split('\n');
  let isBoundary = true;
  let isCode = false;
  let fenced: string | undefined;
  /** Where the text of the last bullet begins; 0 outside of lists. */
  let textColumn = 0;
  for (const [place, line] of lines.entries()) {
    const marks = fenceIn(line);
    if (fenced !== undefined) {
      if (closesCode(line, marks, fenced)) fenced = undefined;
      continue;
    }
    if (line.trim() === '') {
      isBoundary = true;
      continue;
    }
    const { before } = bullet.exec(line)?.groups ?? {};
    const indent = columnsOf(/^\s*/u.exec(line)?.[0] ?? '');
    isCode = isBoundary && indent >= textColumn + codeIndent && (before === undefined || isCode);
    if (isCode) {
      lines[place] = '';
      continue;
    }
    if (marks !== undefined) fenced = marks;
    if (before !== undefined) textColumn = columnsOf(before);
    else if (isBoundary && indent === 0) textColumn = 0;
    isBoundary = headingIn(line) !== undefined;
    if (isBoundary) textColumn = 0;
  }
  return lines.join('\n');
}

/** A tab ends at the next multiple of four. */
function columnsOf(text: string): number {
  let columns = 0;
  for (const character of text) columns += character === '\t' ? codeIndent - (columns % codeIndent) : 1;
  return columns;
}

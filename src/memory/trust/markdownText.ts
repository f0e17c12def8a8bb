/**
 * Stored text in a Markdown page. Nothing in it becomes a link with another text, an image, HTML, a heading or a list of
 * the page. Code, emphasis and bare addresses stay, so that a search with `grep` finds what was stored.
 */
import { quotation, unmarked, unmarkedLine } from './quoting.ts';

/**
 * Code in backticks, or backticks that nothing closes; a backslash that would escape the next sign; and the beginnings
 * of HTML, of links and of their definitions. In this order, as CommonMark reads them.
 */
const anywhere = String.raw`(?<!\x60)(\x60+)(?!\x60)(?:.*?(?<!\x60)\1(?!\x60))?|\\(?=[!-\/:-@[-\x60{-~]|$)|<(?=[a-z\/!?])`;
const live = new RegExp(String.raw`${anywhere}|\[(?=\[)|\](?=[([:])`, 'giu');
const liveInLink = new RegExp(String.raw`${anywhere}|[[\]]`, 'giu');

/** What would begin a heading, a quote, a list, a rule, a fence, a task or a definition. */
const blockStart = /^(?=#{1,6}(?:\s|$)|>|[-+*](?:\s|$)|(?:[-*_] *){3,}$|[=~]{2,}|\[)/u;
const itemNumber = /^(\d{1,9})(?=[.)](?:\s|$))/u;

/** The same within a quote, where lists may stay. */
const blockInQuote = /^((?:[ \t>]|(?:[-*+]|\d{1,9}[.)])(?=[ \t]))*)(?=#{1,6}(?:\s|$)|~{3,}|(?:=+|-+)[ \t]*$)/u;

/** On one line, wherever a page has text. */
export function markdownLine(text: string): string {
  return escaped(unmarkedLine(text), live).replace(blockStart, '\\').replace(itemNumber, '$1\\');
}

/** A link to a file, whose name has no angle brackets. */
export function markdownLink(text: string, path: string): string {
  return `[${escaped(unmarkedLine(text), liveInLink)}](<${path}>)`;
}

/** The lines of a text, each prefixed with `>`; lists stay. Empty for blank text. */
export function markdownQuotation(text: string): string[] {
  const lines = unmarked(text).split(/\r\n|[\n\r\v\f\u0085]/u);
  return quotation(lines.map((line) => escaped(line, live).replace(blockInQuote, '$1\\')).join('\n'));
}

function escaped(line: string, signs: RegExp): string {
  return line.replace(signs, (found, run: string | undefined) => {
    if (run === undefined) return `\\${found}`;
    // Longer ones could begin a fence.
    if (found !== run && run.length < 3) return found;
    return run.replaceAll('`', '\\`') + escaped(found.slice(run.length), signs);
  });
}

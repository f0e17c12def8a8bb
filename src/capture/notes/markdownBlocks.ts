/**
 * Splits Markdown into statements: each bullet with the lines indented below it, and each paragraph. Code stays with
 * the block above it, and so does a paragraph that explains it (`**Why:** …`). A paragraph that ends in a colon
 * introduces the bullets below it and becomes a heading of each. A reader can make nested bullets blocks of their own,
 * such as the steps of a plan.
 */
import { linesOf } from '../../util/text.ts';

export type Box = 'open' | 'ticked';

export interface MarkdownBlock {
  text: string;
  /** The headings above it, outermost first. */
  headings: string[];
  /** Its first line, counted from 1. */
  line: number;
  /** For a bullet with a box, `- [ ]` or `- [x]`; its text starts after the box. */
  box?: Box | undefined;
}

/** Whether a line may be a heading, a bullet or a rule. */
const mayBeMarkup = /^\s*[#*+•_\d-]/u;
const heading = /^ {0,3}(?<marks>#{1,6})\s+(?<title>\S.*)?$/u;
const bullet = /^(?<indent>\s*)(?:[-*+•]|\d{1,3}[.)])\s+(?:\[(?<mark>[ xX])\]\s+)?(?<text>\S.*)$/u;
/** Code within one line is no fence. */
const fence = /^\s*(?<marks>`{3,}(?=[^`]*$)|~{3,})/u;
const rule = /^\s*(?:(?:-\s*){3,}|(?:\*\s*){3,}|(?:_\s*){3,})$/u;
/** A paragraph that begins with such a label explains the block above it. */
const label = /^\*{0,2}(?:why|how to apply|reason|because|example|note)\b[^\n]{0,20}?:/iu;

/** Whether a nested bullet is a block, and not a part of the bullet above it. */
type IsBlock = (bullet: { box: Box | undefined; text: string }) => boolean;

export function blocksOf(markdown: string, isBlock: IsBlock = () => false): MarkdownBlock[] {
  const blocks = new Blocks(isBlock);
  for (const [place, line] of linesOf(withoutComments(markdown)).entries()) blocks.read(line, place + 1);
  blocks.end();
  return blocks.all();
}

/** The lines of a block that are no code, each with its place in the block, from 0. */
export function linesOutsideCode(block: string): { line: string; place: number }[] {
  const lines = block.split('\n');
  if (!block.includes('```') && !block.includes('~~~')) return lines.map((line, place) => ({ line, place }));
  const found: { line: string; place: number }[] = [];
  let open: string | undefined;
  for (const [place, line] of lines.entries()) {
    const marks = fenceIn(line);
    if (open !== undefined) {
      if (closesCode(line, marks, open)) open = undefined;
    } else if (marks !== undefined) open = marks;
    else found.push({ line, place });
  }
  return found;
}

/** Most lines are plain text, which is far cheaper to see than to test for each form. */
export function fenceIn(line: string): string | undefined {
  return line.includes('```') || line.includes('~~~') ? fence.exec(line)?.groups?.['marks'] : undefined;
}

export function closesCode(line: string, marks: string | undefined, open: string): boolean {
  return marks?.startsWith(open) === true && line.trim() === marks;
}

/**
 * Removes comments, which are meant for editors of the file, but keeps their line feeds, so that line numbers stay
 * correct.
 */
export function withoutComments(markdown: string): string {
  let kept = '';
  let at = 0;
  let counted = 0;
  /** A mark in inline code is text. */
  let isCode = false;
  for (let from = markdown.indexOf('<!--'); from !== -1;) {
    const before = markdown.slice(counted, from).split('\n');
    if (before.length > 1) isCode = false;
    if ((before.at(-1) ?? '').split('`').length % 2 === 0) isCode = !isCode;
    counted = from;
    const end = isCode ? from + 1 : markdown.indexOf('-->', from + 4);
    if (end === -1) break;
    if (!isCode) {
      kept += markdown.slice(at, from) + markdown.slice(from, end).replaceAll(/[^\n]/gu, '');
      at = end + 3;
    }
    from = markdown.indexOf('<!--', end + 3);
  }
  return kept + markdown.slice(at);
}

function boxFrom(mark: string | undefined): Box | undefined {
  if (mark === undefined) return undefined;
  return mark === ' ' ? 'open' : 'ticked';
}

/** The title in a line that is a heading, without its closing marks and emphasis; empty for a heading without one. */
export function headingIn(line: string): { level: number; title: string } | undefined {
  const { marks, title: written = '' } = heading.exec(line)?.groups ?? {};
  if (marks === undefined) return undefined;
  let title = written.trimEnd();
  while (title.endsWith('#')) title = title.slice(0, -1);
  return { level: marks.length, title: title.trim().replaceAll('**', '') };
}

/** A block whose lines may still be continued; joining them each time would take a long text's time squared. */
type Draft = Omit<MarkdownBlock, 'text'> & { lines: string[] };

/** Changes the list. */
function withoutEmptyEnds(lines: string[]): string[] {
  while (lines.at(-1)?.trim() === '') lines.pop();
  const begin = lines.findIndex((line) => line.trim() !== '');
  return begin > 0 ? lines.slice(begin) : lines;
}

class Blocks {
  readonly #found: Draft[] = [];
  readonly #isBlock: IsBlock;
  #headings: { level: number; title: string }[] = [];
  /** The titles of the headings, one list for all blocks below them. */
  #titles: string[] = [];
  /** The paragraph that introduces the following bullets. */
  #lead: string | undefined;
  #lines: string[] = [];
  #begin = 0;
  #isBullet = false;
  #box: Box | undefined;
  /** Bullets that are indented by two more are parts of the current one. */
  #indent = 0;
  /** The marks that close the current code block. */
  #fence: string | undefined;
  /** Whether the next lines may still belong to the last block. */
  #hasBlockAbove = false;

  constructor(isBlock: IsBlock) {
    this.#isBlock = isBlock;
  }

  read(line: string, number: number): void {
    const marks = fenceIn(line);
    if (this.#fence !== undefined) {
      this.#lines.push(line.trimEnd());
      if (closesCode(line, marks, this.#fence)) this.#fence = undefined;
    } else if (marks !== undefined) this.#beginCode(line, number, marks);
    else if (line.trim() === '') this.#gap();
    else if (!mayBeMarkup.test(line)) this.#readLine(line, number);
    else if (rule.test(line)) this.end();
    else this.#readText(line, number);
  }

  all(): MarkdownBlock[] {
    return this.#found.map(({ lines, ...block }) => ({ text: lines.join('\n').trim(), ...block }));
  }

  end(): void {
    const lines = withoutEmptyEnds(this.#lines);
    const [first = ''] = lines;
    const isBullet = this.#isBullet;
    const box = this.#box;
    this.#lines = [];
    this.#isBullet = false;
    this.#box = undefined;
    this.#fence = undefined;
    if (lines.length === 0) return;
    if (!isBullet && lines.length === 1 && first.trim().endsWith(':')) {
      this.#lead = first.trim().slice(0, -1).replaceAll('**', '').trim();
      return;
    }
    if (!isBullet) this.#lead = undefined;
    const headings = this.#lead === undefined ? this.#titles : [...this.#titles, this.#lead];
    this.#found.push({ lines, headings, line: this.#begin, box });
    this.#hasBlockAbove = true;
  }

  #readText(line: string, number: number): void {
    const found = headingIn(line);
    if (found !== undefined) {
      this.#beginSection(found.level, found.title);
      return;
    }
    if (!this.#beginBullet(line, number)) this.#readLine(line, number);
  }

  #readLine(line: string, number: number): void {
    // After an empty line, only indented text continues a bullet.
    if (this.#isBullet && this.#lines.at(-1) === '' && !/^\s/u.test(line)) this.end();
    if (this.#lines.length === 0 && label.test(line)) this.#takeBack();
    if (this.#lines.length === 0) this.#begin = number;
    this.#lines.push(this.#isBullet ? line.trimEnd() : line.trim());
  }

  /** Whether the line is a bullet that begins a block. */
  #beginBullet(line: string, number: number): boolean {
    const { indent, mark, text = '' } = bullet.exec(line)?.groups ?? {};
    if (indent === undefined) return false;
    const box = boxFrom(mark);
    const isOwn = this.#isBlock({ box, text });
    const width = indent.replaceAll('\t', '    ').length;
    if (this.#isBullet && width >= this.#indent + 2 && !isOwn) return false;
    this.end();
    this.#begin = number;
    this.#isBullet = true;
    this.#box = box;
    this.#indent = isOwn ? width : 0;
    this.#lines = [text];
    return true;
  }

  #beginSection(level: number, title: string): void {
    this.end();
    this.#lead = undefined;
    this.#hasBlockAbove = false;
    this.#headings = [...this.#headings.filter((above) => above.level < level), { level, title }];
    this.#titles = this.#headings.map((above) => above.title);
  }

  #gap(): void {
    if (this.#isBullet) this.#lines.push('');
    else this.end();
  }

  #beginCode(line: string, number: number, marks: string): void {
    if (this.#lines.length === 0 && this.#lead === undefined) this.#takeBack();
    if (this.#lines.length === 0) {
      this.#begin = number;
      if (this.#lead !== undefined) this.#lines = [`${this.#lead}:`];
      this.#lead = undefined;
    }
    this.#lines.push(line.trimEnd());
    this.#fence = marks;
  }

  /** Reopens the last block if only empty lines follow it. */
  #takeBack(): void {
    const last = this.#hasBlockAbove ? this.#found.pop() : undefined;
    if (last === undefined) return;
    this.#lines = last.lines;
    this.#lines.push('');
    this.#begin = last.line;
    this.#box = last.box;
  }
}

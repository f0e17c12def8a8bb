/**
 * Splits Markdown into statements: each bullet with the lines indented below it, and each paragraph. Code stays with
 * the block above it, and so does a paragraph that explains it (`**Why:** …`). A paragraph that ends in a colon
 * introduces the bullets below it and becomes a heading of each.
 */
export interface MarkdownBlock {
  text: string;
  /** The headings above it, outermost first. */
  headings: string[];
  /** Its first line, counted from 1. */
  line: number;
}

const heading = /^ {0,3}(?<marks>#{1,6})\s+(?<title>\S.*)?$/u;
const bullet = /^(?<indent>\s*)(?:[-*+•]|\d{1,3}[.)])\s+(?:\[[ xX]\]\s+)?(?<text>\S.*)$/u;
const fence = /^\s*(?<marks>`{3,}|~{3,})/u;
const rule = /^\s*(?:(?:-\s*){3,}|(?:\*\s*){3,}|(?:_\s*){3,})$/u;
/** A paragraph that begins with such a label explains the block above it. */
const label = /^\*{0,2}(?:why|how to apply|reason|because|example|note)\b[^\n]{0,20}?:/iu;

export function blocksOf(markdown: string): MarkdownBlock[] {
  const blocks = new Blocks();
  for (const [place, line] of withoutComments(markdown).split(/\r?\n/u).entries()) blocks.read(line, place + 1);
  blocks.end();
  return blocks.found;
}

/**
 * Removes comments, which are meant for editors of the file, but keeps their line feeds, so that line numbers stay
 * correct.
 */
function withoutComments(markdown: string): string {
  let kept = '';
  let at = 0;
  for (;;) {
    const from = markdown.indexOf('<!--', at);
    const end = from === -1 ? -1 : markdown.indexOf('-->', from + 4);
    if (end === -1) return kept + markdown.slice(at);
    kept += markdown.slice(at, from) + markdown.slice(from, end).replaceAll(/[^\n]/gu, '');
    at = end + 3;
  }
}

/** The text of a heading without its closing marks. */
function titleFrom(written: string): string {
  let title = written.trimEnd();
  while (title.endsWith('#')) title = title.slice(0, -1);
  return title.trim();
}

class Blocks {
  readonly found: MarkdownBlock[] = [];
  #headings: { level: number; title: string }[] = [];
  /** The paragraph that introduces the following bullets. */
  #lead: string | undefined;
  #lines: string[] = [];
  #begin = 0;
  #isBullet = false;
  /** The marks that close the current code block. */
  #fence: string | undefined;
  /** Whether the next lines may still belong to the last block. */
  #hasBlockAbove = false;

  read(line: string, number: number): void {
    const marks = fence.exec(line)?.groups?.['marks'];
    if (this.#fence !== undefined) {
      this.#lines.push(line.trimEnd());
      if (marks?.startsWith(this.#fence) === true && line.trim() === marks) this.#fence = undefined;
    } else if (marks !== undefined) this.#beginCode(line, number, marks);
    else if (line.trim() === '') this.#gap();
    else if (rule.test(line)) this.end();
    else this.#readText(line, number);
  }

  end(): void {
    const text = this.#lines.join('\n').trim();
    const isBullet = this.#isBullet;
    this.#lines = [];
    this.#isBullet = false;
    this.#fence = undefined;
    if (text === '') return;
    if (!isBullet && !text.includes('\n') && text.endsWith(':')) {
      this.#lead = text.slice(0, -1).replaceAll('**', '').trim();
      return;
    }
    if (!isBullet) this.#lead = undefined;
    const titles = this.#headings.map(({ title }) => title);
    const headings = this.#lead === undefined ? titles : [...titles, this.#lead];
    this.found.push({ text, headings, line: this.#begin });
    this.#hasBlockAbove = true;
  }

  #readText(line: string, number: number): void {
    const title = heading.exec(line)?.groups;
    if (title !== undefined) {
      this.#beginSection((title['marks'] ?? '').length, titleFrom(title['title'] ?? ''));
      return;
    }
    const item = bullet.exec(line)?.groups;
    if (item !== undefined && (!this.#isBullet || (item['indent'] ?? '').length < 2)) {
      this.end();
      this.#begin = number;
      this.#isBullet = true;
      this.#lines = [item['text'] ?? ''];
      return;
    }
    // After an empty line, only indented text continues a bullet.
    if (this.#isBullet && this.#lines.at(-1) === '' && !/^\s/u.test(line)) this.end();
    if (this.#lines.length === 0) {
      if (label.test(line)) this.#takeBack();
      else this.#begin = number;
    }
    this.#lines.push(this.#isBullet ? line.trimEnd() : line.trim());
  }

  #beginSection(level: number, title: string): void {
    this.end();
    this.#lead = undefined;
    this.#hasBlockAbove = false;
    this.#headings = [
      ...this.#headings.filter((above) => above.level < level),
      { level, title: title.replaceAll('**', '') },
    ];
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
    const last = this.#hasBlockAbove ? this.found.pop() : undefined;
    if (last === undefined) return;
    this.#lines = [...last.text.split('\n'), ''];
    this.#begin = last.line;
  }
}

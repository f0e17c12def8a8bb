/**
 * A block between two marker lines in a text that belongs to somebody else. Everything outside stays unchanged, and
 * removing an added block restores the original text. One rule makes adding reversible: one added blank line precedes a
 * block at the end of a text, and a text without a last line end stays without one. A marker counts only as a line of
 * its own outside fenced code, so a text may quote it.
 */
export interface BlockMarkers {
  /** The lines that are written, each one HTML comment. */
  start: string;
  end: string;
  /** The first word of each comment, by which a marker is recognized whatever follows it. */
  startName: string;
  endName: string;
}

/** Half-open offsets: of the block without its last line end, and of the text after that line end. */
interface MarkedBlock {
  start: number;
  end: number;
  next: number;
}

/** The markers do not form whole blocks, or new text would become code. Nothing can be changed until that is corrected. */
export class BrokenBlock extends Error {
  /** From 1. */
  readonly line: number;
  readonly kind: 'marker' | 'code';

  /** `what` continues `Line 4 of the file …`. */
  constructor(line: number, what: string, kind: 'marker' | 'code') {
    super(what);
    this.line = line;
    this.kind = kind;
  }
}

/** A byte order mark, as a character or as three bytes in Latin-1. */
const boms = ['\ufeff', '\u00ef\u00bb\u00bf'];
const fence = /^ {0,3}(?<marks>`{3,}(?=[^`]*$)|~{3,})(?<info>.*)$/u;

/** In their order. Throws `BrokenBlock` for a marker without its counterpart. */
export function blocksIn(content: string, markers: BlockMarkers): MarkedBlock[] {
  return scanned(content, markers).blocks;
}

/**
 * The content with `text` as its one block: the first block is replaced in place, further ones are removed, and without
 * any, the block is appended. Throws `BrokenBlock`.
 */
export function withMarkedBlock(content: string, text: string, markers: BlockMarkers): string {
  const eol = lineEndOf(content);
  const lines = [markers.start, ...text.replace(/(?:\r?\n)+$/u, '').split(/\r?\n/u), markers.end];
  const block = lines.join(eol);
  const { blocks, openCode } = scanned(content, markers);
  const [first, ...further] = blocks;
  if (first !== undefined) {
    const kept = further.toReversed().reduce(cut, content);
    return kept.slice(0, first.start) + block + kept.slice(first.end);
  }
  if (openCode !== undefined) throw unclosed(openCode);
  return appended(content, block, eol);
}

/** The content without any block; the same if there is none. Throws `BrokenBlock`. */
export function withoutMarkedBlock(content: string, markers: BlockMarkers): string {
  return blocksIn(content, markers).toReversed().reduce(cutWithGap, content);
}

function appended(content: string, block: string, eol: string): string {
  if (content === '' || boms.includes(content)) return content + block;
  return content.endsWith('\n') ? content + eol + block + eol : content + eol + eol + block;
}

function cut(content: string, { start, next }: MarkedBlock): string {
  return content.slice(0, start) + content.slice(next);
}

/** Also removes the blank line before the block, and that line's end too if the block ends without one. */
function cutWithGap(content: string, { start, end, next }: MarkedBlock): string {
  const eol = content.slice(start, end).includes('\r\n') ? '\r\n' : '\n';
  const before = withoutEnd(content.slice(0, start), eol, (rest) => rest.endsWith('\n') || isStart(rest));
  return (end === content.length ? withoutEnd(before, eol, () => true) : before) + content.slice(next);
}

function isStart(text: string): boolean {
  return text === '' || boms.includes(text);
}

/** The text without its last line end, if what is left is as wanted. */
function withoutEnd(text: string, eol: string, isWanted: (rest: string) => boolean): string {
  const rest = text.slice(0, -eol.length);
  return text.endsWith(eol) && isWanted(rest) ? rest : text;
}

interface Scanned {
  blocks: MarkedBlock[];
  /** The line where code begins that does not end. */
  openCode: number | undefined;
}

function scanned(content: string, { startName, endName }: BlockMarkers): Scanned {
  const [startMarker, endMarker] = [markerOf(startName), markerOf(endName)];
  const blocks: MarkedBlock[] = [];
  let open: { start: number; line: number } | undefined;
  let code: { marks: string; line: number; hasMarker: boolean } | undefined;
  for (const { text, offset, next, line } of linesOf(content)) {
    const isMarker = startMarker.test(text) || endMarker.test(text);
    const { marks, info = '' } = fence.exec(text)?.groups ?? {};
    if (code !== undefined) {
      if (marks?.startsWith(code.marks) === true && info.trim() === '') code = undefined;
      else code.hasMarker ||= isMarker;
    } else if (marks !== undefined) code = { marks, line, hasMarker: false };
    else if (startMarker.test(text)) {
      if (open !== undefined) throw broken(open.line, 'starts a block, and a second one starts inside it');
      open = { start: offset, line };
    } else if (isMarker) {
      if (open === undefined) throw broken(line, 'ends a block that does not start anywhere');
      blocks.push({ start: open.start, end: offset + text.length, next });
      open = undefined;
    }
  }
  if (open !== undefined) throw broken(open.line, 'starts a block that does not end anywhere');
  if (code?.hasMarker === true) throw unclosed(code.line);
  return { blocks, openCode: code?.line };
}

/** Lines of any system, without their ends. */
function* linesOf(content: string): Iterable<{ text: string; offset: number; next: number; line: number }> {
  const bom = boms.find((mark) => content.startsWith(mark)) ?? '';
  let [offset, line] = [bom.length, 0];
  for (const withEnd of content.slice(offset).split(/(?<=\n|\r(?!\n))/u)) {
    line += 1;
    const next = offset + withEnd.length;
    yield { text: withEnd.replace(/[\r\n]+$/u, ''), offset, next, line };
    offset = next;
  }
}

/** A comment alone on its line. More indentation would make it code. */
function markerOf(name: string): RegExp {
  return new RegExp(`^ {0,3}<!--[ \\t]*${name}\\b(?:(?!-->).)*-->[ \\t]*$`, 'u');
}

function broken(line: number, what: string): BrokenBlock {
  return new BrokenBlock(line, what, 'marker');
}

function unclosed(line: number): BrokenBlock {
  return new BrokenBlock(line, 'opens a code block that does not end anywhere', 'code');
}

function lineEndOf(content: string): string {
  const all = content.split('\n').length - 1;
  return (content.split('\r\n').length - 1) * 2 > all ? '\r\n' : '\n';
}

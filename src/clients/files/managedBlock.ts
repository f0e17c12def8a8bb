/**
 * BigMind's block in a user's file, between two marker lines. Everything outside stays byte for byte unchanged, and
 * removing an added block restores the original bytes. It works on bytes, so the file can be in any encoding that
 * contains ASCII. One rule makes adding reversible: one added blank line precedes a block at the end of a file, and a
 * file without a last line end stays without one.
 */
import { BigMindError } from '../../memory/shared/errors.ts';

const startLine = '<!-- BIGMIND:START (written by BigMind; changes between these lines are lost) -->';
const endLine = '<!-- BIGMIND:END -->';
const startMarker = /^[ \t]*<!--[ \t]*BIGMIND:START\b.*-->[ \t]*$/u;
const endMarker = /^[ \t]*<!--[ \t]*BIGMIND:END\b.*-->[ \t]*$/u;
const utf8Bom = '\u00ef\u00bb\u00bf';

/** Half-open offsets: of the block without its last line end, and of the text after that line end. */
interface Block {
  start: number;
  end: number;
  next: number;
}

/** Whether the file contains a complete block. Throws `invalid_input` for broken markers, naming `file`. */
export function hasBlock(bytes: Buffer, file: string): boolean {
  return blocksIn(textOf(bytes, file), file).length > 0;
}

/**
 * The file with `text` as its one block: the first block is replaced in place, further ones are removed, and without
 * any, the block is appended. Throws `invalid_input` for broken markers and UTF-16, naming `file`.
 */
export function withBlock(bytes: Buffer, text: string, file: string): Buffer {
  const content = textOf(bytes, file);
  const eol = lineEndOf(content);
  const lines = [startLine, ...text.replace(/(?:\r?\n)+$/u, '').split(/\r?\n/u), endLine];
  const block = Buffer.from(lines.join(eol)).toString('latin1');
  const [first, ...further] = blocksIn(content, file);
  if (first === undefined) return bytesOf(appended(content, block, eol));
  const kept = further.toReversed().reduce((rest, { start, next }) => rest.slice(0, start) + rest.slice(next), content);
  return bytesOf(kept.slice(0, first.start) + block + kept.slice(first.end));
}

/** The file without any block; the same bytes if there is none. Throws like `withBlock`. */
export function withoutBlock(bytes: Buffer, file: string): Buffer {
  const content = textOf(bytes, file);
  return bytesOf(blocksIn(content, file).toReversed().reduce(cut, content));
}

function appended(content: string, block: string, eol: string): string {
  if (content.replace(utf8Bom, '') === '') return content + block;
  return content.endsWith('\n') ? content + eol + block + eol : content + eol + eol + block;
}

/** Also removes the blank line before the block, and that line's end too if the block ends without one. */
function cut(content: string, { start, end, next }: Block): string {
  const eol = content.slice(start, end).includes('\r\n') ? '\r\n' : '\n';
  const before = withoutEnd(content.slice(0, start), eol, /(?:^(?:\u00ef\u00bb\u00bf)?|\n)$/u);
  return (end === content.length ? withoutEnd(before, eol, /$/u) : before) + content.slice(next);
}

/** The text without its last line end, if the text before that matches `before`. */
function withoutEnd(text: string, eol: string, before: RegExp): string {
  const rest = text.slice(0, -eol.length);
  return text.endsWith(eol) && before.test(rest) ? rest : text;
}

function blocksIn(content: string, file: string): Block[] {
  const blocks: Block[] = [];
  let open: { start: number; line: number } | undefined;
  let offset = content.startsWith(utf8Bom) ? utf8Bom.length : 0;
  for (const [index, withEnd] of content
    .slice(offset)
    .split(/(?<=\n)/u)
    .entries()) {
    const line = withEnd.replace(/\r?\n$/u, '');
    if (startMarker.test(line)) {
      if (open !== undefined)
        throw broken(file, open.line, 'starts a BigMind block, and a second one starts inside it');
      open = { start: offset, line: index + 1 };
    } else if (endMarker.test(line)) {
      if (open === undefined) throw broken(file, index + 1, 'ends a BigMind block that does not start anywhere');
      blocks.push({ start: open.start, end: offset + line.length, next: offset + withEnd.length });
      open = undefined;
    }
    offset += withEnd.length;
  }
  if (open !== undefined) throw broken(file, open.line, 'starts a BigMind block that does not end anywhere');
  return blocks;
}

function broken(file: string, line: number, what: string): BigMindError {
  return new BigMindError('invalid_input', `Line ${line} of ${file} ${what}.`, {
    remedy: `Delete the BIGMIND line there, or add the missing line ("<!-- BIGMIND:START -->" above, "${endLine}" below), and try again.`,
    details: { file, line },
  });
}

function lineEndOf(content: string): string {
  const all = content.split('\n').length - 1;
  return (content.split('\r\n').length - 1) * 2 > all ? '\r\n' : '\n';
}

function textOf(bytes: Buffer, file: string): string {
  const content = bytes.toString('latin1');
  if (!/^(?:\u00ff\u00fe|\u00fe\u00ff)/u.test(content)) return content;
  throw new BigMindError('invalid_input', `${file} is in UTF-16, which BigMind does not write.`, {
    remedy: 'Save it as UTF-8, and try again.',
    details: { file },
  });
}

function bytesOf(content: string): Buffer {
  return Buffer.from(content, 'latin1');
}

/**
 * BigMind's blocks in a user's file, by `util/markedBlock.ts`. It works on bytes, so the file can be in any encoding
 * that contains ASCII, and everything outside the block stays byte for byte unchanged.
 */
import { BigMindError } from '../../memory/shared/errors.ts';
import type { BlockMarkers } from '../../util/markedBlock.ts';
import { blocksIn, BrokenBlock, withMarkedBlock, withoutMarkedBlock } from '../../util/markedBlock.ts';

/** Whether the file contains a complete block. Throws `invalid_input` for broken markers, naming `file`. */
export function hasBlock(bytes: Buffer, file: string, markers: BlockMarkers): boolean {
  return changed(bytes, file, markers, (content) => blocksIn(content, markers)).length > 0;
}

/**
 * The file with `text` as its one block. Throws `invalid_input`, naming `file`, for broken markers, for UTF-16, and if
 * a new block would be inside code that does not end.
 */
export function withBlock(bytes: Buffer, text: string, file: string, markers: BlockMarkers): Buffer {
  const block = Buffer.from(text).toString('latin1');
  return bytesOf(changed(bytes, file, markers, (content) => withMarkedBlock(content, block, markers)));
}

/** The file without any block; the same bytes if there is none. Throws like `withBlock`. */
export function withoutBlock(bytes: Buffer, file: string, markers: BlockMarkers): Buffer {
  return bytesOf(changed(bytes, file, markers, (content) => withoutMarkedBlock(content, markers)));
}

function changed<T>(bytes: Buffer, file: string, markers: BlockMarkers, change: (content: string) => T): T {
  const content = textOf(bytes, file);
  try {
    return change(content);
  } catch (thrown) {
    throw thrown instanceof BrokenBlock ? refusal(thrown, file, markers) : thrown;
  }
}

function refusal({ line, message, kind }: BrokenBlock, file: string, { startName, endName }: BlockMarkers): Error {
  const [family] = startName.split(':');
  const lines = `("<!-- ${startName} -->" above, "<!-- ${endName} -->" below)`;
  const remedies = {
    marker: `Delete the ${String(family)} line there, or add the missing line ${lines}, and try again.`,
    code: 'Add the line that ends the code, and try again.',
  };
  return new BigMindError('invalid_input', `Line ${String(line)} of ${file} ${message}.`, {
    remedy: remedies[kind],
    details: { file, line },
  });
}

function textOf(bytes: Buffer, file: string): string {
  const content = bytes.toString('latin1');
  if (!/^(?:\u00ff\u00fe|\u00fe\u00ff)/u.test(content) && !bytes.includes(0)) return content;
  throw new BigMindError('invalid_input', `${file} is in UTF-16 or binary, which BigMind does not write.`, {
    remedy: 'Save it as UTF-8, and try again.',
    details: { file },
  });
}

function bytesOf(content: string): Buffer {
  return Buffer.from(content, 'latin1');
}

/**
 * Converts the bytes of a configuration file to text and back: always UTF-8, keeping its byte order mark if it has
 * one.
 */
import { BigMindError } from '../../memory/shared/errors.ts';

const bom = '\ufeff';

/** The text without its byte order mark; empty for a missing file. Throws `invalid_input` if it is not UTF-8. */
export function textOf(bytes: Buffer | undefined, file: string): string {
  return decoded(bytes ?? Buffer.alloc(0), file).replace(bom, '');
}

/** The bytes after an edit of the text; the same buffer if the edit changes nothing. */
export function edited(bytes: Buffer | undefined, file: string, edit: (text: string) => string): Buffer {
  const text = textOf(bytes, file);
  const result = edit(text);
  if (bytes !== undefined && result === text) return bytes;
  return Buffer.from(bytes?.subarray(0, 3).toString() === bom ? bom + result : result);
}

function decoded(bytes: Buffer, file: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (cause) {
    throw new BigMindError('invalid_input', `${file} is not written in UTF-8.`, {
      remedy: 'Nothing was changed. Save it as UTF-8, and try again.',
      details: { file },
      cause,
    });
  }
}

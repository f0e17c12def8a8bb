/**
 * The notice at the beginning of an answer: secrets that were removed before storing, and warnings about stored text.
 */
import { counted } from '../../util/text.ts';

/** Undefined if no secret was removed. */
export function redactionNote(redacted: number): string | undefined {
  if (redacted === 0) return undefined;
  const what = counted(redacted, 'secret or private passage was', 'secrets or private passages were');
  return `${what} left out; never store secrets.`;
}

/** The sentences joined to one notice; an empty object if there are none. */
export function noticeOf(...sentences: (string | undefined)[]): { notice?: string } {
  const notice = sentences.filter((sentence) => sentence !== undefined).join(' ');
  return notice === '' ? {} : { notice };
}

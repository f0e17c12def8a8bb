/** What an answer says before all else: secrets that were cut out before storing, and what to know of stored text. */
import { counted } from '../../util/text.ts';

/** Nothing when no secret was cut out. */
export function redactionNote(redacted: number): string | undefined {
  if (redacted === 0) return undefined;
  const what = counted(redacted, 'secret or private passage was', 'secrets or private passages were');
  return `${what} left out; never store secrets.`;
}

/** The notice of an answer, one sentence after the other; none where there is nothing to say. */
export function noticeOf(...sentences: (string | undefined)[]): { notice?: string } {
  const notice = sentences.filter((sentence) => sentence !== undefined).join(' ');
  return notice === '' ? {} : { notice };
}

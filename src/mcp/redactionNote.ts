/** What an answer says about secrets that were cut out before storing; nothing when there were none. */
import { counted } from '../util/text.ts';

export function redactionNote(redacted: number): string {
  if (redacted === 0) return '';
  const what = counted(redacted, 'secret or private passage was', 'secrets or private passages were');
  return ` ${what} left out; never store secrets.`;
}

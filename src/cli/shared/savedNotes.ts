/** What every command that stores a memory says about it on standard error. */
import type { Trusted } from '../../memory/trust/trust.ts';
import { withheldNote } from '../../memory/trust/trust.ts';
import { counted } from '../../util/text.ts';
import type { CommandContext } from './command.ts';

/** Notes how many secrets were removed, and that a text which reads like instructions is not sent automatically. */
export function noteSaved({ note }: CommandContext, redacted: number, saved: Trusted): void {
  if (redacted > 0) {
    note(`${counted(redacted, 'secret or private passage was', 'secrets or private passages were')} removed.`);
  }
  const withheld = withheldNote(saved);
  if (withheld !== undefined) note(withheld);
}

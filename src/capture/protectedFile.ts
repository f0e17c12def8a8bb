/** What is known of an export under a passphrase without opening it; any host can say so much, also a browser. */
import { BigMindError } from '../memory/shared/errors.ts';

const header = 'age-encryption.org/v1\n';
/** How the same begins in letters (`age --armor`), as people send it by mail. */
const letters = '-----BEGIN AGE ENCRYPTED FILE-----';

/** Fewer characters protect nothing from somebody who has the file. */
export const shortestPassphrase = 8;

/** Whether a file is one that age wrote, whoever can open it. */
export function isProtected(bytes: Uint8Array): boolean {
  return begins(bytes, header) || isInLetters(bytes);
}

export function isInLetters(bytes: Uint8Array): boolean {
  return begins(bytes, letters);
}

function begins(bytes: Uint8Array, text: string): boolean {
  return new TextDecoder().decode(bytes.subarray(0, text.length)) === text;
}

/** Throws a refusal for a passphrase that is none. It is taken as it was typed, blanks included. */
export function checkedPassphrase(given: string): string {
  if (given.length >= shortestPassphrase) return given;
  const what = given === '' ? 'The passphrase is empty.' : 'The passphrase is too short.';
  throw new BigMindError('invalid_input', what, {
    remedy: `Use at least ${String(shortestPassphrase)} characters; four or five random words are good. Nothing was written.`,
  });
}

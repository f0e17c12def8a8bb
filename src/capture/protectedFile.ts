/** Checks on protected exports and passphrases that need no decryption. Runs in every host, including browsers. */
import { BigMindError } from '../memory/shared/errors.ts';

const header = 'age-encryption.org/v1\n';
/** How an ASCII-armored file (`age --armor`) begins, as sent by mail. */
const letters = '-----BEGIN AGE ENCRYPTED FILE-----';

/** In characters. Anything shorter does not protect from an attacker who has the file. */
export const minPassphraseLength = 8;

/** Whether age wrote the file, whatever its recipients. */
export function isProtected(bytes: Uint8Array): boolean {
  return begins(bytes, header) || isInLetters(bytes);
}

export function isInLetters(bytes: Uint8Array): boolean {
  return begins(bytes, letters);
}

function begins(bytes: Uint8Array, text: string): boolean {
  return new TextDecoder().decode(bytes.subarray(0, text.length)) === text;
}

/** Throws `invalid_input` if the passphrase is too short. It is used exactly as typed, including spaces. */
export function checkedPassphrase(given: string): string {
  if (given.length >= minPassphraseLength) return given;
  const what = given === '' ? 'The passphrase is empty.' : 'The passphrase is too short.';
  throw new BigMindError('invalid_input', what, {
    remedy: `Use at least ${String(minPassphraseLength)} characters; four or five random words are good. Nothing was written.`,
  });
}

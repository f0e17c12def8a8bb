/**
 * Encrypts an export with a passphrase, in the age format (age-encryption.org/v1), so that it can also be opened
 * without BigMind: `age -d FILE`. The age package is loaded on first use. The passphrase is never stored.
 */
import { BigMindError } from '../memory/shared/errors.ts';
import { checkedPassphrase, isInLetters } from './protectedFile.ts';

/** Takes about a second, however short the text is: the slow key derivation hinders guessing. */
export async function protectedWith(passphrase: string, text: string): Promise<Uint8Array> {
  const { Encrypter } = await import('age-encryption');
  const encrypter = new Encrypter();
  encrypter.setPassphrase(checkedPassphrase(passphrase));
  return encrypter.encrypt(text);
}

/**
 * Rejects with `bad_import` if the passphrase is wrong (`details.field` is `passphrase`), or if the file is truncated
 * or changed.
 */
export async function openedWith(passphrase: string, bytes: Uint8Array): Promise<string> {
  const { Decrypter, armor } = await import('age-encryption');
  const decrypter = new Decrypter();
  decrypter.addPassphrase(passphrase);
  try {
    const sealed = isInLetters(bytes) ? armor.decode(new TextDecoder().decode(bytes)) : bytes;
    return await decrypter.decrypt(sealed, 'text');
  } catch (cause) {
    const isOther = cause instanceof Error && cause.message.includes('no identity matched');
    throw new BigMindError(
      'bad_import',
      isOther ? 'The passphrase does not open this file.' : 'The protected file is truncated or was changed.',
      {
        remedy: isOther
          ? 'Use the passphrase with which it was protected; BigMind cannot recover it. Nothing was changed.'
          : 'Copy or export it again. Nothing was changed.',
        ...(isOther && { details: { field: 'passphrase' } }),
        cause,
      },
    );
  }
}

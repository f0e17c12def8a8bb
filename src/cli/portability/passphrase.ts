/** Reads passphrases: without echo from the terminal, or from a variable for programs. Never from an argument. */
import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { checkedPassphrase } from '../../capture/protectedFile.ts';
import { BigMindError, bigMindErrorFrom } from '../../memory/shared/errors.ts';
import { settingsTable } from '../../settingsTable.ts';
import { canAsk } from '../shared/ask.ts';

type Variables = Readonly<Record<string, string | undefined>>;

const { variable } = settingsTable.exportPassphrase;

/**
 * For a file to be written: asked twice, because a typing error would make the file unreadable. `what` is named in the
 * question.
 */
export async function newPassphrase(env: Variables, what = 'the export'): Promise<string> {
  const given = env[variable];
  if (given !== undefined) return checkedPassphrase(given);
  const first = checkedPassphrase(await askHidden(`Passphrase for ${what}: `, what));
  if ((await askHidden('Repeat the passphrase: ', what)) === first) return first;
  throw new BigMindError('invalid_input', 'The passphrases do not match.', {
    remedy: 'Nothing was written. Try again.',
  });
}

const maxAttempts = 3;

/**
 * For an existing file, which `open` opens. A wrong entry is asked for again, at most twice; the value of a variable
 * is tried once. An empty entry ends the loop, because a closed terminal returns one too.
 */
export async function withKnownPassphrase<T>(
  env: Variables,
  open: (passphrase: string) => Promise<T>,
  note: (text: string) => void,
  what = 'the export',
): Promise<T> {
  const given = env[variable];
  if (given !== undefined) return open(given);
  for (let attempt = 1; ; attempt += 1) {
    const typed = await askHidden(`Passphrase of ${what}: `, what);
    try {
      return await open(typed);
    } catch (thrown) {
      const error = bigMindErrorFrom(thrown);
      if (error.details['field'] !== 'passphrase' || typed === '' || attempt === maxAttempts) throw thrown;
      note(error.message);
    }
  }
}

async function askHidden(question: string, what: string): Promise<string> {
  if (!canAsk()) {
    throw new BigMindError(
      'invalid_input',
      `${what.charAt(0).toUpperCase()}${what.slice(1)} needs a passphrase, but there is no terminal to ask for it.`,
      {
        remedy: `Set ${variable}, or run the command in a terminal. Nothing was changed.`,
      },
    );
  }
  process.stderr.write(question);
  // The readline interface echoes input to its output; this one is discarded.
  const unseen = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output: unseen, terminal: true });
  try {
    return await new Promise<string>((given) => {
      lines.once('close', () => given('')).question('', given);
    });
  } finally {
    lines.close();
    process.stderr.write('\n');
  }
}

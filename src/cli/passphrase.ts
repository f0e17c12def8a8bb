/** Passphrases: from the terminal, where nothing of them is shown, or from a variable for programs. Never from an argument. */
import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { checkedPassphrase } from '../capture/protectedFile.ts';
import { BigMindError } from '../memory/errors.ts';
import { canAsk } from './ask.ts';

type Variables = Readonly<Record<string, string | undefined>>;

const variable = 'BIGMIND_EXPORT_PASSPHRASE';

/** For a file that is to be written: asked twice, because a mistake would lock its owner out. */
export async function newPassphrase(env: Variables): Promise<string> {
  const given = env[variable];
  if (given !== undefined) return checkedPassphrase(given);
  const first = checkedPassphrase(await askHidden('Passphrase for the export: '));
  if ((await askHidden('The same again: ')) === first) return first;
  throw new BigMindError('invalid_input', 'The two passphrases differ.', { remedy: 'Nothing was written. Try again.' });
}

/** For a file that is there. */
export async function knownPassphrase(env: Variables): Promise<string> {
  return env[variable] ?? (await askHidden('Passphrase of the export: '));
}

async function askHidden(question: string): Promise<string> {
  if (!canAsk()) {
    throw new BigMindError(
      'invalid_input',
      'The export is protected, and there is no terminal to ask for a passphrase.',
      {
        remedy: `Set ${variable}, or run it in a terminal. Nothing was changed.`,
      },
    );
  }
  process.stderr.write(question);
  // A terminal interface echoes what is typed to its output; this one has none that is seen.
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

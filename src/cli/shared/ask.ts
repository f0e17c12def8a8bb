/** Asks the user at the terminal to confirm an action. */
import { createInterface } from 'node:readline';

/** Whether there is a user to ask. */
export function canAsk(): boolean {
  return process.stdin.isTTY;
}

/** Asks on standard error, because a program may read standard output; any answer but yes counts as no. */
export async function askYesNo(question: string): Promise<boolean> {
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  const given = await new Promise<string>((done) => {
    lines.once('close', () => done('')).question(`${question} [y/N] `, done);
  });
  lines.close();
  return /^y(?:es)?$/iu.test(given.trim());
}

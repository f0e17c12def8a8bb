/** Asking the person at the keyboard, for what should not happen by itself. */
import { createInterface } from 'node:readline';

/** Whether there is a person to ask. */
export function canAsk(): boolean {
  return process.stdin.isTTY;
}

/** Asks on standard error, because standard output may belong to a program; everything but a yes is a no. */
export async function askYesNo(question: string): Promise<boolean> {
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  const given = await new Promise<string>((done) => {
    lines.once('close', () => done('')).question(`${question} [y/N] `, done);
  });
  lines.close();
  return /^y(?:es)?$/iu.test(given.trim());
}

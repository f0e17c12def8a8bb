/** Imports the chat files of a client into an empty store and reads what they contain. */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { root } from '../../scripts/lib/places.ts';

/**
 * Returns the messages of the chats that `bigmind import copilot` finds in the folder. A file that VS Code is still
 * writing counts as damaged; the import then stores the others and exits with 1.
 */
export async function importedMessages(folder: string): Promise<string[]> {
  const home = mkdtempSync(join(tmpdir(), 'bm-imported-'));
  const env = {
    ...process.env,
    HOME: home,
    USERPROFILE: home,
    BIGMIND_HOME: join(home, 'memory'),
    BIGMIND_DB_PATH: '',
  };
  const bigmind = async (...args: string[]): Promise<string> => {
    const command = [join(root, 'dist', 'cli.js'), ...args];
    return (await promisify(execFile)(process.execPath, command, { env, cwd: home, timeout: 60_000 })).stdout;
  };
  try {
    await bigmind('import', 'copilot', folder).catch((thrown: unknown) => {
      if (!(thrown instanceof Error && 'code' in thrown && thrown.code === 1)) throw thrown;
    });
    const { tables } = JSON.parse(await bigmind('export', '--json')) as {
      tables: { messages: { content: string }[] };
    };
    return tables.messages.map(({ content }) => content);
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

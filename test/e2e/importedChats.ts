/** The files that a client keeps of its chats as a source of history: what is in them, brought into an empty store. */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { root } from '../../scripts/lib/places.ts';

/**
 * Answers with what was said in the chats that `bigmind import copilot` finds in the folder. A file that VS Code still
 * writes counts as damaged, and then the import ends with 1 after it brought in the others.
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

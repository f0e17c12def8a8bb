/** Where pinned facts are kept for chats without BigMind. */
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** A file with pinned facts. */
export interface PinnedPlace {
  file: string;
  /** The note that names the BigMind folder with the record of this file, and the lines that are BigMind's. */
  homeNote: string;
}

/**
 * The file in the user memory of this VS Code's chat. `globalStorage` is the folder of BigMind's own data in it. Every edition keeps the data of
 * all extensions beside each other, and all profiles share it: VS Code gives extensions the folder of the default profile
 * (seen in 1.139).
 */
export function chatMemory(globalStorage: string): PinnedPlace {
  const memories = join(dirname(globalStorage), 'github.copilot-chat', 'memory-tool', 'memories');
  return { file: join(memories, 'bigmind.md'), homeNote: join(globalStorage, noteName) };
}

/** In Claude Code: the given files, and those in which this VS Code keeps pinned facts already. */
export async function claudeMemories(globalStorage: string, files: readonly string[]): Promise<PinnedPlace[]> {
  const names = await readdir(globalStorage).catch((): string[] => []);
  const noted = await Promise.all(
    names.filter((name) => name.startsWith(`${noteName}-`)).map((name) => fileIn(join(globalStorage, name))),
  );
  const all = new Set([...files, ...noted.filter((file) => file !== undefined)]);
  return [...all].map((file) => ({ file, homeNote: join(globalStorage, `${noteName}-${hashOf(file)}`) }));
}

const noteName = 'home-of-pinned-facts';

async function fileIn(note: string): Promise<string | undefined> {
  try {
    const value: unknown = JSON.parse(await readFile(note, 'utf8'));
    if (typeof value === 'object' && value !== null && 'file' in value && typeof value.file === 'string')
      return value.file;
  } catch {
    // A damaged note: its file is kept up to date again once its folder is open.
  }
  return undefined;
}

function hashOf(file: string): string {
  return createHash('sha256').update(file).digest('hex').slice(0, 16);
}

/** Where pinned facts are kept for chats without BigMind. */
import { dirname, join } from 'node:path';

/** A file with pinned facts. */
export interface PinnedPlace {
  file: string;
  /** The note that names the BigMind folder with the record of this file, and the lines that are BigMind's. */
  homeNote: string;
}

/** The beginning of the names of notes. */
export const noteName = 'home-of-pinned-facts';

/**
 * The file in the user memory of this VS Code's chat. `globalStorage` is the folder of BigMind's own data in it. Every
 * edition keeps the data of all extensions beside each other, and all profiles share it: VS Code gives extensions the
 * folder of the default profile (seen in 1.139).
 */
export function chatMemory(globalStorage: string): PinnedPlace {
  const memories = join(dirname(globalStorage), 'github.copilot-chat', 'memory-tool', 'memories');
  return { file: join(memories, 'bigmind.md'), homeNote: join(globalStorage, noteName) };
}

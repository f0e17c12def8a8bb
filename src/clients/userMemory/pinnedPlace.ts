/** Where the user memory of VS Code's chat is. */
import { dirname, join } from 'node:path';

/**
 * The file of the chat of this VS Code. `globalStorage` is the folder of BigMind's own data in it. Every edition keeps
 * the data of all extensions beside each other, and all profiles share it: VS Code gives extensions the folder of the
 * default profile (seen in 1.139).
 */
export function pinnedFileBeside(globalStorage: string): string {
  return join(dirname(globalStorage), 'github.copilot-chat', 'memory-tool', 'memories', 'bigmind.md');
}

/** What says which of BigMind's folders knows what is in that file, and which lines are BigMind's. */
export function homeNoteIn(globalStorage: string): string {
  return join(globalStorage, 'home-of-pinned-facts');
}

/** The entries of a memory file as the store keeps them. */
import type { ReadEntry } from '../memory/entries/entryStore.ts';
import type { Redact } from '../memory/shared/ports.ts';
import { readClean } from './parsing/cleanReader.ts';
import type { MemoryFile } from './parsing/memoryFile.ts';

/** Increase this whenever a text gives other entries, so that every file is read again. */
export const entryRulesVersion = 4;

/** The last ones of a file, because a transaction blocks its process. */
const maxEntries = 2_000;

/** `parse` reads Markdown. */
export function readEntries(markdown: string, parse: (markdown: string) => MemoryFile, redact: Redact): ReadEntry[] {
  return readClean(markdown, parse, redact)
    .entries.slice(-maxEntries)
    .map(({ isFromWeb, lines: _lines, ...entry }) => ({ ...entry, origin: isFromWeb ? 'web' : 'agent', commit: null }));
}

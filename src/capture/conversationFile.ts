/**
 * Reads a conversation file from disk, line by line, so that its size does not matter.
 */
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import type { ArchiveLine, UnreadableLine } from '../memory/archive.ts';
import { conversationLinesFrom } from './conversationLine.ts';

/** The lines of a file on disk. Rejects with the file system's error when it cannot be read. */
export async function* conversationLinesOfFile(file: string): AsyncGenerator<ArchiveLine | UnreadableLine> {
  const stream = createReadStream(file, { encoding: 'utf8' });
  try {
    yield* conversationLinesFrom(createInterface({ input: stream, crlfDelay: Infinity }));
  } finally {
    stream.destroy();
  }
}

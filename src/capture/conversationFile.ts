/** Streams a conversation file from disk, so that its size does not matter. */
import { createReadStream } from 'node:fs';
import type { ArchiveLine, UnreadableLine } from '../memory/archive/archive.ts';
import { conversationLinesFrom } from './conversationLine.ts';

/** The messages of a file on disk. Rejects with the file system's error if the file cannot be read. */
export async function* conversationLinesOfFile(file: string): AsyncGenerator<ArchiveLine | UnreadableLine> {
  const stream = createReadStream(file, { encoding: 'utf8' });
  try {
    yield* conversationLinesFrom(stream as AsyncIterable<string>);
  } finally {
    stream.destroy();
  }
}

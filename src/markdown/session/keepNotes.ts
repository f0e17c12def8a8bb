/** Stores the notes of a session of file memory that has ended, word for word, as kept exchanges. */
import type { Chunks } from '../../memory/archive/chunks.ts';
import type { Caller } from '../../memory/shared/identity.ts';
import { limits } from '../../memory/shared/input.ts';
import { webMark } from '../parsing/entry.ts';
import { mindFolderName, sessionFileName } from '../files/mindFiles.ts';

/** In parts of at most 100,000 characters, in the caller's session. `at` is when the notes ended. */
export async function keepNotes(
  chunks: Pick<Chunks, 'append'>,
  caller: Caller,
  { notes, at }: { notes: string; at: Date },
): Promise<void> {
  // What an agent copied from the web keeps that origin.
  const writer: Caller = notes.includes(webMark) ? { ...caller, origin: 'web' } : caller;
  for (let start = 0; start < notes.length; start += limits.chunk) {
    await chunks.append(writer, {
      content: notes.slice(start, start + limits.chunk),
      flagReason: 'notes of a session, in its own file',
      sourceRef: `${mindFolderName}/${sessionFileName}`,
      createdAt: at.toISOString(),
    });
  }
}

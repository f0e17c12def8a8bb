/** Stores the notes of a session of file memory that has ended, word for word, as kept exchanges. */
import type { Chunks } from '../../../memory/archive/chunks.ts';
import type { Caller } from '../../../memory/shared/identity.ts';
import { limits } from '../../../memory/shared/input.ts';
import { mindFolderName, sessionFileName } from '../files/mindFiles.ts';

/** In parts of at most 100,000 characters, in the caller's session. `at` is when the notes ended. */
export async function keepNotes(
  chunks: Pick<Chunks, 'append'>,
  caller: Caller,
  { notes, at }: { notes: string; at: Date },
): Promise<void> {
  for (let start = 0; start < notes.length; start += limits.chunk) {
    await chunks.append(caller, {
      content: notes.slice(start, start + limits.chunk),
      flagReason: 'notes of a session, in its own file',
      sourceRef: `${mindFolderName}/${sessionFileName}`,
      createdAt: at.toISOString(),
    });
  }
}

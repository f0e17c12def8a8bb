/**
 * The chat that opencode is having: its rows in the database, as one file of a conversation. Its path is that of the
 * database with the name of the session, under which an import notes it, too.
 */
import { existsSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { OpenForeignConversations } from '../../memory/archive/foreignConversations.ts';
import type { ReadTranscript } from '../../memory/archive/transcript.ts';
import { transcriptStart } from '../../memory/archive/transcript.ts';
import type { TranscriptPosition } from '../../memory/shared/transcriptPosition.ts';
import type { SourceHost } from '../../capture/sources/source.ts';
import { opencodeFormat, opencodeSources } from './opencodeSources.ts';

/** The database written last, because each release channel has its own. Undefined if there is none. */
export async function opencodeTranscript(host: SourceHost, conversation: string): Promise<string | undefined> {
  const files = (await opencodeSources(host)).flatMap((found) => found.files.map(({ path }) => path));
  const databases = files.filter((path) => !path.endsWith('.json'));
  const times = await Promise.all(databases.map(changedAt));
  const newest = databases[times.indexOf(Math.max(...times))];
  return newest === undefined ? undefined : `${newest}#${conversation}`;
}

/** The database and the session that such a path names; undefined for any other path. */
export function opencodeChatAt(path: string): { file: string; conversation: string } | undefined {
  const [, file, conversation] = /^(.+)#(ses_\w+)$/su.exec(path) ?? [];
  return file === undefined || conversation === undefined ? undefined : { file, conversation };
}

/**
 * Whether the chat may have changed since it was read up to the position. False once opencode has closed its database, as
 * it does when it ends by itself.
 */
export async function mayHaveGrown(file: string, { lastKey }: TranscriptPosition): Promise<boolean> {
  return existsSync(`${file}-shm`) && !((await changedAt(file)) <= Date.parse(lastKey ?? ''));
}

/** Reads the turn in which an earlier reading ended again, because calls in it may have got their results since. */
export function opencodeReader(openForeign: OpenForeignConversations): ReadTranscript {
  return async function* read(path, from = transcriptStart) {
    const chat = opencodeChatAt(path);
    if (chat === undefined) return;
    const foreign = await openForeign(chat.file, opencodeFormat, 'in use');
    try {
      const [found] = foreign.list(chat.conversation);
      if (found === undefined || (found.turns === from.offset && found.endedAt === from.lastKey)) return;
      // Fewer than before: the user took something back.
      const offset = found.turns < from.offset ? 0 : from.offset;
      for await (const item of foreign.items(chat.conversation, offset))
        yield { ...item, position: { ...item.position, offset } };
      yield { head: found.head, position: { offset: found.turns, lastKey: found.endedAt } };
    } finally {
      await foreign.close();
    }
  };
}

/** In milliseconds since 1970; 0 if it does not exist. */
async function changedAt(file: string): Promise<number> {
  const times = [file, `${file}-wal`].map((part) =>
    stat(part).then(
      ({ mtimeMs }) => mtimeMs,
      () => 0,
    ),
  );
  return Math.max(...(await Promise.all(times)));
}

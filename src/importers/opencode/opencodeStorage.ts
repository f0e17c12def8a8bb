/**
 * Reads the storage of opencode before 1.2, which had no database: `storage/session/PROJECT/SESSION.json`,
 * `storage/message/SESSION/MESSAGE.json` for each message, and `storage/part/MESSAGE/PART.json` for each part. The
 * layout follows packages/opencode/src/storage/json-migration.ts of anomalyco/opencode, verified with a history of
 * 1.1.53. Names sort chronologically. Some later versions copied all of it into their database under the same names;
 * 1.18 leaves it in place.
 */
import { readFile, readdir, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { BigMindError } from '../../memory/shared/errors.ts';
import type {
  ForeignConversation,
  ForeignConversations,
  OpencodeRecord,
} from '../../memory/archive/foreignConversations.ts';
import { opencodeTitle } from '../../memory/archive/foreignConversations.ts';
import type { TranscriptItem } from '../../memory/archive/transcript.ts';
import { transcriptStart } from '../../memory/archive/transcript.ts';
import { fieldsFrom, folderFrom, textFrom, timeFrom } from '../../capture/transcripts/fields.ts';
import type { Fields } from '../../capture/transcripts/fields.ts';
import { readOpencodeRecord } from './opencode.ts';

/**
 * The conversation of one session file; none if it is that of a sub-agent. Rejects with `bad_import` for any other
 * file.
 */
export async function openOpencodeSession(file: string): Promise<ForeignConversations> {
  const session = await sessionIn(file);
  const id = basename(file, '.json');
  const storage = dirname(dirname(dirname(file)));
  const messages = await jsonFilesIn(join(storage, 'message', id));
  const isLeftOut = textFrom(session['parentID']) !== undefined || messages.length === 0;
  const times = await Promise.all([file, ...messages].map(async (path) => (await stat(path)).mtime.toISOString()));
  const conversation = {
    ...conversationFrom(id, session),
    turns: messages.length,
    endedAt: times.sort().at(-1) ?? null,
  };
  return {
    list: () => (isLeftOut ? [] : [conversation]),
    async *items(name): AsyncGenerator<TranscriptItem> {
      if (isLeftOut || name !== id) return;
      yield { position: transcriptStart, head: conversation.head };
      for (const path of messages) {
        const record = await recordAt(path, storage);
        for (const message of readOpencodeRecord(record))
          yield { position: { offset: 0, lastKey: message.key }, message };
      }
    },
    close: () => Promise.resolve(),
  };
}

async function sessionIn(file: string): Promise<Fields> {
  const text = await readFile(file, 'utf8');
  const session = fieldsFrom(parsed(text));
  if (textFrom(session['id']) !== undefined && textFrom(session['projectID']) !== undefined) return session;
  throw new BigMindError('bad_import', `${file} is not a session of opencode.`, {
    remedy: 'Nothing was changed. Give opencode.db, or a file in storage/session of the opencode folder.',
    details: { file },
  });
}

function conversationFrom(id: string, session: Fields): Pick<ForeignConversation, 'head'> {
  const folder = folderFrom(session['directory']);
  const title = opencodeTitle(textFrom(session['title']) ?? '');
  const startedAt = timeFrom(fieldsFrom(session['time'])['created']);
  const head = {
    conversation: id,
    ...(folder !== undefined && { folder }),
    ...(title !== '' && { title }),
    ...(startedAt !== undefined && { startedAt }),
    agent: { name: 'opencode', version: textFrom(session['version']) ?? null },
  };
  return { head };
}

/** Missing or unreadable parts are empty; the others are kept. */
async function recordAt(path: string, storage: string): Promise<OpencodeRecord> {
  const id = basename(path, '.json');
  const parts = await jsonFilesIn(join(storage, 'part', id));
  const read = async (part: string): Promise<{ id: string; data: string }> => ({
    id: basename(part, '.json'),
    data: await readFile(part, 'utf8').catch(() => ''),
  });
  return { id, data: await readFile(path, 'utf8'), parts: await Promise.all(parts.map(read)) };
}

async function jsonFilesIn(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch((): string[] => []);
  return names
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((name) => join(folder, name));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The caller reports a damaged file.
    return undefined;
  }
}

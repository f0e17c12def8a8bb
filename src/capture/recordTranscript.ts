/**
 * Records one file of a conversation that goes on. Copilot Chat writes what was said into a transcript, and the summaries
 * of compactions into the window's own file of the chat alone, seconds later; so both are looked at.
 */
import { stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Caller } from '../memory/shared/identity.ts';
import type { Recording, RecordingOptions, RecordingReport } from '../memory/archive/recording.ts';
import type { ReadTranscript, TranscriptFormat, TranscriptItem } from '../memory/archive/transcript.ts';
import { workspaceOf } from './sources/copilotSources.ts';
import { chatBeside, readChatCompactions } from './transcripts/formats/copilot/chatCompactions.ts';
import { readerOf } from './transcripts/formats/streamedReaders.ts';
import { formatOf } from './transcripts/transcriptFormat.ts';

export interface RecordedFile {
  path: string;
  format: TranscriptFormat;
  read: ReadTranscript;
  /** Under which name it is noted how far the file was read, when that is not its path. */
  notedAs?: string;
  /** The folder that the conversation is led in, which not every format tells; absolute. */
  folder?: string | undefined;
  /** The file that tells of compactions, where that is another one. */
  compactions?: RecordedFile;
}

/** Records the caller's own conversation from where the file was left, as long as there is time. */
export async function recordTranscript(
  recording: Recording,
  caller: Caller,
  file: RecordedFile,
  hasTime: () => boolean,
): Promise<RecordingReport> {
  const { read, ...options } = await goingOn(recording, caller, file);
  const conversation = caller.conversationId === null ? {} : { conversation: caller.conversationId };
  const { folder } = file;
  return recording.record(read, { ...options, ...conversation, folder, origin: 'live', goesOn: hasTime });
}

/** Behind a path: of that file the compactions alone were read. */
const compactionsMark = '#compactions';

export type CallerIn = (
  folder: string | undefined,
  file: Pick<RecordedFile, 'path' | 'format'>,
) => Promise<Caller | undefined>;

/** Hours after which a conversation that somebody recorded is left to an import. */
const unfinishedHours = 48;

/**
 * Brings in what was left of the caller's other chats, whichever client leads them, because an event failed, was the last
 * one, or never came as the client was killed: their transcripts, of which hooks told, have grown since they were read. They
 * are none of the present one's affair, so a file that cannot be read is passed over. `present` is left out.
 * They may also have grown because recording was switched off where they are led: `callerIn` answers with who speaks in a
 * folder, or in one that nothing tells, and with undefined where nothing may be recorded. Answers with how many messages
 * were stored.
 */
export async function recordUnfinished(
  recording: Recording,
  caller: Caller,
  present: string | undefined,
  { hasTime, callerIn }: { hasTime: () => boolean; callerIn: CallerIn },
): Promise<number> {
  let stored = 0;
  const files = await recording.liveFiles(caller, unfinishedHours);
  const sizes = await Promise.all(files.map(({ path }) => sizeOf(path)));
  for (const [place, { path, position }] of files.entries()) {
    if (!hasTime()) break;
    if (path === present || (sizes[place] ?? 0) <= position.offset) continue;
    const file = await recordedFileAt(path);
    if (file === undefined) continue;
    const folder = await folderOf(file);
    const speaker = await callerIn(folder, file);
    if (speaker === undefined) continue;
    for (const part of [file.compactions, file]) {
      if (part === undefined || !hasTime()) continue;
      const { read, ...options } = await goingOn(recording, speaker, part);
      const report = await recording.record(read, { ...options, folder, origin: 'import', goesOn: hasTime });
      stored += report.stored;
    }
  }
  return stored;
}

async function goingOn(
  recording: Recording,
  caller: Caller,
  { path, format, read, notedAs = path }: RecordedFile,
): Promise<Pick<RecordingOptions, 'format' | 'path' | 'from' | 'callerOf'> & { read: AsyncIterable<TranscriptItem> }> {
  const from = await recording.position(caller, notedAs);
  const options = { format, path: notedAs, callerOf: () => Promise.resolve(caller) };
  // The file of a chat is read from its beginning whenever it has grown, which makes it no other file.
  return { read: read(path, from), ...options, from: format === 'copilot-chat' ? undefined : from };
}

/** In bytes; 0 for a file that is not there. */
function sizeOf(path: string): Promise<number> {
  return stat(path).then(
    ({ size }) => size,
    () => 0,
  );
}

/**
 * What there is to be read of a transcript that a hook names; undefined when there is no file, or none of a format that
 * is known.
 */
export async function recordedFileAt(path: string, folder?: string): Promise<RecordedFile | undefined> {
  const format = await formatOf(path);
  if (format === undefined) return undefined;
  const file = { path, format, read: readerOf(format), folder };
  const chat = format === 'copilot-transcript' ? chatBeside(path) : undefined;
  if (chat === undefined || (await sizeOf(chat)) === 0) return file;
  const notedAs = `${chat}${compactionsMark}`;
  return { ...file, compactions: { path: chat, format: 'copilot-chat', read: readChatCompactions, notedAs } };
}

/** The folder that a conversation is led in: as its file says, else that of the workspace whose storage the file lies in. */
async function folderOf({ path, read }: RecordedFile): Promise<string | undefined> {
  for await (const item of read(path)) {
    if (!('head' in item)) continue;
    if (item.head.folder !== undefined) return item.head.folder;
    break;
  }
  return (await workspaceOf(dirname(dirname(dirname(path))))).folder;
}

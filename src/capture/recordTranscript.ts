/**
 * Records one file of a running conversation. Copilot Chat writes messages to a transcript, but the summaries of
 * compactions only to VS Code's own file of the chat, seconds later. So both files are read.
 */
import { stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Caller } from '../memory/shared/identity.ts';
import type { OpenForeignConversations } from '../memory/archive/foreignConversations.ts';
import type { FilePosition, Recording, RecordingOptions, RecordingReport } from '../memory/archive/recording.ts';
import type { ReadTranscript, TranscriptItem } from '../memory/archive/transcript.ts';
import { chatBeside, readChatCompactions } from '../importers/copilot/chatCompactions.ts';
import { chatFormat } from '../importers/copilot/copilotSources.ts';
import { workspaceOf } from '../importers/copilot/workspaces.ts';
import { mayHaveGrown, opencodeChatAt, opencodeReader } from '../importers/opencode/liveOpencode.ts';
import { opencodeFormat } from '../importers/opencode/opencodeSources.ts';
import { formatNamed } from '../importers/registry.ts';
import { formatOf } from './transcripts/transcriptFormat.ts';

export interface RecordedFile {
  path: string;
  format: string;
  read: ReadTranscript;
  /** The key under which the read position is stored, if it is not the path. */
  notedAs?: string;
  /** The absolute path of the folder in which the conversation takes place; not every format contains it. */
  folder?: string | undefined;
  /** The file that contains compaction summaries, if it is a separate one. */
  compactions?: RecordedFile;
}

/** Records the caller's own conversation from the last position in the file, while `hasTime` returns true. */
export async function recordTranscript(
  recording: Recording,
  caller: Caller,
  file: RecordedFile,
  hasTime: () => boolean,
): Promise<RecordingReport> {
  const { read, ...options } = await goingOn(recording, caller, file);
  const conversation = caller.conversationId === null ? {} : { conversation: caller.conversationId };
  const { folder } = file;
  return recording.record(read, { ...options, ...conversation, folder, origin: 'live', shouldContinue: hasTime });
}

/** Suffix of a path: only the compactions of that file were read. */
const compactionsMark = '#compactions';

export type CallerIn = (
  folder: string | undefined,
  file: Pick<RecordedFile, 'path' | 'format'>,
) => Promise<Caller | undefined>;

/** After this many hours, an unfinished conversation is left to an import. */
const unfinishedHours = 48;

/**
 * Records messages that are missing from the caller's other chats, of any client, and writes summaries that are
 * missing. The transcripts, which hooks reported, have grown since they were read: an event failed, was the last one, or
 * never came because the client was killed. A file that cannot be read is skipped, because it does not concern the
 * present chat, whose path is `present`.
 *
 * They may also have grown because recording is switched off in their folder. `callerIn` returns the caller for a
 * folder, or for an unknown one, and undefined if nothing may be recorded. Returns the number of stored messages.
 */
export async function recordUnfinished(
  recording: Recording,
  caller: Caller,
  present: string | undefined,
  {
    hasTime,
    callerIn,
    openForeign,
  }: { hasTime: () => boolean; callerIn: CallerIn; openForeign?: OpenForeignConversations },
): Promise<number> {
  let stored = 0;
  const files = await recording.liveFiles(caller, unfinishedHours);
  const grown = await Promise.all(files.map(hasGrown));
  for (const [place, { path }] of files.entries()) {
    if (!hasTime()) break;
    if (path === present || grown[place] !== true) continue;
    const file = await recordedFileAt(path, undefined, openForeign);
    if (file === undefined) continue;
    const folder = await folderOf(file);
    const speaker = await callerIn(folder, file);
    if (speaker === undefined) continue;
    for (const part of [file.compactions, file]) {
      if (part === undefined || !hasTime()) continue;
      const { read, ...options } = await goingOn(recording, speaker, part);
      const report = await recording.record(read, { ...options, folder, origin: 'import', shouldContinue: hasTime });
      stored += report.stored;
    }
  }
  await recording.summarizeLeft(caller, hasTime);
  return stored;
}

/**
 * Records what the caller's own chat has said since its last event, from the transcript that its hooks reported. Does
 * nothing for a chat without one, or where `callerIn` says that nothing may be recorded.
 */
export async function recordPending(
  recording: Recording,
  caller: Caller,
  { hasTime, callerIn }: { hasTime: () => boolean; callerIn: CallerIn },
): Promise<void> {
  const { conversationId } = caller;
  if (conversationId === null) return;
  const files = await recording.liveFiles(caller, unfinishedHours);
  // Clients whose servers know their chat name the file or its folder after it.
  const own = files.find(({ path }) => path.includes(conversationId));
  const file = own && (await recordedFileAt(own.path));
  if (file === undefined) return;
  const folder = await folderOf(file);
  if ((await callerIn(folder, file)) === undefined) return;
  await recordTranscript(recording, caller, { ...file, folder }, hasTime);
}

async function goingOn(
  recording: Recording,
  caller: Caller,
  { path, format, read, notedAs = path }: RecordedFile,
): Promise<Pick<RecordingOptions, 'format' | 'path' | 'from' | 'callerOf'> & { read: AsyncIterable<TranscriptItem> }> {
  const from = await recording.position(caller, notedAs);
  const options = { format, path: notedAs, callerOf: () => Promise.resolve(caller) };
  // A chat file is read from its beginning whenever it has grown; that does not make it a rewritten file.
  return { read: read(path, from), ...options, from: format === chatFormat ? undefined : from };
}

async function hasGrown({ path, position }: FilePosition): Promise<boolean> {
  const chat = opencodeChatAt(path);
  return chat === undefined ? (await sizeOf(path)) > position.offset : mayHaveGrown(chat.file, position);
}

/** In bytes; 0 if the file does not exist. */
function sizeOf(path: string): Promise<number> {
  return stat(path).then(
    ({ size }) => size,
    () => 0,
  );
}

/**
 * The parts to read of a transcript that a hook named. Undefined if the file is missing or its format is unknown, and for a
 * chat in a database without `openForeign`.
 */
export async function recordedFileAt(
  path: string,
  folder?: string,
  openForeign?: OpenForeignConversations,
): Promise<RecordedFile | undefined> {
  if (opencodeChatAt(path) !== undefined) {
    return openForeign && { path, format: opencodeFormat, read: opencodeReader(openForeign), folder };
  }
  const format = await formatOf(path);
  if (format === undefined) return undefined;
  const reading = formatNamed(format);
  if (reading.shape !== 'conversation') return undefined;
  const file = { path, format, read: reading.read, folder };
  const chat = chatBeside(path);
  if (chat === undefined || (await sizeOf(chat)) === 0) return file;
  const notedAs = `${chat}${compactionsMark}`;
  return { ...file, compactions: { path: chat, format: chatFormat, read: readChatCompactions, notedAs } };
}

/** The folder of a conversation: as its file states, else that of the workspace whose storage contains the file. */
async function folderOf({ path, read }: RecordedFile): Promise<string | undefined> {
  for await (const item of read(path)) {
    if (!('head' in item)) continue;
    if (item.head.folder !== undefined) return item.head.folder;
    break;
  }
  return (await workspaceOf(dirname(dirname(dirname(path))))).folder;
}

/**
 * Records one file of a conversation that goes on. Copilot Chat writes what was said into a transcript, and the summaries
 * of compactions into the window's own file of the chat alone, seconds later; so both are looked at.
 */
import { open, stat } from 'node:fs/promises';
import { basename, dirname, join, sep } from 'node:path';
import type { Caller } from '../memory/identity.ts';
import type { Recording, RecordingOptions, RecordingReport } from '../memory/recording.ts';
import type { ReadTranscript, TranscriptFormat, TranscriptItem } from '../memory/transcript.ts';
import { workspaceOf } from './sources/copilotSources.ts';
import { readCopilotChatSession } from './transcripts/copilotChatSession.ts';
import { readerOf } from './transcripts/readers.ts';

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

/** A chat's own file is read as a whole; one that is larger waits for an import. */
const longestChat = 30 * 1024 * 1024;

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

export type CallerIn = (folder: string | undefined, format: TranscriptFormat) => Promise<Caller | undefined>;

/** Hours after which a conversation that somebody recorded is left to an import. */
const unfinishedHours = 48;

/**
 * Brings in what was left of the caller's other conversations, because an event failed or was the last one: their files
 * have grown since they were read. They are none of the present one's affair, so a file that cannot be read is passed over.
 * They may also have grown because recording was switched off where they are led: `callerIn` answers with who speaks in a
 * folder, or in one that nothing tells, and with undefined where nothing may be recorded.
 */
export async function recordUnfinished(
  recording: Recording,
  caller: Caller,
  hasTime: () => boolean,
  callerIn: CallerIn,
): Promise<void> {
  for (const { path, position } of await recording.recentFiles(caller, unfinishedHours)) {
    if (!hasTime()) return;
    if (path.endsWith(compactionsMark) || (await sizeOf(path)) <= position.offset) continue;
    const file = await recordedFileAt(path);
    if (file === undefined) continue;
    const folder = await folderOf(file);
    const speaker = await callerIn(folder, file.format);
    if (speaker === undefined) continue;
    for (const part of [file.compactions, file]) {
      if (part === undefined || !hasTime()) continue;
      const { read, ...options } = await goingOn(recording, speaker, part);
      await recording.record(read, { ...options, folder, origin: 'import', goesOn: hasTime });
    }
  }
}

async function goingOn(
  recording: Recording,
  caller: Caller,
  { path, format, read, notedAs = path }: RecordedFile,
): Promise<Pick<RecordingOptions, 'format' | 'path' | 'from' | 'callerOf'> & { read: AsyncIterable<TranscriptItem> }> {
  const from = await recording.position(caller, notedAs);
  return { read: read(path, from), format, path: notedAs, from, callerOf: () => Promise.resolve(caller) };
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
  const bytes = chat === undefined ? 0 : await sizeOf(chat);
  if (chat === undefined || bytes === 0 || bytes > longestChat) return file;
  const notedAs = `${chat}${compactionsMark}`;
  return {
    ...file,
    compactions: { path: chat, format: 'copilot-chat', read: readCompactions, notedAs },
  };
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

/** The summaries of compactions alone, by the names that an import of the whole file would give them. */
const readCompactions: ReadTranscript = async function* (path, from) {
  for await (const item of readCopilotChatSession(path, from)) if (isCompaction(item)) yield item;
};

function isCompaction(item: TranscriptItem): boolean {
  return 'message' in item ? item.message.begins === 'POST_COMPACTING' : 'head' in item;
}

/** `workspaceStorage/ID/GitHub.copilot-chat/transcripts/CHAT.jsonl` → `workspaceStorage/ID/chatSessions/CHAT.jsonl`. */
function chatBeside(transcript: string): string | undefined {
  const folder = dirname(transcript);
  if (!folder.toLowerCase().endsWith(join('github.copilot-chat', 'transcripts'))) return undefined;
  const storage = folder.split(sep).slice(0, -2).join(sep);
  return join(storage, 'chatSessions', basename(transcript));
}

/** By the first line: Copilot's events carry their `data`, lines of Claude Code the name of their session. */
export async function formatOf(path: string): Promise<'copilot-transcript' | 'claude-code' | undefined> {
  const beginning = await beginningOf(path);
  if (beginning === undefined) return undefined;
  if (/^\ufeff?\s*\{[^\n]{0,200}"type"\s*:\s*"session\.start"/u.test(beginning)) return 'copilot-transcript';
  // A chat of VS Code itself names its session, too; it is no transcript.
  if (/^\ufeff?\s*\{\s*"kind"\s*:/u.test(beginning)) return undefined;
  if (/"(?:sessionId|parentUuid|leafUuid)"\s*:/u.test(beginning)) return 'claude-code';
  return basename(path) === 'events.jsonl' ? 'copilot-transcript' : undefined;
}

/** Undefined when it cannot be read. */
export async function beginningOf(path: string): Promise<string | undefined> {
  try {
    const file = await open(path, 'r');
    try {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(4_096), 0, 4_096, 0);
      return buffer.toString('utf8', 0, bytesRead);
    } finally {
      await file.close();
    }
  } catch {
    // A transcript that is not there, or not ours to read, is none: the next event may bring it.
    return undefined;
  }
}

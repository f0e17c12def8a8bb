/**
 * Finds chats of Copilot and VS Code: in the storages of workspaces and windows, and in Copilot's home for its own
 * sessions.
 */
import { basename, dirname, extname, join } from 'node:path';
import type { FoundFiles, LeaveOut, SourceFile, SourceHost } from '../../capture/sources/source.ts';
import { placeFrom } from '../../capture/sources/source.ts';
import { fileAt, filesIn, foundFile, namesIn, smallText } from '../../capture/sources/sourceFolders.ts';
import { conversationNameOf } from '../../capture/transcripts/openedFile.ts';
import { formatOf } from '../../capture/transcripts/transcriptFormat.ts';
import { projectOfLoose } from './workspaces.ts';
import type { InStorage } from './workspaces.ts';

export const transcriptFormat = 'copilot-transcript';
export const chatFormat = 'copilot-chat';
export const storeFormat = 'copilot-store';

const transcripts = { format: transcriptFormat, extensions: ['.jsonl'], isConversation: true } as const;
/** Of versions until the end of 2025; not found through `COPILOT_HOME`, which they did not know. */
const history = { ...transcripts, extensions: ['.json'] } as const;
const chats = { format: chatFormat, extensions: ['.jsonl', '.json'], isConversation: true } as const;

/** Chats without a message are left out: VS Code keeps a file for every chat that was ever opened. */
export const chatsInStorage = (leaveOut: LeaveOut): InStorage => ({
  inWorkspace: async (storage, own) => {
    const found = await Promise.all([
      chatsIn(join(storage, 'chatSessions'), leaveOut),
      ...own.map((place) => filesIn(join(place, 'transcripts'), transcripts, leaveOut)),
    ]);
    return found.flat();
  },
  inGlobal: async (storage, own) => {
    const loose = await chatsIn(join(storage, 'emptyWindowChatSessions'), leaveOut);
    const stores = await Promise.all(own.map((place) => fileAt(join(place, 'session-store.db'), storeFormat, null)));
    return [
      { title: 'Windows without a folder', files: loose },
      { title: 'Session database of Copilot', files: stores.filter((file) => file !== undefined) },
    ];
  },
});

/** The folder with the sessions of the Copilot CLI and of VS Code's agent host. */
export function copilotSessionsFolder(host: SourceHost): string {
  return join(placeFrom(host, 'COPILOT_HOME') ?? join(host.home, '.copilot'), 'session-state');
}

export async function copilotSessions(state: string, leaveOut: LeaveOut): Promise<FoundFiles> {
  const { folders } = await namesIn(state);
  const events = await Promise.all(
    folders.map((id) => fileAt(join(state, id, 'events.jsonl'), transcriptFormat, id, leaveOut)),
  );
  const old = await filesIn(join(dirname(state), 'history-session-state'), history, leaveOut);
  const files = [
    ...events.filter((file) => file !== undefined),
    ...(await filesIn(state, transcripts, leaveOut)),
    ...old,
  ];
  return { title: 'Copilot sessions', program: 'Copilot CLI', files };
}

/** A single file, whatever its format. */
export async function chatAt(path: string): Promise<FoundFiles | undefined> {
  if (extname(path).toLowerCase() === '.db') return foundFile(path, storeFormat, null, projectOfLoose);
  const isEvents = basename(path) === 'events.jsonl';
  const format = (await formatOf(path)) === transcriptFormat ? transcriptFormat : chatFormat;
  return foundFile(path, format, isEvents ? basename(dirname(path)) : conversationNameOf(path), projectOfLoose);
}

/** In bytes; an upper limit for a session without messages. */
const maxEmptyChatLength = 4 * 1024;

/** The chats in a folder with at least one message. */
async function chatsIn(folder: string, leaveOut: LeaveOut): Promise<SourceFile[]> {
  const files = await filesIn(folder, chats, leaveOut);
  const are = await Promise.all(files.map(isEmptyChat));
  const isEmpty = (_: SourceFile, place: number): boolean => are[place] === true;
  for (const { path } of files.filter(isEmpty)) leaveOut(path, 'empty');
  return files.filter((_, place) => are[place] !== true);
}

async function isEmptyChat({ path, bytes }: SourceFile): Promise<boolean> {
  if (bytes > maxEmptyChatLength) return false;
  const text = await smallText(path, maxEmptyChatLength);
  return text !== undefined && /"requests"\s*:\s*\[\s*\]/u.test(text) && !text.includes('"message"');
}

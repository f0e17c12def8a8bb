/**
 * Finds chats of Copilot and VS Code: in the storages of workspaces and windows, and in Copilot's home for its own
 * sessions.
 */
import { basename, dirname, extname, join } from 'node:path';
import type { FoundFiles, SourceFile, SourceHost } from '../../sources/source.ts';
import { placeFrom } from '../../sources/source.ts';
import { fileAt, filesIn, foundFile, namesIn, smallText } from '../../sources/sourceFolders.ts';
import { conversationNameOf } from '../../transcripts/openedFile.ts';
import { formatOf } from '../../transcripts/transcriptFormat.ts';
import { projectOfLoose } from './workspaces.ts';
import type { InStorage } from './workspaces.ts';

export const transcriptFormat = 'copilot-transcript';
export const chatFormat = 'copilot-chat';
export const storeFormat = 'copilot-store';

const transcripts = { format: transcriptFormat, extensions: ['.jsonl'], isConversation: true } as const;
/** Of versions until the end of 2025; not found through `COPILOT_HOME`, which they did not know. */
const history = { ...transcripts, extensions: ['.json'] } as const;
const chats = { format: chatFormat, extensions: ['.jsonl', '.json'], isConversation: true } as const;

export const chatsInStorage: InStorage = {
  inWorkspace: async (storage, own) => {
    const found = await Promise.all([
      filesIn(join(storage, 'chatSessions'), chats).then(withSomethingSaid),
      ...own.map((place) => filesIn(join(place, 'transcripts'), transcripts)),
    ]);
    return found.flat();
  },
  inGlobal: async (storage, own) => {
    const loose = await filesIn(join(storage, 'emptyWindowChatSessions'), chats).then(withSomethingSaid);
    const stores = await Promise.all(own.map((place) => fileAt(join(place, 'session-store.db'), storeFormat, null)));
    return [
      { title: 'Windows without a folder', files: loose },
      { title: 'Session database of Copilot', files: stores.filter((file) => file !== undefined) },
    ];
  },
};

/** The folder with the sessions of the Copilot CLI and of VS Code's agent host. */
export function copilotSessionsFolder(host: SourceHost): string {
  return join(placeFrom(host, 'COPILOT_HOME') ?? join(host.home, '.copilot'), 'session-state');
}

export async function copilotSessions(state: string): Promise<FoundFiles> {
  const { folders } = await namesIn(state);
  const events = await Promise.all(folders.map((id) => fileAt(join(state, id, 'events.jsonl'), transcriptFormat, id)));
  const old = await filesIn(join(dirname(state), 'history-session-state'), history);
  const files = [...events.filter((file) => file !== undefined), ...(await filesIn(state, transcripts)), ...old];
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

/** Drops empty chats: VS Code keeps a file for every chat that was ever opened. */
async function withSomethingSaid(files: readonly SourceFile[]): Promise<SourceFile[]> {
  const kept = await Promise.all(
    files.map(async (file) => {
      if (file.bytes > maxEmptyChatLength) return true;
      const text = await smallText(file.path, maxEmptyChatLength);
      return text === undefined || !/"requests"\s*:\s*\[\s*\]/u.test(text) || text.includes('"message"');
    }),
  );
  return files.filter((_, place) => kept[place] === true);
}

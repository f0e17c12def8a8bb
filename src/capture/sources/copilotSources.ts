/**
 * Finds chats and notes of Copilot and VS Code: in the folder `User` of each edition of VS Code, by workspace, and in
 * Copilot's home for its own sessions.
 */
import { basename, dirname, join } from 'node:path';
import { pinnedMarkers, withoutOwnBlocks } from '../../memory/archive/ownBlocks.ts';
import { fieldsFrom, textFrom } from '../transcripts/fields.ts';
import { pathFromUri } from '../transcripts/uriPath.ts';
import type { Source, SourceFile, SourceHost } from './source.ts';
import { placeFrom, sourceOf } from './source.ts';
import { fileAt, filesIn, foldersNamed, namesIn, smallText } from './sourceFolders.ts';
import type { UserFolder } from './userFolders.ts';

const extension = 'github.copilot-chat';
const memories = join('memory-tool', 'memories');
const transcripts = { format: 'copilot-transcript', extensions: ['.jsonl'], isConversation: true } as const;
/** Of versions until the end of 2025; not found through `COPILOT_HOME`, which they did not know. */
const history = { format: 'copilot-transcript', extensions: ['.json'], isConversation: true } as const;
const chats = { format: 'copilot-chat', extensions: ['.jsonl', '.json'], isConversation: true } as const;
const userNotes = { format: 'copilot-user-memory', extensions: ['.md', '.txt', ''], isConversation: false } as const;
const repoNotes = { ...userNotes, format: 'copilot-repo-memory' } as const;

/** The contents of one `User` folder, one source per project. */
export async function sourcesInUserFolder({ folder, program }: UserFolder): Promise<Source[]> {
  const workspaces = join(folder, 'workspaceStorage');
  const { folders: ids } = await namesIn(workspaces);
  const { folders: profiles } = await namesIn(join(folder, 'profiles'));
  const globals = [folder, ...profiles.map((name) => join(folder, 'profiles', name))].map((place) =>
    join(place, 'globalStorage'),
  );
  const found = await Promise.all([
    ...ids.map((id) => sourcesInWorkspace(join(workspaces, id), program)),
    ...globals.map((place) => sourcesInGlobalStorage(place, program)),
  ]);
  return merged(found.flat());
}

/** The contents of one folder of `workspaceStorage`. */
export async function sourcesInWorkspace(storage: string, program: string): Promise<Source[]> {
  const own = await foldersNamed(storage, extension);
  const found = await Promise.all([
    filesIn(join(storage, 'chatSessions'), chats).then(withSomethingSaid),
    ...own.map((place) => filesIn(join(place, 'transcripts'), transcripts)),
  ]);
  const notes = await Promise.all(own.map((place) => filesIn(join(place, memories, 'repo'), repoNotes)));
  if ([...found, ...notes].flat().length === 0) return [];
  const { title, folder } = await workspaceOf(storage);
  const sources = [
    sourceOf({ kind: 'copilot', title, program, folder }, found.flat()),
    sourceOf({ kind: 'copilot-memory', title, program, folder }, notes.flat()),
  ];
  return sources.filter((source) => source !== undefined);
}

async function sourcesInGlobalStorage(storage: string, program: string): Promise<Source[]> {
  const own = await foldersNamed(storage, extension);
  const loose = await filesIn(join(storage, 'emptyWindowChatSessions'), chats).then(withSomethingSaid);
  const notes = await Promise.all(own.map((place) => filesIn(join(place, memories), userNotes).then(withoutPinned)));
  const stores = await Promise.all(own.map((place) => fileAt(join(place, 'session-store.db'), 'copilot-store', null)));
  const sources = [
    sourceOf({ kind: 'copilot', title: 'Windows without a folder', program }, loose),
    sourceOf({ kind: 'copilot-memory', title: 'What Copilot noted of you', program }, notes.flat()),
    sourceOf(
      { kind: 'copilot', title: 'Session database of Copilot', program },
      stores.filter((file) => file !== undefined),
    ),
  ];
  return sources.filter((source) => source !== undefined);
}

/** Merges workspaces of one project, such as a folder that was opened in two ways. */
function merged(sources: readonly Source[]): Source[] {
  const byProject = new Map<string, Source>();
  for (const source of sources) {
    const key = `${source.kind}\n${source.folder ?? source.files[0]?.path ?? ''}`;
    const same = byProject.get(key);
    const both = same === undefined ? source : sourceOf(same, [...same.files, ...source.files]);
    byProject.set(key, both ?? source);
  }
  return [...byProject.values()];
}

/** The folder with the sessions of the Copilot CLI and of VS Code's agent host. */
export function copilotSessionsFolder(host: SourceHost): string {
  return join(placeFrom(host, 'COPILOT_HOME') ?? join(host.home, '.copilot'), 'session-state');
}

export async function copilotSessions(state: string): Promise<Source[]> {
  const { folders } = await namesIn(state);
  const events = await Promise.all(
    folders.map((id) => fileAt(join(state, id, 'events.jsonl'), 'copilot-transcript', id)),
  );
  const old = await filesIn(join(dirname(state), 'history-session-state'), history);
  const files = [...events.filter((file) => file !== undefined), ...(await filesIn(state, transcripts)), ...old];
  const source = sourceOf({ kind: 'copilot', title: 'Copilot sessions', program: 'Copilot CLI' }, files);
  return source === undefined ? [] : [source];
}

const maxNoteLength = 64 * 1024;

/** The project of a workspace storage. code-server provides only the name. */
export async function workspaceOf(storage: string): Promise<{ title: string; folder: string | undefined }> {
  const noted = fieldsFrom(jsonOf(await smallText(join(storage, 'workspace.json'), maxNoteLength)));
  const folder = pathFromUri(noted['folder']);
  if (folder !== undefined) return { title: nameOf(folder), folder };
  const workspace = pathFromUri(noted['workspace'] ?? noted['configuration']);
  if (workspace !== undefined) return { title: nameOf(workspace).replace(/\.code-workspace$/u, ''), folder: undefined };
  const meta = fieldsFrom(jsonOf(await smallText(join(storage, 'meta.json'), maxNoteLength)));
  return { title: textFrom(meta['name']) ?? basename(storage), folder: undefined };
}

/** The last part of a path of any platform. */
function nameOf(path: string): string {
  return path.split(/[\\/]/u).findLast((part) => part !== '') ?? path;
}

function jsonOf(text: string | undefined): unknown {
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    // A file that is not JSON does not describe its workspace.
    return undefined;
  }
}

/** Drops the file with pinned facts, unless others wrote into it as well. */
async function withoutPinned(files: readonly SourceFile[]): Promise<SourceFile[]> {
  const kept = await Promise.all(
    files.map(async ({ path }) => {
      const text = await smallText(path, maxNoteLength);
      return !text?.includes(pinnedMarkers.startName) || withoutOwnBlocks(text).trim() !== '';
    }),
  );
  return files.filter((_, place) => kept[place] === true);
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

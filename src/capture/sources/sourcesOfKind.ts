/**
 * Finds the sources of a kind at a path that a user named. It may be a file, or a folder at any level, from one
 * project's conversations up to all data of a program. Unlike `findSources`, it rejects if there is nothing.
 */
import { stat } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import { BigMindError } from '../../memory/shared/errors.ts';
import { claudeProjectFolder } from '../notes/claudeMemory.ts';
import { codexConversationOf } from '../transcripts/formats/codexRollout.ts';
import { projectRootOf } from '../transcripts/formats/geminiChat.ts';
import { conversationNameOf } from '../transcripts/openedFile.ts';
import { formatOf } from '../transcripts/transcriptFormat.ts';
import { claudeSources, claudeSourcesInProject } from './claudeSources.ts';
import { codexSources, located, sourcesByFolder } from './codexSources.ts';
import { copilotSessions, sourcesInUserFolder, sourcesInWorkspace, workspaceOf } from './copilotSources.ts';
import { geminiConversationOf, geminiSources } from './geminiSources.ts';
import { isOfNotes, sourceOf } from './source.ts';
import type { Source, SourceFile, SourceKind } from './source.ts';
import type { IsOwn } from './ownStore.ts';
import { contentOf, holdsNone, importedAs, noteExtensions, reasonAgainst } from './fileContent.ts';
import { opencodeSourcesIn } from './opencodeSources.ts';
import { plansAbout, plansAt } from './planFiles.ts';
import { programFilesIn, projectAboveFile } from './projectFiles.ts';
import { fileAt, filesIn, namesIn } from './sourceFolders.ts';

const program = 'VS Code';
const claude = 'Claude Code';

/**
 * `path` is absolute. Rejects with the file system's error, or with `bad_import` if there is nothing of the kind.
 * Loose files in a folder for which `isOwn` returns true are not opened.
 */
export async function sourcesOfKind(
  kind: SourceKind,
  path: string,
  isOwn: IsOwn = () => Promise.resolve(false),
): Promise<Source[]> {
  const found = (await stat(path)).isDirectory() ? await inFolder(kind, path, isOwn) : await inFile(kind, path);
  if (found.length > 0) return found;
  throw new BigMindError('bad_import', `${path} contains nothing that can be imported as ${kind}.`, {
    remedy:
      kind === 'plans'
        ? 'Give a file, a folder named "plans", or the folder of a project with "docs/plans".'
        : 'Give a file or the folder of a project, or omit the path to search everywhere.',
    details: { path, kind },
  });
}

async function inFolder(kind: SourceKind, folder: string, isOwn: IsOwn): Promise<Source[]> {
  const wider = (await widerSources(kind, folder)).filter((source) => source.kind === kind);
  const files = wider.flatMap((source) => source.files);
  const loose = files.length > 0 ? [] : await looseFiles(kind, folder, isOwn);
  let refused: string | undefined;
  const fitting: SourceFile[] = [];
  for (const file of files.length > 0 ? files : loose) {
    const reason = await reasonAgainst(kind, file.path);
    // One file of the kind suffices; the import reports the files that are not.
    if (reason === undefined && files.length > 0) return wider;
    if (reason === undefined && (kind !== 'mcp-memory' || (await contentOf(file.path)) === kind)) fitting.push(file);
    else refused ??= reason === undefined ? undefined : `${file.path} ${reason}`;
  }
  if (fitting.length === 0 && refused !== undefined)
    throw otherKind(kind, folder, `${folder} ${holdsNone(kind)}: ${refused}`);
  return sourcesOf(kind, fitting, folder);
}

async function inFile(kind: SourceKind, path: string): Promise<Source[]> {
  const reason = await reasonAgainst(kind, path);
  if (reason !== undefined) {
    const instead = importedAs(path, await contentOf(path));
    throw otherKind(kind, path, `${basename(path)} ${reason}`, instead);
  }
  const file = await fileAt(path, await formatAt(kind, path), await nameOfConversation(kind, path));
  if (file === undefined) throw otherKind(kind, path, `${basename(path)} is empty, or no file`);
  return sourcesOf(kind, [file], dirname(path));
}

function otherKind(kind: SourceKind, path: string, what: string, instead?: string): BigMindError {
  const remedy = instead === undefined ? 'Name another file or kind.' : `Try "${instead}".`;
  return new BigMindError('bad_import', `${what}.`, { remedy, details: { path, kind } });
}

/** Treats the folder as one in which a program keeps several things; empty if it is not one. */
export async function widerSources(kind: SourceKind, folder: string): Promise<Source[]> {
  switch (kind) {
    case 'copilot':
    case 'copilot-memory': {
      const { folders } = await namesIn(folder);
      const workspaces = basename(folder) === 'workspaceStorage' ? folders.map((name) => join(folder, name)) : [folder];
      const state = basename(folder) === 'session-state' ? folder : join(folder, 'session-state');
      const found = await Promise.all([
        sourcesInUserFolder({ folder, program }),
        sourcesInUserFolder({ folder: join(folder, 'User'), program }),
        ...workspaces.map((storage) => sourcesInWorkspace(storage, program)),
        copilotSessions(state),
      ]);
      return found.flat();
    }
    case 'claude-code':
    case 'claude-memory': {
      const own = await claudeSourcesInProject(folder);
      const home = await claudeSources(join(folder, 'projects'));
      const found = [...(await onlyOfKind(own)), ...(home.length > 0 ? home : await claudeSources(folder))];
      // A folder in which nothing else is found is a project whose files are damaged.
      return found.length > 0 ? found : own;
    }
    case 'codex':
      return codexSources(folder);
    case 'gemini-cli':
      return geminiSources(folder);
    case 'mcp-memory':
      return [];
    case 'opencode':
      return opencodeSourcesIn(folder);
    case 'aider':
    case 'specstory':
    case 'beads':
      return programFilesIn(folder);
    case 'plans':
      return plansAt(folder);
  }
}

/** Without files of other content, such as the `history.jsonl` in Claude Code's home folder. */
async function onlyOfKind(sources: readonly Source[]): Promise<Source[]> {
  const found = sources.map(async (source) => {
    const are = await Promise.all(
      source.files.map(async ({ path }) => isOfNotes(source.kind) || (await contentOf(path)) === source.kind),
    );
    return sourceOf(
      source,
      source.files.filter((_, place) => are[place] === true),
    );
  });
  return (await Promise.all(found)).filter((source) => source !== undefined);
}

const extensions: Readonly<Record<SourceKind, readonly string[]>> = {
  copilot: ['.jsonl', '.json', '.db'],
  'copilot-memory': [...noteExtensions, ''],
  'claude-code': ['.jsonl'],
  codex: ['.jsonl'],
  'gemini-cli': ['.jsonl', '.json'],
  'claude-memory': noteExtensions,
  'mcp-memory': ['.json', '.jsonl'],
  opencode: ['.db', '.json'],
  aider: ['.md'],
  specstory: ['.md'],
  beads: ['.jsonl'],
  // Only their folder distinguishes plans from other Markdown files.
  plans: [],
};

async function looseFiles(kind: SourceKind, folder: string, isOwn: IsOwn): Promise<SourceFile[]> {
  const wanted = { format: 'mcp-memory', extensions: extensions[kind], isConversation: false } as const;
  const found = await filesIn(folder, wanted);
  const own = await Promise.all(found.map(({ path }) => isOwn(path)));
  const files = found.filter((_, place) => own[place] !== true);
  return Promise.all(
    files.map(async (file) => ({
      ...file,
      format: await formatAt(kind, file.path),
      conversation: await nameOfConversation(kind, file.path),
    })),
  );
}

async function formatAt(kind: SourceKind, path: string): Promise<SourceFile['format']> {
  switch (kind) {
    case 'copilot':
      if (extname(path).toLowerCase() === '.db') return 'copilot-store';
      return (await formatOf(path)) === 'copilot-transcript' ? 'copilot-transcript' : 'copilot-chat';
    case 'copilot-memory':
      return basename(dirname(path)) === 'repo' ? 'copilot-repo-memory' : 'copilot-user-memory';
    case 'claude-code':
    case 'codex':
    case 'gemini-cli':
    case 'claude-memory':
    case 'mcp-memory':
    case 'opencode':
    case 'aider':
    case 'specstory':
    case 'beads':
    case 'plans':
      return kind;
  }
}

async function nameOfConversation(kind: SourceKind, path: string): Promise<string | null> {
  if (kind === 'codex') return codexConversationOf(path);
  if (kind === 'gemini-cli') return geminiConversationOf(path);
  const isConversation =
    kind === 'claude-code' || kind === 'specstory' || (kind === 'copilot' && extname(path).toLowerCase() !== '.db');
  if (!isConversation) return null;
  return basename(path) === 'events.jsonl' ? basename(dirname(path)) : conversationNameOf(path);
}

async function sourcesOf(kind: SourceKind, files: readonly SourceFile[], folder: string): Promise<Source[]> {
  if (kind === 'codex') return sourcesByFolder({ kind, program: 'Codex' }, await Promise.all(files.map(located)));
  const about = await projectAbout(kind, folder);
  const source = sourceOf({ kind, ...about }, files);
  return source === undefined ? [] : [source];
}

/** The project of loose files, from their location. */
async function projectAbout(
  kind: Exclude<SourceKind, 'codex'>,
  folder: string,
): Promise<{ title: string; program: string; folder?: string | undefined }> {
  switch (kind) {
    case 'copilot':
    case 'copilot-memory': {
      const storage = storageAbove(folder);
      return storage === undefined
        ? { title: basename(folder), program }
        : { ...(await workspaceOf(storage)), program };
    }
    case 'claude-code':
      return { title: basename(folder), program: claude, folder: await claudeProjectFolder(folder) };
    case 'gemini-cli': {
      const root = await projectRootOf(join(folder, 'any'));
      return { title: basename(root ?? folder), program: 'Gemini CLI', folder: root };
    }
    case 'claude-memory': {
      // A `MEMORY.md` or `CLAUDE.md` elsewhere is located in the project that it describes.
      const about = basename(folder) === 'memory' ? await claudeProjectFolder(dirname(folder)) : folder;
      return { title: basename(about ?? folder), program: claude, folder: about };
    }
    case 'mcp-memory':
      return { title: basename(folder), program: 'Memory server' };
    case 'opencode':
      return { title: 'Sessions of opencode', program: 'opencode' };
    case 'aider':
      return { title: basename(folder), program: 'aider', folder };
    case 'specstory':
    case 'beads': {
      const project = projectAboveFile(folder);
      const name = kind === 'beads' ? 'beads' : 'SpecStory';
      return { title: basename(project), program: name, folder: project };
    }
    case 'plans':
      return plansAbout(folder);
  }
}

/** `workspaceStorage/ID`, from a folder below it. */
function storageAbove(folder: string): string | undefined {
  for (let place = folder; place !== dirname(place); place = dirname(place)) {
    if (basename(dirname(place)) === 'workspaceStorage') return place;
  }
  return undefined;
}

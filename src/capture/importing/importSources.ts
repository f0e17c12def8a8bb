/**
 * Brings in what people already have: past conversations and notes of other assistants. It can be repeated and goes on
 * where it was left: what has not grown since is not read again, and what is there already is counted and left alone. One
 * file that cannot be read never stops the rest; a store that cannot be written does.
 */
import { bigMindErrorFrom } from '../../memory/shared/errors.ts';
import type { OpenForeignConversations } from '../../memory/archive/foreignConversations.ts';
import type { Caller, ProjectRef } from '../../memory/shared/identity.ts';
import type { Memory } from '../../memory/memory.ts';
import { fileTrouble, isFileTrouble } from '../../util/fileTrouble.ts';
import type { Source, SourceFile } from '../sources/source.ts';
import { filesSince } from '../sources/conversationTimes.ts';
import { reasonAgainst } from '../sources/fileContent.ts';
import { richestFirst } from '../sources/source.ts';
import { importConversation, importForeignConversations } from './importConversations.ts';
import { importNotes } from './importNotes.ts';
import { ImportCallers } from './importCallers.ts';
import type { PastProjectOf } from './importCallers.ts';
import { ImportTally } from './importReport.ts';
import type { ImportReport } from './importReport.ts';

export interface ImportParts {
  memory: Pick<Memory, 'identities' | 'recording' | 'notes'>;
  /** The person whose memory it becomes. */
  person: Caller;
  projectOf: PastProjectOf;
  openForeign: OpenForeignConversations;
}

export interface ImportOptions {
  /** Leaves out conversations that ended before this, and notes that were written before it; ISO 8601. */
  since?: string | undefined;
  /** Leaves out what belongs to other projects; absent takes everything. */
  wanted?: ((project: ProjectRef | undefined) => boolean) | undefined;
  /** Told of bytes done; of all that were found, also where a part is left out in the end. */
  onProgress?: (progress: ImportProgress) => void;
  /** Breaks the import off soon after it is aborted. */
  signal?: AbortSignal;
}

export interface ImportProgress {
  done: number;
  all: number;
  /** What is being read. */
  source: Source;
}

/** One file on its way in. */
export interface ImportedFile {
  source: Source;
  file: SourceFile;
}

/** What all files of one import share. */
export interface ImportRun {
  parts: ImportParts;
  options: ImportOptions;
  callers: ImportCallers;
  tally: ImportTally;
  /** Told how many bytes of the file at hand are done. */
  reached: (bytes: number) => void;
}

/** Rejects with the store's error alone; what was stored until then stays. */
export async function importSources(
  sources: readonly Source[],
  parts: ImportParts,
  options: ImportOptions = {},
): Promise<ImportReport> {
  const tally = new ImportTally();
  const callers = new ImportCallers(parts.memory.identities, parts.person, parts.projectOf);
  const files = await filesOf(sources, options.since);
  const all = files.reduce((sum, { file }) => sum + file.bytes, 0);
  let before = 0;
  for (const imported of files) {
    if (options.signal?.aborted === true) break;
    const { source, file } = imported;
    const reached = (bytes: number): void =>
      options.onProgress?.({ done: before + Math.min(bytes, file.bytes), all, source });
    reached(0);
    await importFile(imported, { parts, options, callers, tally, reached });
    before += file.bytes;
    reached(0);
  }
  if (options.signal?.aborted === true) tally.breakOff();
  return tally.report;
}

/**
 * Over all sources the richest format of a conversation comes first, since Copilot's session store holds conversations of
 * every project; then the oldest, as they were led. Notes come last.
 */
export async function filesOf(sources: readonly Source[], since: string | undefined): Promise<ImportedFile[]> {
  const files = sources.flatMap((source) => source.files.map((file) => ({ source, file })));
  const order = (one: ImportedFile, other: ImportedFile): number =>
    rank(one.file) - rank(other.file) || (one.file.modifiedAt < other.file.modifiedAt ? -1 : 1);
  return (await filesSince(files, since)).sort(order);
}

function rank({ format }: SourceFile): number {
  const place = richestFirst.findIndex((candidate) => candidate === format);
  return place === -1 ? richestFirst.length : place;
}

async function importFile(imported: ImportedFile, run: ImportRun): Promise<void> {
  const { path, format } = imported.file;
  try {
    const other = await reasonAgainst(imported.source.kind, path);
    if (other !== undefined) {
      run.tally.leaveOut({ file: path, line: null, reason: other, isOtherKind: true });
      return;
    }
    switch (format) {
      case 'copilot-transcript':
      case 'claude-code':
      case 'codex':
      case 'gemini-cli':
      case 'copilot-chat':
      case 'specstory':
        await importConversation(imported, format, run);
        return;
      case 'copilot-store':
      case 'opencode':
      case 'aider':
        await importForeignConversations(imported, format, run);
        return;
      case 'claude-memory':
      case 'copilot-user-memory':
      case 'copilot-repo-memory':
      case 'mcp-memory':
      case 'beads':
        await importNotes(imported, format, run);
    }
  } catch (thrown) {
    run.tally.leaveOut({ file: path, line: null, reason: reasonOf(thrown, path) });
  }
}

/** Why a file was left out; an error of the store is thrown again, because the next file would meet it, too. */
function reasonOf(thrown: unknown, path: string): string {
  if (isFileTrouble(thrown)) return `cannot be read: ${fileTrouble(thrown)}`;
  const error = bigMindErrorFrom(thrown);
  if (error.code.startsWith('store_')) throw error;
  // The file is named before the reason already.
  return error.message.startsWith(`${path} `) ? error.message.slice(path.length + 1) : error.message;
}

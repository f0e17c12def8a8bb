/**
 * Imports past conversations, and notes of other assistants. It can be repeated and resumes where it stopped:
 * unchanged files are not read again, and known items are counted and left alone. An unreadable file does not stop
 * the import; a store that cannot be written does.
 */
import { bigMindErrorFrom } from '../../memory/shared/errors.ts';
import type { OpenForeignConversations } from '../../memory/archive/foreignConversations.ts';
import type { NotedImport } from '../../memory/shared/audit.ts';
import type { Caller, ProjectRef } from '../../memory/shared/identity.ts';
import type { Memory } from '../../memory/memory.ts';
import { fileTrouble, isFileTrouble } from '../../util/fileTrouble.ts';
import type { Source, SourceFile } from '../sources/source.ts';
import { withKnownFolders } from '../findSources.ts';
import { filesSince } from '../../importers/conversationTimes.ts';
import type { Since } from '../../importers/conversationTimes.ts';
import { reasonAgainst } from '../../importers/fileContent.ts';
import { inReadingOrder } from '../../importers/kindSources.ts';
import { formatNamed, kindOfFormat } from '../../importers/registry.ts';
import { importConversation, importForeignConversations } from './importConversations.ts';
import { importNotes } from './importNotes.ts';
import { ImportCallers } from './importCallers.ts';
import type { PastProjectOf } from './importCallers.ts';
import { ImportTally } from './importReport.ts';
import type { ImportReport } from './importReport.ts';

export interface ImportParts {
  memory: Pick<Memory, 'identities' | 'recording' | 'notes' | 'clock'>;
  /** The person who will own the imported memories. */
  person: Caller;
  projectOf: PastProjectOf;
  openForeign: OpenForeignConversations;
}

export interface ImportOptions {
  /** Skips conversations that ended before this time, and notes written before it; ISO 8601. */
  since?: string | undefined;
  /** Skips items of projects for which it returns false; absent imports everything. */
  wanted?: ((project: ProjectRef | undefined) => boolean) | undefined;
  /** Called with the bytes done out of all bytes found, including those of files that are later skipped. */
  onProgress?: (progress: ImportProgress) => void;
  /** Aborts the import soon after the signal. */
  signal?: AbortSignal;
}

export interface ImportProgress {
  done: number;
  all: number;
  /** The source being read. */
  source: Source;
}

/** A file during its import. */
export interface ImportedFile {
  source: Source;
  file: SourceFile;
}

/** The state that all files of an import share. */
export interface ImportRun {
  parts: ImportParts;
  options: ImportOptions;
  callers: ImportCallers;
  tally: ImportTally;
  /** The audit names the import once. */
  noted: NotedImport;
  /** Called with the number of bytes done in the current file. */
  reached: (bytes: number) => void;
  /** Imports a conversation now, because the present one begins with a copy of it. */
  importFirst: (conversation: string) => Promise<void>;
}

/** Rejects only with the store's error; data stored before it remains. */
export async function importSources(
  sources: readonly Source[],
  parts: ImportParts,
  options: ImportOptions = {},
): Promise<ImportReport> {
  const tally = new ImportTally();
  const callers = new ImportCallers(parts.memory.identities, parts.person, parts.projectOf);
  const named = sources.flatMap(({ folder }) => folder ?? []);
  const known = [...named, ...(await parts.memory.identities.folders(parts.person))];
  const files = await filesOf(await withKnownFolders(sources, known), {
    since: options.since,
    now: parts.memory.clock.now(),
  });
  const kinds = [...new Set(files.map(({ source }) => source.kind))].sort();
  const noted = { detail: kinds.join(', '), count: files.length, isNoted: false };
  const all = files.reduce((sum, { file }) => sum + file.bytes, 0);
  let before = 0;
  const left = new Set(files);
  const importNext = async (imported: ImportedFile): Promise<void> => {
    const { source, file } = imported;
    left.delete(imported);
    const reached = (bytes: number): void =>
      options.onProgress?.({ done: before + Math.min(bytes, file.bytes), all, source });
    const importFirst = async (conversation: string): Promise<void> => {
      const originals = files.filter((other) => left.has(other) && other.file.conversation === conversation);
      for (const original of originals) await importNext(original);
    };
    reached(0);
    await importFile(imported, { parts, options, callers, tally, noted, reached, importFirst });
    before += file.bytes;
    reached(0);
  };
  for (const imported of files) {
    if (options.signal?.aborted === true) break;
    if (left.has(imported)) await importNext(imported);
  }
  if (options.signal?.aborted === true) tally.breakOff();
  else await parts.memory.recording.summarizeLeft(parts.person);
  return tally.report;
}

/**
 * Across all sources, the richest format of a conversation comes first, because Copilot's session store contains
 * conversations of every project; then the oldest, in the order in which they took place. Notes come last.
 */
export async function filesOf(sources: readonly Source[], since: Since): Promise<ImportedFile[]> {
  const files = sources.flatMap((source) => source.files.map((file) => ({ source, file })));
  return (await filesSince(files, since)).sort((one, other) => inReadingOrder(one.file, other.file));
}

async function importFile(imported: ImportedFile, run: ImportRun): Promise<void> {
  const { path, format, notRead } = imported.file;
  try {
    const other = notRead ?? (await reasonAgainst(kindOfFormat(format), path));
    if (other !== undefined) {
      run.tally.leaveOut({ file: path, line: null, reason: other, isOtherKind: true });
      return;
    }
    const reading = formatNamed(format);
    if (reading.shape === 'conversation') await importConversation(imported, reading, run);
    else if (reading.shape === 'collection') await importForeignConversations(imported, reading, run);
    else await importNotes(imported, reading, run);
  } catch (thrown) {
    run.tally.leaveOut({ file: path, line: null, reason: reasonOf(thrown, path) });
  }
}

/** Why a file was left out, without its name. Rethrows an error of the store, because the next file would fail too. */
export function reasonOf(thrown: unknown, path: string): string {
  if (isFileTrouble(thrown)) return `cannot be read: ${fileTrouble(thrown)}`;
  const error = bigMindErrorFrom(thrown);
  if (error.code.startsWith('store_')) throw error;
  // The caller already puts the file name before the reason.
  return error.message.startsWith(`${path} `) ? error.message.slice(path.length + 1) : error.message;
}

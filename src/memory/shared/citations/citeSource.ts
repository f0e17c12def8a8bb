/**
 * What is stored with a new memory for its source: the reference in its usual form and, for lines of a file, their
 * fingerprint. Lines that a file does not have are refused now, while the writer can still correct them.
 */
import type { BigMindError } from '../errors.ts';
import { refused } from '../input.ts';
import type { CitedFile, CitedFiles } from '../ports.ts';
import { FileLines } from './citedLines.ts';
import type { FileRef, LineRange } from './sourceRef.ts';
import { formatSourceRef, outsideError, requireSourceRef } from './sourceRef.ts';

interface CitedSource {
  sourceRef: string;
  /** Null if there is nothing to compare with later. */
  fingerprint: string | null;
}

/** In milliseconds. A source that is not read by then is stored without a fingerprint. */
const readLimitMs = 500;

/**
 * Throws `invalid_input` for a file outside the project folder, and for lines of a file that is binary or does not have
 * them. An address, a ticket, a commit, a missing file and any other text pass unchanged, as does every file if there
 * are no `files`. Lines of a file are stored as seen from the project folder: `src/auth.ts#L10-L24`.
 */
export async function citeSource(files: CitedFiles | undefined, sourceRef: string): Promise<CitedSource> {
  const ref = requireSourceRef(sourceRef);
  const unchanged = { sourceRef: sourceRef.trim(), fingerprint: null };
  if (ref.kind !== 'file' || files === undefined) return unchanged;
  const file = await readInTime(files, ref.path);
  if (file.kind === 'outside') throw outsideError(sourceRef);
  const place = ref.place;
  if (place?.kind !== 'lines') return unchanged;
  if (file.kind === 'binary') throw binaryError(ref);
  // A missing file may be in another checkout or branch; the memory is worth more than its source.
  if (file.kind !== 'text') return unchanged;
  const lines = new FileLines(file.text);
  requireWithin(lines, place, file.path);
  return {
    sourceRef: formatSourceRef({ ...ref, path: file.path, base: 'project' }),
    fingerprint: lines.fingerprint(place),
  };
}

async function readInTime(files: CitedFiles, path: string): Promise<CitedFile> {
  const limit = files.limitTime(readLimitMs);
  const late = limit.over.then((): CitedFile => ({ kind: 'unreadable' }));
  const file = await Promise.race([files.read(path), late]);
  limit.end();
  return file;
}

function binaryError({ path }: FileRef): BigMindError {
  return refused(
    'source_ref',
    `cites lines of ${path}, which is not a text file in UTF-8`,
    'Cite the whole file, a page (guide.pdf#p12) or a time (meeting.mp4@00:04:32).',
  );
}

function requireWithin({ count }: FileLines, { last }: LineRange, path: string): void {
  if (last <= count) return;
  const lines = count === 1 ? '1 line' : `${count} lines`;
  throw refused(
    'source_ref',
    `cites line ${last}, but ${path} has ${lines}`,
    'Read the file again and cite its lines.',
  );
}

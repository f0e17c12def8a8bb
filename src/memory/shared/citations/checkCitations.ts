/**
 * Compares the lines that memories cite with the files of today. A check takes little time and never fails: what it
 * cannot read, or does not reach in time, is `unchecked`, which says nothing against a memory.
 */
import { groupBy } from '../../../util/groupBy.ts';
import type { CitedFile, CitedFiles, Unreadable } from '../ports.ts';
import { FileLines, isFingerprint } from './citedLines.ts';
import type { FileRef, LineRange } from './sourceRef.ts';
import { formatSourceRef, parseSourceRef } from './sourceRef.ts';

/** What a memory cites, as stored. */
export interface Citation {
  sourceRef: string | null;
  /** Null if the memory cites no lines, or was stored before there were fingerprints. */
  fingerprint: string | null;
}

/**
 * `no_lines`: not lines of a file, such as an address. `no_fingerprint`: nothing to compare with. `no_time`: the time
 * limit passed first.
 */
type UncheckedReason = 'no_lines' | 'no_fingerprint' | 'no_time' | Exclude<Unreadable, 'missing'>;

/** What a check found; its states are `citationStates`. */
export type CitationCheck =
  | { state: 'there' }
  /** `sourceRef` names the lines of today. */
  | { state: 'moved'; lines: LineRange; sourceRef: string }
  /** No file has the lines in this order, or the file is missing. */
  | { state: 'gone' }
  | { state: 'unchecked'; reason: UncheckedReason };

export interface CheckLimits {
  /** In milliseconds; default 50. */
  deadlineMs?: number;
}

const defaultDeadlineMs = 50;
/** Files at a time, so that few are in memory and none is read after the time is over. */
const maxReads = 16;

/** A citation that a file can answer. */
interface Open {
  /** Its index in the answer. */
  at: number;
  ref: FileRef;
  first: number;
  fingerprint: string;
}

/**
 * One check for each citation, in the same order. Those before others are read first, and each file is read once.
 * `files` is undefined if the project has no known folder. Pass only memories of the project of that folder, because a
 * file that is missing there is `gone`.
 */
export async function checkCitations(
  files: CitedFiles | undefined,
  citations: readonly Citation[],
  { deadlineMs = defaultDeadlineMs }: CheckLimits = {},
): Promise<CitationCheck[]> {
  const checks: CitationCheck[] = [];
  const open = citations.flatMap((citation, at) => {
    const prepared = prepare(citation, at);
    const reason = files === undefined ? 'no_folder' : 'no_time';
    checks.push({ state: 'unchecked', reason: typeof prepared === 'string' ? prepared : reason });
    return typeof prepared === 'string' ? [] : [prepared];
  });
  if (files !== undefined && open.length > 0) await answer(files, open, deadlineMs, checks);
  // A copy, because a read that ends late still sets its checks.
  return [...checks];
}

function prepare({ sourceRef, fingerprint }: Citation, at: number): Open | UncheckedReason {
  const ref = parseSourceRef(sourceRef ?? '');
  if (ref.kind !== 'file' || ref.place?.kind !== 'lines') return 'no_lines';
  if (fingerprint === null || !isFingerprint(fingerprint)) return 'no_fingerprint';
  if (ref.base === 'outside') return 'outside';
  return { at, ref, first: ref.place.first, fingerprint };
}

/** Replaces the checks of all citations that it reaches in time. */
async function answer(
  files: CitedFiles,
  open: readonly Open[],
  deadlineMs: number,
  checks: CitationCheck[],
): Promise<void> {
  const limit = files.limitTime(deadlineMs);
  const byPath = groupBy(open, ({ ref }) => ref.path).entries();
  const work = async (): Promise<void> => {
    for (const [path, cited] of byPath) {
      if (limit.isOver()) return;
      const file = await files.read(path).catch((): CitedFile => ({ kind: 'unreadable' }));
      if (limit.isOver()) return;
      const lines = file.kind === 'text' ? new FileLines(file.text) : file.kind;
      for (const citation of cited) checks[citation.at] = checkIn(lines, citation);
    }
  };
  await Promise.race([Promise.all(Array.from({ length: maxReads }, work)), limit.over]);
  limit.end();
}

function checkIn(file: FileLines | Unreadable, { ref, first, fingerprint }: Open): CitationCheck {
  if (file === 'missing') return { state: 'gone' };
  if (typeof file === 'string') return { state: 'unchecked', reason: file };
  const today = file.locate({ fingerprint, first });
  if (today.state !== 'moved') return today;
  const place = { kind: 'lines', ...today.lines } as const;
  return { ...today, sourceRef: formatSourceRef({ ...ref, place, commit: null }) };
}

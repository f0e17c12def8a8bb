/**
 * Runs jobs on whole database files in a worker thread: copying or checking hundreds of megabytes delays no call and
 * keeps no ending process alive. The thread's program is a string, because the command line and the extension are
 * single-file bundles.
 */
import { Worker } from 'node:worker_threads';
import { connectedTo } from '../../engine/file/sharedDescriptors.ts';
import { isBusy } from '../../engine/sqliteErrors.ts';
import { erasureStateSql, nothingErased } from '../../../sql/shared/tombstones.ts';
import type { KeptState } from './databaseFiles.ts';

type DatabaseJob =
  | { job: 'copy'; from: string; to: string }
  | { job: 'compact'; file: string }
  | { job: 'run'; file: string; sql: string }
  | ReplaceJob
  | { job: 'check'; file: string; full: boolean };

/** `from` is private and is changed. Returns one line, and replaces nothing, if more was erased than `kept` says. */
interface ReplaceJob {
  job: 'replace';
  from: string;
  to: string;
  kept: KeptState | null;
  /** Whether `to` is in WAL; the file stays in its mode. */
  wal: boolean;
  /** The id of `to` afterwards, whatever the id of `from`. */
  applicationId: number;
}

const program = `
const { parentPort, workerData: work } = require('node:worker_threads');
const { DatabaseSync, backup } = require('node:sqlite');
const pagesAtATime = 256;
async function copy({ from, to }) {
  const source = new DatabaseSync(from, { timeout: 2000 });
  try {
    // One state of the store, and no beginning anew when somebody writes; only in this mode nobody waits for it.
    if (source.prepare('PRAGMA journal_mode').get().journal_mode === 'wal') source.exec('BEGIN; SELECT 1 FROM sqlite_schema');
    await backup(source, to, { rate: pagesAtATime });
  } finally {
    source.close();
  }
  const target = new DatabaseSync(to);
  try {
    target.exec('PRAGMA journal_mode = DELETE');
  } finally {
    target.close();
  }
}
async function replace({ from, to, kept, wal, applicationId }) {
  const source = new DatabaseSync(from);
  try {
    source.exec('PRAGMA application_id = ' + applicationId);
    await (wal ? replaceInWal(source, to, kept) : replaceAlone(source, to, kept));
    return [];
  } catch (error) {
    if (error === erasedMeanwhile) return ['erased_meanwhile'];
    throw error;
  } finally {
    source.close();
  }
}
const erasedMeanwhile = new Error('More was erased.');
// Nobody else writes now: so what is erased later is erased from what comes into the store's place.
function keepState(old, { before, erased }) {
  const knows = old.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'tombstones'").get() !== undefined;
  const state = knows ? old.prepare(${JSON.stringify(erasureStateSql)}).get().state : ${JSON.stringify(nothingErased)};
  if (state !== erased) throw erasedMeanwhile;
  // The copy's own journal is gone for good before the store is replaced: left by a power loss, it would empty the copy.
  old.exec('PRAGMA synchronous = EXTRA');
  old.prepare('VACUUM INTO ?').run(before);
}
async function replaceInWal(source, to, kept) {
  const { page_count: pages } = source.prepare('PRAGMA page_count').get();
  let isKept = kept === null;
  // The first step holds the store's lock to the end, so what is copied between two steps is what gets replaced.
  const keep = () => {
    if (isKept) return;
    isKept = true;
    const old = new DatabaseSync(to, { timeout: 2000 });
    try {
      keepState(old, kept);
    } finally {
      old.close();
    }
  };
  await backup(source, to, { rate: kept === null ? 2147483647 : Math.ceil(pages / 2), progress: keep });
}
// Without WAL who writes lets nobody read. So one connection keeps everybody out from before the copy to the end, and the
// one that writes takes no lock of its own, for it would wait for the first.
async function replaceAlone(source, to, kept) {
  const keeper = new DatabaseSync(to, { timeout: 2000 });
  try {
    keeper.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE; COMMIT');
    if (kept !== null) keepState(keeper, kept);
    await backup(source, withoutLocks(to), { rate: pagesAtATime });
  } finally {
    keeper.close();
  }
}
function run({ file, sql }) {
  const database = new DatabaseSync(file, { timeout: 2000 });
  try {
    // Nothing of it comes to lie in a file elsewhere.
    database.exec('PRAGMA journal_mode = DELETE; PRAGMA synchronous = FULL; PRAGMA temp_store = MEMORY; PRAGMA secure_delete = ON; ' + sql);
  } finally {
    database.close();
  }
}
function withoutLocks(file) {
  return 'file:' + encodeURIComponent(file) + '?nolock=1';
}
function check({ file, full }) {
  const database = new DatabaseSync(file, { timeout: 2000 });
  const found = (sql, column) => database.prepare(sql).all().map((row) => row[column]);
  try {
    if (!full) return found('PRAGMA quick_check', 'quick_check');
    const tables = found("SELECT name FROM sqlite_schema WHERE type = 'table'", 'name');
    const quoted = (name) => '"' + name.replaceAll('"', '""') + '"';
    // Table by table, so that a process that wants to end waits for one of them at most.
    const lines = tables.flatMap((name) => found('PRAGMA integrity_check(' + quoted(name) + ')', 'integrity_check'));
    return [...new Set([...lines, ...found('PRAGMA quick_check', 'quick_check')])];
  } finally {
    database.close();
  }
}
(async () => {
  if (work.job === 'copy') return copy(work);
  if (work.job === 'replace') return replace(work);
  if (work.job === 'compact') return run({ ...work, sql: 'VACUUM' });
  if (work.job === 'run') return run(work);
  return check(work);
})().then(
  (lines) => parentPort.postMessage({ lines: lines ?? [] }),
  (error) => parentPort.postMessage({ message: String(error && error.message), errcode: error && error.errcode }),
);
`;

/** An SQLite error from the thread, with its message and code in the same form as the engines' own errors. */
class SqliteFailure extends Error {
  readonly errcode: number | undefined;

  constructor(message: string, errcode: number | undefined) {
    super(message);
    this.errcode = errcode;
  }
}

/**
 * Returns the lines of a check; see the other jobs for theirs. Rejects with SQLite's error, or if `signal` aborts it.
 */
export async function inThread(work: DatabaseJob, signal?: AbortSignal): Promise<string[]> {
  signal?.throwIfAborted();
  const closed = connectedTo(openFileOf(work));
  const thread = new Worker(program, { eval: true, workerData: work, execArgv: [], stderr: false });
  thread.unref();
  const stop = (): void => void thread.terminate();
  signal?.addEventListener('abort', stop);
  try {
    return await new Promise<string[]>((resolve, reject) => {
      thread.once('message', (answer: unknown) => {
        const lines = linesOf(answer);
        if (lines === undefined) reject(failureOf(answer));
        else resolve(lines);
      });
      thread.once('error', reject);
      thread.once('exit', () => reject(new Error('The thread ended early.')));
    });
  } finally {
    signal?.removeEventListener('abort', stop);
    await thread.terminate();
    closed();
  }
}

/** The file that others may have open. A thread's locks are those of the process. */
function openFileOf(work: DatabaseJob): string {
  if (work.job === 'copy') return work.from;
  return work.job === 'replace' ? work.to : work.file;
}

/** SQLite gives no error code if the first step of a copy meets a lock. */
export function isLockError(error: unknown): boolean {
  return error instanceof SqliteFailure && (error.errcode === 0 || isBusy(error));
}

function linesOf(answer: unknown): string[] | undefined {
  if (typeof answer !== 'object' || answer === null || !('lines' in answer) || !Array.isArray(answer.lines))
    return undefined;
  return answer.lines.map(String);
}

function failureOf(answer: unknown): SqliteFailure {
  const fields = typeof answer === 'object' && answer !== null ? answer : {};
  const message = 'message' in fields ? String(fields.message) : 'unknown';
  return new SqliteFailure(
    message,
    'errcode' in fields && typeof fields.errcode === 'number' ? fields.errcode : undefined,
  );
}

/**
 * Reads a database file without SQLite and without losing this process's locks. POSIX locks belong to the process:
 * closing any descriptor of a file drops every lock that SQLite has on it here. Another process may then assume that it
 * is the last one and remove the write-ahead log in use. So a descriptor opened while a connection lives is reused and
 * kept open until the last connection closes. Hence this module-level state.
 */
import { closeSync, constants, fstatSync, open, read, statSync } from 'node:fs';
import type { BigIntStats } from 'node:fs';
import { stat, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';

interface FileInUse {
  connections: number;
  readers: number;
  descriptors: number[];
}

const inUse = new Map<string, FileInUse>();

/**
 * Call this for each connection to a file that others, including other threads, may have open. Call the returned
 * function when the connection is closed.
 */
export function connectedTo(file: string): () => void {
  const found = statSync(file, { bigint: true, throwIfNoEntry: false });
  if (found === undefined) return () => undefined;
  const key = keyOf(found);
  useOf(key).connections += 1;
  let isOver = false;
  return () => {
    if (isOver) return;
    isOver = true;
    useOf(key).connections -= 1;
    settle(key);
  };
}

/** `work` reads by position and must not close the descriptor. Never blocks on a pipe without a writer. */
export async function readPastSqlite<T>(file: string, work: (descriptor: number) => Promise<T>): Promise<T> {
  const known = inUse.get(keyOf(await stat(file, { bigint: true })))?.descriptors[0];
  const descriptor = known ?? (await promisify(open)(file, readOnly));
  const key = keyOf(fstatSync(descriptor, { bigint: true }));
  const use = useOf(key);
  if (known === undefined) use.descriptors.push(descriptor);
  use.readers += 1;
  try {
    return await work(descriptor);
  } finally {
    use.readers -= 1;
    settle(key);
  }
}

/** At most `length` bytes, starting at `position`. */
export async function bytesAt(descriptor: number, position: number, length: number): Promise<Buffer> {
  const { bytesRead, buffer } = await promisify(read)(descriptor, Buffer.alloc(length), 0, length, position);
  return buffer.subarray(0, bytesRead);
}

/** Copies into a private file, which may already exist. */
export function copyPastSqlite(from: string, to: string): Promise<void> {
  return readPastSqlite(from, (descriptor) => writeFile(to, pieces(descriptor), { mode: 0o600 }));
}

const pieceLength = 1 << 20;
const readOnly = constants.O_RDONLY | (process.platform === 'win32' ? 0 : constants.O_NONBLOCK);

async function* pieces(descriptor: number): AsyncGenerator<Buffer> {
  for (let at = 0; ;) {
    const piece = await bytesAt(descriptor, at, pieceLength);
    if (piece.length === 0) return;
    yield piece;
    at += piece.length;
  }
}

function useOf(key: string): FileInUse {
  const known = inUse.get(key);
  if (known !== undefined) return known;
  const fresh = { connections: 0, readers: 0, descriptors: [] };
  inUse.set(key, fresh);
  return fresh;
}

/** Closes synchronously, so that no connection can open between the check and the close. */
function settle(key: string): void {
  const use = useOf(key);
  // Windows has no such locks, and a file that is open there cannot be moved.
  if (use.readers > 0 || (use.connections > 0 && process.platform !== 'win32')) return;
  for (const descriptor of use.descriptors.splice(0)) closeSync(descriptor);
  if (use.connections === 0) inUse.delete(key);
}

function keyOf({ dev, ino }: BigIntStats): string {
  return `${String(dev)}:${String(ino)}`;
}

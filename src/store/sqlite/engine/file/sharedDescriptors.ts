/**
 * Reading a database past SQLite without costing this process its locks. They are the process's own (POSIX): closing any
 * descriptor of a file drops all that SQLite holds on it here, and then another process takes itself for the last one and
 * removes the write-ahead log that is still written to. So a descriptor that was opened while a connection of this process lives is
 * kept and used again until the last of them is closed. What is kept is the process's by nature, hence a module's.
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

/** Said of each connection to a file that others may have open, threads included; what it answers with is said when it is closed. */
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

/** `work` reads by position, and closes nothing. Never waits for somebody to write, as opening a pipe would. */
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

/** At most `length` bytes from `position` on. */
export async function bytesAt(descriptor: number, position: number, length: number): Promise<Buffer> {
  const { bytesRead, buffer } = await promisify(read)(descriptor, Buffer.alloc(length), 0, length, position);
  return buffer.subarray(0, bytesRead);
}

/** Into a private file, which may be there already. */
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

/** Closes at once, so that no connection can come between the look and the closing. */
function settle(key: string): void {
  const use = useOf(key);
  // Windows knows no such locks, and what is open there cannot be set aside.
  if (use.readers > 0 || (use.connections > 0 && process.platform !== 'win32')) return;
  for (const descriptor of use.descriptors.splice(0)) closeSync(descriptor);
  if (use.connections === 0) inUse.delete(key);
}

function keyOf({ dev, ino }: BigIntStats): string {
  return `${String(dev)}:${String(ino)}`;
}

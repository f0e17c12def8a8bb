/**
 * Opens a file for reading, also one that is compressed: Codex compresses rollouts that have been idle for a week.
 * Offsets and sizes are those of the text, so a file has the same ones before and after its compression.
 */
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { basename, extname } from 'node:path';
import type { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream';
import * as zlib from 'node:zlib';
import { BigMindError } from '../../memory/shared/errors.ts';
import { isFileTrouble } from '../../util/fileTrouble.ts';

export interface OpenedFile {
  /** Copies bytes from an offset into `target`; returns how many, 0 at the end. Fast for rising offsets. */
  read(target: Uint8Array, at: number): Promise<number>;
  /** In bytes of text. */
  size(): Promise<number>;
  /** Whether the compressed data ended too early or is damaged; what was read before is right. */
  readonly isDamaged: boolean;
  close(): Promise<void>;
}

/** `chat.jsonl.zst` → `chat.jsonl`. Only files of JSON lines are read compressed. */
export function uncompressedName(path: string): string {
  return path.replace(/(?<=\.jsonl)\.(?:zst|gz)$/iu, '');
}

/** `a/chat.jsonl.zst` → `chat`: clients name the files of conversations after them. */
export function conversationNameOf(path: string): string {
  const name = basename(uncompressedName(path));
  return basename(name, extname(name));
}

/** Rejects with the file system's error, or with `bad_import` if this Node cannot decompress it. */
export async function openFile(path: string): Promise<OpenedFile> {
  const decompressor = decompressorOf(path);
  if (decompressor !== undefined) return new CompressedFile(path, decompressor);
  const handle = await open(path, 'r');
  return {
    read: async (target, at) => (await handle.read(target, 0, target.length, at)).bytesRead,
    size: async () => (await handle.stat()).size,
    isDamaged: false,
    close: () => handle.close(),
  };
}

/** The first bytes of a file, as text. */
export async function textAtStart(path: string, length: number): Promise<string> {
  const file = await openFile(path);
  try {
    const bytes = Buffer.alloc(length);
    return bytes.toString('utf8', 0, await filled(file, bytes, 0));
  } finally {
    await file.close();
  }
}

/** Reads until `target` is full or the file ends. */
export async function filled(file: OpenedFile, target: Uint8Array, at: number): Promise<number> {
  let length = 0;
  while (length < target.length) {
    const read = await file.read(target.subarray(length), at + length);
    if (read === 0) break;
    length += read;
  }
  return length;
}

function decompressorOf(path: string): (() => Transform) | undefined {
  if (uncompressedName(path) === path) return undefined;
  if (path.toLowerCase().endsWith('.gz')) return zlib.createGunzip;
  // Absent before Node 22.15.
  const { createZstdDecompress } = zlib as Partial<typeof zlib>;
  if (createZstdDecompress !== undefined) return createZstdDecompress;
  throw new BigMindError(
    'bad_import',
    `${path} is compressed with Zstandard, which needs Node 22.15 or later; decompress it first: zstd -d "${path}"`,
    { details: { path } },
  );
}

class CompressedFile implements OpenedFile {
  isDamaged = false;
  readonly #path: string;
  readonly #decompressor: () => Transform;
  #pieces: AsyncIterator<Buffer> | undefined;
  #piece: Buffer = Buffer.alloc(0);
  /** The offset of the piece. */
  #at = 0;

  constructor(path: string, decompressor: () => Transform) {
    this.#path = path;
    this.#decompressor = decompressor;
  }

  async read(target: Uint8Array, at: number): Promise<number> {
    if (at < this.#at) await this.close();
    while (at >= this.#at + this.#piece.length) if (!(await this.#next())) return 0;
    const from = at - this.#at;
    return this.#piece.copy(target, 0, from, from + target.length);
  }

  async size(): Promise<number> {
    while (await this.#next());
    return this.#at;
  }

  async close(): Promise<void> {
    await this.#pieces?.return?.();
    this.#pieces = undefined;
    this.#piece = Buffer.alloc(0);
    this.#at = 0;
  }

  async #next(): Promise<boolean> {
    this.#pieces ??= this.#open()[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
    const next = await this.#pieces.next().catch((thrown: unknown) => {
      if (isFileTrouble(thrown)) throw thrown;
      this.isDamaged = true;
      return { done: true } as const;
    });
    this.#at += this.#piece.length;
    this.#piece = next.done === true ? Buffer.alloc(0) : next.value;
    return next.done !== true;
  }

  #open(): Readable {
    // The iterator of the last stream rejects with the error of either.
    return pipeline(createReadStream(this.#path), this.#decompressor(), () => undefined);
  }
}

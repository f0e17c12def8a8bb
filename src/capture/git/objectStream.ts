/** Splits what `git cat-file --batch` writes into objects: a line with id, type and size, the content, a line feed. */
import type { Readable } from 'node:stream';

export interface GitObject {
  id: string;
  type: string;
  content: Buffer;
}

const lineFeed = 10;

/** Objects of more than `maxBytes` are skipped without being kept in memory, and missing ones are left out. */
export async function* readObjects(stream: Readable, maxBytes: number): AsyncGenerator<GitObject> {
  const parts: Buffer[] = [];
  let length = 0;
  /** The object whose content is being read. */
  let open: { id: string; type: string; size: number } | undefined;
  let skipped = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    let rest = chunk;
    while (rest.length > 0) {
      if (skipped > 0) {
        const gone = Math.min(skipped, rest.length);
        skipped -= gone;
        rest = rest.subarray(gone);
        continue;
      }
      const end = open === undefined ? rest.indexOf(lineFeed) + 1 : open.size + 1 - length;
      const isWhole = end > 0 && end <= rest.length;
      const part = isWhole ? rest.subarray(0, end) : rest;
      parts.push(part);
      length += part.length;
      rest = rest.subarray(part.length);
      if (!isWhole) continue;
      const [first = Buffer.alloc(0)] = parts;
      const whole = (parts.length === 1 ? first : Buffer.concat(parts)).subarray(0, -1);
      parts.length = 0;
      length = 0;
      if (open !== undefined) {
        yield { id: open.id, type: open.type, content: whole };
        open = undefined;
        continue;
      }
      open = headerFrom(whole.toString('latin1'));
      if (open === undefined || open.size <= maxBytes) continue;
      skipped = open.size + 1;
      open = undefined;
    }
  }
}

/** Undefined for an object that is missing. */
function headerFrom(line: string): { id: string; type: string; size: number } | undefined {
  const { id, type, size } = /^(?<id>[0-9a-f]+) (?<type>\w+) (?<size>\d+)$/u.exec(line)?.groups ?? {};
  return id === undefined || type === undefined ? undefined : { id, type, size: Number(size) };
}

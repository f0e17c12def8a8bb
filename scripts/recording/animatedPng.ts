/**
 * Joins pictures of one size into an animated PNG (APNG, w3.org/TR/png-3), which browsers and GitHub play. Each picture
 * after the first contains only the rectangle that changed.
 */
import { crc32 } from 'node:zlib';
import { PNG } from 'pngjs';

export interface Frame {
  /** A PNG file. */
  png: Buffer;
  milliseconds: number;
}

interface Area {
  x: number;
  y: number;
  width: number;
  height: number;
}

interface Chunk {
  type: string;
  data: Buffer;
}

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** The animation repeats forever. Throws without a frame, and for pictures of different sizes. */
export function animatedPng(frames: readonly Frame[]): Buffer {
  const pictures = frames.map(({ png }) => PNG.sync.read(png));
  const [first] = pictures;
  if (first === undefined) throw new RangeError('An animation needs a picture.');
  let sequence = 0;
  const chunks = pictures.flatMap((picture, index) => {
    const area = index === 0 ? wholeOf(first) : changedArea(pictures[index - 1] ?? first, picture);
    const control = frameControl(sequence, area, frames[index]?.milliseconds ?? 0);
    sequence += 1;
    const parts = compressed(picture, area).map((data): Chunk => {
      if (index === 0) return { type: 'IDAT', data };
      const numbered = { type: 'fdAT', data: Buffer.concat([uint32(sequence), data]) };
      sequence += 1;
      return numbered;
    });
    return [control, ...parts];
  });
  const header = { type: 'IHDR', data: headerOf(first) };
  const animation = { type: 'acTL', data: Buffer.concat([uint32(pictures.length), uint32(0)]) };
  const end = { type: 'IEND', data: Buffer.alloc(0) };
  return Buffer.concat([signature, ...[header, animation, ...chunks, end].map(chunkBytes)]);
}

/** Equal pictures give one pixel, because a frame cannot be empty. */
export function changedArea(before: PNG, after: PNG): Area {
  if (before.width !== after.width || before.height !== after.height)
    throw new RangeError('The pictures of an animation have one size.');
  let [left, top, right, bottom] = [after.width, after.height, -1, -1];
  for (let pixel = 0; pixel < after.width * after.height; pixel += 1) {
    if (before.data.readUInt32LE(pixel * 4) === after.data.readUInt32LE(pixel * 4)) continue;
    const [x, y] = [pixel % after.width, Math.floor(pixel / after.width)];
    [left, top] = [Math.min(left, x), Math.min(top, y)];
    [right, bottom] = [Math.max(right, x), Math.max(bottom, y)];
  }
  if (right < 0) return { x: 0, y: 0, width: 1, height: 1 };
  return { x: left, y: top, width: right - left + 1, height: bottom - top + 1 };
}

function wholeOf({ width, height }: PNG): Area {
  return { x: 0, y: 0, width, height };
}

/** Eight bits for each of red, green and blue. */
function headerOf({ width, height }: PNG): Buffer {
  return Buffer.concat([uint32(width), uint32(height), Buffer.from([8, 2, 0, 0, 0])]);
}

function frameControl(sequence: number, area: Area, milliseconds: number): Chunk {
  const delay = Buffer.alloc(4);
  delay.writeUInt16BE(milliseconds, 0);
  delay.writeUInt16BE(1000, 2);
  const numbers = [sequence, area.width, area.height, area.x, area.y].map(uint32);
  // The picture stays for the next frame, which replaces its area.
  return { type: 'fcTL', data: Buffer.concat([...numbers, delay, Buffer.from([0, 0])]) };
}

/** The image data of an area, as pngjs filters and compresses it. */
function compressed(picture: PNG, { x, y, width, height }: Area): Buffer[] {
  const part = new PNG({ width, height });
  PNG.bitblt(picture, part, x, y, width, height, 0, 0);
  const file = PNG.sync.write(part, { colorType: 2, deflateLevel: 9 });
  return chunksOf(file).flatMap(({ type, data }) => (type === 'IDAT' ? [data] : []));
}

export function chunksOf(png: Buffer): Chunk[] {
  const chunks: Chunk[] = [];
  for (let at = signature.length; at < png.length;) {
    const length = png.readUInt32BE(at);
    const type = png.toString('latin1', at + 4, at + 8);
    chunks.push({ type, data: png.subarray(at + 8, at + 8 + length) });
    at += length + 12;
  }
  return chunks;
}

function chunkBytes({ type, data }: Chunk): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  return Buffer.concat([uint32(data.length), named, uint32(crc32(named))]);
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

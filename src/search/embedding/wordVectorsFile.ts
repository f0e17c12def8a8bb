/**
 * The file format of the word vectors. It starts with a header of 16 bytes: "BMWV", version, dimensions, two unused
 * bytes, the number of words and their length in bytes, both 32 bits, little endian. Then come one 32-bit float per
 * dimension (the width of its steps), the words in ASCII, one per line, most frequent first, and half a byte per word
 * and dimension.
 */

export interface WordTable {
  dimensions: number;
  /** Most frequent first. */
  words: readonly string[];
  /** The width of one step, by dimension. */
  steps: Float32Array;
  /** For each word, half a byte per dimension; even dimensions are in the upper half. */
  halves: Uint8Array;
}

const mark = 'BMWV';
const version = 1;
const headLength = 16;
/** Half a byte is the center of one of 16 steps, 8 on either side of zero. */
const side = 8;
/** In standard deviations: the width at which 16 steps fit a normal distribution best. */
const bestWidth = 0.335;

/** `dimensions` must be even, and the words ASCII without spaces. */
export function packedFrom(words: readonly string[], vectors: readonly Float64Array[]): Uint8Array {
  const dimensions = vectors[0]?.length ?? 0;
  const steps = Float32Array.from({ length: dimensions }, (_, i) => {
    const squares = vectors.reduce((sum, vector) => sum + (vector[i] ?? 0) ** 2, 0);
    return bestWidth * Math.sqrt(squares / vectors.length);
  });
  const text = new TextEncoder().encode(words.join('\n'));
  const halves = Uint8Array.from({ length: (words.length * dimensions) / 2 }, (_, place) => {
    const vector = vectors[Math.floor((2 * place) / dimensions)];
    const i = (2 * place) % dimensions;
    return (stepOf(vector?.[i], steps[i]) << 4) | stepOf(vector?.[i + 1], steps[i + 1]);
  });
  const bytes = new Uint8Array(headLength + steps.byteLength + text.length + halves.length);
  const view = new DataView(bytes.buffer);
  bytes.set(new TextEncoder().encode(mark));
  view.setUint8(4, version);
  view.setUint8(5, dimensions);
  view.setUint32(8, words.length, true);
  view.setUint32(12, text.length, true);
  steps.forEach((step, i) => {
    view.setFloat32(headLength + 4 * i, step, true);
  });
  bytes.set(text, headLength + steps.byteLength);
  bytes.set(halves, headLength + steps.byteLength + text.length);
  return bytes;
}

/** Throws an Error for bytes in another format or incomplete bytes. */
export function unpacked(bytes: Uint8Array): WordTable {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const decode = (from: number, to: number): string => new TextDecoder().decode(bytes.subarray(from, to));
  if (bytes.length < headLength || decode(0, 4) !== mark || view.getUint8(4) !== version) throw damaged();
  const dimensions = view.getUint8(5);
  const count = view.getUint32(8, true);
  const start = headLength + 4 * dimensions;
  const end = start + view.getUint32(12, true);
  if (bytes.length !== end + (count * dimensions) / 2) throw damaged();
  const words = decode(start, end).split('\n');
  if (words.length !== count) throw damaged();
  const steps = Float32Array.from({ length: dimensions }, (_, i) => view.getFloat32(headLength + 4 * i, true));
  return { dimensions, words, steps, halves: bytes.subarray(end) };
}

/** The vector of the word at this index, with a length of about 1. */
export function vectorAt({ dimensions, steps, halves }: WordTable, place: number): Float32Array {
  const vector = new Float32Array(dimensions);
  const start = (place * dimensions) / 2;
  for (let i = 0; i < dimensions; i += 2) {
    const both = halves[start + i / 2] ?? 0;
    vector[i] = valueOf(both >> 4, steps[i]);
    vector[i + 1] = valueOf(both & 15, steps[i + 1]);
  }
  return vector;
}

function stepOf(value = 0, step = 1): number {
  return side + Math.max(-side, Math.min(side - 1, Math.floor(value / step)));
}

function valueOf(half: number, step = 0): number {
  return (half - side + 0.5) * step;
}

function damaged(): Error {
  return new Error('The table of word vectors is damaged: install BigMind again.');
}

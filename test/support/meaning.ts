/**
 * A tiny embedding model for tests: it counts words into 64 dimensions and treats a few synonyms as one word. It is the
 * same on every machine, finds "automobile" for "car", and knows nothing else.
 */

export const dimensions = 64;

const synonyms = [
  ['car', 'cars', 'automobile', 'vehicle'],
  ['deploy', 'deploys', 'release', 'releases', 'ship', 'shipping', 'rollout'],
  ['bug', 'defect', 'error', 'fault'],
  ['database', 'store', 'sqlite', 'postgres'],
  ['doctor', 'physician', 'surgeon'],
  ['happy', 'glad', 'joyful'],
  ['dog', 'puppy', 'hound'],
  ['buy', 'bought', 'purchase', 'purchased'],
] as const;

const meanings = new Map<string, string>(synonyms.flatMap(([first, ...others]) => others.map((word) => [word, first])));

/** The words of a text as meanings, without prefixes such as `search_query:`. */
export function meaningsOf(text: string): string[] {
  const words = text.replace(/^search_(?:query|document): /u, '').toLowerCase();
  return [...words.matchAll(/[\p{L}\p{N}]+/gu)].map(([word]) => meanings.get(word) ?? word);
}

/** Not normalized, because vectors of models need not be; all zeros for a text without words. */
export function vectorOf(text: string): number[] {
  const vector = Array.from({ length: dimensions }, () => 0);
  for (const word of meaningsOf(text)) {
    const hash = hashOf(word);
    const place = hash % dimensions;
    vector[place] = (vector[place] ?? 0) + (hash & 0x10000 ? 1 : -1);
  }
  return vector;
}

/** The share of the query's meanings that a document contains, from 0 to 1. */
export function relevanceOf(query: string, document: string): number {
  const queryMeanings = new Set(meaningsOf(query));
  const documentMeanings = new Set(meaningsOf(document));
  return queryMeanings.size === 0
    ? 0
    : [...queryMeanings].filter((word) => documentMeanings.has(word)).length / queryMeanings.size;
}

/** FNV-1a over UTF-16 units. */
function hashOf(word: string): number {
  let hash = 0x811c9dc5;
  for (let place = 0; place < word.length; place += 1) {
    hash = Math.imul(hash ^ word.charCodeAt(place), 0x01000193);
  }
  return hash >>> 0;
}

/** Finds the topics of a session: frequent terms of its requests, tags, and the files touched. */
import { isRooted } from '../../../util/paths.ts';
import { isMachineName, withoutMachineNames } from '../words/machineNames.ts';
import type { Request } from '../words/requests.ts';
import { isCommonplace, isStopWord, unspaced, writtenWords } from '../words/stopWords.ts';
import { shownFiles } from '../words/touchedFiles.ts';

const maxTopics = 5;
/** Requests that are read, for a long session half from its beginning and half from its end; characters of each. */
const requestsRead = 120;
const charactersRead = 800;
/** Minimum weight of a topic in a session of more than three requests. */
const weighsFrom = 2;
const maxTopicLength = 40;

const tag = /(?:^|\s)#(\p{L}[\p{L}\p{N}_-]{1,38})(?=[\s,.!?;:]|$)/gu;
const notTags = new Set(['file', 'folder', 'sym', 'codebase', 'selection', 'editor', 'changes', 'fetch', 'problems']);
const plainFolders = new Set(
  'src lib app apps packages test tests docs dist main index internal cmd pkg java com org tmp temp var private folders home users root mnt workspace workspaces'.split(
    ' ',
  ),
);
const kinds: Readonly<Record<string, string>> = {
  ts: 'typescript',
  tsx: 'typescript',
  js: 'javascript',
  mjs: 'javascript',
  jsx: 'javascript',
  py: 'python',
  rs: 'rust',
  go: 'go',
  java: 'java',
  kt: 'kotlin',
  cs: 'c#',
  c: 'c',
  cpp: 'c++',
  cc: 'c++',
  cxx: 'c++',
  hpp: 'c++',
  fs: 'f#',
  rb: 'ruby',
  php: 'php',
  swift: 'swift',
  sql: 'sql',
  css: 'css',
  scss: 'css',
  html: 'html',
  md: 'docs',
  yml: 'yaml',
  yaml: 'yaml',
  sh: 'shell',
  ps1: 'powershell',
  tf: 'terraform',
};

/** At most five, lower case, by descending weight; topics of equal weight in order of occurrence. */
export function topicsFrom(requests: readonly Request[], headline: string, files: readonly string[]): string[] {
  const weights = new Map<string, number>();
  const read =
    requests.length <= requestsRead
      ? requests
      : [...requests.slice(0, requestsRead / 2), ...requests.slice(-requestsRead / 2)];
  for (const { text } of read) {
    const said = withoutMachineNames(text.slice(0, charactersRead));
    if (said.includes('#')) for (const found of said.matchAll(tag)) addTag(weights, found[1] ?? '');
    for (const candidate of new Set(candidatesIn(said))) add(weights, candidate, weightOf(candidate));
  }
  for (const candidate of new Set(candidatesIn(headline))) add(weights, candidate, weightOf(candidate));
  for (const [topic, weight] of placesOf(files)) add(weights, topic, weight);
  return chosen(withoutPlurals(weights), read.length > 3 ? weighsFrom : 1);
}

function addTag(weights: Map<string, number>, name: string): void {
  if (!notTags.has(name) && !/^[\da-f]{3,8}$/iu.test(name)) add(weights, name.toLowerCase(), 8);
}

/** Words and pairs of words, lower case. */
function candidatesIn(text: string): string[] {
  const candidates: string[] = [];
  let before = '';
  for (const written of writtenWords(text)) {
    const topic = topicFrom(written);
    if (topic !== '' && unspaced.test(topic)) candidates.push(...segmentsOf(topic));
    else if (topic !== '') {
      if (!isCommonplace(topic) && !/^[a-z]+ly$/.test(topic)) candidates.push(topic);
      if (before !== '' && !(isCommonplace(topic) && isCommonplace(before))) candidates.push(`${before} ${topic}`);
    }
    before = unspaced.test(topic) ? '' : topic;
  }
  return candidates;
}

function topicFrom(written: string): string {
  const plain = (written.endsWith("'s") ? written.slice(0, -2) : written).toLowerCase();
  if (
    isStopWord(plain) ||
    (plain.length < 3 && !/^\p{L}#$/u.test(plain)) ||
    plain.length > maxTopicLength ||
    plain.includes('/') ||
    plain.includes("'")
  )
    return '';
  return plain;
}

/** Created on first use: it loads the dictionaries. */
let segmenter: Intl.Segmenter | undefined;

/** For scripts without spaces: the words that the platform's dictionary finds. */
function segmentsOf(run: string): string[] {
  segmenter ??= new Intl.Segmenter('und', { granularity: 'word' });
  return [...segmenter.segment(run)]
    .filter(({ segment, isWordLike }) => isWordLike === true && segment.length >= 2 && !isCommonplace(segment))
    .map(({ segment }) => segment);
}

/** A pair of words is more specific than each of them; so are names that contain a digit or a dot. */
function weightOf(candidate: string): number {
  if (candidate.includes(' ')) return 1.4;
  return /[.\d+#-]/u.test(candidate) ? 1.2 : 1;
}

function placesOf(files: readonly string[]): Map<string, number> {
  const weights = new Map<string, number>();
  for (const file of shownFiles(files)) {
    const parts = file.split('/');
    const kind = kinds[parts.at(-1)?.split('.').at(-1)?.toLowerCase() ?? ''];
    if (kind !== undefined) add(weights, kind, 3 / files.length);
    // A file outside the session's folder, with `~` or a root in its path, does not show a part of the project.
    const folder = isRooted(file) ? undefined : parts.slice(0, -1).find(isInformativeFolder);
    if (folder !== undefined) add(weights, folder.toLowerCase(), Math.min(2, 6 / files.length));
  }
  return weights;
}

function isInformativeFolder(name: string): boolean {
  return name.length > 2 && !plainFolders.has(name.toLowerCase()) && !name.includes(':') && !isMachineName(name);
}

/** A word and its plural are one topic, under the more frequent form. */
function withoutPlurals(weights: ReadonlyMap<string, number>): Map<string, number> {
  const merged = new Map(weights);
  for (const [topic, weight] of weights) {
    const plural = `${topic}s`;
    const other = weights.get(plural);
    if (other === undefined) continue;
    merged.set(weight >= other ? topic : plural, weight + other);
    merged.delete(weight >= other ? plural : topic);
  }
  return merged;
}

function chosen(weights: ReadonlyMap<string, number>, from: number): string[] {
  const topics: string[] = [];
  for (const [topic, weight] of [...weights].toSorted(([, a], [, b]) => b - a)) {
    if (weight < from || topics.length === maxTopics) break;
    const words = topic.split(' ');
    if (topics.every((other) => !words.some((one) => other.split(' ').includes(one)))) topics.push(topic);
  }
  return topics;
}

function add(weights: Map<string, number>, topic: string, weight: number): void {
  weights.set(topic, (weights.get(topic) ?? 0) + weight);
}

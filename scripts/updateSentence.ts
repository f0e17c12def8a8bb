/**
 * Corrects English sentences of the user interface in one step: in the sources, in package.nls.json, and as keys of the
 * German and Chinese translations, which it keeps. Then it lists tests and documents that still contain an old
 * sentence.
 *
 *   npm run update:sentence -- "old sentence" "new sentence"
 *   npm run update:sentence -- pairs.json      an object: {"old sentence": "new sentence", …}
 */
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  replaceInSource,
  replaceKeys,
  replaceValues,
  type Replaced,
  type Replacements,
} from './lib/replaceSentences.ts';

const root = join(import.meta.dirname, '..');
const stores = [
  'l10n/bundle.l10n.de.json',
  'l10n/bundle.l10n.zh-cn.json',
  'webview/l10n/de.json',
  'webview/l10n/zh-cn.json',
];
/** `connectClient.ts` translates its sentences when it shows them. */
const clientTable = 'src/clients/shared/clients.ts';

function replacementsFrom([first, second, ...rest]: readonly string[]): Replacements {
  if (first === undefined || rest.length > 0) {
    throw new Error('Give two sentences, the old and the new one, or a JSON file {"old": "new"}.');
  }
  if (second !== undefined) return new Map([[first, second]]);
  return new Map(Object.entries(JSON.parse(readFileSync(first, 'utf8')) as Readonly<Record<string, string>>));
}

function filesUnder(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
}

/** Writes a file if it contains any of the sentences, and returns those that it contained. */
function update(path: string, replace: (text: string) => Replaced): ReadonlySet<string> {
  const before = readFileSync(path, 'utf8');
  const { text, found } = replace(before);
  if (found.size > 0) writeFileSync(path, text);
  return found;
}

function updateEverywhere(replacements: Replacements): Set<string> {
  const found = new Set<string>();
  const note = (some: ReadonlySet<string>): void => some.forEach((sentence) => found.add(sentence));
  for (const path of [...filesUnder('src'), ...filesUnder('webview')].filter((name) => name.endsWith('.ts'))) {
    const isTable = path === join(root, clientTable);
    note(update(path, (text) => replaceInSource(text, replacements, isTable)));
  }
  note(update(join(root, 'package.nls.json'), (text) => replaceValues(text, replacements)));
  for (const store of stores) update(join(root, store), (text) => replaceKeys(text, replacements));
  return found;
}

/** Ignores single words, which are too common to identify a sentence. */
function listOthers(sentences: Iterable<string>): void {
  const phrases = [...sentences].filter((sentence) => sentence.includes(' '));
  for (const path of [...filesUnder('test'), ...filesUnder('docs'), join(root, 'README.md')]) {
    if (!/\.(?:ts|md|json)$/u.test(path)) continue;
    for (const [index, line] of readFileSync(path, 'utf8').split('\n').entries()) {
      const phrase = phrases.find((some) => line.includes(some));
      if (phrase !== undefined) console.log(`${path.slice(root.length + 1)}:${String(index + 1)} still has: ${phrase}`);
    }
  }
}

const replacements = replacementsFrom(process.argv.slice(2));
const found = updateEverywhere(replacements);
listOthers(found);
const missing = [...replacements.keys()].filter((sentence) => !found.has(sentence));
for (const sentence of missing) console.error(`Not found in any source: ${sentence}`);
console.log(
  `${String(found.size)} of ${String(replacements.size)} sentences replaced. Run "npm run fix" for the line breaks.`,
);
if (missing.length > 0) process.exitCode = 1;

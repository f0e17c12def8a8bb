/**
 * What a tool call of an assistant touches, as names that can be compared with what memories are about: the files that it
 * changes, the symbols in the changed code, and the commands that it runs. A hook before every tool call loads this file,
 * so it imports nothing large.
 */
import { isRecord } from '../../util/parsedValues.ts';
import { commandsIn } from '../shared/shellCommands.ts';

const limits = { depth: 4, code: 200_000, prose: 4_000, symbols: 2_000, symbol: 100, folders: 5, words: 4 } as const;

const pathKey = /^(?:file_?path|path|notebook_path)$/iu;
const codeKey = /^(?:(?:old|new)_?(?:str|string|source)|contents?|file_?text|insert_text|code)$/iu;
const commandKey = /^(?:command|cmd)$/iu;
/** The format of `apply_patch`, of Codex and VS Code. */
const patchedFile = /^\*\*\* (?:Update|Add|Delete) File: (.+)$/gmu;
const identifier = /[A-Za-z_$][\w$]*(?:(?:\.|::)[A-Za-z_$][\w$]*)*/gu;
/** `src/relay.ts`, `relay.ts`, `.env.local`; the extension begins with a letter, so that no number is one. */
const pathInText = /[\w.@~/\\-]*[\w-]\.[a-z]\w{0,5}(?![\w.(])/giu;
/** Of several words, as only names in code are: `retryBudget`, `RETRY_BUDGET`, `http.Agent`. */
const isCompound = /[a-z\d][A-Z]|[A-Z]{2}[a-z]|[A-Za-z\d]_[A-Za-z\d]|\w(?:\.|::)\w/u;
/** A project has many of them, so their name alone means the one in the folder of the project. */
const isCommonFile =
  /^(?:index|main|mod|lib|__init__|readme|changelog|license|package|package-lock|tsconfig|makefile|dockerfile|setup|utils?|helpers?|types|config)(?:\.\w+)*$/u;

/**
 * The names in the input of a tool call: of an edit, a new file, a patch or a command. Empty for other calls, such as
 * reading a file. `input` may be anything; what is longer than the limits is left out. `folder` is the absolute one in
 * which the assistant works, from which relative paths are read.
 */
export function namesInCall(input: unknown, folder = ''): ReadonlySet<string> {
  const { paths, code, commands } = foundIn(input);
  return new Set([
    // A path without code is that of a file to read.
    ...(code.length === 0 ? [] : namesOfFiles(paths, folder)),
    ...symbolsIn(code.join('\n').slice(0, limits.code)),
    ...commands.flatMap((line) => commandsIn(line).flatMap(spellingsOfCommand)),
  ]);
}

/** The names of files, by paths in `folder` or absolute ones, as memories may spell them. */
export function namesOfFiles(paths: readonly string[], folder: string): ReadonlySet<string> {
  return new Set(paths.flatMap((path) => spellingsOfFile(isRooted.test(path) ? path : `${folder}/${path}`, folder)));
}

/** The names of symbols and files in a text that somebody wrote, as memories may spell them. */
export function namesInText(text: string): ReadonlySet<string> {
  const written = text.slice(0, limits.prose);
  const paths = written.match(pathInText) ?? [];
  return new Set([...symbolsIn(written), ...paths.flatMap((path) => spellingsOfFile(path, ''))]);
}

/** The code that a tool call writes or replaces; empty for other calls. */
export function codeInCall(input: unknown): string {
  return foundIn(input).code.join('\n').slice(0, limits.code);
}

/** The name of a file that a memory mentions; `package.json` alone is that of the project's folder. */
export function nameOfFile(path: string): string | undefined {
  const parts = partsOfPath(path);
  const last = parts.at(-1);
  if (last === undefined) return undefined;
  if (parts.length === 1 && isCommonFile.test(last)) return `file ./${last}`;
  return `file ${parts.slice(-limits.folders).join('/')}`;
}

/** The name of a symbol that a memory mentions; undefined for a plain word. */
export function nameOfSymbol(symbol: string): string | undefined {
  const plain = symbol.replace(/\(.*\)$/u, '').replace(/^[.:#]+/u, '');
  return isCompound.test(plain) && !/\s/u.test(plain) ? `symbol ${plain.toLowerCase()}` : undefined;
}

/**
 * The name of a command that a memory mentions, such as `npm run build`: its first four words. Undefined for a single word
 * and for several commands.
 */
export function nameOfCommand(command: string): string | undefined {
  const [words = [], ...others] = commandsIn(command);
  if (words.length < 2 || others.length > 0) return undefined;
  return `command ${words.slice(0, limits.words).join(' ').toLowerCase()}`;
}

/** From the root of a disk or of the home folder. */
const isRooted = /^(?:[\\/~]|[A-Za-z]:)/u;

interface Found {
  paths: string[];
  code: string[];
  commands: string[];
}

function foundIn(input: unknown): Found {
  const found: Found = { paths: [], code: [], commands: [] };
  collect(input, found, 0);
  return found;
}

function collect(value: unknown, found: Found, depth: number): void {
  if (depth > limits.depth) return;
  if (Array.isArray(value)) for (const one of value) collect(one, found, depth + 1);
  else if (isRecord(value)) for (const [key, one] of Object.entries(value)) collectField(key, one, found, depth);
}

function collectField(key: string, value: unknown, found: Found, depth: number): void {
  // Codex names the program and its arguments one by one.
  const text = commandKey.test(key) && isListOfTexts(value) ? value.map(quoted).join(' ') : value;
  if (typeof text !== 'string') {
    collect(text, found, depth + 1);
    return;
  }
  const patched = text.includes('*** Begin Patch') ? [...text.matchAll(patchedFile)] : [];
  if (patched.length > 0) {
    found.paths.push(...patched.map(([, path = '']) => path));
    found.code.push(text);
  } else if (commandKey.test(key)) found.commands.push(text);
  else if (pathKey.test(key)) found.paths.push(text);
  else if (codeKey.test(key)) found.code.push(text);
}

function isListOfTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((one) => typeof one === 'string');
}

function quoted(word: string): string {
  return `'${word.replaceAll("'", "'\\''")}'`;
}

/** `npm run build --if-present` is also `npm run build` and `npm run`; `git push origin --force` is `git push --force`. */
function spellingsOfCommand(words: readonly string[]): string[] {
  const lengths = Array.from({ length: limits.words - 1 }, (_, index) => index + 2);
  const beginnings = lengths.flatMap((length) => (words.length < length ? [] : [words.slice(0, length)]));
  const options = words.slice(2).filter((word) => word.startsWith('-'));
  const withOption = options.map((option) => [...words.slice(0, 2), option]);
  return [...beginnings, ...withOption].map((some) => `command ${some.join(' ').toLowerCase()}`);
}

/** `/home/me/project/src/cli.ts` is also `src/cli.ts` and `cli.ts`; what lies in `folder` itself is also `./cli.ts`. */
function spellingsOfFile(path: string, folder: string): string[] {
  const parts = partsOfPath(path);
  const lengths = Array.from({ length: Math.min(limits.folders, parts.length) }, (_, index) => index + 1);
  const spellings = lengths.map((length) => `file ${parts.slice(-length).join('/')}`);
  const isInFolder = parts.slice(0, -1).join('/') === partsOfPath(folder).join('/');
  return isInFolder ? [...spellings, `file ./${parts.at(-1) ?? ''}`] : spellings;
}

function partsOfPath(path: string): string[] {
  const parts: string[] = [];
  for (const part of path.replaceAll('\\', '/').toLowerCase().split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '' && part !== '.' && part !== '~') parts.push(part);
  }
  return parts;
}

function symbolsIn(code: string): Set<string> {
  const found = new Set<string>();
  for (const [symbol] of code.matchAll(identifier)) {
    if (found.size >= limits.symbols) break;
    if (symbol.length > limits.symbol) continue;
    // Of `this.cache.maxEntries`, a memory may name any part.
    for (const part of new Set([symbol, ...symbol.split(/\.|::/u)])) {
      const name = nameOfSymbol(part);
      if (name !== undefined) found.add(name);
    }
  }
  return found;
}

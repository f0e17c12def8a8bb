/**
 * Recognizes a file by its content, whatever its name. A user who names the wrong kind gets an error, and nothing is
 * stored from a file that its reader cannot parse, so it can still be imported as its real kind.
 */
import { closeSync, constants, fstatSync, openSync, read } from 'node:fs';
import type { BigIntStats } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename, dirname, extname } from 'node:path';
import { promisify } from 'node:util';
import { oneLine, shorten } from '../../util/text.ts';
import { isJsonOverLines, jsonOverLines } from '../../util/jsonOverLines.ts';
import { fieldsFrom } from '../transcripts/fields.ts';
import { textAtStart, uncompressedName } from '../transcripts/openedFile.ts';
import { formatOfText } from '../transcripts/transcriptFormat.ts';
import { isOfPlans } from './planFiles.ts';
import { projectContentOf } from './projectFiles.ts';
import type { ProjectContent } from './projectFiles.ts';
import type { SourceKind } from './source.ts';

const otherNames = {
  bigmind: 'an export of BigMind',
  jsonl: 'a conversation in BigMind’s own form (jsonl)',
  notes: 'a Markdown file of notes',
  mind: 'a file of a project memory',
  database: 'a database',
} as const;

type KnownContent = 'copilot' | 'claude-code' | 'codex' | 'gemini-cli' | 'mcp-memory' | ProjectContent;
export type FileContent = KnownContent | keyof typeof otherNames;

const kindNames: Readonly<Record<SourceKind, { one: string; many: string }>> = {
  copilot: { one: 'a conversation of Copilot', many: 'conversation of Copilot' },
  'claude-code': { one: 'a conversation of Claude Code', many: 'conversation of Claude Code' },
  codex: { one: 'a conversation of Codex', many: 'conversation of Codex' },
  'gemini-cli': { one: 'a conversation of Gemini CLI', many: 'conversation of Gemini CLI' },
  'claude-memory': { one: 'notes of Claude Code', many: 'notes of Claude Code' },
  'copilot-memory': { one: 'notes of Copilot', many: 'notes of Copilot' },
  'mcp-memory': { one: 'notes of the official memory server', many: 'notes of the official memory server' },
  opencode: { one: 'a database of opencode', many: 'conversation of opencode' },
  aider: { one: 'a chat history of aider', many: 'conversation of aider' },
  specstory: { one: 'a conversation that SpecStory saved', many: 'conversation that SpecStory saved' },
  beads: { one: 'issues of beads', many: 'issues of beads' },
  plans: { one: 'a plan', many: 'plan' },
};

/** Extensions of files of notes; Copilot's memory tool sometimes omits the extension. */
export const noteExtensions: readonly string[] = ['.md', '.markdown', '.txt'];

/** In bytes. Enough for the first lines; the start of a line identifies its kind. */
const lookedAt = 16 * 1024;
const databaseMark = 'SQLite format 3\0';
/** Does not block on a pipe without a writer. */
const readOnly = constants.O_RDONLY | (process.platform === 'win32' ? 0 : constants.O_NONBLOCK);
const claudeLine = /^\s*\{\s*"type"\s*:\s*"(?:summary|file-history-snapshot|queue-operation)"/u;
/** gzip, zip, 7z, bzip2; the first bytes of other archives are not valid text. */
const archive = /^(?:\u001f\ufffd|PK\u0003\u0004|7z\ufffd|BZh\d|\ufffd7zXZ|\(\ufffd\/\ufffd)/u;
const chat = /"(?:responderUsername|requesterUsername|initialLocation)"\s*:/u;
const ownLine = /^\s*\{[^\n]{0,2000}"(?:session|conversation)"\s*:[^\n]*"(?:content|text)"\s*:/u;

/** Kinds whose files contain one JSON value per line. */
const linedKinds: ReadonlySet<SourceKind> = new Set(['claude-code', 'codex', 'mcp-memory', 'beads']);

/** Undefined if the content is not recognized, such as in a broken file. Rejects with the file system's error. */
export async function contentOf(path: string): Promise<FileContent | undefined> {
  return contentIn(await beginningOf(path), path);
}

function contentIn(text: string, path: string): FileContent | undefined {
  if (text.startsWith(databaseMark)) return 'database';
  // A crash leaves zeros in a transcript, too.
  if (text.includes('\0') && !text.includes('{"')) return undefined;
  const project = projectContentOf(text);
  if (project !== undefined) return project;
  const format = formatOfText(text);
  if (/^\s*\{\s*"kind"\s*:\s*\d/u.test(text) || format === 'copilot-transcript') return 'copilot';
  if (format === 'codex' || format === 'gemini-cli') return format;
  if (claudeLine.test(text)) return 'claude-code';
  if (chat.test(text)) return 'copilot';
  if (format === 'claude-code') return format;
  if (/"type"\s*:\s*"(?:entity|relation)"/u.test(text)) return 'mcp-memory';
  if (/^\s*\{\s*"format"\s*:\s*"bigmind"/u.test(text)) return 'bigmind';
  if (ownLine.test(text)) return 'jsonl';
  if (!noteExtensions.includes(extname(path).toLowerCase())) return undefined;
  // What is read from its file must not be copied from it, too.
  return basename(dirname(path)) === '.mind' ? 'mind' : 'notes';
}

/**
 * Why a file is not of a kind, as a predicate that follows its name; undefined if it is, or if its content is not
 * recognized. Rejects with the file system's error.
 */
export async function reasonAgainst(kind: SourceKind, path: string): Promise<string | undefined> {
  const text = await beginningOf(path);
  const content = contentIn(text, path);
  if (kind === 'claude-memory' || kind === 'copilot-memory' || kind === 'plans') {
    if (content === 'notes') return undefined;
    const extension = extname(path).toLowerCase();
    const isNotes = noteExtensions.includes(extension) || (kind === 'copilot-memory' && extension === '');
    // Notes may quote lines of a conversation; the reader of notes refuses files that are entirely JSON.
    const others: readonly (FileContent | undefined)[] = ['database', 'aider', 'specstory', 'mind'];
    if (isNotes && !others.includes(content)) return undefined;
    const rule = `${kind === 'plans' ? 'plans' : 'notes'} are Markdown files (${noteExtensions.join(', ')})`;
    return `${holdsNone(kind)}; ${content === undefined ? rule : `it looks like ${nameOf(content)}`}`;
  }
  if (archive.test(text)) return 'is compressed; decompress it first';
  const isLined = linedKinds.has(kind) || (kind === 'copilot' && extname(path).toLowerCase() === '.jsonl');
  if (content === undefined && isLined && isJsonOverLines(text)) return `${holdsNone(kind)}; it ${jsonOverLines}`;
  if (content === undefined || content === kind || isDatabaseOf(kind, content)) return undefined;
  return `${holdsNone(kind)}; it looks like ${nameOf(content)}`;
}

/** The reason to report for a file in which a reader found nothing; undefined if the file is of that kind. */
export async function reasonForNothing(kind: SourceKind, path: string): Promise<string | undefined> {
  const text = await beginningOf(path);
  return contentIn(text, path) === kind ? undefined : `${holdsNone(kind)}; ${unknownText(kind, text)}`;
}

/** Describes a file of an unknown program. */
function unknownText(kind: SourceKind, text: string): string {
  const fields = kind === 'mcp-memory' ? [] : fieldsOfFirstLine(text);
  if (fields.length === 0) return 'it may be damaged';
  return `it looks like a file of another program, whose first line has ${fields.join(', ')}`;
}

/** At most five; empty if the line is not a JSON object, or exceeds the part that was read. */
function fieldsOfFirstLine(text: string): string[] {
  try {
    const names = Object.keys(fieldsFrom(JSON.parse(text.split('\n')[0] ?? '')));
    return names.slice(0, 5).map((name) => `"${shorten(oneLine(name), 40)}"`);
  } catch {
    // Only JSON has fields to name.
    return [];
  }
}

export function holdsNone(kind: SourceKind): string {
  return `contains no ${kindNames[kind].many}`;
}

function isDatabaseOf(kind: SourceKind, content: FileContent): boolean {
  return content === 'database' && (kind === 'copilot' || kind === 'opencode');
}

export function nameOf(content: FileContent): string {
  return isOther(content) ? otherNames[content] : kindNames[content].one;
}

function isOther(content: FileContent): content is keyof typeof otherNames {
  return Object.hasOwn(otherNames, content);
}

/** opencode's database names begin with `opencode` and may include the release channel. */
export function isOpencodeFile(path: string): boolean {
  return /^opencode.*\.db$/u.test(basename(path));
}

/** The command that imports the file as its real kind, for a user who named another. */
export function importedAs(path: string, content: FileContent | undefined): string | undefined {
  if (content === 'database' && isOpencodeFile(path)) return `bigmind import opencode ${basename(path)}`;
  if (content === undefined || content === 'database') return undefined;
  const notes = isOfPlans(path) ? 'plans' : 'claude-memory';
  const kind = content === 'notes' ? notes : content;
  return `bigmind import ${kind} ${basename(path)}`;
}

/**
 * Open descriptors of databases, which stay open until the process ends, one per file. Another extension may have the
 * same database open in this process, and closing it here would drop that extension's locks (POSIX).
 */
const keptOpen = new Map<string, number>();

async function beginningOf(path: string): Promise<string> {
  if (uncompressedName(path) !== path) return textAtStart(path, lookedAt);
  const known = keptOpen.get(keyOf(await stat(path, { bigint: true })));
  const descriptor = known ?? openSync(path, readOnly);
  let isKept = known !== undefined;
  try {
    const { buffer, bytesRead } = await promisify(read)(descriptor, Buffer.alloc(lookedAt), 0, lookedAt, 0);
    const text = buffer.toString('utf8', 0, bytesRead).replace(/^\ufeff/u, '');
    const key = keyOf(fstatSync(descriptor, { bigint: true }));
    // Windows has no such locks, and files that are open there cannot be replaced.
    if (process.platform !== 'win32' && text.startsWith(databaseMark)) {
      // A concurrent call for the same file keeps another descriptor.
      keptOpen.set(key, descriptor);
      isKept = true;
    }
    return text;
  } finally {
    if (!isKept) closeSync(descriptor);
  }
}

function keyOf({ dev, ino }: BigIntStats): string {
  return `${String(dev)}:${String(ino)}`;
}
